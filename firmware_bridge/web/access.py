"""Who may talk to the server: checks that run before any request reaches the game.

On the loopback address anybody on this machine may, and is the host; from the network only who has a
key, in the role that it is for. The name a browser used (`Host`) must be one of ours, or a foreign page
could have its own name lead here, and a WebSocket must come from a page of ours (`Origin`).
"""

from __future__ import annotations

import ipaddress
import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from firmware_bridge.texts import DEFAULT, LANGUAGES, Texts
from firmware_bridge.web.keys import HOUSE, Keys, Pass

COOKIE = "tavoliere"
KEEP = 365 * 24 * 3600
"""Seconds for which a browser keeps its key."""
KEY = "key"
"""The parameter of the link that carries the key."""
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
HOST = re.compile(r"([a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
OUR_COOKIE = re.compile(rf"(?:^|; ?){COOKIE}=([A-Za-z0-9._-]{{1,100}})(?:;|$)")
"""And nothing else of what a browser may send along: other programs on this machine set cookies too."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self' ws://{host}; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Access:
    """ASGI middleware. `keys` None: this machine only."""

    def __init__(self, app: ASGIApp, *, names: Iterable[str], keys: Keys | None) -> None:
        self.app = app
        self.names = {name.lower() for name in names}
        self.keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if not self._ours(host):
            await self._explain(scope, receive, send, ours=False)
            return
        one, key, cookie = self._pass(scope, headers)
        if one is None:
            await self._explain(scope, receive, send)
            return
        scope.setdefault("state", {})["visitor"] = one
        # What does something must come from a page of ours.
        does = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if does and headers.get("origin", "").lower() != f"{_page_scheme(scope)}://{host}":
            await refuse(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                protect(MutableHeaders(scope=message), host)
                if key and key != cookie:
                    own = f"{COOKIE}={key}; Max-Age={KEEP}; Path=/; HttpOnly; SameSite=Lax"
                    MutableHeaders(scope=message).append("set-cookie", own)
            await send(message)

        if scope["path"] == "/" and _given(scope):
            # The key goes where nobody reads it over a shoulder, out of the address and the history.
            await RedirectResponse("/", status_code=303)(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)

    def _ours(self, host: str) -> bool:
        """A name that can only mean this machine: an address, or one of its names."""
        found = HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].strip("[]")
        if name in self.names:
            return True
        if self.keys is None:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _pass(self, scope: Scope, headers: Headers) -> tuple[Pass | None, str, str]:
        """Who asks, the key that he shall have from now on, and the one that he has."""
        if self.keys is None:
            return HOUSE, "", ""
        found = OUR_COOKIE.search(headers.get("cookie", ""))
        cookie = found[1] if found else ""
        known = self.keys.read(cookie)
        for key in _given(scope):
            one = self.keys.read(key)
            # A host who tries the link that he gives away stays the host, and nobody is two people.
            if one is not None and known != HOUSE and (known is None or known.role != one.role):
                own = self.keys.own(one, key)
                return self.keys.read(own), own, cookie
        if known is None and _at_home(scope, headers):
            known = HOUSE
        return known, cookie, cookie

    async def _explain(
        self, scope: Scope, receive: Receive, send: Send, *, ours: bool = True
    ) -> None:
        """To a person with half a link in his hand; not a word about the game."""
        headers = Headers(scope=scope)
        person = "text/html" in headers.get("accept", "") or (ours and scope["path"] == "/")
        if scope["type"] == "websocket" or not person:
            await refuse(scope, receive, send)
            return
        await turned_away(headers)(scope, receive, send)


PLAIN = (
    ":root{color-scheme:light dark;font:1.1rem/1.5 system-ui,sans-serif}"
    "body{max-width:34rem;margin:18vh auto;padding:0 1.2rem}h1{font-size:1.6rem}p{margin:.8rem 0}"
)
"""The little that a page needs that may ask us for nothing more."""


def turned_away(headers: Headers) -> HTMLResponse:
    """What is wrong with the link, and what to do, in the language of the browser."""
    lang = spoken(headers.get("accept-language", ""))
    text = Texts(lang)
    page = (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>Tavoliere</title><style>{PLAIN}</style>'
        f"<h1>{text('page.no-key-title')}</h1><p>{text('page.no-key')}</p>"
        f"<p>{text('page.no-key-board')}</p></html>"
    )
    answer = HTMLResponse(page, status_code=403, headers={"content-language": lang})
    protect(answer.headers, "localhost")
    mark = b64encode(sha256(PLAIN.encode()).digest()).decode()
    answer.headers["content-security-policy"] = f"default-src 'none'; style-src 'sha256-{mark}'"
    return answer


def protect(headers: MutableHeaders, host: str) -> None:
    headers["content-security-policy"] = POLICY.format(host=host)
    headers["x-content-type-options"] = "nosniff"
    headers["referrer-policy"] = "no-referrer"
    headers["cross-origin-resource-policy"] = "same-origin"
    headers.setdefault("cache-control", "no-cache")
    if host.rpartition(":")[0] in LOOPBACK:
        # Elsewhere browsers heed it only with encryption, and complain of it on every page.
        headers["cross-origin-opener-policy"] = "same-origin"


def spoken(wanted: str) -> str:
    """Our language that a browser likes best; its list is in the order of its liking."""
    asked = [tag.strip()[:2].lower() for tag in wanted[:200].split(",")]
    return next((lang for lang in asked if lang in LANGUAGES), DEFAULT)


def _given(scope: Scope) -> list[str]:
    """The keys in the address."""
    try:
        return parse_qs(scope.get("query_string", b"").decode("ascii")).get(KEY, [])[:2]
    except ValueError:
        return []


def _at_home(scope: Scope, headers: Headers) -> bool:
    """From this machine to this machine, under a name that it has only for itself."""
    name = headers.get("host", "").lower().rpartition(":")[0]
    client = scope.get("client")
    return name in LOOPBACK and client is not None and ipaddress.ip_address(client[0]).is_loopback


def _page_scheme(scope: Scope) -> str:
    return "https" if scope.get("scheme") in ("wss", "https") else "http"


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """403, and not a word about the game."""
    if scope["type"] == "websocket":
        await receive()
        # Closed before it was accepted, a WebSocket is refused with 403.
        await send({"type": "websocket.close", "code": 1008})
        return
    await PlainTextResponse("403\n", status_code=403)(scope, receive, send)
