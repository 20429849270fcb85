"""A simulated table: pieces on a simulated board, a tray beside it, and hands that move them.

Knows cells and pieces, no rules: hands may do whatever hands can. Whatever they do reaches the rest
of the program only as what the simulated sensors read. A piece nobody has seen is one of the colour
`unknown` here too, so there is no secret to leak.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from engines.geometry import Cell
from engines.steps import Piece, Stacks
from firmware_bridge.table.troubles import Trouble
from hardware.lights import RGB, Glow
from hardware.parts.simulated_board import Faults, Magnet, SimulatedBoard

UNKNOWN = "unknown"
Colours = tuple[str, ...]
"""A pile by the names of its pieces, bottom first: a colour, and the kind where a game has several."""


class Fumble(ValueError):
    """What no hand can do: lift from an empty cell, put down nothing. The text is an id."""


class Hand:
    """What one person holds, and where it came from: None for the tray."""

    def __init__(self) -> None:
        self.pieces: list[Magnet] = []
        self.origin: Cell | None = None


def magnet(piece: Piece) -> Magnet:
    return Magnet(piece.name, piece.pole)


def colours(pieces: Iterable[Magnet]) -> Colours:
    return tuple(piece.name for piece in pieces)


class Simulation:
    """The device of a game without hardware, seen from above (`readings`, `show`) and by hands."""

    blind = False

    def __init__(
        self,
        cells: Sequence[Cell],
        players: int,
        *,
        polarity: bool = False,
        heights: bool = False,
    ) -> None:
        self.cells = tuple(cells)
        self.board = SimulatedBoard(
            len(self.cells), players=players, polarity=polarity, heights=heights
        )
        self.hands: list[Hand] = []
        self.tray: list[tuple[Magnet, ...]] = []
        self.touches = 0
        """How often hands have done something, seen by sensors or not."""
        self._channel = {cell: n for n, cell in enumerate(self.cells)}

    # What the program sees -------------------------------------------------------------------

    def readings(self) -> Mapping[Cell, int]:
        return dict(zip(self.cells, self.board.readings(), strict=True))

    def show(self, lit: Mapping[Cell, Glow]) -> None:
        """Pages light their cells themselves, from the same hints and the same theme."""

    def down(self) -> Sequence[bool]:
        return self.board.down()

    def light_buttons(self, lit: Sequence[RGB]) -> None:
        self.board.light(lit)

    @property
    def sure(self) -> bool:
        """Whether all its sensors feel what stands there; nobody has broken one to see what happens."""
        return self.board.faults == Faults()

    def troubles(self, now: float) -> Sequence[Trouble]:  # noqa: ARG002 - as every device
        """Nothing to unplug here."""
        return ()

    def standing(self) -> dict[Cell, Colours]:
        """What stands on each occupied cell."""
        piles = ((cell, colours(self.board.standing(n))) for cell, n in self._channel.items())
        return {cell: pile for cell, pile in piles if pile}

    def pile(self, cell: Cell) -> tuple[Magnet, ...]:
        """What stands on one cell, the lowest first."""
        return tuple(self.board.standing(self._channel[cell]))

    def heaps(self) -> Counter[Colours]:
        """The tray, equal piles together."""
        return Counter(colours(pile) for pile in self.tray)

    # Hands -----------------------------------------------------------------------------------

    def new_hand(self) -> Hand:
        hand = Hand()
        self.hands.append(hand)
        return hand

    def withdraw(self, hand: Hand) -> None:
        """A hand leaves the table: what it held goes back where it came from."""
        if hand.pieces:
            self.place(hand, hand.origin)
        self.hands.remove(hand)

    def lift(self, hand: Hand, cell: Cell, count: int | None = None) -> None:
        if hand.pieces:
            raise Fumble("hand-full")
        if cell not in self._channel or not self.board.standing(self._channel[cell]):
            raise Fumble("nothing-there")
        hand.pieces = self.board.take(self._channel[cell], count)
        hand.origin = cell
        self.touches += 1

    def place(self, hand: Hand, cell: Cell | None) -> None:
        """On a cell, or with None in the tray."""
        if not hand.pieces:
            raise Fumble("hand-empty")
        if cell is None:
            self.tray.append(tuple(hand.pieces))
        elif cell in self._channel:
            self.board.put(self._channel[cell], hand.pieces)
        else:
            raise Fumble("nothing-there")
        hand.pieces = []
        self.touches += 1

    def fetch(self, hand: Hand, wanted: tuple[Magnet, ...]) -> None:
        """A pile from the tray. What the tray lacks comes out of the box: every set has spares."""
        if hand.pieces:
            raise Fumble("hand-full")
        for pile in self.tray:
            if colours(pile) == colours(wanted):
                self.tray.remove(pile)
                hand.pieces = list(pile)
                break
        else:
            hand.pieces = [self._loose(piece) or piece for piece in wanted]
        hand.origin = None
        self.touches += 1

    def _loose(self, wanted: Magnet) -> Magnet | None:
        """One such piece out of any pile of the tray."""
        for n, pile in enumerate(self.tray):
            for piece in pile:
                if piece.name == wanted.name:
                    rest = list(pile)
                    rest.remove(piece)
                    self.tray[n : n + 1] = [tuple(rest)] if rest else []
                    return piece
        return None

    # Helping hands ---------------------------------------------------------------------------

    def lay_out(self, stacks: Stacks, beside: Iterable[tuple[Piece, ...]]) -> None:
        """Begin with these pieces on the board and those beside it."""
        for cell, stack in stacks.items():
            self.board.put(self._channel[cell], map(magnet, stack))
        self.tray = [tuple(map(magnet, pile)) for pile in beside]

    def lay_aside(self) -> None:
        """What hands hold goes into the tray."""
        for hand in self.hands:
            if hand.pieces:
                self.place(hand, None)

    def put_right(
        self, stacks: Stacks, *, unseen_only: bool, among: Collection[Cell] | None = None
    ) -> None:
        """Make the board look as recorded: everywhere or on those cells, or only where the sensors see
        no difference.

        After a move some sensors cannot tell whether a captured hat was taken off a stack, or a king was
        crowned; on a simulated board nobody should have to wonder, so it is seen to.
        """
        wrong: dict[Cell, tuple[Magnet, ...]] = {}
        for cell, channel in self._channel.items():
            if among is not None and cell not in among:
                continue
            should = tuple(map(magnet, stacks.get(cell, ())))
            stands = self.board.standing(channel)
            if colours(should) != colours(stands) and not (
                unseen_only and bool(should) != bool(stands)
            ):
                wrong[cell] = should
        pool = {cell: self.board.take(self._channel[cell]) for cell in wrong}
        # Pieces that are where they should be by name go first; what is unknown may be anything.
        for cell in sorted(wrong, key=lambda cell: UNKNOWN in colours(wrong[cell])):
            pile = self._whole(wrong[cell], pool) or [
                self._found(piece, cell, pool) for piece in wrong[cell]
            ]
            self.board.put(self._channel[cell], pile)
        # What stood together goes aside together.
        self.tray += (tuple(left) for left in pool.values() if left)

    def _whole(
        self, wanted: tuple[Magnet, ...], pool: dict[Cell, list[Magnet]]
    ) -> list[Magnet] | None:
        """That very pile, out of the pool or the tray: no other is torn for its pieces."""
        for pile in pool.values():
            if colours(pile) == colours(wanted):
                found = list(pile)
                pile.clear()
                return found
        for held in self.tray:
            if colours(held) == colours(wanted):
                self.tray.remove(held)
                return list(held)
        return None

    def _found(self, wanted: Magnet, cell: Cell, pool: dict[Cell, list[Magnet]]) -> Magnet:
        """That piece, out of the pool, the tray or the box. One that was never seen may be it."""
        stand_ins = (wanted.name, UNKNOWN) if wanted.name != UNKNOWN else (UNKNOWN,)
        piles = (pool[cell], *pool.values())
        for name in stand_ins:
            for pile in piles:
                for piece in pile:
                    if piece.name == name:
                        pile.remove(piece)
                        return wanted
        if wanted.name == UNKNOWN and pool[cell]:
            pool[cell].pop()
        elif not self._loose(wanted) and wanted.name != UNKNOWN:
            self._loose(Magnet(UNKNOWN))
        return wanted
