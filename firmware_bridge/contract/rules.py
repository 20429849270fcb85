"""Laws of a rule book, whatever its game: kept in random play with every option.

Knows `engines` only.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engines import variants
from engines.errors import IllegalMove, InvalidLabel, InvalidPosition
from engines.game import Attempt, Game, Move, Progress
from engines.shelf import Book
from engines.steps import carried_out, deed_of, landings, remove

AnyGame = Game[Any, Any]

LONGEST = 2500
"""Turns within which every game must have ended: far above any seen, far below for ever."""
SEEDS = (1, 2, 3)
NO_LABELS = ("", "-", "hello", "a1--b2", "z99-z98", "a1 b2")
NO_TEXTS: tuple[Any, ...] = (None, 7, b"1 w=c3", ["c3-d4"])


def check_random_play(book: Book) -> None:
    """Steps agree with positions, text goes there and back, labels are unique, games end."""
    for game in variants(book):
        for seed in SEEDS:
            play_at_random(game, seed)


def play_at_random(game: AnyGame, seed: int) -> None:
    """One game from beginning to end, looked at from all sides."""
    chance = Random(seed)
    state = game.start(seed=seed)
    turns = 0
    while (moves := game.legal_moves(state)) and turns < LONGEST:
        here = game.describe(state)
        assert game.outcome(state) is None, f"{here}: over, but there are moves"
        assert len({move.label for move in moves}) == len(moves), f"{here}: two moves, one label"
        assert game.position(here) == state, f"{here}: read back, it is another position"
        assert "\n" not in here, f"{here!r}: a position is one line"
        assert all(m.label == m.label.lower().strip() for m in moves), f"{here}: labels are small"
        assert game.parse(state, moves[-1].label) is moves[-1], f"{here}: {moves[-1]} is not parsed"
        demand = game.compulsory(state)
        assert demand is None or set(demand.moves) <= set(moves), f"{here}: demands an illegal move"
        lifted, placed = chance.choices(game.board.cells, k=2)
        for attempt in (Attempt((lifted,), (placed,)), Attempt((), (placed,)), Attempt((lifted,))):
            assert game.fault(state, attempt), f"{here}: {attempt} breaks no rule that has a name"
        for move in chance.sample(moves, min(3, len(moves))):
            after = game.apply(state, move)
            _check_move(game, state, move, after)
        assert state.stacks == game.position(here).stacks, f"{here}: apply changed the state"
        state = after
        turns += 1
    assert game.outcome(state) is not None, f"still running after {turns} turns (seed {seed})"


def _check_move(game: AnyGame, state: Any, move: Move, after: Any) -> None:
    where = f"{move} in {game.describe(state)}"
    made = carried_out(state.stacks, move.steps)
    assert made == dict(after.stacks), f"{where}: the steps leave {made}, the state {after.stacks}"
    assert 1 <= after.turn <= game.players, f"{where}: then it is the turn of {after.turn}"
    deed = move.deed(state.stacks, game.board)
    assert deed == deed_of(move.steps, state.stacks, game.board), (
        f"{where}: {deed} is not its steps"
    )
    assert deed.travels or deed.cleared or deed.lowered or move.word, (
        f"{where}: it touches nothing on the board and has no word either"
    )
    trail = landings(move.steps)
    for length in range(1, len(trail)):
        assert move.progress(trail[:length]) is not Progress.ASTRAY, f"{where}: astray on its way"
    assert not trail or move.progress(trail) is Progress.ARRIVED, f"{where}: it never arrives"


def check_foreign_moves(book: Book) -> None:
    """A move that is not legal raises, and changes nothing."""
    for game in variants(book):
        state = game.start(seed=3)
        before = game.describe(state)
        own = game.legal_moves(state)[0]
        for move in (
            Move("e9-e10", ()),
            Move(own.label, (*own.steps, remove(game.board.cells[0]))),
            *NO_TEXTS,
        ):
            try:
                game.apply(state, move)
            except IllegalMove:
                continue
            raise AssertionError(f"{game.name}: apply takes {move!r}")
        assert game.describe(state) == before


def check_start(book: Book) -> None:
    """The same seed, the same beginning."""
    for game in variants(book):
        assert game.start(seed=11) == game.start(seed=11), "the same seed begins differently"


def check_cells(book: Book) -> None:
    """Every cell that is spoken of exists, and lies where a sensor can be told from the next."""
    for game in variants(book):
        board, state = game.board, game.start(seed=5)
        cells = set(board.cells)
        assert set(state.stacks) <= cells, f"stacks on {set(state.stacks) - cells}"
        for zone, of in game.zones(state).items():
            assert of <= cells, f"the zone '{zone}' has {set(of) - cells}"
        assert set(board.places) == cells | set(board.blanks), "places are the cells and the blanks"
        assert len(set(board.places.values())) == len(board.places), "two cells lie in one place"
        for cell, near in board.links.items():
            assert set(near) <= cells, f"{cell} has neighbours {set(near) - cells}"


def check_bad_input(book: Book) -> None:
    """What is no label and no position gets one clear error."""
    game: AnyGame = book()
    state = game.start()
    for label in (*NO_LABELS, *NO_TEXTS):
        _refused(game.parse, (state, label), InvalidLabel)
    for text in ("", "9 nothing", "hello world", *NO_TEXTS):
        _refused(game.position, (text,), InvalidPosition)


def _refused(action: Callable[..., object], given: tuple[Any, ...], kind: type[Exception]) -> None:
    try:
        action(*given)
    except kind as error:
        said = str(error)
    else:
        raise AssertionError(f"{given[-1]!r} passes for one")
    assert len(said.splitlines()) == 1, f"{given[-1]!r} is refused with {said!r}: not one line"
