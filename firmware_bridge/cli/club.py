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
from firmware_bridge.service.companion import lasting_key, leave_link, print_code
from firmware_bridge.texts import Texts
from firmware_bridge.web.club import club
from firmware_bridge.web.evening import FILE, Club
from firmware_bridge.web.keys import Keys
from firmware_bridge.web.listening import Address, Server, listen

EVERY = 0.5
"""Seconds between two looks at what the boards tell."""
USUAL = "mqtt://localhost"


def run(args: Namespace, text: Texts) -> int:
    url = broker(args.broker or USUAL, text)
    folder = state_folder()
    folder.mkdir(parents=True, exist_ok=True)
    keys = Keys(lasting_key(folder)) if args.lan else None
    address = listen(args.port, lan=args.lan, text=text, keys=keys)
    hall = Hall(url, folder / CREDENTIALS)
    try:
        announce(address, url, text)
        one = Club(hall, folder / FILE)
        page = club(one, address.names, args.lang, address.keys)
        return asyncio.run(_serve(one, page, address.socket))
    finally:
        hall.close()


def announce(address: Address, url: str, text: Texts) -> None:
    """Where the page is; in the log of a service without the key, which lies in a file instead."""
    left = leave_link(address.link) if address.keys is not None else None
    link = address.link if left is None else address.link.partition("?")[0]
    print(text("club.at", link=link, broker=url), flush=True)
    if left is not None:
        print(text("service.link", file=left), flush=True)
    elif address.keys is not None:
        print_code(address.link)


def broker(url: str, text: Texts) -> str:
    """The address, if it is one."""
    if re.fullmatch(BROKER, url.rstrip("/")) is None:
        raise TavoliereError(text("error.broker", given=url))
    return url.rstrip("/")


async def _serve(one: Club, page: Starlette, listening: socket) -> int:
    server = Server(page)

    async def follow() -> None:
        """Results are taken down and boards told, whether anybody looks at the page or not."""
        while True:
            one.follow()
            await asyncio.sleep(EVERY)

    def leave() -> None:
        server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, leave)
    following = asyncio.create_task(follow())
    await server.serve(sockets=[listening])
    following.cancel()
    return 0
