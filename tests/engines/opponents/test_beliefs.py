"""What is guessed of Xe Queo's cards from what others did, and what one's own moves tell of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.kernel import WON, Kernel
from engines.opponents import Level, Opponent
from engines.opponents.alphabeta import AlphaBeta, hoped
from engines.xe_queo.beliefs import aimlessness
from engines.xe_queo.kernel import ANY, ahead

GAME = GAMES["xe-queo"]()
KERNEL = GAME.kernel


def after(state, labels: str):
    """The position after these moves, and what was learned from them."""
    seen: Any = None
    for label in labels.split(", "):
        move = GAME.parse(state, label)
        seen = KERNEL.learned(seen, KERNEL.node(state), GAME.action(state, move))
        state = GAME.apply(state, move)
    return state, seen


def test_who_left_a_pawn_out_does_not_have_its_card():
    """Red stood beside the ring, and the other moved white."""
    mind = Opponent(GAME, 6, seed=1)
    mind.secret = ("red",)
    before = GAME.position(
        "2 ring=d4 red=c4 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1"
    )
    move = GAME.parse(before, "d1-d2")
    mind.saw(before, move)
    ranked = dict(mind.ranked(GAME.apply(before, move)))
    named = {move.label: value for move, value in ranked.items() if move.label.startswith("queo")}
    assert min(named, key=lambda label: named[label]) == "queo c4"
    assert max(named, key=lambda label: named[label]) == "queo d2"


def test_who_moves_his_own_pawn_again_and_again_gives_it_away():
    """Red has gone once: a second time says more than any other pawn; the ring itself says all."""
    state = GAME.position(
        "1 ring=d4 red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1"
    )
    mind = Opponent(GAME, 6, seed=1)
    for label in ("a1-b2", "g7-f6"):
        move = GAME.parse(state, label)
        mind.saw(state, move)
        state = GAME.apply(state, move)
    node = KERNEL.node(state)
    seen = KERNEL.learned(None, node, GAME.action(state, GAME.parse(state, "b2-c3")))

    def told(label, secret="red"):
        action = GAME.action(state, GAME.parse(state, label))
        return KERNEL.betrays(node, action, (secret,), seen)

    assert told("b2-c3") > told("a7-b6") >= 0
    assert told("b2-c3", "white") == 0, "of white it says nothing"


def test_a_win_in_one_world_of_seven_is_no_more_than_a_hope():
    even = [1.0] * 7
    assert hoped([WON - 3, *[300] * 6], even) < 900
    assert hoped([WON - 3, WON - 5], even[:2]) == WON - 4
    assert hoped([WON - 3], [0.2]) == WON - 3
    assert hoped([100, 300], [3.0, 1.0]) == 150


def test_who_moves_whatever_he_touches_gives_nothing_away():
    """Each of his pawns has gone once and could have entered: that speaks against none of them alone."""
    state = GAME.position(
        "1 ring=d4 red=d1 orange=d7 yellow=a4 green=g4 blue=a1 purple=g7 white=a7"
    )
    state, seen = after(state, "d1-d2, g7-f6, d7-d6, f6-f5, a4-b4, a7-b6, g4-f4, b6-b5")
    worlds = KERNEL.worlds(KERNEL.node(state), ("white",), (seen[1], seen[0]), Random(1), 12)
    total = sum(likely for _, likely in worlds)
    assert max(likely for _, likely in worlds) / total < 0.5


def test_only_who_is_guarded_minds_what_a_move_gives_away():
    before = GAME.position(
        "1 ring=d4 red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1"
    )
    values = {}
    for guarded in (0.0, 0.3, 1.0):
        mind = Opponent(GAME, Level(0.0, 1, 100_000, attentive=True, guarded=guarded), seed=1)
        mind.secret = ("red",)
        state = before
        for label in ("a1-b2", "g7-f6"):
            move = GAME.parse(state, label)
            mind.saw(state, move)
            state = GAME.apply(state, move)
        values[guarded] = {move.label: value for move, value in mind.ranked(state)}
    assert values[1.0]["b2-c3"] < values[0.3]["b2-c3"] < values[0.0]["b2-c3"]
    assert values[1.0]["d1-d2"] == values[0.3]["d1-d2"] == values[0.0]["d1-d2"]


def test_who_names_in_the_dark_is_taken_to_name_anything():
    """Nobody has moved a pawn yet: whoever cares names none. The next round it is known still."""
    state = GAME.position(
        "2 ring=d4 red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1"
    )
    state, seen = after(state, "queo a1, wins 1, ring d7")
    assert aimlessness(seen[0]) < 0.3 < 0.7 < aimlessness(seen[1])
    likely = {
        node[7]: weight
        for node, weight in KERNEL.worlds(KERNEL.node(state), ("red",), seen, Random(1), 12)
    }
    assert likely[ANY] > 0.7 * sum(likely.values())


def test_who_enters_the_ring_with_his_own_pawn_cares():
    state = GAME.position(
        "2 ring=d4 red=c4 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1"
    )
    entered = GAME.apply(state, GAME.parse(state, "c4-d4"))

    def told(label):
        seen = KERNEL.learned(
            None, KERNEL.node(state), GAME.action(state, GAME.parse(state, "c4-d4"))
        )
        move = GAME.action(entered, GAME.parse(entered, label))
        return aimlessness(KERNEL.learned(seen, KERNEL.node(entered), move)[1])

    assert told("wins 2") < 0.1 < 0.4 < told("wins 1")


def test_what_nobody_chooses_counts_as_much_as_it_is_likely():
    """His card may be any of seven: a pawn of one's own in the ring takes it six times of seven."""
    state = GAME.position(
        "1 ring=d4 red=c4 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1"
    )
    node = (*KERNEL.node(state)[:6], 0, ANY)
    action = GAME.action(state, GAME.parse(state, "c4-d4"))
    ((_, value),) = AlphaBeta(KERNEL, 1, 1000, depth=1).ranked(node, [action])
    won, lost = (2 * ahead(*score) - ahead(0, 0) * 2 for score in ((1, 0), (0, 1)))
    assert value == pytest.approx(hoped([won, lost], [6, 1]), abs=5)


class Coin(Kernel[tuple[int, ...], int]):
    """A move that says nothing, a coin that is thrown, and whoever then says how it fell has won."""

    hidden = True

    def node(self, state):
        return state

    def turn(self, node):
        return 2 if len(node) == 1 else 1

    def moves(self, node):
        return [0, 1] if len(node) < 3 else []

    def after(self, node, move):
        return (*node, move)

    def winners(self, node, moves):
        return None if moves else (1,) if node[1] == node[2] else (2,)

    def worth(self, node):
        return 0, 0

    def chances(self, node):
        return [1, 1] if len(node) == 1 else None


def test_what_nobody_chooses_takes_nothing_of_the_depth():
    values = [AlphaBeta(Coin(), 1, 1000, depth).ranked((), [0, 1])[0][1] for depth in (1, 2)]
    assert values == [0, WON - 3]
