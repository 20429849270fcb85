"""Topics whose newest text stays at the broker, whatever happens to the connection meanwhile.

The library sends again what was not acknowledged, after what was said since: an older text would then
stay instead of a newer one. So each topic has one text on its way at a time, and the newest follows once
that has come. Called from the library's thread and from ours; no lock is held while it is called.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

Text = str | bytes


class Notices:
    def __init__(self, client: Any) -> None:
        """`client` is the library's, not started yet."""
        self._client = client
        self._lock = Lock()
        self._wanted: dict[str, Text] = {}
        self._sent: dict[str, Text] = {}
        """What is at the broker, or on its way there."""
        self._under_way: dict[str, int | None] = {}
        """The library's number for what is on its way, by topic; None: it has not told it yet."""
        self._early: set[int] = set()
        """What was acknowledged before its number was known here."""
        self._up = False
        client.on_publish = self._acknowledged

    @property
    def up(self) -> bool:
        return self._up

    def put(self, topic: str, text: Text) -> None:
        """To be found there from now on, as soon as the broker can be reached."""
        with self._lock:
            self._wanted[topic] = text
        self._send(topic)

    def connected(self) -> None:
        """The broker answers; it may have forgotten everything."""
        with self._lock:
            self._up = True
            self._sent = {topic: self._sent[topic] for topic in self._under_way}
            topics = list(self._wanted)
        for topic in topics:
            self._send(topic)

    def disconnected(self) -> None:
        with self._lock:
            self._up = False

    def goodbye(self, topic: str, text: Text) -> None:
        """The last that is said there, and the end of the connection."""
        if self._up:
            self._client.publish(topic, text, qos=1, retain=True)
        self._client.disconnect()
        self._client.loop_stop()

    def _send(self, topic: str) -> None:
        with self._lock:
            text = self._wanted[topic]
            if not self._up or topic in self._under_way or self._sent.get(topic) == text:
                return
            self._under_way[topic], self._sent[topic] = None, text
        number = self._client.publish(topic, text, qos=1, retain=True).mid
        with self._lock:
            if topic in self._under_way:
                self._under_way[topic] = number
            early = number in self._early
        if early:
            self._arrived(number)

    def _acknowledged(self, _client: Any, _data: Any, number: int, *_: Any) -> None:
        with self._lock:
            if number not in self._under_way.values():
                if None in self._under_way.values():
                    self._early.add(number)
                return
        self._arrived(number)

    def _arrived(self, number: int) -> None:
        with self._lock:
            self._early.discard(number)
            here = [topic for topic, one in self._under_way.items() if one == number]
            for topic in here:
                del self._under_way[topic]
        for topic in here:
            self._send(topic)
