"""Endings of mulino that are known: true by the book, and won where they are won."""

from __future__ import annotations

from random import Random

import pytest

from engines import GAMES
from engines.morris.endings import DRAWN, SOLVED, moves_left
from engines.morris.kernel import POINTS
from engines.opponents import LEVELS, Opponent

KINDS = sorted(SOLVED)


def scattered(chance: Random, own: int, enemy: int, turn: int = 1) -> str:
    points = chance.sample(POINTS, own + enemy)
    mine, theirs = ",".join(points[:own]), ",".join(points[own:])
    white, black = (mine, theirs) if turn == 1 else (theirs, mine)
    return f"{turn} w={white} b={black} hand=0,0"


def known(game, state):
    return moves_left(*(state.node[1:3] if state.turn == 1 else state.node[2:0:-1]))


def worked_out(game, state) -> int:
    """From what each move leaves: the book's moves, one deep."""
    left = []
    for move in game.legal_moves(state):
        after = game.apply(state, move)
        left.append(0 if game.outcome(after) is not None else known(game, after))
    lost = [count for count in left if count % 2 == 0]
    if lost:
        return min(lost) + 1
    return DRAWN if DRAWN in left else max(left) + 1


@pytest.mark.parametrize(("own", "enemy"), KINDS)
@pytest.mark.parametrize("name", ["mulino", "mulino-misto"])
def test_what_is_known_follows_from_what_the_moves_leave(name, own, enemy):
    """Were it true of every position, all would be: a count that is one too small somewhere leads, move
    by move, to an end that is not there."""
    game, chance = GAMES[name](), Random(own * 10 + enemy)
    for turn in (1, 2):
        for _ in range(60):
            state = game.position(scattered(chance, own, enemy, turn))
            if game.outcome(state) is None:
                assert known(game, state) == worked_out(game, state), game.describe(state)


def test_three_against_three_is_counted_to_its_end_without_the_table():
    """By search alone, which knows nothing of it: won in three or fewer moves or not."""
    game, chance = GAMES["mulino"](), Random(8)

    def wins(state, moves: int) -> bool:
        """Whoever decides wins within so many moves of his own and of the other's."""
        for move in game.legal_moves(state):
            after = game.apply(state, move)
            if game.outcome(after) is not None:
                return True
            if moves > 2 and all(
                (end := game.apply(after, reply)) and game.outcome(end) is None and wins(end, 1)
                for reply in game.legal_moves(after)
            ):
                return True
        return False

    for _ in range(12):
        state = game.position(scattered(chance, 3, 3))
        left = known(game, state)
        assert wins(state, 1) == (left == 1)
        assert wins(state, 3) == (left in (1, 3))


def test_a_known_win_is_made_in_the_moves_it_takes():
    game, chance = GAMES["mulino"](), Random(5)
    best = Opponent(game, 8, nodes=300)
    made = 0
    while made < 6:
        state = game.position(scattered(chance, 3, 3))
        left = known(game, state)
        if left % 2 == 0 or left == DRAWN or left < 5:
            continue
        made += 1
        winner = state.turn
        for count in range(left, 0, -1):
            assert known(game, state) == count
            state = game.apply(state, best.choose(state))
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome.winners == (winner,)


def test_only_who_has_learned_them_looks_them_up():
    assert [level for level, what in LEVELS.items() if what.learned] == [8]


def test_where_a_mill_gives_another_move_nothing_is_known():
    kernel = GAMES["mulino-ceylonese"]().kernel
    assert kernel.known((1, 0b111, 0b111000, 0, 0)) is None
    assert GAMES["mulino"]().kernel.known((1, 0b111, 0b111000, 0, 0)) is not None
    assert GAMES["mulino-misto"]().kernel.known((1, 0b111, 0b111000, 1, 0)) is None
