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
from hardware.lights import DARK, RGB
from hardware.parts import frames
from hardware.parts.frames import Frame, Layout
from hardware.parts.ghosts import Belief
from hardware.parts.serial_port import RETRY, Port
from hardware.phrases import Phrase, Said
from hardware.symptoms import CABLE, LIGHTS, REFUSED, Symptom

SILENCE = 0.3
"""Seconds without a word from the board before it is greeted anew."""
RESEND = frames.RESEND / 1000
WAITING = 1024
"""Bytes that may wait for the board to read them, beside two frames of pixels."""
UNLIT = 1.0
"""Seconds without a word that pixels have arrived before they are given up for dark."""


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

Render = Callable[[Sequence[RGB]], bytes]
"""Colours as the bytes that the pixels want: gamma, budget and order are not the wire's affair."""


class SerialBoard:
    """The board as its user sees it. Never raises for a cable that was pulled."""

    def __init__(
        self,
        layout: Layout,
        connect: Callable[[], Port],
        *,
        render: Render | None = None,
        lights: int = 0,
        diodes: bool = True,
        retry: float = RETRY,
        clock: Callable[[], float] = monotonic,
        token: Callable[[], int] = lambda: random.getrandbits(32),
    ) -> None:
        self._layout = layout
        self._connect = connect
        self._render = render or plain
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
        self._sequence = 0
        self._last_word = self._last_try = float("-inf")
        self._belief = Belief(len(layout.rows), len(layout.columns), diodes=diodes)
        self._down = [False] * len(layout.buttons)
        self._button_lights = [DARK] * lights
        self._colours: list[RGB] = [DARK] * (layout.pixels - lights)
        self._frame = self._bytes()
        self._most_waiting = 2 * len(frames.encoded(frames.PIXELS, 0, 0, self._frame)) + WAITING
        self._shown: bytes | None = None
        self._unanswered: float | None = None
        self._unlit: float | None = None
        """Since when no pixels are known to have arrived; None: the last ones are."""
        self.refusal: Said | None = None

    # What every board offers ------------------------------------------------------------------

    @property
    def channels(self) -> int:
        return len(self._belief.readings)

    @property
    def pixels(self) -> int:
        return len(self._colours)

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
        if self._unlit is not None and self._clock() - self._unlit >= UNLIT:
            found.append(Symptom(LIGHTS))
        return found

    def down(self) -> Sequence[bool]:
        return self._down

    def show(self, colours: Sequence[RGB]) -> None:
        self._colours = list(colours)
        self._changed()

    def tend(self) -> None:
        """Asking for the readings does it."""

    def light(self, colours: Sequence[RGB]) -> None:
        self.light_buttons(colours)

    def light_buttons(self, colours: Sequence[RGB]) -> None:
        # A board may have more buttons than the game has players.
        count = len(self._button_lights)
        self._button_lights = [*colours, *[DARK] * count][:count]
        self._changed()

    def close(self) -> None:
        """Dark, if that can still be said; the board does it by itself a second later."""
        self._closed = True
        if self._port is not None:
            if self._greeted:
                self._say(frames.PIXELS, self._sequence + 1, bytes(3 * self._layout.pixels))
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
        self._heard = self._sequence = 0
        self._shown = None
        self._unanswered = self._unlit = None
        self._belief.look_away()
        self._last_word = now
        self._outgoing = b""
        self._say(frames.HELLO, 0, frames.layout_bytes(self._layout))

    def _say(self, kind: int, sequence: int, payload: bytes = b"") -> None:
        frame = frames.encoded(kind, self._session, sequence, payload)
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
            for frame in self._splitter.feed(data):
                if frame.session == self._session:
                    self._hear(frame, now)

    def _hear(self, frame: Frame, now: float) -> None:
        if frame.kind == frames.STATE:
            # Whoever speaks in our session has heard the greeting, even if his answer was lost.
            self._welcomed(now)
            self._believe(frame, now)
        elif frame.kind == frames.ACK:
            self._unlit = None
            if frame.sequence == self._sequence:
                self._unanswered = None
        elif frame.kind == frames.WELCOME:
            self._welcomed(now)
        elif frame.kind == frames.REFUSE and len(frame.payload) == 2:
            self.refusal = refusal(*frame.payload)
            self._last_word = now

    def _welcomed(self, now: float) -> None:
        if not self._greeted:
            self._greeted = True
            self.refusal = None
            self._last_word = now

    def _believe(self, frame: Frame, now: float) -> None:
        crossings = self.channels
        readings = frames.unpacked(frame.payload, crossings + len(self._down))
        if readings is None:
            return
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

    def _bytes(self) -> bytes:
        return self._render([*self._colours, *self._button_lights])

    def _changed(self) -> None:
        self._frame = self._bytes()
        self.talk()

    def _paint(self, now: float) -> None:
        """Send the pixels when they changed, or again when nobody said that they arrived."""
        # One at a time: a board that is slow gets fewer frames, and always the newest.
        if self._unanswered is not None and now - self._unanswered < RESEND:
            return
        if self._frame == self._shown and self._unanswered is None:
            return
        if self._frame != self._shown:
            self._sequence += 1
            self._shown = self._frame
        self._unanswered = now
        self._unlit = now if self._unlit is None else self._unlit
        self._say(frames.PIXELS, self._sequence, self._frame)


def plain(colours: Sequence[RGB]) -> bytes:
    """Green, red, blue, as WS2812 pixels want them."""
    return bytes(part for c in colours for part in (c.green, c.red, c.blue))


def refusal(why: int, detail: int) -> Said:
    if why == frames.BAD_PIN:
        return NO_PIN(pin=detail)
    return NO_ROOM() if why == frames.NO_MEMORY else NO_WIRING()


def _lost() -> tuple[type[Exception], ...]:
    """All that pyserial and the system below it raise when a device goes away."""
    import termios

    # SerialException and SerialTimeoutException are kinds of OSError.
    return (OSError, termios.error)
