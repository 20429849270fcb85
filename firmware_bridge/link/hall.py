"""The boards of a club at their broker: each tells its tile under a name of its own, and all are heard.

As in `broker` the library's thread talks, nobody waits, and the newest tile of a board stays there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from firmware_bridge.link.broker import GONE, THERE, connected
from firmware_bridge.link.notices import Notices
from firmware_bridge.link.pairing import Pairing, pairing_of
from firmware_bridge.link.tile import LONGEST, Tile, tile_of

PREFIX = "tavoliere/boards"
NAME = re.compile(r"[A-Za-z0-9-]{1,40}")
PAIRINGS = "tavoliere/club/pairings"
MOST_BOARDS = 2000
MOST_RESULTS = 200
"""Of one board."""


class Stand:
    """A board in the club: what is told of it, and what it is asked to play."""

    def __init__(self, url: str, name: str, credentials: Path | None = None) -> None:
        self._topic = f"{PREFIX}/{name}"
        self._asked = f"{PAIRINGS}/{name}"
        self.pairing: Pairing | None = None
        """What the club wants to be played here next."""
        self.calling = False
        """Whether somebody here wants the arbiter."""
        self.heard: Callable[[], None] = lambda: None
        """Called in the library's thread when there is something new."""
        self.name = name
        self._listeners: dict[str, Callable[[bytes], None]] = {self._asked: self._pair}
        """What is heard, by topic."""
        self._client = client = connected(url, credentials)
        self.notices = Notices(client)
        client.will_set(f"{self._topic}/there", GONE, qos=1, retain=True)
        client.on_connect = self._connected
        client.on_disconnect = lambda *_: self.notices.disconnected()
        client.on_message = self._came
        self.notices.put(f"{self._topic}/there", THERE)
        self.tell(None)
        client.loop_start()

    def tell(self, tile: Tile | None) -> None:
        """How the game stands; None: there is none."""
        self.notices.put(f"{self._topic}/tile", "" if tile is None else tile.text())

    def listen(self, topic: str, listener: Callable[[bytes], None]) -> None:
        """What comes there goes to him, in the library's thread."""
        self._listeners[topic] = listener
        self._client.subscribe(topic, qos=1)

    def close(self) -> None:
        self.notices.goodbye(f"{self._topic}/there", GONE)

    def _connected(self, client: Any, _data: Any, _flags: Any, reason: Any, _props: Any) -> None:
        if not reason.is_failure:
            for topic in list(self._listeners):
                client.subscribe(topic, qos=1)
            self.notices.connected()

    def _came(self, _client: Any, _data: Any, message: Any) -> None:
        listener = self._listeners.get(message.topic)
        if listener is not None and len(message.payload) <= LONGEST:
            listener(bytes(message.payload))
            self.heard()

    def _pair(self, data: bytes) -> None:
        self.pairing = pairing_of(data)


class Hall:
    """All boards of a club."""

    def __init__(self, url: str, credentials: Path | None = None) -> None:
        self.tiles: dict[str, Tile | None] = {}
        """The boards, by name; None: no game is on there."""
        self.there: set[str] = set()
        self.reached = False
        self.version = 0
        """Grows with everything that is heard."""
        self.host = urlsplit(url).hostname or ""
        self.results: dict[tuple[str, int], Tile] = {}
        """Games that have ended while somebody listened, by board and number."""
        self._client = client = connected(url, credentials)
        self._notices = Notices(client)
        client.on_connect = self._connected
        client.on_disconnect = self._disconnected
        client.on_message = self._came
        client.loop_start()

    def ask(self, board: str, pairing: Pairing | None) -> None:
        """What this board is to play next; None: whatever people like."""
        self._notices.put(f"{PAIRINGS}/{board}", "" if pairing is None else pairing.text())

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, client: Any, _data: Any, _flags: Any, reason: Any, _props: Any) -> None:
        if not reason.is_failure:
            self.reached = True
            self.version += 1
            client.subscribe(f"{PREFIX}/+/+", qos=1)
            self._notices.connected()

    def _disconnected(self, *_: Any) -> None:
        self._notices.disconnected()
        self.reached = False
        self.version += 1

    def _came(self, _client: Any, _data: Any, message: Any) -> None:
        name, _, what = message.topic.removeprefix(f"{PREFIX}/").partition("/")
        if NAME.fullmatch(name) is None:
            return
        if name not in self.tiles and len(self.tiles) >= MOST_BOARDS:
            return
        if what == "there":
            (self.there.add if message.payload == THERE else self.there.discard)(name)
            self.tiles.setdefault(name, None)
        elif what == "tile" and len(message.payload) <= LONGEST:
            tile = tile_of(bytes(message.payload))
            # What cannot be read changes nothing: the last good tile stands.
            if tile is not None or not message.payload:
                self.tiles[name] = tile
                if tile is not None and tile.over is not None:
                    self._ended(name, tile)
        else:
            return
        self.version += 1

    def _ended(self, name: str, tile: Tile) -> None:
        """Of a board that tells of too many games, the oldest are forgotten."""
        self.results[name, tile.number] = tile
        own = [key for key in self.results if key[0] == name]
        for key in own[:-MOST_RESULTS]:
            del self.results[key]
