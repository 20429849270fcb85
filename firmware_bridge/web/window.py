"""One browser window at the table: what it has been told, its hand, and how it is spoken to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_bridge.web.hands import PageHand
from firmware_bridge.web.keys import HOUSE, Pass
from firmware_bridge.web.messages import talking
from firmware_bridge.web.view import View


class Gone(Exception):
    """A page that cannot be told anything any more."""


class Page:
    """One browser window: what it has been told, and the hand it plays with."""

    def __init__(self, socket: WebSocket, address: str = "", visitor: Pass = HOUSE) -> None:
        self.socket = socket
        self.address = address
        """Where it is, as far as its connection tells."""
        self.visitor = visitor
        self.told: View | None = None
        self.told_hand: list[str] = []
        self.told_own: View | None = None
        self.looking = 0
        """The player who is alone with this page now; 0: everybody sees it."""
        self.poke = asyncio.Event()
        self.hand = PageHand()
        self.down: set[int] = set()
        self.allowance = talking()
        self.heard = 0
        self.refused = 0


async def sent(sending: Awaitable[None]) -> None:
    """Only here may a page be found gone: any other error is ours, and is to be heard of."""
    try:
        await sending
    except (WebSocketDisconnect, RuntimeError):
        raise Gone from None


def compact(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
