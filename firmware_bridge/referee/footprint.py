"""What a move leaves in the picture of the board, and what it may show on the way.

Knows deeds and pictures, no game and no hands. One footprint serves all moves that look alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engines.geometry import Board, Cell
from engines.steps import Deed, Piece
from firmware_bridge.referee.lens import Lens


class Footprint(NamedTuple):
    """All in bits of the picture.

    `change`: what differs once it is done. `meanwhile`: all that may differ on the way. `sources`: what
    leaves its cell to travel. `fills`: what comes up where a traveller stays. `victims`: what loses
    pieces. `retaken`: victims on whose cell a traveller stays. `crowns`: what is put on a traveller once
    it has come down. `tops`: what a stack loses that it leaves standing, where sensors count.
    """

    change: int
    meanwhile: int
    sources: int
    fills: int
    victims: int
    retaken: int
    crowns: int
    tops: int
    start: Cell | None
    end: Cell | None

    @property
    def lands(self) -> bool:
        """Whether its end can be seen coming down."""
        home = self.start is not None and self.start == self.end
        return bool(self.fills or self.retaken) or home

    def allows(self, difference: int) -> bool:
        """Whether the board may look like this while such a move is being made."""
        if difference & ~self.meanwhile:
            return False
        lifted = difference & self.sources
        # What travels comes down only after it was lifted.
        return bool(lifted) or not self.sources or not difference & self.fills

    def lacking(self, difference: int, ignore: int, some: int) -> int:
        """What such a move lacks, where that is only some of these; 0 where it is whole, lacks something
        else, or does not explain what differs."""
        change = self.change & ~ignore
        lacking = change & ~difference
        return lacking if not (difference & ~change or lacking & ~some) else 0

    def lacks_victims(self, difference: int, ignore: int) -> bool:
        """Whether its piece stands where it ends, and only what it takes is still to go."""
        landed = bool(self.fills & difference)
        return landed and bool(self.lacking(difference, ignore, self.victims))

    def uncrowned(self, difference: int, ignore: int) -> int:
        """The crowns that are all such a move lacks."""
        return self.lacking(difference, ignore, self.crowns)

    def airborne(self, difference: int) -> bool:
        """Whether, if such a move is being made, a piece of it is in somebody's hand."""
        return bool(difference & self.sources) and not difference & self.fills


def footprint(
    lens: Lens, board: Board, stacks: Mapping[Cell, tuple[Piece, ...]], deed: Deed
) -> Footprint:
    after: dict[Cell, tuple[Piece, ...]] = dict.fromkeys(board.among(deed.cleared), ())
    after |= {cell: stacks[cell][:-1] for cell in board.among(deed.lowered)}
    victims = shaken = tops = 0
    for cell, rest in after.items():
        stood = lens.stack_bits(cell, stacks[cell])
        # Where no sensor sees what is lost, the whole stack may be in somebody's hand.
        lost = stood & ~lens.stack_bits(cell, rest)
        victims |= lost or stood
        tops |= lost if rest else 0
        shaken |= stood
    sources = retaken = fills = crowns = 0
    exchanged = {*board.among(deed.exchanged)}
    for start, _, _ in deed.travels:
        if start is not None:
            after[start] = ()
            sources |= lens.stack_bits(start, stacks[start])
    for start, end, pieces in deed.travels:
        stood = lens.stack_bits(end, stacks.get(end, ()))
        here = after.get(end, stacks.get(end, ()))
        if start is None and end in exchanged:
            here = ()
        elif start is None and end in after:
            crowns |= lens.stack_bits(end, here + pieces) & ~lens.stack_bits(end, here)
        if not here and end in after and end != start:
            retaken |= stood & victims
        after[end] = here + (stacks[start] if start is not None else pieces)
        fills |= lens.stack_bits(end, after[end]) & ~stood
    change = 0
    for cell, stack in after.items():
        change |= lens.stack_bits(cell, stacks.get(cell, ())) ^ lens.stack_bits(cell, stack)
    return Footprint(
        change,
        change | sources | fills | shaken,
        sources,
        fills,
        victims,
        retaken,
        crowns,
        tops,
        deed.start,
        deed.end,
    )
