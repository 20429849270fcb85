"""Who may talk to the server: checks that run before any request reaches the game.

On the loopback address anybody on this machine may; on the network only who has the token of the
link. The name a browser used (`Host`) must be one of ours, or a foreign page could have its own name
lead here, and a WebSocket must come from a page of ours (`Origin`).
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "tavoliere"
KEY = "key"
"""The parameter of the link that carries the token."""
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Access:
    """ASGI middleware. `token` None: this machine only."""

    def __init__(self, app: ASGIApp, *, names: Iterable[str], token: str | None) -> None:
        self.app = app
        self.names = {name.lower() for name in names}
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._ours(host) or not self._permitted(scope, headers):
            await refuse(scope, receive, send)
            return
        if scope["type"] == "websocket":
            if _origin(headers) != host.lower():
                await refuse(scope, receive, send)
                return
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._protect(MutableHeaders(scope=message), host)
            await send(message)

        await self.app(scope, receive, guarded)

    def _ours(self, host: str) -> bool:
        """A name that can only mean this machine: an address, or one of its names."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self.names:
            return True
        if self.token is None:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _permitted(self, scope: Scope, headers: Headers) -> bool:
        if self.token is None:
            return True
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        given = [*query.get(KEY, ()), *_cookies(headers)]
        return any(secrets.compare_digest(key.encode(), self.token.encode()) for key in given)

    def _protect(self, headers: MutableHeaders, host: str) -> None:
        headers["content-security-policy"] = POLICY.format(host=host)
        headers["x-content-type-options"] = "nosniff"
        headers["referrer-policy"] = "no-referrer"
        headers["cross-origin-resource-policy"] = "same-origin"
        headers.setdefault("cache-control", "no-cache")
        if host.rpartition(":")[0] in LOOPBACK:
            # Elsewhere browsers heed it only with encryption, and complain of it on every page.
            headers["cross-origin-opener-policy"] = "same-origin"
        if self.token is not None:
            # What the page loads next carries the token by itself.
            headers.append(
                "set-cookie", f"{COOKIE}={self.token}; Path=/; HttpOnly; SameSite=Strict"
            )


def _origin(headers: Headers) -> str:
    """The host of the page that asks; nothing where no page has such an address."""
    try:
        return urlsplit(headers.get("origin", "")).netloc.lower()
    except ValueError:
        return ""


def _cookies(headers: Headers) -> list[str]:
    try:
        cookies = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return []
    return [cookies[COOKIE].value] if COOKIE in cookies else []


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """403, and not a word about the game."""
    if scope["type"] == "websocket":
        await receive()
        # Closed before it was accepted, a WebSocket is refused with 403.
        await send({"type": "websocket.close", "code": 1008})
        return
    await PlainTextResponse("403\n", status_code=403)(scope, receive, send)
