"""How the pixels of a microcontroller should live: what it is told, and whether that has arrived.

Knows numbered messages and the time it is given; no port. One message at a time: a slow board gets
fewer of them, and always the newest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hardware.lights import DARK, RGB, UNLIT, Glow, still
from hardware.parts import frames
from hardware.parts.dimmer import Dimmer

RESEND = 0.25
"""Seconds after which glows that nobody has acknowledged are sent again, at the earliest; a board that
is slow gets four times as long as it last took."""
GIVEN_UP = 1.0
"""Seconds without a word that glows have arrived before the pixels are given up for dark."""
MOST_KINDS = 255
"""Different glows in one message."""

Order = Callable[[Sequence[RGB]], bytes]
"""Colours as the bytes that the pixels want."""


class Wish:
    def __init__(self, pixels: int, buttons: int, dimmer: Dimmer, order: Order) -> None:
        """The last pixels are lights of the buttons."""
        self._dimmer = dimmer
        self._order = order
        self._glows = [UNLIT] * (pixels - buttons)
        self._buttons = [DARK] * buttons
        self._wanted = self._brightest()
        self._sent: bytes | None = None
        self._sequence = 0
        self._unanswered: float | None = None
        self._dark_since: float | None = None
        """Since when no glows are known to have arrived; None: the last ones are."""
        self._took = 0.0
        """Seconds that the board last took for an answer."""

    @property
    def pixels(self) -> int:
        return len(self._glows)

    def show(self, glows: Sequence[Glow]) -> None:
        self._glows = list(glows)
        self._wanted = self._brightest()

    def light_buttons(self, colours: Sequence[RGB]) -> None:
        # A board may have more buttons than the game has players.
        count = len(self._buttons)
        self._buttons = [*colours, *[DARK] * count][:count]
        self._wanted = self._brightest()

    # What is said -----------------------------------------------------------------------------

    def begin(self) -> None:
        """A new conversation: its messages are numbered anew."""
        self._sequence = 0
        self._sent = None
        self._unanswered = self._dark_since = None

    def due(self, now: float) -> tuple[int, bytes] | None:
        """The number and the content of the message that is to be sent now."""
        if self._unanswered is not None and now - self._unanswered < max(RESEND, 4 * self._took):
            return None
        if self.arrived:
            return None
        if self._wanted != self._sent:
            self._sequence += 1
            self._sent = self._wanted
        self._unanswered = now
        self._dark_since = now if self._dark_since is None else self._dark_since
        return self._sequence, self._sent or b""

    def darkness(self) -> tuple[int, bytes]:
        """The last message of all."""
        return self._sequence + 1, self._payload([UNLIT] * (len(self._glows) + len(self._buttons)))

    # What is heard ----------------------------------------------------------------------------

    def answered(self, sequence: int, now: float) -> None:
        if sequence == self._sequence and self._unanswered is not None:
            self._took = now - self._unanswered
            self._unanswered = self._dark_since = None

    def reported(self, now: float, *, dark: bool) -> None:
        """Whether the strip takes its frames, as the board sees it."""
        if dark:
            self._dark_since = now if self._dark_since is None else self._dark_since
        elif self._unanswered is None:
            self._dark_since = None

    @property
    def arrived(self) -> bool:
        return self._wanted == self._sent and self._unanswered is None

    def given_up(self, now: float) -> bool:
        return self._dark_since is not None and now - self._dark_since >= GIVEN_UP

    # Its form ---------------------------------------------------------------------------------

    def _brightest(self) -> bytes:
        glows = [*self._glows, *still(self._buttons)]
        colours = self._dimmer([glow.colour for glow in glows])
        return self._payload([g._replace(colour=c) for g, c in zip(glows, colours, strict=True)])

    def _payload(self, glows: Sequence[Glow]) -> bytes:
        """The glows as they are sent; shades that are alike fall together where there are too many."""
        for mask in (0xFF, 0xF8, 0xE0, 0xC0):
            parts = [
                bytes((glow.rhythm, glow.phase))
                + bytes(part & mask for part in self._order([glow.colour]))
                for glow in glows
            ]
            if len(set(parts)) <= MOST_KINDS:
                break
        return frames.glow_bytes(parts)


def plain(colours: Sequence[RGB]) -> bytes:
    """Green, red, blue, as WS2812 pixels want them."""
    return bytes(part for c in colours for part in (c.green, c.red, c.blue))
