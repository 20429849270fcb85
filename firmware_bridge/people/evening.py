"""A board, hands, a clock and a door: gestures happen in time, and what is said back is written down.

Keeps the referee's record as its verdicts tell it. Judges nothing.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from engines.geometry import Cell
from engines.steps import Stacks
from firmware_bridge.people.boardtop import Boardtop, Hand, picture
from firmware_bridge.people.door import Door, Line
from firmware_bridge.people.gestures import Gesture, Kind
from firmware_bridge.people.habits import Habits
from firmware_bridge.people.lookalikes import Edge

FLICKER = 0.0045
"""Seconds; contacts bounce for less than five milliseconds."""
COUNTED = 3
"""Pieces that a sensor counts, says the public surface; beyond, it only tells rising from falling."""
UNCOUNTED = 100
"""What a sensor reads that has just lost count: any number above those will do."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A verdict, and what was going on when it was given."""

    line: Line
    in_air: bool
    """Whether some hand held a piece."""
    since: float
    """Seconds since a sensor last changed."""
    shown: dict[Cell, int]
    """What the sensors read, cells that read nothing left out."""

    @property
    def when(self) -> float:
        return float(self.line["t"])

    @property
    def verdict(self) -> str:
        return str(self.line.get("verdict", ""))


@dataclass(frozen=True, slots=True)
class Moment:
    """What the board was like from a time on."""

    when: float
    in_air: bool
    shown: dict[Cell, int]


class Evening:
    """One game at one board, as long as nothing has to be begun anew."""

    def __init__(
        self,
        door: Door,
        header: Line,
        stacks: Stacks,
        cells: Iterable[Cell],
        habits: Habits,
        rng: Random,
    ) -> None:
        self.board = Boardtop(stacks, str(header["sensing"]))
        self.now = 0.0
        self.lines: list[Line] = [header]
        self.edges: list[Edge] = []
        self.record: list[tuple[int, str]] = []
        self.news: list[Heard] = []
        """Verdicts that nobody has read yet."""
        self._door = door
        self._habits = habits
        self._rng = rng
        self._cells = tuple(cells)
        self._sensed = {cell: self.board.reading(cell) for cell in self._cells}
        """What really stands on each cell, as its sensor last noticed it."""
        self._steady = dict(self._sensed)
        """What each sensor says of that, once it does not flicker."""
        self._shown = dict(self._sensed)
        self._pending: list[tuple[float, int, Gesture]] = []
        self._order = 0
        self._moments = [Moment(0.0, False, self._readings())]
        door.open(header)
        self._say({})

    # Gestures -----------------------------------------------------------------------------------

    def add(self, gestures: Iterable[Gesture]) -> None:
        for gesture in gestures:
            self._order += 1
            heapq.heappush(self._pending, (gesture.when, self._order, gesture))

    @property
    def busy_until(self) -> float:
        return max((when for when, _, _ in self._pending), default=self.now)

    @property
    def last_put(self) -> float:
        """When the last of the pieces that are under way comes down."""
        puts = (when for when, _, gesture in self._pending if gesture.kind is Kind.PUT)
        return max(puts, default=self.now)

    @property
    def cells_to_come(self) -> frozenset[Cell]:
        return frozenset(
            gesture.cell for _, _, gesture in self._pending if gesture.hand and gesture.cell
        )

    @property
    def hands_to_come(self) -> frozenset[Hand]:
        return frozenset(gesture.hand for _, _, gesture in self._pending if gesture.hand)

    def until(self, when: float) -> None:
        """Let everything happen that is due by then."""
        while self._pending and self._pending[0][0] <= when:
            due, _, gesture = heapq.heappop(self._pending)
            self._do(gesture, max(due, self.now))
        if when > self.now:
            self._say({}, when)

    def finish(self) -> None:
        """Let all gestures happen."""
        self.until(self.busy_until)

    def _do(self, gesture: Gesture, when: float) -> None:
        board = self.board
        match gesture.kind:
            case Kind.LIFT:
                board.lift(gesture.hand, gesture.cell, gesture.count)
            case Kind.PUT:
                board.put(gesture.hand, gesture.cell, onto=gesture.onto)
            case Kind.FETCH:
                board.fetch(gesture.hand, gesture.pieces)
            case Kind.OFF:
                board.off(gesture.hand)
            case Kind.PRESS:
                self._say({"press": gesture.player}, when)
            case Kind.HOLD:
                self._say({"hold": gesture.player}, when)
            case Kind.CHOOSE:
                self._say({"choose": gesture.label}, when)
            case Kind.UNDO:
                self._say({"undo": True}, when)
            case Kind.FLICKER:
                self._show(gesture.cell, 0 if board.reading(gesture.cell) else 1, when)
            case Kind.SETTLE:
                self._show(gesture.cell, self._steady[gesture.cell], when)
        if gesture.kind in (Kind.LIFT, Kind.PUT):
            self._sense(gesture.cell, when)
        self._moments.append(Moment(when, board.in_air, self._readings()))
        self.now = max(self.now, when)

    def _sense(self, cell: Cell, when: float) -> None:
        reading = self.board.reading(cell)
        if reading == self._sensed[cell]:
            return
        was, self._sensed[cell] = self._sensed[cell], reading
        self.edges.append(Edge(when, cell, reading, was))
        self._steady[cell] = self._readable(cell, was, reading)
        self._show(cell, self._steady[cell], when)
        if self._habits.strikes("bounce", self._rng):
            self.flicker(cell, when + self._rng.uniform(0.0002, 0.002))

    def _readable(self, cell: Cell, was: int, reading: int) -> int:
        """What the sensor says of it: higher than it can count, only that it rose or fell."""
        if reading <= COUNTED:
            return reading
        step = 1 if reading > was else -1
        return UNCOUNTED if was <= COUNTED else self._steady[cell] + step

    def flicker(self, cell: Cell, when: float) -> None:
        """A sensor that for a moment reads what is not there."""
        end = when + self._rng.uniform(0.0003, FLICKER - 0.002)
        self.add((Gesture(when, Kind.FLICKER, cell=cell), Gesture(end, Kind.SETTLE, cell=cell)))

    def _show(self, cell: Cell, reading: int, when: float) -> None:
        if reading != self._shown[cell]:
            self._shown[cell] = reading
            self._say({"cell": cell, "is": reading}, when)

    # What is said ----------------------------------------------------------------------------

    def _say(self, event: Line, when: float | None = None) -> None:
        when = self.now if when is None else when
        line = {"t": round(when, 4), **event}
        self.lines.append(line)
        said = self._door.say(line)
        self.now = max(self.now, when)
        if not said:
            return
        # What was said may be about a moment before this one, when the board was as it had been.
        moments = [*self._moments, Moment(line["t"], self.board.in_air, self._readings())]
        for answer in said:
            given = float(answer["t"])
            then = next(m for m in reversed(moments) if m.when <= given or m is moments[0])
            last = next((edge.when for edge in reversed(self.edges) if edge.when <= given), 0.0)
            self._follow(Heard(answer, then.in_air, given - last, then.shown))

    def _readings(self) -> dict[Cell, int]:
        return picture(self.board.stacks, self.board.sensing)

    def _follow(self, heard: Heard) -> None:
        line = heard.line
        match heard.verdict:
            case "accepted":
                self.record.append((line["player"], line["move"]))
            case "amended":
                self.record[-1:] = [(line["player"], line["move"])]
            case "undone":
                del self.record[-1:]
        self.news.append(heard)

    def read(self) -> list[Heard]:
        """The verdicts since somebody last read them."""
        news, self.news = self.news, []
        return news
