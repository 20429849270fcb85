"""Cappuccino before the first move: C1 to C3, the deal and the placing."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter

import pytest

from engines.cappuccino.book import Cappuccino
from engines.cappuccino.deal import LARGEST_GROUP, spiral
from engines.geometry import rings
from engines.steps import place
from tests.engines.cappuccino.cappuccino_tables import (
    BOTH,
    EXPERT,
    FOUR,
    RED,
    THREE,
    TWO,
    YELLOW,
    played,
)
from tests.engines.playing import labels

# C1, C2: cups and the random deal --------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "colours"),
    [(TWO, 2), (THREE, 3), (FOUR, 4), (BOTH, 4)],
    ids=["2", "3", "4", "2x2"],
)
@pytest.mark.parametrize("seed", [*range(25), -1, 2**40])
def test_deal(game, colours, seed):
    state = game.start(seed)
    assert state.turn == 1
    assert all(len(stack) == 1 for stack in state.stacks.values())
    count = Counter(stack[0].colour for stack in state.stacks.values())
    assert count == dict.fromkeys(("red", "yellow", "blue", "green")[:colours], 16)
    assert set(state.stacks) == set(spiral(game.board)[: 16 * colours])
    assert largest_group(game, state.stacks) <= LARGEST_GROUP


def largest_group(game, stacks):
    """By another method than the deal's own: colours spread until nothing changes."""
    root = {cell: cell for cell in stacks}
    changing = True
    while changing:
        changing = False
        for cell, near in ((c, n) for c in stacks for n in game.board.links[c] if n in stacks):
            if stacks[cell] == stacks[near] and root[near] < root[cell]:
                root[cell] = root[near]
                changing = True
    return max(Counter(root.values()).values())


def test_whole_rings_are_filled_before_the_next_begins():
    order = spiral(TWO.board)
    assert sorted(order) == sorted(TWO.board.cells)
    ring = rings(TWO.board)
    assert [ring[cell] for cell in order] == sorted(ring.values())
    # In order around: each cell of a ring touches the one before it, so any part is an arc.
    for one, two in itertools.pairwise(order):
        assert two in TWO.board.links[one] or ring[two] == ring[one] + 1


def test_a_seed_is_a_deal_for_ever():
    """The very deals, so that a seed noted on one Python means the same on the next."""
    deals = "\n".join(
        game.describe(game.start(seed)) for game in (TWO, THREE, FOUR) for seed in range(5)
    )
    assert hashlib.sha256(deals.encode()).hexdigest()[:16] == "1c144f695a236cb5"
    assert TWO.start(1) != TWO.start(2)


# C3: expert placement --------------------------------------------------------------------------


def test_expert_first_cup_on_the_centre_second_beside_it_then_beside_two():
    state = EXPERT.start()
    assert EXPERT.describe(state) == "1 hand=16,16"
    assert [move.label for move in EXPERT.legal_moves(state)] == ["f6"]
    assert EXPERT.zones(state) == {"setup": {"f6"}}
    state = EXPERT.apply(state, EXPERT.legal_moves(state)[0])
    assert EXPERT.describe(state) == "2 f6=1r hand=15,16"
    assert {move.label for move in EXPERT.legal_moves(state)} == set(EXPERT.board.links["f6"])
    state = EXPERT.apply(state, EXPERT.parse(state, "f7"))
    assert {move.label for move in EXPERT.legal_moves(state)} == {"e6", "g7"}
    (move,) = (move for move in EXPERT.legal_moves(state) if move.label == "g7")
    assert move.steps == (place("g7", 1, (RED,)),)


def test_expert_last_cup_hands_the_first_move_to_player_1():
    assert played(EXPERT, "2 f6=1r f7=1y hand=0,1", "g7") == "1 f6=1r f7=1y g7=1y"
    assert played(EXPERT, "1 f6=1r f7=1y hand=1,0", "g7") == "1 f6=1r f7=1y g7=1r"


def test_expert_a_player_with_an_empty_hand_is_skipped():
    game = Cappuccino(players=3, setup="expert")
    assert played(game, "1 f6=1r f7=1y hand=1,0,1", "g7") == "3 f6=1r f7=1y g7=1r hand=0,0,1"


def test_expert_without_a_cell_one_passes_and_keeps_his_cups():
    # No cell touches both cups. It takes a typed position: cups that hang together always leave a
    # cell, since two neighbours have two neighbours in common.
    text = "2 a1=1r k11=1y hand=2,3"
    assert labels(EXPERT, text) == {"pass"}
    assert played(EXPERT, text, "pass") == "1 a1=1r k11=1y hand=2,0"
    assert played(EXPERT, text, "pass", "pass") == "1 a1=1r k11=1y"


def test_expert_two_colours_are_placed_in_turn():
    game = Cappuccino(setup="expert", colours=2)
    state = game.start()
    placed = []
    for _ in range(64):
        placed.append(game.reserve(state)[state.turn][0].colour)
        move = game.legal_moves(state)[-1]
        assert move.steps[0].pieces[0].colour == placed[-1]
        state = game.apply(state, move)
    assert placed == ["red", "yellow", "blue", "green"] * 16
    assert game.reserve(state) == {}
    assert game.zones(state) == {}


def test_reserve_is_what_the_players_hold():
    assert EXPERT.reserve(EXPERT.position("1 f6=1r f7=1y hand=2,1")) == {
        1: (RED, RED),
        2: (YELLOW,),
    }
    assert TWO.reserve(TWO.start()) == {}


def test_nothing_is_taken_off_while_cups_are_placed():
    assert labels(EXPERT, "2 f6=1r hand=15,16") == set(EXPERT.board.links["f6"])
