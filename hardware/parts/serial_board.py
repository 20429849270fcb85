"""A board behind a microcontroller: sensors, lights and buttons in one, over a serial port.

Speaks hardware/parts/frames.py. Asking for the readings is also what keeps the conversation going, so
whoever polls needs no thread. While the board is unplugged the last readings stand, so no edge is
invented; when it is back, one report of all readings brings what has changed since.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from select import select
from time import monotonic

from hardware.errors import HardwareError
from hardware.lights import RGB, Glow
from hardware.parts import frames, old_firmware
from hardware.parts.dimmer import Dimmer
from hardware.parts.frames import Frame, Layout
from hardware.parts.ghosts import Belief
from hardware.parts.serial_port import RETRY, Port
from hardware.parts.wish import Order, Wish, plain
from hardware.phrases import Phrase, Said
from hardware.symptoms import CABLE, LIGHTS, REFUSED, Symptom

SILENCE = 0.3
"""Seconds without a word from the board before it is greeted anew."""
WAITING = 1024
"""Bytes that may wait for the board to read them, beside two messages of glows."""
DEAF = 2
"""Greetings without an answer after which a board may be one that only understands old ones."""


NO_PIN = Phrase(
    "the microcontroller has no pin {pin} to use, or it is named twice: mend the profile",
    it="il microcontrollore non può usare il piedino {pin}, o è nominato due volte: correggi il profilo",
    fr="le microcontrôleur ne peut pas utiliser la broche {pin}, ou elle est nommée deux fois : "
    "corrigez le profil",
)
NO_ROOM = Phrase(
    "the microcontroller has no room for so many pixels: shorten the strip in the profile",
    it="il microcontrollore non ha posto per tanti pixel: accorcia la striscia nel profilo",
    fr="le microcontrôleur n'a pas de place pour tant de pixels : raccourcissez le ruban dans le profil",
)
NO_WIRING = Phrase(
    "the microcontroller cannot read that wiring: it scans up to 11 rows and 11 columns",
    it="il microcontrollore non sa leggere questo cablaggio: scandisce fino a 11 righe e 11 colonne",
    fr="le microcontrôleur ne sait pas lire ce câblage : il balaie jusqu'à 11 lignes et 11 colonnes",
)

OLD = Phrase(
    "the microcontroller has old firmware: mpremote cp {files} : + reset",
    it="il microcontrollore ha un firmware vecchio: mpremote cp {files} : + reset",
    fr="le microcontrôleur a un ancien micrologiciel : mpremote cp {files} : + reset",
)
FILES = "hardware/parts/frames.py hardware/parts/rhythms.py hardware/firmware/*.py"
"""What a microcontroller runs."""


class SerialBoard:
    """The board as its user sees it. Never raises for a cable that was pulled."""

    def __init__(
        self,
        layout: Layout,
        connect: Callable[[], Port],
        *,
        dimmer: Dimmer | None = None,
        order: Order | None = None,
        lights: int = 0,
        diodes: bool = True,
        retry: float = RETRY,
        clock: Callable[[], float] = monotonic,
        token: Callable[[], int] = lambda: random.getrandbits(32),
    ) -> None:
        self._layout = layout
        self._connect = connect
        self._retry = retry
        self._clock = clock
        self._token = token
        self._port: Port | None = None
        self._closed = False
        self._splitter = frames.Splitter()
        self._outgoing = b""
        self._session = 0
        self._greeted = False
        self._heard = 0
        self._last_word = self._last_try = float("-inf")
        self._belief = Belief(len(layout.rows), len(layout.columns), diodes=diodes)
        self._down = [False] * len(layout.buttons)
        self._wish = Wish(layout.pixels, lights, dimmer or Dimmer(), order or plain)
        self._most_waiting = 2 * (frames.GLOW * layout.pixels + layout.pixels) + WAITING
        self._greetings = 0
        self.refusal: Said | None = None

    # What every board offers ------------------------------------------------------------------

    @property
    def channels(self) -> int:
        return len(self._belief.readings)

    @property
    def pixels(self) -> int:
        return self._wish.pixels

    def readings(self) -> Sequence[int]:
        self.talk()
        return self._belief.readings

    def latest(self) -> Sequence[int]:
        return self._belief.readings

    @property
    def answers(self) -> bool:
        return self.connected

    @property
    def ghosts(self) -> tuple[int, ...]:
        return self._belief.ghosts

    def symptoms(self) -> Sequence[Symptom]:
        if not self.connected:
            return (Symptom(CABLE if self.refusal is None else REFUSED),)
        found = self._belief.symptoms()
        if self._wish.given_up(self._clock()):
            found.append(Symptom(LIGHTS))
        return found

    def down(self) -> Sequence[bool]:
        return self._down

    def show(self, glows: Sequence[Glow]) -> None:
        self._wish.show(glows)
        self.talk()

    def tend(self) -> None:
        """Asking for the readings does it, and the microcontroller makes the frames."""

    @property
    def arrived(self) -> bool:
        return self._wish.arrived

    def light(self, colours: Sequence[RGB]) -> None:
        self.light_buttons(colours)

    def light_buttons(self, colours: Sequence[RGB]) -> None:
        self._wish.light_buttons(colours)
        self.talk()

    def close(self) -> None:
        """Dark, if that can still be said; the board does it by itself a second later."""
        self._closed = True
        if self._port is not None:
            if self._greeted:
                self._say(frames.GLOWS, *self._wish.darkness())
                with suppress(*_lost()):
                    self._flush()
            self._hang_up()

    # The conversation -------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Whether the board is there and has told how it stands."""
        return self._greeted and self._heard > 0

    def talk(self) -> None:
        """Hear what has come, say what is due. Never waits."""
        now = self._clock()
        if self._port is None and not self._plugged_in(now):
            return
        try:
            self._listen(now)
            if now - self._last_word >= SILENCE:
                self._greet(now)
            elif self._greeted:
                self._paint(now)
            self._flush()
        except _lost():
            self._hang_up()

    def _plugged_in(self, now: float) -> bool:
        if self._closed or now - self._last_try < self._retry:
            return False
        self._last_try = now
        # Not there, or gone again while it was being opened.
        with suppress(HardwareError, *_lost()):
            self._port = self._connect()
        if self._port is None:
            return False
        self._splitter = frames.Splitter()
        self._greet(now)
        return True

    def _hang_up(self) -> None:
        port, self._port = self._port, None
        self._greeted = False
        self._greetings = 0
        self.refusal = None
        self._outgoing = b""
        # A button that was down when the cable was pulled must not become one that is held.
        self._down = [False] * len(self._layout.buttons)
        if port is not None:
            # It may be gone already.
            with suppress(*_lost()):
                port.close()

    def _greet(self, now: float) -> None:
        """Begin anew: old words, ours and theirs, belong to another session from here on."""
        self._session = self._token()
        self._greeted = False
        self._heard = 0
        self._wish.begin()
        self._belief.look_away()
        self._last_word = now
        self._outgoing = b""
        self._say(frames.HELLO, 0, frames.layout_bytes(self._layout))
        self._greetings += 1
        if self._greetings > DEAF:
            self._outgoing += frames.in_blocks(old_firmware.greeting(self._session))

    def _say(self, kind: int, sequence: int, payload: bytes = b"") -> None:
        frame = frames.in_blocks(frames.encoded(kind, self._session, sequence, payload))
        # Whoever talks and never reads gets no more than this; what is left out is said again later.
        if len(self._outgoing) + len(frame) <= self._most_waiting:
            self._outgoing += frame

    @property
    def waiting(self) -> int:
        """Bytes that the board has not taken yet."""
        return len(self._outgoing)

    def _flush(self) -> None:
        # pyserial would try for ever to write into a full port, so the port is asked first.
        if self._outgoing and self._port is not None and select([], [self._port], [], 0)[1]:
            sent = self._port.write(self._outgoing) or 0
            self._outgoing = self._outgoing[sent:]

    def _listen(self, now: float) -> None:
        assert self._port is not None
        data = self._port.read(4096)
        if data:
            if self._greetings > DEAF and old_firmware.answered(data):
                self.refusal = OLD(files=FILES)
            for frame in self._splitter.feed(data):
                if frame.session == self._session:
                    self._hear(frame, now)

    def _hear(self, frame: Frame, now: float) -> None:
        if frame.kind == frames.STATE:
            # Whoever speaks in our session has heard the greeting, even if his answer was lost.
            self._welcomed(now)
            self._believe(frame, now)
        elif frame.kind == frames.ACK:
            self._wish.answered(frame.sequence, now)
        elif frame.kind == frames.WELCOME:
            self._welcomed(now)
        elif frame.kind == frames.REFUSE and len(frame.payload) == 2:
            self.refusal = refusal(*frame.payload)
            self._last_word = now

    def _welcomed(self, now: float) -> None:
        if not self._greeted:
            self._greeted = True
            self._greetings = 0
            self.refusal = None
            self._last_word = now

    def _believe(self, frame: Frame, now: float) -> None:
        crossings = self.channels
        readings = frames.unpacked(frame.payload[1:], crossings + len(self._down))
        if readings is None:
            return
        self._wish.reported(now, dark=bool(frame.payload[0] & frames.DARK))
        if frames.newer(frame.sequence, self._heard):
            self._heard = frame.sequence
            width = len(self._layout.columns)
            self._belief.judge(
                [
                    sum(
                        reading << column
                        for column, reading in enumerate(readings[at : at + width])
                    )
                    for at in range(0, crossings, width)
                ]
            )
            self._down = [bool(reading) for reading in readings[crossings:]]
        elif frame.sequence != self._heard:
            return
        self._last_word = now
        self._say(frames.ACK, frame.sequence)

    def _paint(self, now: float) -> None:
        """Say how the pixels live when that has changed, or again when nobody said that it arrived."""
        due = self._wish.due(now)
        if due is not None:
            self._say(frames.GLOWS, *due)


def refusal(why: int, detail: int) -> Said:
    if why == frames.BAD_PIN:
        return NO_PIN(pin=detail)
    return NO_ROOM() if why == frames.NO_MEMORY else NO_WIRING()


def _lost() -> tuple[type[Exception], ...]:
    """All that pyserial and the system below it raise when a device goes away."""
    import termios

    # SerialException and SerialTimeoutException are kinds of OSError.
    return (OSError, termios.error)
