"""Draughts on the dark cells: men that go forward, kings that fly and land right behind their victim.

One engine; `DraughtsRules` says what differs between dama and mangia-la-dama. Sets of cells are
integers with a bit per cell of the full 8×8 grid: then every diagonal step is one shift, and a step
over the edge lands on a light cell, which is never empty in the sense used here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import ClassVar

from engines.draughts.faults import fault_of
from engines.game import Attempt, Demand, Game, Move, Outcome, State
from engines.geometry import FILES, Cell, bit_numbers
from engines.geometry import draughts as draughts_board
from engines.notation import Line, Taken, cells_named, no_label
from engines.steps import Piece, Stacks, Step, lift, place, remove
from engines.word import Word

BOARD = draughts_board(8)
WHITE, BLACK = Piece("white", 1), Piece("black", 2)
SIDES = {1: WHITE, 2: BLACK}
MEN_EACH = 12
QUIET_LIMIT = 80
"""Plies without a capture or a man's move after which nobody is getting anywhere."""

NAMES = tuple(f"{FILES[n % 8]}{n // 8 + 1}" for n in range(64))
BITS: Mapping[Cell, int] = {name: 1 << n for n, name in enumerate(NAMES) if name in BOARD}
DARK = sum(BITS.values())
RAYS: Mapping[int, tuple[tuple[int, ...], ...]] = {
    BITS[cell]: tuple(tuple(BITS[c] for c in ray) for ray in rays)
    for cell, rays in BOARD.rays.items()
}
"""For each cell's bit and direction (two up the board, then two down), the bits that way."""

LAST_RANK = {1: 0xFF << 56, 2: 0xFF}
FORWARD_WAYS, ALL_WAYS = {1: (0, 1), 2: (2, 3)}, (0, 1, 2, 3)
FLYING = 7


def name(bit: int) -> Cell:
    return NAMES[bit.bit_length() - 1]


def cells_of(mask: int) -> tuple[Cell, ...]:
    return tuple(NAMES[n] for n in bit_numbers(mask))


