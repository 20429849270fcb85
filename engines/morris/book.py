"""Nine men's morris: placing, sliding, flying, and mills that cost the opponent a man.

One engine for three books; `MorrisRules` says what differs. Sets of points are integers with a bit
per point, and moves are made once and shared by all positions, so a position costs little.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engines.game import Attempt, Game, Move, Outcome, State
from engines.geometry import bit_numbers, morris
from engines.morris.faults import fault_of
from engines.notation import Line, Taken, cells_named, no_label
from engines.steps import Piece, Stacks, Step, lift, place, remove

BOARD = morris()
POINTS = BOARD.cells
FULL = (1 << len(POINTS)) - 1
WHITE, BLACK = Piece("white", 1), Piece("black", 2)
SIDES = {1: WHITE, 2: BLACK}
MEN_EACH = 9
QUIET_LIMIT = 100
"""Plies without a mill after which nobody is getting anywhere."""


def _lines() -> Iterator[int]:
    for point, ways in BOARD.ways.items():
        for one, other in ((ways[0], ways[2]), (ways[1], ways[3])):
            if one is not None and other is not None:
                yield BOARD.mask((one, point, other))


LINES = tuple(_lines())
"""The sixteen lines of three, each a set of points."""
PARTNERS = tuple(
    tuple(line & ~(1 << n) for line in LINES if line >> n & 1) for n in range(len(POINTS))
)
"""For each point, the two pairs that make a mill with it."""
NEIGHBOURS = tuple(BOARD.mask(BOARD.links[point]) for point in POINTS)


@dataclass(frozen=True, slots=True)
class MorrisRules:
    """What one book of morris says differently from another."""

    mixed: bool = False
    """Placing and sliding are not two phases: each turn the player chooses."""
    extra: bool = False
    """A mill gives one more move, and takes a man only when all men are placed."""


@dataclass(frozen=True, slots=True)
class MorrisState(State):
    white: int
    black: int
    white_hand: int
    black_hand: int
    quiet: int = field(default=0, compare=False)
    past: tuple[tuple[int, int, int], ...] = field(default=(), compare=False)
    """The positions since the last placement or mill: none before it can come again."""

    @property
    def key(self) -> tuple[int, int, int]:
        return (self.turn, self.white, self.black)

    @property
    def own(self) -> int:
        return self.white if self.turn == 1 else self.black

    @property
    def enemy(self) -> int:
        return self.black if self.turn == 1 else self.white

    @property
    def own_hand(self) -> int:
        return self.white_hand if self.turn == 1 else self.black_hand

    @property
    def placing(self) -> bool:
        """Somebody still has men to place."""
        return bool(self.white_hand or self.black_hand)

    @property
    def stacks(self) -> Stacks:
        standing = {POINTS[n]: (WHITE,) for n in bit_numbers(self.white)}
        standing.update((POINTS[n], (BLACK,)) for n in bit_numbers(self.black))
        return standing


class MorrisMove(Move):
    """Points as bits; no start: placed from the hand. No victim: nothing was taken."""

    __slots__ = ("end", "mill", "start", "victim")

    def __init__(
        self, label: str, steps: tuple[Step, ...], start: int, end: int, victim: int, mill: bool
    ) -> None:
        super().__init__(label, steps)
        self.start = start
        self.end = end
        self.victim = victim
        self.mill = mill


@lru_cache(maxsize=2048)
def morris_move(player: int, start: int, end: int, victim: int, mill: bool) -> MorrisMove:
    """Points by number, -1 for none."""
    if start < 0:
        label = POINTS[end]
        steps: tuple[Step, ...] = (place(POINTS[end], 1, (SIDES[player],)),)
    else:
        label = f"{POINTS[start]}-{POINTS[end]}"
        steps = (lift(POINTS[start]), place(POINTS[end]))
    if victim >= 0:
        label += f"x{POINTS[victim]}"
        steps += (remove(POINTS[victim]),)
    return MorrisMove(
        label,
        steps,
        1 << start if start >= 0 else 0,
        1 << end,
        1 << victim if victim >= 0 else 0,
        mill,
    )


def in_mill(men: int, n: int) -> bool:
    """Whether a man of these on point n stands in a mill (or would, put there)."""
    one, other = PARTNERS[n]
    return men & one == one or men & other == other


def removable(men: int) -> list[int]:
    """The men a mill may take: those in no mill, or any when all are in mills."""
    numbers = list(bit_numbers(men))
    loose = [n for n in numbers if not in_mill(men, n)]
    return loose or numbers


class Morris(Game[MorrisState, MorrisMove]):
    board = BOARD
    rules = MorrisRules()

    def start(self, seed: int = 0) -> MorrisState:
        return MorrisState(1, 0, 0, MEN_EACH, MEN_EACH)

    # Moves -----------------------------------------------------------------------------------

    def _moves(self, state: MorrisState) -> list[MorrisMove]:
        moves: list[MorrisMove] = []
        own, hand = state.own, state.own_hand
        empty = FULL & ~(state.white | state.black)
        victims: list[int] | None = None
        takes = not (self.rules.extra and state.placing)
        player = state.turn
        for start, men, ends in self._journeys(own, hand, empty):
            for end in bit_numbers(ends):
                one, other = PARTNERS[end]
                if men & one != one and men & other != other:
                    moves.append(morris_move(player, start, end, -1, False))
                    continue
                if victims is None:
                    victims = removable(state.enemy) if takes else []
                if victims:
                    moves.extend(morris_move(player, start, end, v, True) for v in victims)
                else:
                    moves.append(morris_move(player, start, end, -1, True))
        return moves

    def _journeys(self, own: int, hand: int, empty: int) -> Iterator[tuple[int, int, int]]:
        """(start or -1, the men that stay, where he may go) for every man who may go somewhere."""
        if hand:
            yield -1, own, empty
            if not self.rules.mixed:
                return
        flying = not hand and own.bit_count() == 3
        for start in bit_numbers(own):
            ends = empty if flying else empty & NEIGHBOURS[start]
            if ends:
                yield start, own & ~(1 << start), ends

    # Consequences ----------------------------------------------------------------------------

    def _after(self, state: MorrisState, move: MorrisMove) -> MorrisState:
        own = state.own & ~move.start | move.end
        enemy = state.enemy & ~move.victim
        hands = [state.white_hand, state.black_hand]
        if not move.start:
            hands[state.turn - 1] -= 1
        lasting = not move.start or move.mill
        past = () if lasting else (*state.past, state.key)
        quiet = 0 if move.mill else state.quiet + 1
        white, black = (own, enemy) if state.turn == 1 else (enemy, own)
        after = MorrisState(3 - state.turn, white, black, hands[0], hands[1], quiet, past)
        if not self.rules.extra:
            return after
        again = MorrisState(state.turn, white, black, hands[0], hands[1], quiet, past)
        if move.mill and self._ending(again) is None and self._moves(again):
            return again
        if after.placing and not after.own_hand:
            return again
        return after

    def _ending(self, state: MorrisState) -> Outcome | None:
        if state.white.bit_count() + state.white_hand < 3:
            return Outcome((2,), "too-few-men")
        if state.black.bit_count() + state.black_hand < 3:
            return Outcome((1,), "too-few-men")
        if state.quiet >= QUIET_LIMIT:
            return Outcome((), "no-mill")
        if len(state.past) > 7 and state.past.count(state.key) >= 2:
            return Outcome((), "repetition")
        return None

    def reserve(self, state: MorrisState) -> Mapping[int, tuple[Piece, ...]]:
        return {1: (WHITE,) * state.white_hand, 2: (BLACK,) * state.black_hand}

    # Text ------------------------------------------------------------------------------------

    def position(self, text: str) -> MorrisState:
        line = Line(text, players=2)
        line.only(["w", "b", "hand"])
        taken = Taken(line)
        masks = [
            self.board.mask(tuple(taken(line.cell(self.board, item)) for item in line.items(key)))
            for key in ("w", "b")
        ]
        hands = line.numbers("hand", ",", (0, 0))
        for key, mask, hand in zip(("w", "b"), masks, hands, strict=True):
            if mask.bit_count() + hand > MEN_EACH:
                raise line.wrong(
                    "gives '{key}' more than {most} men, board and hand together",
                    "morris.men",
                    key=key,
                    most=MEN_EACH,
                )
        return MorrisState(line.turn, masks[0], masks[1], hands[0], hands[1])

    def describe(self, state: MorrisState) -> str:
        white, black = (",".join(self.board.among(mask)) for mask in (state.white, state.black))
        hands = f"{state.white_hand},{state.black_hand}"
        return f"{state.turn} w={white} b={black} hand={hands}"

    def attempt(self, state: MorrisState, label: str) -> Attempt:
        journey, mill, victim = label.partition("x")
        start, dash, end = journey.partition("-")
        names = [start] + ([end] if dash else []) + ([victim] if mill else [])
        if not all(names):
            raise no_label(
                label, "'{label}' is not a move: write d2, d2-d3 or d2-d3xa1", "morris.label"
            )
        cells = cells_named(self.board, label, names)
        gone = cells[-1:] if mill else ()
        if dash:
            return Attempt(lifted=(cells[0], *gone), placed=(cells[1],))
        return Attempt(lifted=gone, placed=(cells[0],))

    def fault(self, state: MorrisState, attempt: Attempt) -> str:
        return fault_of(self, state, attempt)


class Mulino(Morris):
    name = "mulino"


class MulinoMisto(Morris):
    name = "mulino-misto"
    rules = MorrisRules(mixed=True)


class MulinoCeylonese(Morris):
    name = "mulino-ceylonese"
    rules = MorrisRules(extra=True)
