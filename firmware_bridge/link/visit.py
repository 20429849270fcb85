"""A look into a room at a broker, before anybody sits down: who waits there, and for which game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from firmware_bridge.link.broker import PREFIX, THERE, connected
from firmware_bridge.link.word import LONGEST, Word, word_of

LOOK = "-/look"
"""A topic that no board has."""
MOST_BOARDS = 9
"""More than fit into a room."""


class Visit(Protocol):
    """What a table needs to know of a room."""

    @property
    def reached(self) -> bool:
        """Whether the broker has told all that is there."""

    @property
    def words(self) -> list[Word]:
        """The newest of every board that is there."""

    def close(self) -> None: ...


class RoomVisit:
    def __init__(self, url: str, credentials: Path | None = None) -> None:
        self._room = f"{PREFIX}/{urlsplit(url).path.strip('/')}"
        self._found: dict[str, Word] = {}
        self._there: set[str] = set()
        self.reached = False
        self._client = client = connected(url, credentials)
        client.on_connect = self._connected
        client.on_disconnect = self._disconnected
        client.on_message = self._came
        client.loop_start()

    @property
    def words(self) -> list[Word]:
        return [word for who, word in list(self._found.items()) if who in self._there]

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    # In the library's thread ------------------------------------------------------------------

    def _connected(self, client: Any, _data: Any, _flags: Any, reason: Any, _props: Any) -> None:
        if not reason.is_failure:
            client.subscribe(f"{self._room}/+/+", qos=1)
            # It comes back behind everything that was in the room before.
            client.publish(f"{self._room}/{LOOK}", b"", qos=1)

    def _disconnected(self, *_: Any) -> None:
        self.reached = False

    def _came(self, _client: Any, _data: Any, message: Any) -> None:
        if message.topic == f"{self._room}/{LOOK}":
            self.reached = True
            return
        who, _, what = message.topic.removeprefix(f"{self._room}/").partition("/")
        if what == "there":
            (self._there.add if message.payload == THERE else self._there.discard)(who)
        elif what == "word" and len(message.payload) <= LONGEST:
            word = word_of(bytes(message.payload))
            if word is not None and (who in self._found or len(self._found) < MOST_BOARDS):
                self._found[who] = word