def bits_of(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


@dataclass(frozen=True, slots=True)
class DraughtsRules:
    """What one book of draughts says differently from another."""

    men_capture_back: bool = False
    king_reach: int = FLYING
    huff: bool = False
    """A missed capture stands, and the opponent may take the man that missed it."""
    losing: bool = False
    """Who is rid of all his pieces wins."""


@dataclass(frozen=True, slots=True)
class DraughtsState(State):
    white: int
    black: int
    kings: int
    huffable: int = 0
    """Men of the player who just moved that could have captured, where they stand now."""
    past: tuple[tuple[int, ...], ...] = field(default=(), compare=False)
    """The positions since the last capture or man's move: none before it can come again."""

    @property
    def own(self) -> int:
        return self.white if self.turn == 1 else self.black

    @property
    def enemy(self) -> int:
        return self.black if self.turn == 1 else self.white

    @property
    def key(self) -> tuple[int, ...]:
        return (self.turn, self.white, self.black, self.kings, self.huffable)

    @property
    def stacks(self) -> Stacks:
        standing: dict[Cell, tuple[Piece, ...]] = {}
        for piece, mask in ((WHITE, self.white), (BLACK, self.black)):
            for bit in bits_of(mask):
                standing[name(bit)] = (piece, piece) if bit & self.kings else (piece,)
        return standing


class DraughtsMove(Move):
    """Start and end as bits, and all that leaves the board; a huff has neither start nor end."""

    __slots__ = ("end", "start", "taken")

    def __init__(
        self, label: str, steps: tuple[Step, ...], start: int, end: int, taken: int
    ) -> None:
        super().__init__(label, steps)
        self.start = start
        self.end = end
        self.taken = taken


class Huff(DraughtsMove):
    __slots__ = ("word",)
    penalty = True

    def __init__(self, bit: int) -> None:
        cell = name(bit)
        super().__init__(f"huff {cell}", (remove(cell),), 0, 0, bit)
        self.word = Word("huff", (cell,))


@cache
def quiet_move(start: int, end: int, king: bool) -> DraughtsMove:
    height = 2 if king else 1
    player = 1 if end > start else 2
    steps: tuple[Step, ...] = (lift(name(start), height), place(name(end), height))
    if not king and end & LAST_RANK[player]:
        steps += (place(name(end), 1, (SIDES[player],)),)
    return DraughtsMove(f"{name(start)}-{name(end)}", steps, start, end, 0)


@lru_cache(maxsize=512)
def capture(path: tuple[int, ...], taken: int, kings: int, player: int) -> DraughtsMove:
    """A chain along `path`; `kings` are those among its start and its victims."""
    start, end = path[0], path[-1]
    height = 2 if start & kings else 1
    steps: list[Step] = []
    for here, there in zip(path, path[1:], strict=False):
        steps += (lift(name(here), height), place(name(there), height))
    steps += (remove(name(bit), 2 if bit & kings else 1) for bit in bits_of(taken))
    if height == 1 and end & LAST_RANK[player]:
        steps.append(place(name(end), 1, (SIDES[player],)))
    return DraughtsMove("x".join(map(name, path)), tuple(steps), start, end, taken)


@cache
def huff(bit: int) -> DraughtsMove:
    return Huff(bit)


class Draughts(Game[DraughtsState, DraughtsMove]):
    board = BOARD
    rules: DraughtsRules

    def start(self, seed: int = 0) -> DraughtsState:
        white = DARK & 0xFFFFFF
        black = DARK & 0xFFFFFF << 40
        return DraughtsState(1, white, black, 0)

    # Moves -----------------------------------------------------------------------------------

    def _moves(self, state: DraughtsState) -> list[DraughtsMove]:
        moves = self.captures(state)
        if not moves or self.rules.huff:
            moves = [huff(bit) for bit in bits_of(state.huffable)] + moves
            self._add_quiet(state, moves)
        return moves

    def _add_quiet(self, state: DraughtsState, moves: list[DraughtsMove]) -> None:
        own, kings = state.own, state.kings
        empty = DARK & ~(state.white | state.black)
        men = own & ~kings
        if state.turn == 1:
            movers = men & (empty >> 7 | empty >> 9)
        else:
            movers = men & (empty << 7 | empty << 9)
        while movers:
            start = movers & -movers
            movers ^= start
            for way in FORWARD_WAYS[state.turn]:
                ray = RAYS[start][way]
                if ray and ray[0] & empty:
                    moves.append(quiet_move(start, ray[0], False))
        for start in bits_of(own & kings):
            for ray in RAYS[start]:
                for end in ray[: self.rules.king_reach]:
                    if not end & empty:
                        break
                    moves.append(quiet_move(start, end, True))

    def captures(self, state: DraughtsState) -> list[DraughtsMove]:
        """Every whole chain."""
        found: list[DraughtsMove] = []
        for start in bits_of(self.capturing_men(state) | state.own & state.kings):
            self._extend(state, (start,), 0, found)
        return found

    def capturing_men(self, state: DraughtsState) -> int:
        """The men that can begin a chain."""
        men = state.own & ~state.kings
        enemy = state.enemy
        empty = DARK & ~(state.white | state.black)
        up = enemy >> 7 & empty >> 14 | enemy >> 9 & empty >> 18
        down = enemy << 7 & empty << 14 | enemy << 9 & empty << 18
        if self.rules.men_capture_back:
            return men & (up | down)
        return men & (up if state.turn == 1 else down)

    def _extend(
        self, state: DraughtsState, path: tuple[int, ...], taken: int, found: list[DraughtsMove]
    ) -> None:
        start, here = path[0], path[-1]
        king = bool(start & state.kings)
        # The traveller's own cell is free while it is under way; its victims block until the end.
        empty = DARK & ~(state.white | state.black) | start
        targets = state.enemy & ~taken
        reach = self.rules.king_reach if king else 1
        both_ways = king or self.rules.men_capture_back
        went_on = False
        if king or not (taken and here & LAST_RANK[state.turn]):
            for way in ALL_WAYS if both_ways else FORWARD_WAYS[state.turn]:
                ray = RAYS[here][way]
                for near, behind in zip(ray[:reach], ray[1:], strict=False):
                    if near & targets:
                        if behind & empty:
                            went_on = True
                            self._extend(state, (*path, behind), taken | near, found)
                        break
                    if not near & empty:
                        break
        if taken and not went_on:
            found.append(capture(path, taken, (taken | start) & state.kings, state.turn))

    def compulsory(self, state: DraughtsState) -> Demand | None:
        captures = tuple(move for move in self.legal_moves(state) if move.start and move.taken)
        return Demand(captures, "capture-compulsory") if captures else None

    # Consequences ----------------------------------------------------------------------------

    def _after(self, state: DraughtsState, move: DraughtsMove) -> DraughtsState:
        start, end, taken = move.start, move.end, move.taken
        own = state.own & ~start | end
        enemy = state.enemy & ~taken
        kings = state.kings & ~taken
        mans_move = False
        if start & kings:
            kings = kings & ~start | end  # a chain may end where it began
        else:
            mans_move = True
            kings |= end & LAST_RANK[state.turn]
        huffable = 0
        if self.rules.huff and not taken and (missed := self.capturing_men(state)):
            huffable = missed & ~start
            if missed & start:
                huffable |= end & ~kings
        past = () if taken or mans_move else (*state.past, state.key)
        white, black = (own, enemy) if state.turn == 1 else (enemy, own)
        turn = state.turn if not end else 3 - state.turn
        return DraughtsState(turn, white, black, kings, huffable, past)

    def _ending(self, state: DraughtsState) -> Outcome | None:
        for player, pieces in ((1, state.white), (2, state.black)):
            if not pieces:
                if self.rules.losing:
                    return Outcome((player,), "lost-all")
                return Outcome((3 - player,), "no-pieces")
        past = state.past
        if len(past) >= QUIET_LIMIT:
            return Outcome((), "no-progress")
        if len(past) > 7 and past.count(state.key) >= 2:
            return Outcome((), "repetition")
        return None

    def _stuck(self, state: DraughtsState) -> Outcome:
        return Outcome((state.turn,), "blocked") if self.rules.losing else super()._stuck(state)

    # Text ------------------------------------------------------------------------------------

    def position(self, text: str) -> DraughtsState:
        line = Line(text, players=2)
        line.only(["w", "b"] + (["huff"] if self.rules.huff else []))
        taken = Taken(line)
        masks: dict[str, int] = {}
        kings = 0
        for key, player in (("w", 1), ("b", 2)):
            masks[key] = 0
            for item in line.items(key):
                cell = taken(line.cell(self.board, item.removeprefix("K")))
                masks[key] |= BITS[cell]
                if item.startswith("K"):
                    kings |= BITS[cell]
                elif BITS[cell] & LAST_RANK[player]:
                    raise line.wrong(
                        "has a man on {cell}, where he is a king: write K{cell}",
                        "draughts.king",
                        cell=cell,
                    )
            if masks[key].bit_count() > MEN_EACH:
                raise line.wrong(
                    "has more than {most} pieces under '{key}='",
                    "draughts.pieces",
                    most=MEN_EACH,
                    key=key,
                )
        state = DraughtsState(line.turn, masks["w"], masks["b"], kings)
        huffable = 0
        for item in line.items("huff"):
            huffable |= BITS[line.cell(self.board, item)]
        if huffable & ~(state.enemy & ~kings):
            raise line.wrong(
                "names under 'huff=' a cell without a man of the player who just moved",
                "draughts.huff",
            )
        return DraughtsState(line.turn, masks["w"], masks["b"], kings, huffable)

    def describe(self, state: DraughtsState) -> str:
        def pieces(mask: int) -> str:
            return ",".join(
                ("K" if BITS[cell] & state.kings else "") + cell for cell in cells_of(mask)
            )

        text = f"{state.turn} w={pieces(state.white)} b={pieces(state.black)}"
        return text + (f" huff={','.join(cells_of(state.huffable))}" if state.huffable else "")

    def attempt(self, state: DraughtsState, label: str) -> Attempt:
        if label.startswith("huff "):
            return Attempt(lifted=cells_named(self.board, label, [label.removeprefix("huff ")]))
        mark = "x" if "x" in label else "-"
        start, *rest = label.split(mark)
        if not rest or (mark == "-" and len(rest) > 1):
            raise no_label(
                label, "'{label}' is not a move: write c3-d4, c3xe5xg7 or huff e5", "draughts.label"
            )
        cells = cells_named(self.board, label, [start, *rest])
        return Attempt(lifted=cells[:1], placed=cells[1:])

    def fault(self, state: DraughtsState, attempt: Attempt) -> str:
        return fault_of(self, state, attempt)


class Dama(Draughts):
    name = "dama"
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"capture": ("huff", "strict")}

    def __init__(self, **options: str | int) -> None:
        super().__init__(**options)
        self.rules = DraughtsRules(huff=self.options["capture"] == "huff")


class MangiaLaDama(Draughts):
    name = "mangia-la-dama"
    rules = DraughtsRules(losing=True)
