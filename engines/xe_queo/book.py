"""Xe Queo!: seven pawns that belong to nobody run for a ring; which pawn is whose, only cards know.

The ring is no sensed piece: it is part of the position, not of what stands on the board. A pawn on
the ring's cell is a claim that waits for its answer; a challenge waits with the pawn it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from engines.game import Attempt, Game, Move, Outcome, Progress, State
from engines.geometry import FILES, Cell, square
from engines.notation import Line, Taken, cells_named, no_label
from engines.steps import Piece, Stacks, Step, lift, place
from engines.word import Word

BOARD = square(7)
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "white")
PAWNS = tuple(Piece(colour) for colour in COLOURS)
RINGS_TO_WIN = 4
CELL = "[a-g][1-7]"
LABEL = re.compile(rf"(ring|queo) {CELL}|wins [12]|{CELL}-{CELL}|{CELL}(\^{CELL})+")


@cache
def distance(one: Cell, two: Cell) -> int:
    """The square of the straight line, in cells: a diagonal is longer than a file or a rank."""
    files = FILES.index(one[0]) - FILES.index(two[0])
    ranks = int(one[1:]) - int(two[1:])
    return files * files + ranks * ranks


@dataclass(frozen=True, slots=True)
class QueoState(State):
    pawns: tuple[Cell | None, ...]
    """Where each colour stands. All seven in a real game; a typed position may have fewer."""
    ring: Cell | None = None
    """None while whoever's turn it is has to place it."""
    named: Cell | None = None
    """The pawn that a challenge names, until the cards have answered."""
    won: tuple[int, int] = (0, 0)

    @property
    def stacks(self) -> Stacks:
        return {cell: (pawn,) for cell, pawn in zip(self.pawns, PAWNS, strict=True) if cell}

    @property
    def claimed(self) -> bool:
        return self.ring is not None and self.ring in self.pawns

    @property
    def asking(self) -> bool:
        """Whether the cards must say who takes the ring."""
        return self.claimed or self.named is not None


class QueoMove(Move):
    """A pawn's move has a start and an end; a ring an end; a challenge a start; an answer neither."""

    __slots__ = ("answer", "end", "start", "word")

    def __init__(
        self,
        label: str,
        steps: tuple[Step, ...] = (),
        start: Cell | None = None,
        end: Cell | None = None,
        answer: int = 0,
        word: Word | None = None,
    ) -> None:
        super().__init__(label, steps)
        self.word = word
        self.start = start
        self.end = end
        self.answer = answer


@cache
def step_move(start: Cell, end: Cell) -> QueoMove:
    return QueoMove(f"{start}-{end}", (lift(start), place(end)), start, end)


class HopMove(QueoMove):
    """One hop or more. The label names one way; any other to the same cell is the same move."""

    __slots__ = ("state",)

    def __init__(self, path: tuple[Cell, ...], state: QueoState) -> None:
        steps: list[Step] = []
        for here, there in zip(path, path[1:], strict=False):
            steps += (lift(here), place(there))
        super().__init__("^".join(path), tuple(steps), path[0], path[-1])
        self.state = state

    def progress(self, trail: tuple[Cell, ...]) -> Progress:
        if trail[0] != self.start or not is_chain(self.state, trail):
            return Progress.ASTRAY
        if len(trail) > 1 and trail[-1] == self.end:
            return Progress.ARRIVED
        # Every hop can be taken back, so whatever could be reached still can; but not from the ring.
        return Progress.ASTRAY if trail[-1] == self.state.ring else Progress.UNDERWAY


@cache
def ring_move(cell: Cell) -> QueoMove:
    return QueoMove(f"ring {cell}", end=cell, word=Word("ring", (cell,)))


@cache
def challenge(cell: Cell) -> QueoMove:
    return QueoMove(f"queo {cell}", start=cell, word=Word("queo", (cell,)))


ANSWERS = tuple(
    QueoMove(f"wins {player}", answer=player, word=Word("wins", player=player)) for player in (1, 2)
)


