"""Tris: three men each on nine points. Who has his three in a line wins.

First the men are placed in turn, then one of them goes to a neighbouring point along a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engines.game import Attempt, Game, Move, Outcome, State
from engines.geometry import PITCH, Board, Cell, Point
from engines.notation import Line, Taken, cells_named, no_label
from engines.steps import Piece, Stacks, lift, place

MEN_EACH = 3
QUIET_LIMIT = 60
"""Moves after which nobody is getting anywhere."""
MEN = {1: Piece("white", 1), 2: Piece("black", 2)}

WAYS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Steps to the right and up, a way and its opposite four apart."""
SPOTS = {(x, y): f"{'abc'[x]}{y + 1}" for y in range(3) for x in range(3)}


def neighbour(x: int, y: int, dx: int, dy: int) -> Cell | None:
    """The next point that way. The slanting lines are those through the middle, no others."""
    if dx and dy and (x + y) % 2:
        return None
    return SPOTS.get((x + dx, y + dy))


BOARD = Board(
    name="nine-points",
    cells=tuple(SPOTS.values()),
    ways=MappingProxyType(
        {cell: tuple(neighbour(*spot, *way) for way in WAYS) for spot, cell in SPOTS.items()}
    ),
    # Twice the usual distance, so that the points lie on a board of 40 mm squares like a mill's.
    places=MappingProxyType(
        {cell: Point(2 * PITCH * x, 2 * PITCH * y) for (x, y), cell in SPOTS.items()}
    ),
)


def lines() -> Iterator[frozenset[Cell]]:
    """Every three in a row: a point with the neighbours on opposite sides of it."""
    for cell, ways in BOARD.ways.items():
        for one, other in zip(ways[:4], ways[4:], strict=True):
            if one and other:
                yield frozenset((one, cell, other))


LINES = frozenset(lines())


@dataclass(frozen=True, slots=True)
class TrisState(State):
    white: frozenset[Cell] = frozenset()
    black: frozenset[Cell] = frozenset()
    moves: int = field(default=0, compare=False)
    """Made since the last man was placed: memory, no part of the position."""

    @property
    def stacks(self) -> Stacks:
        return {
            **dict.fromkeys(self.white, (MEN[1],)),
            **dict.fromkeys(self.black, (MEN[2],)),
        }

    def men(self, player: int) -> frozenset[Cell]:
        return self.white if player == 1 else self.black

    def in_hand(self, player: int) -> int:
        """The men he has still to place."""
        return MEN_EACH - len(self.men(player))


class TrisMove(Move):
    """From a point, or from beside the board, to a point."""

    __slots__ = ("end", "start")

    def __init__(self, player: int, start: Cell | None, end: Cell) -> None:
        if start is None:
            super().__init__(end, (place(end, 1, (MEN[player],)),))
        else:
            super().__init__(f"{start}-{end}", (lift(start), place(end)))
        self.start = start
        self.end = end


class Tris(Game[TrisState, TrisMove]):
    name = "tris"
    board = BOARD

    def start(self, seed: int = 0) -> TrisState:
        return TrisState(1)

    # Moves -----------------------------------------------------------------------------------

    def _moves(self, state: TrisState) -> list[TrisMove]:
        player, stacks = state.turn, state.stacks
        if state.in_hand(player):
            return [TrisMove(player, None, end) for end in BOARD.cells if end not in stacks]
        return [
            TrisMove(player, start, end)
            for start in sorted(state.men(player))
            for end in BOARD.links[start]
            if end not in stacks
        ]

    def _after(self, state: TrisState, move: TrisMove) -> TrisState:
        men = state.men(state.turn) - {move.start} | {move.end}
        moves = state.moves + (move.start is not None)
        if state.turn == 1:
            return TrisState(2, men, state.black, moves)
        return TrisState(1, state.white, men, moves)

    def _ending(self, state: TrisState) -> Outcome | None:
        for player in (1, 2):
            if state.men(player) in LINES:
                return Outcome((player,), "three-in-line")
        return Outcome((), "no-line") if state.moves >= QUIET_LIMIT else None

    def reserve(self, state: TrisState) -> Mapping[int, tuple[Piece, ...]]:
        return {player: (MEN[player],) * state.in_hand(player) for player in (1, 2)}

    # Text ------------------------------------------------------------------------------------

    def position(self, text: str) -> TrisState:
        line = Line(text, players=2)
        line.only(["w", "b"])
        taken = Taken(line)
        men = {}
        for key in ("w", "b"):
            men[key] = frozenset(taken(line.cell(BOARD, item)) for item in line.items(key))
            if len(men[key]) > MEN_EACH:
                raise line.wrong(
                    "has more than {most} men under '{key}='",
                    "tavoliere_tris.men",
                    most=MEN_EACH,
                    key=key,
                )
        return TrisState(line.turn, men["w"], men["b"])

    def describe(self, state: TrisState) -> str:
        white, black = (",".join(sorted(men)) for men in (state.white, state.black))
        return f"{state.turn} w={white} b={black}"

    def attempt(self, state: TrisState, label: str) -> Attempt:
        start, dash, end = label.partition("-")
        if not start or (dash and not end):
            raise no_label(
                label,
                "'{label}' is not a move: write b2 to place, b2-c2 to move",
                "tavoliere_tris.label",
            )
        cells = cells_named(BOARD, label, [start, end] if dash else [start])
        return Attempt(lifted=cells[:-1], placed=cells[-1:])

    # Faults ----------------------------------------------------------------------------------

    def fault(self, state: TrisState, attempt: Attempt) -> str:
        """The first rule that is broken, the most telling first."""
        stacks = state.stacks
        lifted = [cell for cell in attempt.lifted if cell in stacks]
        if not attempt.placed:
            return "wrong-piece-removed"
        end = attempt.placed[-1]
        if end in stacks and end not in lifted:
            return "cell-taken"
        if any(stacks[cell][0].player != state.turn for cell in lifted):
            return "not-your-piece"
        if state.in_hand(state.turn):
            return "place-first" if lifted else "not-a-move"
        if len(lifted) == 1 and end not in BOARD.links[lifted[0]]:
            return "not-adjacent"
        return "not-a-move"
