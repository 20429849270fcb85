"""Every chain of jumps a Top Hats stack can make, as results rather than paths.

Knows which cells can be jumped, landed on and stopped on, and no more of the rules. A dense position
has tens of thousands of paths but far fewer results (end, stacks captured), so the search walks over
what a path amounts to: the cell, the captured stacks and the friendly stacks already used. Two facts
keep that small and the labels right:

* Of two ways to the same cell with the same captures, one that used a subset of the other's friendly
  stacks can do all that the other can, in fewer jumps; the other is dropped.
* Jumps are tried in the order of the notation (`^` before `x`, then by cell) and paths of n jumps
  before paths of n + 1, so the first path to a result is its label: fewest jumps, then alphabetical.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set
from itertools import islice

from engines.geometry import Cell, bit_numbers
from engines.steps import Travel
from engines.top_hats.state import BOARD, CELLS, NEUTRAL, Hats

CELL_BITS = 6
CELL_MASK = (1 << CELL_BITS) - 1
"""A result is one number: the cell in the low bits, above them one bit per captured stack. Few bits
keep the numbers small, and small numbers keep the search quick."""

JUMPS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple(
        sorted(
            (
                (BOARD.index[over], BOARD.index[land])
                for over in BOARD.links[cell]
                if (land := BOARD.beyond(cell, over)) is not None
            ),
            key=lambda jump: jump[1],
        )
    )
    for cell in CELLS
)
"""For each cell the (jumped, landing) pairs around it, by landing cell."""

_Options = tuple[list[tuple[int, int, bool]], list[tuple[int, int]], list[int]]


class Ground:
    """A position as one player's stacks find it: what is in the way and where one may come down."""

    __slots__ = (
        "_boards", "edge", "foe_bit", "foes", "free", "friend_bit", "hats", "shy", "single",
    )  # fmt: skip

    def __init__(
        self,
        hats: Hats,
        own: str,
        forbidden: Collection[int] = (),
        edge: Collection[int] = (),
        *,
        shy: bool = False,
    ) -> None:
        self.hats = hats
        piles = hats.piles
        self.edge = edge
        """Cells where a chain may stop only after a jump over an opponent."""
        self.shy = shy
        """Whether such a jump is needed even to come down there on the way."""
        self.free = [not pile for pile in piles]
        for at in forbidden:
            self.free[at] = False
        self.foes: list[int] = []
        self._boards = {0: 0}
        self.single = sum(1 << at for at, pile in enumerate(piles) if len(pile) == 1)
        """Stacks of one hat, a bit per cell: whatever captures one clears its cell."""
        self.foe_bit = [0] * len(piles)
        self.friend_bit = [0] * len(piles)
        friends = 0
        for at, pile in enumerate(piles):
            if not pile:
                continue
            if pile[-1] == own or pile[-1] == NEUTRAL:
                self.friend_bit[at] = 1 << friends
                friends += 1
            else:
                self.foe_bit[at] = 1 << CELL_BITS + len(self.foes)
                self.foes.append(at)

    def captured(self, result: int) -> tuple[int, ...]:
        """The captured stacks of a result, in the order of the board."""
        return tuple(self.foes[n] for n in bit_numbers(result >> CELL_BITS))

    def captured_cells(self, result: int) -> int:
        """The same as a set of cells of the board, a bit each."""
        taken = result >> CELL_BITS
        cells = self._boards.get(taken)
        if cells is None:
            # One stack more than a set that is usually known already.
            last = taken.bit_length() - 1
            fewer = self.captured_cells((taken ^ 1 << last) << CELL_BITS)
            cells = self._boards[taken] = fewer | 1 << self.foes[last]
        return cells