class XeQueo(Game[QueoState, QueoMove]):
    name = "xe-queo"
    board = BOARD

    def start(self, seed: int = 0) -> QueoState:
        # Only `random()` is promised to give the same sequence on every Python.
        random = Random(seed).random
        cells = list(self.board.cells)
        pawns = tuple(cells.pop(int(random() * len(cells))) for _ in PAWNS)
        return QueoState(2, pawns)

    # Moves -----------------------------------------------------------------------------------

    def _moves(self, state: QueoState) -> list[QueoMove]:
        if state.ring is None:
            return [ring_move(cell) for cell in ring_cells(state)]
        if state.asking:
            return list(ANSWERS)
        standing = [cell for cell in state.pawns if cell]
        moves = [move for start in standing for move in pawn_moves(state, start)]
        return moves + [challenge(cell) for cell in standing]

    # Consequences ----------------------------------------------------------------------------

    def _after(self, state: QueoState, move: QueoMove) -> QueoState:
        other = 3 - state.turn
        if move.answer:
            first, second = state.won
            won = (first + 1, second) if move.answer == 1 else (first, second + 1)
            return QueoState(3 - move.answer, state.pawns, won=won)
        if move.start is None:
            return replace(state, turn=other, ring=move.end)
        if move.end is None:
            return replace(state, named=move.start)
        pawns = tuple(move.end if cell == move.start else cell for cell in state.pawns)
        # Who enters the ring shows his card: the decision is still his.
        return replace(state, turn=state.turn if move.end == state.ring else other, pawns=pawns)

    def _ending(self, state: QueoState) -> Outcome | None:
        for player, rings in self.score(state).items():
            if rings >= RINGS_TO_WIN:
                return Outcome((player,), "four-rings")
        return None

    def question(self, state: QueoState) -> str:
        return "ring" if state.ring is None else "wins"

    def score(self, state: QueoState) -> Mapping[int, int]:
        return {1: state.won[0], 2: state.won[1]}

    def zones(self, state: QueoState) -> Mapping[str, frozenset[Cell]]:
        """`zone`: where the ring may be placed; `ring`: where it lies."""
        if state.ring is not None:
            return {"ring": frozenset({state.ring})}
        if self._ending(state) is not None:
            return {}
        return {"zone": frozenset(ring_cells(state))}

    # Text ------------------------------------------------------------------------------------

    def position(self, text: str) -> QueoState:
        line = Line(text, players=2)
        line.only(["ring", *COLOURS, "queo", "score"])
        taken = Taken(line)
        pawns = tuple(
            taken(line.cell(self.board, line.fields[colour])) if colour in line.fields else None
            for colour in COLOURS
        )
        if not any(pawns):
            raise line.wrong("has no pawn, expected red=a1 orange=g7 and so on", "xe_queo.no-pawn")
        ring, named = (
            line.cell(self.board, line.fields[key]) if key in line.fields else None
            for key in ("ring", "queo")
        )
        first, second = line.numbers("score", "-", (0, 0))
        if max(first, second) > RINGS_TO_WIN or first + second >= 2 * RINGS_TO_WIN:
            raise line.wrong(
                "has 'score={first}-{second}', but {rings} rings end the match",
                "xe_queo.score",
                first=first,
                second=second,
                rings=RINGS_TO_WIN,
            )
        if named is not None and named not in pawns:
            raise line.wrong(
                "has 'queo={cell}', but no pawn stands on {cell}", "xe_queo.queo-empty", cell=named
            )
        if named is not None and (ring is None or ring in pawns):
            raise line.wrong(
                "has 'queo=', but a challenge needs a ring that no pawn has entered",
                "xe_queo.queo-ring",
            )
        return QueoState(line.turn, pawns, ring, named, (first, second))

    def describe(self, state: QueoState) -> str:
        words = [str(state.turn)]
        if state.ring is not None:
            words.append(f"ring={state.ring}")
        words += (f"{c}={cell}" for c, cell in zip(COLOURS, state.pawns, strict=True) if cell)
        if state.named is not None:
            words.append(f"queo={state.named}")
        words.append(f"score={state.won[0]}-{state.won[1]}")
        return " ".join(words)

    def attempt(self, state: QueoState, label: str) -> Attempt:
        if LABEL.fullmatch(label) is None:
            raise no_label(
                label,
                "'{label}' is not a move: write b2-c3, b2^d4^f4, ring d4, queo b2 or wins 1",
                "xe_queo.label",
            )
        if label.startswith("ring "):
            return Attempt(placed=cells_named(self.board, label, [label.removeprefix("ring ")]))
        if label.startswith("queo "):
            return Attempt(named=cells_named(self.board, label, [label.removeprefix("queo ")]))
        if " " in label:
            return Attempt()
        cells = cells_named(self.board, label, re.split(r"[-^]", label))
        return Attempt(lifted=cells[:1], placed=cells[1:])

    # Faults ----------------------------------------------------------------------------------

    def fault(self, state: QueoState, attempt: Attempt) -> str:
        rule: str | None = None
        if state.ring is None:
            if not attempt.lifted and len(attempt.placed) == 1:
                rule = self._ring_fault(state, attempt.placed[0])
        elif not state.asking and len(attempt.lifted) == 1 and attempt.lifted[0] in state.pawns:
            rule = self._pawn_fault(state, attempt.lifted + attempt.placed)
        return rule or "not-a-move"

    def _ring_fault(self, state: QueoState, cell: Cell) -> str | None:
        if cell in state.pawns:
            return "cell-taken"
        return None if cell in ring_cells(state) else "ring-too-close"

    def _pawn_fault(self, state: QueoState, trail: tuple[Cell, ...]) -> str | None:
        start, end = trail[0], trail[-1]
        if len(trail) == 1:
            # Nothing ever leaves this board; a pawn without a move has been picked up in vain.
            return "wrong-piece-removed" if self.moves_from(state, start) else "not-nearer"
        if any(cell in state.pawns for cell in trail[1:] if cell != start):
            return "cell-taken"
        if not self._can_go(state, trail):
            return "not-adjacent"
        assert state.ring is not None
        return "not-nearer" if distance(end, state.ring) >= distance(start, state.ring) else None

    def _can_go(self, state: QueoState, trail: tuple[Cell, ...]) -> bool:
        """Whether a pawn can travel like this, nearer or not. Start and end alone may be all that
        was seen of a chain. Nothing goes on from the ring."""
        start, end = trail[0], trail[-1]
        if len(trail) == 2:
            return end in self.board.links[start] or end in hop_paths(state, start)
        return is_chain(state, trail)


