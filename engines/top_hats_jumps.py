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

from collections.abc import Collection, Iterable

from engines.top_hats_state import BOARD, CELLS, NEUTRAL

CELL_BITS = 6
CELL_MASK = (1 << CELL_BITS) - 1
"""A result is one number: the cell in the low bits, above them one bit per captured stack."""

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

    __slots__ = ("edge", "foe_bit", "foes", "free", "friend_bit", "shy")

    def __init__(
        self,
        piles: tuple[str, ...],
        own: str,
        forbidden: Collection[int] = (),
        edge: Collection[int] = (),
        *,
        shy: bool = False,
    ) -> None:
        self.edge = edge
        """Cells where a chain may stop only after a jump over an opponent."""
        self.shy = shy
        """Whether such a jump is needed even to come down there on the way."""
        self.free = [not pile for pile in piles]
        for at in forbidden:
            self.free[at] = False
        self.foes: list[int] = []
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
        taken = result >> CELL_BITS
        return tuple(at for n, at in enumerate(self.foes) if taken >> n & 1)


def _outdone(ways: list[int], used: int) -> bool:
    """Whether one of the ways needed no friend that this one did not; if not, it joins them."""
    for way in ways:
        if way & used == way:
            return True
    ways.append(used)
    return False


class Chains:
    """All results of the chains of one stack, or of those that begin with a given trail.

    `ends` maps each result to the step of the search that its last jump starts from. `valid` is False
    when the trail is not one of single jumps that the ground allows. `stops` is the result of going no
    further than the trail, empty where that is not allowed.
    """

    __slots__ = ("_inner", "_options", "_parents", "_results", "_used", "ends", "ground", "start",
                 "stops", "valid")  # fmt: skip

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
        self.ends: dict[int, int] = {}
        self._inner = inner
        self._options: dict[int, _Options] = {}
        self._results = [start]
        self._used = [0]
        self._parents = [0]
        here: int | None = 0
        self.valid = True
        for land in trail:
            steps = len(self._results)
            if here is None or not self._go(here, land):
                self.valid = False
                self.ends = {}
                break
            here = steps if len(self._results) > steps else None
        self.stops = tuple(self.ends)
        if self.valid and here is not None:
            self._search(here)
        # Back where it started with nothing captured: that would be a pass.
        self.ends.pop(start, None)

    def _from(self, cell: int) -> _Options:
        """The jumps from a cell: over friends, over foes, and over friends as the very last jump."""
        ground = self.ground
        friendly: list[tuple[int, int, bool]] = []
        hostile: list[tuple[int, int]] = []
        last: list[int] = []
        for over, land in JUMPS[cell]:
            if over == self.start or not (ground.free[land] or land == self.start):
                continue
            if ground.foe_bit[over]:
                hostile.append((ground.foe_bit[over], land))
            elif ground.friend_bit[over]:
                stops = land not in ground.edge
                if stops or not ground.shy:
                    friendly.append((ground.friend_bit[over], land, stops))
                if land in self._inner:
                    last.append(land)
        self._options[cell] = friendly, hostile, last
        return self._options[cell]

    def _go(self, here: int, land: int) -> bool:
        """Make one jump of a given trail; False when there is no such jump."""
        result, used = self._results[here], self._used[here]
        friendly, hostile, last = self._from(result & CELL_MASK)
        self.ends = {}
        taken = result & ~CELL_MASK
        if not taken and land in last:
            self.ends[land] = here
        for bit, to, stops in friendly:
            if to == land and not used & bit:
                if stops:
                    self.ends[taken | land] = here
                self._add(taken | land, used | bit, here)
                return True
        for bit, to in hostile:
            if to == land and not taken & bit:
                self.ends[taken | bit | land] = here
                self._add(taken | bit | land, used, here)
                return True
        return bool(self.ends)

    def _add(self, result: int, used: int, parent: int) -> None:
        self._results.append(result)
        self._used.append(used)
        self._parents.append(parent)

    def _search(self, here: int) -> None:
        ends, options = self.ends, self._options
        results, useds, parents = self._results, self._used, self._parents
        reached = {results[here]: [useds[here]]}
        while here < len(results):
            result, used = results[here], useds[here]
            cell = result & CELL_MASK
            taken = result ^ cell
            friendly, hostile, last = options.get(cell) or self._from(cell)
            for bit, land, stops in friendly:
                if used & bit:
                    continue
                arrival = taken | land
                now_used = used | bit
                ways = reached.get(arrival)
                if ways is None:
                    reached[arrival] = [now_used]
                elif _outdone(ways, now_used):
                    continue
                results.append(arrival)
                useds.append(now_used)
                parents.append(here)
                if stops and arrival not in ends:
                    ends[arrival] = here
            for bit, land in hostile:
                if taken & bit:
                    continue
                arrival = taken | bit | land
                # Even a way that leads nowhere new may stop where another could only pass.
                if arrival not in ends:
                    ends[arrival] = here
                ways = reached.get(arrival)
                if ways is None:
                    reached[arrival] = [used]
                elif _outdone(ways, used):
                    continue
                results.append(arrival)
                useds.append(used)
                parents.append(here)
            if last and not taken:
                for land in last:
                    ends.setdefault(land, here)
            here += 1

    def path(self, result: int) -> list[int]:
        """The results on the way to one of `ends`, start first."""
        way = [result]
        here = self.ends[result]
        while here:
            way.append(self._results[here])
            here = self._parents[here]
        way.append(self.start)
        way.reverse()
        return way

    def label(self, result: int) -> str:
        way = self.path(result)
        text = CELLS[self.start]
        for before, after in zip(way, way[1:], strict=False):
            mark = "^" if before >> CELL_BITS == after >> CELL_BITS else "x"
            text += mark + CELLS[after & CELL_MASK]
        return text
