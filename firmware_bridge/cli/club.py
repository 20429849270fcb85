"""`tavoliere club`: every board at a broker on one page."""

from __future__ import annotations

import asyncio
import re
import signal
from argparse import Namespace
from socket import socket

from starlette.applications import Starlette

from engines.errors import TavoliereError
from firmware_bridge.link.broker import CREDENTIALS
from firmware_bridge.link.hall import Hall
from firmware_bridge.record.seats import BROKER
from firmware_bridge.record.store import state_folder
from firmware_bridge.texts import Texts
from firmware_bridge.web.club import club
from firmware_bridge.web.listening import Server, listen

USUAL = "mqtt://localhost"


def run(args: Namespace, text: Texts) -> int:
    url = broker(args.broker or USUAL, text)
    address = listen(args.port, lan=False, text=text)
    hall = Hall(url, state_folder() / CREDENTIALS)
    try:
        print(text("club.at", link=address.link, broker=url), flush=True)
        return asyncio.run(_serve(club(hall, address.names, args.lang), address.socket))
    finally:
        hall.close()


def broker(url: str, text: Texts) -> str:
    """The address, if it is one."""
    if re.fullmatch(BROKER, url.rstrip("/")) is None:
        raise TavoliereError(text("error.broker", given=url))
    return url.rstrip("/")


async def _serve(page: Starlette, listening: socket) -> int:
    server = Server(page)

    def leave() -> None:
        server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, leave)
    await server.serve(sockets=[listening])
    return 0