def ring_cells(state: QueoState) -> tuple[Cell, ...]:
    """Free cells with no pawn next to them. There always is one: of the nine cells a1 a4 a7 d1 … g7
    no pawn touches two, and there are only seven pawns."""
    near = {n for cell in state.pawns if cell for n in (cell, *BOARD.links[cell])}
    return tuple(cell for cell in BOARD.cells if cell not in near)


def pawn_moves(state: QueoState, start: Cell) -> Iterator[QueoMove]:
    """Every step and every chain that ends nearer to the ring. The pawn nearest to it always has one:
    whatever stood in the way would be nearer still."""
    ring = state.ring
    assert ring is not None
    far = distance(start, ring)
    for end in BOARD.links[start]:
        if end not in state.pawns and distance(end, ring) < far:
            yield step_move(start, end)
    # Hops change file and rank by two or not at all, so no chain ends beside its start: a step and
    # a chain never lead to the same cell.
    for end, path in hop_paths(state, start).items():
        if distance(end, ring) < far:
            yield HopMove(path, state)


def hop_ends(state: QueoState, start: Cell, here: Cell) -> Iterator[Cell]:
    """Where the pawn that left `start` can hop from `here`; the cell it left is empty."""
    for over in BOARD.links[here]:
        if over in state.pawns and over != start:
            end = BOARD.beyond(here, over)
            if end is not None and (end == start or end not in state.pawns):
                yield end


def hop_paths(state: QueoState, start: Cell) -> dict[Cell, tuple[Cell, ...]]:
    """For every cell a chain can end on, the way with the fewest hops, the first in the alphabet."""
    paths: dict[Cell, tuple[Cell, ...]] = {start: (start,)}
    edge = [start]
    while edge:
        found: dict[Cell, tuple[Cell, ...]] = {}
        for here in edge:
            if here == state.ring:
                continue
            for end in hop_ends(state, start, here):
                path = (*paths[here], end)
                if end not in paths and (end not in found or path < found[end]):
                    found[end] = path
        paths.update(found)
        edge = list(found)
    del paths[start]
    return paths


def is_chain(state: QueoState, trail: tuple[Cell, ...]) -> bool:
    """Whether each cell of the trail is one hop from the one before, and none goes on from the ring."""
    return all(
        here != state.ring and there in hop_ends(state, trail[0], here)
        for here, there in zip(trail, trail[1:], strict=False)
    )