class Chains:
    """All results of the chains of one stack, or of those that begin with a given trail.

    `captures` and `quiet` map each result to the step of the search that its last jump starts from.
    `stop` is the result of going no further than the trail, None where that is not allowed. A trail
    that is not one of single jumps which the ground allows has no results.
    """

    __slots__ = (
        "_begun",
        "_inner",
        "_options",
        "_parents",
        "_results",
        "_roads",
        "_texts",
        "_used",
        "captures",
        "ground",
        "quiet",
        "start",
        "stop",
    )

    def __init__(
        self,
        ground: Ground,
        start: int,
        trail: Iterable[int] = (),
        inner: Collection[int] = (),
    ) -> None:
        """`inner`: cells of the edge where a chain without capture may stop nevertheless."""
        self.ground = ground
        self.start = start
        self.captures: dict[int, int] = {}
        self.quiet: dict[int, int] = {}
        self.stop: int | None = None
        self._begun: tuple[tuple[Cell, ...], Chains | None] = ((), None)
        self._inner = inner
        self._options: dict[int, _Options] = {}
        self._results = [start]
        self._used = [0]
        self._parents = [0]
        self._texts = {0: CELLS[start]}
        self._roads: dict[int, tuple[Travel, ...]] = {}
        here = self._followed(trail)
        if here is not None:
            self._search(here)
            self.quiet.pop(start, None)

    @property
    def ends(self) -> Set[int]:
        """All results."""
        return self.captures.keys() | self.quiet.keys()

    def roads(self, end: int) -> tuple[Travel, ...]:
        """The stack's way to a cell, in brief; hundreds of results share one."""
        road = self._roads.get(end)
        if road is None:
            road = self._roads[end] = (Travel(CELLS[self.start], CELLS[end]),)
        return road

    def begun(self, trail: tuple[Cell, ...]) -> Chains | None:
        """The chains of this stack that begin with a trail; None where it leads off the board."""
        # All moves of a stack ask about the same trail, one after the other.
        if self._begun[0] != trail:
            known = all(cell in BOARD for cell in trail)
            numbers = [BOARD.index[cell] for cell in trail] if known else []
            chains = Chains(self.ground, self.start, numbers, self._inner) if known else None
            self._begun = trail, chains
        return self._begun[1]

    def _from(self, cell: int) -> _Options:
        """The jumps from a cell: over friends, over foes (with what they add to a result), and over
        friends as the very last jump."""
        ground = self.ground
        friendly: list[tuple[int, int, bool]] = []
        hostile: list[tuple[int, int]] = []
        last: list[int] = []
        for over, land in JUMPS[cell]:
            if over == self.start or not (ground.free[land] or land == self.start):
                continue
            if ground.foe_bit[over]:
                hostile.append((ground.foe_bit[over], ground.foe_bit[over] | land))
            elif ground.friend_bit[over]:
                stops = land not in ground.edge
                if stops or not ground.shy:
                    friendly.append((ground.friend_bit[over], land, stops))
                if land in self._inner:
                    last.append(land)
        self._options[cell] = friendly, hostile, last
        return self._options[cell]

    def _followed(self, trail: Iterable[int]) -> int | None:
        """Make the jumps of a trail; None when that is impossible, or when none may follow."""
        here: int | None = 0
        for land in trail:
            self.stop = None
            if here is None:
                return None
            here = self._go(here, land)
        # Back where it started with nothing captured: that would be a pass.
        self.stop = stop = None if self.stop == self.start else self.stop
        if stop is not None:
            ends = self.captures if stop >> CELL_BITS else self.quiet
            ends[stop] = len(self._results) - 1 if here is None else self._parents[here]
        return here

    def _go(self, here: int, land: int) -> int | None:
        """Make one jump; None when there is no such jump, or when it can only be the last."""
        result, used = self._results[here], self._used[here]
        friendly, hostile, last = self._from(result & CELL_MASK)
        taken = result & ~CELL_MASK
        for bit, to, stops in friendly:
            if to == land and not used & bit:
                if stops:
                    self.stop = taken | land
                return self._add(taken | land, used | bit, here)
        for bit, to in hostile:
            if to == bit | land and not taken & bit:
                self.stop = taken | to
                return self._add(taken | to, used, here)
        if land in last and not taken:
            self.stop = land
        return None

    def _add(self, result: int, used: int, parent: int) -> int:
        self._results.append(result)
        self._used.append(used)
        self._parents.append(parent)
        return len(self._results) - 1

    def _search(self, begun: int) -> None:
        captures, quiet, options = self.captures, self.quiet, self._options
        results, useds, parents = self._results, self._used, self._parents
        reached = {results[begun]: useds[begun]}
        rivals: dict[int, list[int]] = {}
        # The lists grow while they are walked through.
        ahead = islice(zip(results, useds, strict=False), begun, None)
        for here, (result, used) in enumerate(ahead, begun):
            cell = result & CELL_MASK
            taken = result ^ cell
            friendly, hostile, last = options.get(cell) or self._from(cell)
            for bit, land, stops in friendly:
                if used & bit:
                    continue
                arrival = taken | land
                now_used = used | bit
                first = reached.get(arrival)
                if first is None:
                    reached[arrival] = now_used
                    if stops:
                        (captures if taken else quiet)[arrival] = here
                elif first & now_used == first or _outdone(rivals, arrival, now_used):
                    continue
                results.append(arrival)
                useds.append(now_used)
                parents.append(here)
            for bit, to in hostile:
                if taken & bit:
                    continue
                arrival = taken | to
                first = reached.get(arrival)
                if first is None:
                    reached[arrival] = used
                    captures[arrival] = here
                else:
                    # Even a way that leads nowhere new may stop where others could only pass.
                    captures.setdefault(arrival, here)
                    if first & used == first or _outdone(rivals, arrival, used):
                        continue
                results.append(arrival)
                useds.append(used)
                parents.append(here)
            if last and not taken:
                for land in last:
                    quiet.setdefault(land, here)

    def path(self, result: int) -> tuple[int, ...]:
        """The cells the stack comes down on for one of the results, start first."""
        way = [result & CELL_MASK]
        here = self._last(result)
        while here:
            way.append(self._results[here] & CELL_MASK)
            here = self._parents[here]
        way.append(self.start)
        return tuple(reversed(way))

    def label(self, result: int) -> str:
        last = self._last(result)
        return self._text(last) + self._jump(self._results[last], result)

    def _last(self, result: int) -> int:
        return (self.captures if result >> CELL_BITS else self.quiet)[result]

    def _text(self, here: int) -> str:
        """The label so far; kept, since labels have their beginnings in common."""
        text = self._texts.get(here)
        if text is None:
            parent = self._parents[here]
            text = self._text(parent) + self._jump(self._results[parent], self._results[here])
            self._texts[here] = text
        return text

    @staticmethod
    def _jump(before: int, after: int) -> str:
        mark = "^" if before >> CELL_BITS == after >> CELL_BITS else "x"
        return mark + CELLS[after & CELL_MASK]


def _outdone(rivals: dict[int, list[int]], arrival: int, used: int) -> bool:
    """Whether another way to the arrival needed no friend that this one did not; if not, it is a
    rival itself from now on."""
    others = rivals.setdefault(arrival, [])
    for other in others:
        if other & used == other:
            return True
    others.append(used)
    return False
