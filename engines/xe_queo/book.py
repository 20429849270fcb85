"""Xe Queo!: seven pawns that belong to nobody run for a ring; which pawn is whose, only cards know.

The ring is no sensed piece: it is part of the position, not of what stands on the board. A pawn on
the ring's cell is a claim that waits for its answer; a challenge waits with the pawn it names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from engines.game import Attempt, Game, Move, Outcome, Progress, State
from engines.geometry import Cell
from engines.notation import Line, Taken, cells_named, no_label
from engines.steps import Piece, Stacks, Step, lift, place
from engines.word import Word
from engines.xe_queo.kernel import (
    BOARD,
    CELLS,
    COLOURS,
    GO,
    NOWHERE,
    NUMBER,
    QUEO,
    RING,
    RINGS_TO_WIN,
    WINS,
    Action,
    Node,
    QueoKernel,
    distance,
    hop_paths,
    is_chain,
    ring_cells,
)

PAWNS = tuple(Piece(colour) for colour in COLOURS)
CELL = "[a-g][1-7]"
LABEL = re.compile(rf"(ring|queo) {CELL}|wins [12]|{CELL}-{CELL}|{CELL}(\^{CELL})+")


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
    __slots__ = ("action", "answer", "word")

    def __init__(
        self,
        label: str,
        steps: tuple[Step, ...],
        action: Action,
        answer: int = 0,
        word: Word | None = None,
    ) -> None:
        super().__init__(label, steps)
        self.word = word
        self.action = action
        self.answer = answer

    @property
    def reports(self) -> bool:
        """Who takes the ring follows from the cards, which are on the table then."""
        return bool(self.answer)


class HopMove(QueoMove):
    """One hop or more. The label names one way; any other to the same cell is the same move."""

    __slots__ = ("node",)

    def __init__(self, node: Node, action: Action) -> None:
        _, pawns, ring, *_ = node
        _, start, end = action
        path = [CELLS[at] for at in hop_paths(pawns, ring, start)[end]]
        steps: list[Step] = []
        for here, there in zip(path, path[1:], strict=False):
            steps += (lift(here), place(there))
        super().__init__("^".join(path), tuple(steps), action)
        self.node = node

    def progress(self, trail: tuple[Cell, ...]) -> Progress:
        _, pawns, ring, *_ = self.node
        _, start, end = self.action
        way = [NUMBER.get(cell, NOWHERE) for cell in trail]
        if way[0] != start or NOWHERE in way or not is_chain(pawns, ring, way):
            return Progress.ASTRAY
        if len(way) > 1 and way[-1] == end:
            return Progress.ARRIVED
        # Every hop can be taken back, so whatever could be reached still can; but not from the ring.
        return Progress.ASTRAY if way[-1] == ring else Progress.UNDERWAY


@cache
def plain_move(action: Action) -> QueoMove:
    """A move that needs no look at the board."""
    what, first, end = action
    if what == RING:
        return QueoMove(f"ring {CELLS[end]}", (), action, word=Word("ring", (CELLS[end],)))
    if what == QUEO:
        return QueoMove(f"queo {CELLS[first]}", (), action, word=Word("queo", (CELLS[first],)))
    if what == WINS:
        return QueoMove(f"wins {first}", (), action, first, Word("wins", player=first))
    steps = lift(CELLS[first]), place(CELLS[end])
    return QueoMove(f"{CELLS[first]}-{CELLS[end]}", steps, action)


class XeQueo(Game[QueoState, QueoMove]):
    name = "xe-queo"
    board = BOARD
    kernel: QueoKernel

    def __init__(self, *, players: int | str | None = None, **options: str | int) -> None:
        super().__init__(players=players, **options)
        self.kernel = QueoKernel()

    def start(self, seed: int = 0) -> QueoState:
        # Only `random()` is promised to give the same sequence on every Python.
        random = Random(seed).random
        cells = list(self.board.cells)
        pawns = tuple(cells.pop(int(random() * len(cells))) for _ in PAWNS)
        return QueoState(2, pawns)

    def _moves(self, state: QueoState) -> list[QueoMove]:
        node = self.kernel.node(state)
        return [self._move(node, action) for action in self.kernel.moves(node)]

    def _move(self, node: Node, action: Action) -> QueoMove:
        what, start, end = action
        hop = what == GO and CELLS[end] not in BOARD.links[CELLS[start]]
        return HopMove(node, action) if hop else plain_move(action)

    def _after(self, state: QueoState, move: QueoMove) -> QueoState:
        node = self.kernel.after(self.kernel.node(state), move.action)
        turn, pawns, ring, named, first, second, *_ = node
        standing = tuple(_cell(at) for at in pawns)
        return QueoState(turn, standing, _cell(ring), _cell(named), (first, second))

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
        return {"zone": self._ring_cells(state)}

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
        return None if cell in self._ring_cells(state) else "ring-too-close"

    def _ring_cells(self, state: QueoState) -> frozenset[Cell]:
        return frozenset(CELLS[at] for at in ring_cells(self.kernel.node(state)[1]))

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
        one, two, ring = (NUMBER[cell] for cell in (start, end, state.ring))
        return "not-nearer" if distance(two, ring) >= distance(one, ring) else None

    def _can_go(self, state: QueoState, trail: tuple[Cell, ...]) -> bool:
        """Whether a pawn can travel like this, nearer or not. Start and end alone may be all that
        was seen of a chain. Nothing goes on from the ring."""
        _, pawns, ring, *_ = self.kernel.node(state)
        way = [NUMBER.get(cell, NOWHERE) for cell in trail]
        if NOWHERE in way:
            return False
        if len(trail) == 2:
            return trail[1] in BOARD.links[trail[0]] or way[1] in hop_paths(pawns, ring, way[0])
        return is_chain(pawns, ring, way)


def _cell(at: int) -> Cell | None:
    return CELLS[at] if at != NOWHERE else None
