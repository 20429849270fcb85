"""Somebody to play against: legal, repeatable, honest, and the stronger the higher the level."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from engines import GAMES
from engines.opponents import LEVELS, Level, Opponent
from engines.opponents.eyes import keen, weak
from engines.wolf.kernel import CELLS
from engines.wolf.solved import sheep_win
from firmware_bridge.bench.strength import (
    GREEDY,
    HALFWAY,
    Aimless,
    at_level,
    goal,
    maker,
    match,
)
from firmware_bridge.contract.kernel import walk
from tests.engines.playing import every_game


@every_game
@pytest.mark.parametrize("level", [1, 5])
def test_it_keeps_to_the_rules(game, level):
    mind = Opponent(game, level, seed=3, nodes=60)
    for state, move in walk(game, 11):
        if move is not None:
            assert mind.choose(state) in game.legal_moves(state)


@every_game
def test_moves_are_ranked_best_first(game):
    state = game.start(2)
    ranked = Opponent(game, level=3, nodes=200).ranked(state)
    values = [value for _, value in ranked]
    assert values == sorted(values, reverse=True)
    assert all(-1 <= value <= 1 for value in values)
    assert {move.label for move, _ in ranked} <= {move.label for move in game.legal_moves(state)}


def test_the_same_seed_is_the_same_player_in_every_process():
    script = (
        "from engines import GAMES\n"
        "from engines.opponents import Opponent\n"
        "for name, book in GAMES.items():\n"
        "    game = book()\n"
        "    print(name, Opponent(game, 3, seed=9, nodes=300).choose(game.start(4)).label)\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1
    assert len(told.pop().splitlines()) == len(GAMES)


def test_another_seed_plays_otherwise():
    game = GAMES["dama"]()
    assert len({Opponent(game, 4, seed=n).choose(game.start()).label for n in range(20)}) > 1


def test_it_takes_what_is_hung():
    game = GAMES["dama"](capture="strict")
    state = game.position("1 w=c3,e3 b=d6,h8")
    assert Opponent(game, 8).choose(state).label != "c3-d4"
    state = game.position("2 w=b4,h2 b=c5,e7")
    assert Opponent(game, 8).choose(state).label == "c5xa3"


def test_among_several_the_leader_is_not_all_that_counts():
    """Three of blue's cups are more than two of yellow's, who is far ahead."""
    game = GAMES["cappuccino"](players=3)
    state = game.position("1 f6=4r f7=3b f5=2y a1=9y a3=2r a4=1b")
    assert Opponent(game, Level(0.0, 1, 100)).choose(state).label == "f6-f7"


def test_it_closes_a_mill_and_takes_what_hurts():
    game = GAMES["mulino"]()
    state = game.position("1 w=a1,d1 b=f2,f4,c5 hand=7,6")
    assert Opponent(game, 6).choose(state).label in {"g1xf2", "g1xf4"}


def test_it_does_not_let_itself_be_shut_in():
    """White has more men and hardly a step to make: another one in the corner and none is left."""
    game = GAMES["mulino"]()
    shut_in = game.position("1 w=c5,d5,c4,e4,c3,d3 b=d6,e5,b4,f4,e3 hand=3,4")
    roomy = game.position("1 w=c5,d5,c4,e4,c3,d1 b=d6,e5,b4,f4,a7 hand=3,4")
    values = [Opponent(game, 8, nodes=2000).ranked(state)[0][1] for state in (shut_in, roomy)]
    assert values[0] < -0.2 < 0 < values[1]


def test_who_overlooks_sees_something_and_always_the_same():
    game = GAMES["dama"]()
    kernel, node = game.kernel, game.kernel.node(game.start())
    moves = kernel.moves(node)
    blind = weak(kernel, 0.999, seed=1)
    assert len(blind(node, moves)) == 1
    assert blind(node, moves) == blind(node, moves)
    assert keen(node, moves) == moves
    half = [len(weak(kernel, 0.5, seed)(node, moves)) for seed in range(200)]
    assert 0.4 < sum(half) / (len(moves) * len(half)) < 0.6


# Strength, in short: firmware_bridge.bench.strength has the whole table --------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_first_level_loses_to_whoever_looks_one_move_ahead(name):
    assert match(GAMES[name](), at_level(1), at_level(GREEDY), games=20).share <= 0.3


@pytest.mark.parametrize("name", GAMES)
def test_a_good_level_beats_random_moves(name):
    score = match(GAMES[name](), at_level(Level(0.0, 4, 500, learned=True)), Aimless, games=6)
    assert score.share > 0.8


@pytest.mark.parametrize("name", ["dama", "mulino"])
def test_a_level_beats_the_one_two_below(name):
    assert match(GAMES[name](), at_level(4), at_level(2), games=16).share > 0.6


def test_levels_go_up():
    levels = [LEVELS[n] for n in sorted(LEVELS)]
    assert list(LEVELS) == list(range(1, 9))
    for weaker, stronger in zip(levels, levels[1:], strict=False):
        assert stronger.overlooks < weaker.overlooks
        assert stronger.depth > weaker.depth
        assert stronger.nodes > weaker.nodes
        assert stronger.guarded >= weaker.guarded


def test_where_an_oversight_is_dear_less_is_overlooked():
    """A flock of sheep that has its choice: the same level, the same seeds, another severity."""
    game = GAMES["lupo-e-pecore"]()
    state = game.position("1 sheep=a1,c3,e1,g3 wolf=d8")

    def seen(severity: float) -> int:
        game.kernel.severity = severity
        return sum(len(Opponent(game, 3, seed).ranked(state)) for seed in range(40))

    assert seen(1.65) > seen(1.0) > seen(0.4)


def test_among_several_an_oversight_is_less_dear():
    """The same level, the same cups, the same seeds: with a third player it overlooks more."""

    def seen(players: int) -> int:
        game = GAMES["cappuccino"](players=players)
        state = game.position("1 f6=4r f7=3y f5=2y e5=1r a1=2r a2=2y k11=1r k10=1y")
        return sum(len(Opponent(game, 3, seed).ranked(state)) for seed in range(40))

    assert seen(2) > seen(3)


def test_nobody_looks_further_than_it_helps():
    game = GAMES["dama"]()
    game.kernel.horizon = 2
    state = game.start()
    far, near = (Opponent(game, Level(0.0, depth, 20_000)) for depth in (60, 2))
    assert far.ranked(state) == near.ranked(state)
    assert far.nodes == near.nodes


def test_the_strongest_level_builds_stacks_that_stay_its_own():
    """Whoever takes the top of one finds another hat of the same colour; the others build anyhow."""
    game = GAMES["top-hats"]()
    state = game.start()
    (pool,) = {hiding.pool for n, hiding in game.kernel.hides(state, None).items() if n == 2}

    def built(level: int, seed: int) -> tuple[str, ...]:
        mind = Opponent(game, level, seed)
        mind.commit(state, 2)
        assert mind.secret is not None
        assert sorted(mind.secret) == sorted(pool)
        return mind.secret[1::2]

    assert all(built(8, seed).count("yellow") == 4 for seed in range(20))
    assert len({built(8, seed) for seed in range(20)}) == 5
    assert {built(7, seed).count("yellow") for seed in range(40)} > {1, 2}


def test_beginners_make_nothing_of_what_they_saw():
    """Red stood beside the ring and was left there: a strong player no longer fears its card."""
    game = GAMES["xe-queo"]()
    before = game.position(
        "2 ring=d4 red=c4 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1"
    )
    move = game.parse(before, "d1-d2")

    def differs(level: int) -> bool:
        ranked = []
        for saw in (False, True):
            mind = Opponent(game, level, seed=1)
            mind.secret = ("red",)
            if saw:
                mind.saw(before, move)
            ranked.append(mind.ranked(game.apply(before, move)))
        return ranked[0] != ranked[1]

    assert [differs(level) for level in LEVELS] == [what.attentive for what in LEVELS.values()]


def test_what_was_seen_helps():
    game = GAMES["xe-queo"]()
    assert match(game, at_level(HALFWAY), maker("forgetful"), games=10).share > 0.6


def test_among_several_a_goal_is_the_same_odds():
    assert goal(2, 0.6) == pytest.approx(0.6)
    assert goal(3, 0.6) == pytest.approx(3 / 7)
    assert goal(4, 0.5) == pytest.approx(1 / 4)


# Wolf and sheep, known to the end ----------------------------------------------------------------


def test_the_table_of_wolf_and_sheep_is_what_the_book_gives():
    """Won for the sheep is what one of their moves leaves so, whatever the wolf does."""
    game, chance = GAMES["lupo-e-pecore"](), Random(1)
    for _ in range(3000):
        *sheep, wolf = chance.sample(range(len(CELLS)), 5)
        flock = ",".join(CELLS[n] for n in sheep)
        state = game.position(f"1 sheep={flock} wolf={CELLS[wolf]}")
        mask = sum(1 << n for n in sheep)
        won = False
        for move in game.legal_moves(state):
            after = game.apply(state, move)
            outcome = game.outcome(after)
            if outcome is not None:
                won = won or outcome.winners == (1,)
                continue
            ends = [game.apply(after, reply) for reply in game.legal_moves(after)]
            won = won or all(sheep_win(end.sheep, end.wolf) for end in ends)
        assert sheep_win(mask, wolf) == won


@pytest.mark.parametrize("first", ["sheep", "wolf"])
def test_the_strongest_level_never_misses_a_won_position(first):
    game, chance = GAMES["lupo-e-pecore"](first=first), Random(2)
    best = Opponent(game, 8, nodes=200)
    kernel = game.kernel
    for seed in range(12):
        state = game.start()
        while game.outcome(state) is None:
            known = kernel.known(kernel.node(state))
            move = (
                best.choose(state)
                if chance.random() < 0.6
                else chance.choice(game.legal_moves(state))
            )
            after = game.apply(state, best.choose(state))
            if known is not None and known.result == 1:
                outcome = game.outcome(after)
                left = kernel.known(kernel.node(after))
                assert (
                    outcome.winners == (state.turn,)
                    if outcome
                    else left is not None and left.result == -1
                ), (seed, game.describe(state))
            state = game.apply(state, move)


# What is hidden ----------------------------------------------------------------------------------
