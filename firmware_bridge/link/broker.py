"""The line to a broker: our words there, the other board's here. Never raises and never waits.

A room has a topic for each board, where its newest word stays (retained): who comes late, or back, finds
it. Whether the other board is there the broker knows by its last will. The library's thread does the
talking; what has come is fetched from here.
"""

from __future__ import annotations

import ssl
import tomllib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from firmware_bridge.link.notices import Notices
from firmware_bridge.link.word import LONGEST

PREFIX = "tavoliere/rooms"
PORTS = {"mqtt": 1883, "mqtts": 8883}
KEEPALIVE = 15
"""Seconds of silence after which the broker takes a board for gone."""
LONGEST_PAUSE = 8
"""Seconds at most between two tries to reach a broker that does not answer."""
MOST_WAITING = 64
"""Words that may wait to be fetched; a newer one holds what an older one said."""
THERE, GONE = b"1", b"0"
CREDENTIALS = "broker.toml"
"""In the folder of the games: for each host a table with `user` and `password`, and `authority`, a file
beside it, where the host's certificate is vouched for by the club itself."""


class Heard(NamedTuple):
    own: bool
    """Whether it is what this board itself said before it was switched off."""
    word: bytes


class Line(Protocol):
    """What a game needs of a broker."""

    def say(self, text: str) -> None: ...
    def heard(self) -> list[Heard]: ...
    @property
    def reached(self) -> bool:
        """Whether the broker answers."""

    @property
    def there(self) -> bool:
        """Whether the other board is at it."""

    def close(self) -> None: ...


class Broker:
    def __init__(
        self,
        url: str,
        players: Sequence[int],
        credentials: Path | None = None,
        nudge: Callable[[], None] = lambda: None,
    ) -> None:
        """`players` sit at this board: their numbers name it in the room. `nudge` is called in the
        library's thread when something has come."""
        self._nudge = nudge
        address = urlsplit(url)
        self._room = f"{PREFIX}/{address.path.strip('/')}"
        self._own = "-".join(map(str, players))
        self._waiting: Queue[Heard] = Queue(MOST_WAITING)
        self._others: set[str] = set()
        client = connected(url, credentials)
        self._notices = Notices(client)
        client.on_connect = self._connected
        client.on_disconnect = self._disconnected
        client.on_message = self._came
        client.will_set(self._topic("there"), GONE, qos=1, retain=True)
        self._notices.put(self._topic("there"), THERE)
        client.loop_start()

    @property
    def reached(self) -> bool:
        return self._notices.up

    @property
    def there(self) -> bool:
        return self.reached and bool(self._others)

    def say(self, text: str) -> None:
        self._notices.put(self._topic("word"), text)

    def heard(self) -> list[Heard]:
        found: list[Heard] = []
        with suppress(Empty):
            while True:
                found.append(self._waiting.get_nowait())
        return found

    def close(self) -> None:
        self._notices.goodbye(self._topic("there"), GONE)

    def _topic(self, what: str) -> str:
        return f"{self._room}/{self._own}/{what}"

    # In the library's thread ------------------------------------------------------------------

    def _connected(self, client: Any, _data: Any, _flags: Any, reason: Any, _props: Any) -> None:
        if reason.is_failure:
            return
        client.subscribe(f"{self._room}/+/+", qos=1)
        self._notices.connected()

    def _disconnected(self, *_: Any) -> None:
        self._notices.disconnected()
        self._others.clear()

    def _came(self, _client: Any, _data: Any, message: Any) -> None:
        who, _, what = message.topic.removeprefix(f"{self._room}/").partition("/")
        own = who == self._own
        if what == "there" and not own:
            (self._others.add if message.payload == THERE else self._others.discard)(who)
        elif what == "word" and len(message.payload) <= LONGEST and (not own or message.retain):
            heard = Heard(own, bytes(message.payload))
            try:
                self._waiting.put_nowait(heard)
            except Full:
                with suppress(Empty):
                    self._waiting.get_nowait()
                with suppress(Full):
                    self._waiting.put_nowait(heard)
            self._nudge()


def connected(url: str, credentials: Path | None) -> Any:
    """A client of the library on its way to a broker; one that cannot be reached now may be later, so it
    goes on trying once its loop is started."""
    import paho.mqtt.client as mqtt
    from paho.mqtt.enums import CallbackAPIVersion

    address = urlsplit(url)
    host = address.hostname or ""
    client = mqtt.Client(
        CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5, reconnect_on_failure=True
    )
    known = known_of(host, credentials)
    if address.scheme == "mqtts":
        client.tls_set_context(trusting(known.authority))
    if known.user:
        client.username_pw_set(known.user, known.password)
    client.reconnect_delay_set(1, LONGEST_PAUSE)
    client.connect_async(host, address.port or PORTS[address.scheme], keepalive=KEEPALIVE)
    return client


class Known(NamedTuple):
    """What is known of a broker."""

    user: str = ""
    password: str = ""
    authority: Path | None = None
    """The certificate of who vouches for it; None: one of those that everybody trusts."""


def known_of(host: str, file: Path | None) -> Known:
    """From a file that only the program's user should be able to read."""
    if file is None:
        return Known()
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8")).get(host)
    except (OSError, ValueError):
        return Known()
    if not isinstance(told, dict):
        return Known()
    texts = {key: value for key, value in told.items() if isinstance(value, str)}
    named = texts.get("authority")
    authority = None if named is None else file.parent / named
    if not {"user", "password"} <= texts.keys():
        return Known(authority=authority)
    return Known(texts["user"], texts["password"], authority)


def trusting(authority: Path | None) -> ssl.SSLContext:
    """A certificate that cannot be read vouches for nobody: then the broker is not reached."""
    context = ssl.create_default_context()
    if authority is not None:
        with suppress(OSError, ssl.SSLError):
            context.load_verify_locations(authority)
    return context
