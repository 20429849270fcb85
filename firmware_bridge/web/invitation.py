"""How a phone gets in: the link, under an address that others can reach, and its code for a camera.

Only the host is told, because a link carries a key that lets anybody in, in the role it is for. It is
made anew whenever it is asked for: a board often starts before its network does.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

import segno
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from firmware_bridge.web.access import KEY
from firmware_bridge.web.keys import Keys
from firmware_bridge.web.roles import GUEST, HOST, Kind, Role, seat

ALONE, NO_NETWORK = "alone", "no-network"
"""Why there is no link: only this machine is let in, or nobody else could reach it."""


def outward() -> str | None:
    """The address that others on the network reach this machine by. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def phone_link(host: str, port: int, key: str) -> str:
    return f"http://{host}:{port}/?{KEY}={key}"


def invitation(
    reached: tuple[str, int], key: str | None, outward: Callable[[], str | None] = outward
) -> dict[str, Any]:
    """The link and its code, or why there are none; `reached` is where the page that asks reached us."""
    if key is None:
        return {"why": ALONE}
    host: str | None = reached[0]
    if ipaddress.ip_address(reached[0]).is_loopback:
        # The page is on the board's own screen; only another's shows an address that phones can use.
        host = outward()
    if host is None:
        return {"why": NO_NETWORK}
    link = phone_link(host, reached[1], key)
    return {"link": link, "code": code(link)}


@lru_cache(maxsize=16)
def code(link: str) -> str:
    """A QR code as SVG without a size of its own, with the white margin that cameras look for.

    Dark on white whatever the page's colours are: many cameras do not read it the other way round.
    """
    drawn = segno.make(link, error="m", micro=False)
    return str(
        drawn.svg_inline(
            border=4, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
        )
    )


def meant(role: str, player: str) -> Role | None:
    """The role that a link is wanted for, as the page's form says it."""
    if role == Kind.SEATED.value:
        return seat(int(player)) if player in set("123456789") else None
    return {Kind.HOST.value: HOST, Kind.GUEST.value: GUEST}.get(role)


def inviting(
    keys: Keys | None, people: Callable[[], list[dict[str, Any]]]
) -> Callable[[Request], Awaitable[Response]]:
    """`people` are those who are here: the host is told, who alone may invite and show out."""

    async def answer(request: Request) -> Response:
        asked = request.query_params
        role = meant(asked.get("for", Kind.HOST.value), asked.get("player", "0"))
        if request.state.visitor.role != HOST or role is None:
            return Response(status_code=403)
        key = keys.invitation(role) if keys is not None else None
        # The end of this connection that is ours; what the browser calls us (`Host`) proves nothing.
        told = invitation(request.scope["server"], key) | {"people": people()}
        return JSONResponse(told, headers={"cache-control": "no-store"})

    return answer
