"""Cappuccino, clause by clause, and what must hold in any game of it."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections import Counter

import pytest

from engines.cappuccino import Cappuccino
from engines.cappuccino_cups import PLAIN
from engines.cappuccino_deal import LARGEST_GROUP, spiral
from engines.game import (
    Attempt,
    IllegalMove,
    InvalidLabel,
    InvalidOption,
    InvalidPosition,
    Move,
    Outcome,
)
from engines.geometry import rings
from engines.steps import Piece, carried_out, lift, place, remove

TWO = Cappuccino()
THREE = Cappuccino(players=3)
FOUR = Cappuccino(players=4)
PAIRS = Cappuccino(early="pairs")
LATE = Cappuccino(early="off")
BOTH = Cappuccino(colours=2)
EXPERT = Cappuccino(setup="expert")
RED, YELLOW = Piece("red", 1), Piece("yellow", 2)

VARIANTS = [
    Cappuccino(players=players, setup=setup, colours=colours, early=early)
    for players, colours in ((2, 1), (2, 2), (3, 1), (4, 1))
    for setup in ("random", "expert")
    for early in ("isolated", "off", "pairs")
]


def variant_name(game: Cappuccino) -> str:
    return f"{game.players}-" + "-".join(game.options.values())


every_variant = pytest.mark.parametrize("game", VARIANTS, ids=variant_name)


def labels(game: Cappuccino, text: str) -> set[str]:
    return {move.label for move in game.legal_moves(game.position(text))}


def played(game: Cappuccino, text: str, *moves: str) -> str:
    """The position after the moves, without the cups under the tops."""
    state = game.position(text)
    for label in moves:
        state = game.apply(state, game.parse(state, label))
    words = game.describe(state).split()
    return " ".join(word for word in words if not word.startswith("under="))


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


# C4: moves -------------------------------------------------------------------------------------

SHEET = "2 e6=3r f6=2y f7=2r g6=1y h8=1r h9=1r"
"""The example of the printed sheet: A on f6, B equal, C lower, D not adjacent, E higher."""


def test_onto_a_neighbour_of_at_most_its_own_height():
    assert labels(TWO, SHEET) == {"f6-f7", "f6-g6"}
    assert played(TWO, SHEET, "f6-f7") == "1 e6=3r f7=4y g6=1y h8=1r h9=1r"


def test_own_stacks_are_fair_targets_and_foreign_ones_stay():
    assert labels(TWO, "1 f6=1r f7=1r g7=1y") == {"f6-f7", "f6-g7", "f7-f6", "f7-g7"}


def test_a_merge_lifts_the_whole_stack():
    (move,) = TWO.legal_moves(TWO.position("1 f6=3r f7=2y"))
    assert move.steps == (lift("f6", 3), place("f7", 3))
    assert move.by == 0


def test_moving_is_compulsory():
    assert "pass" not in labels(TWO, SHEET)


# C5: gaps and dropping out ---------------------------------------------------------------------


def test_nothing_crosses_a_gap():
    assert labels(TWO, "1 f4=2r f6=1y f7=1y") == {"take f4", "pass"}


def test_who_cannot_move_is_skipped():
    # Player 2 has only a low stack beside a tall one.
    assert played(TWO, "1 a1=5r a2=1y f6=1r f7=1r f8=1r", "f6-f7").startswith("1 ")


def test_the_turn_goes_round():
    text = "1 a1=1r a2=1r b2=1r f6=1y f7=1y f8=1y k11=1b k10=1b j10=1b"
    assert played(THREE, text, "a1-a2").startswith("2 ")
    assert played(THREE, text, "a1-a2", "f6-f7").startswith("3 ")
    assert played(THREE, text, "a1-a2", "f6-f7", "k10-k11").startswith("1 ")


def test_typed_turn_of_a_player_who_is_out_is_passed_on():
    assert labels(TWO, "2 f6=3r f7=1b") == {"pass"}
    assert played(TWO, "2 f6=3r f7=1b", "pass") == "1 f6=3r f7=1b"


def test_dropping_out_is_for_good():
    chance = random.Random(5)
    for game in (TWO, FOUR, Cappuccino(players=3, early="pairs")):
        state = game.start(chance.randrange(1000))
        out: set[int] = set()
        while moves := game.legal_moves(state):
            able = {p for p in range(1, game.players + 1) if can_move(game, state, p)}
            assert not out & able
            out |= set(range(1, game.players + 1)) - able
            assert state.turn in able
            state = game.apply(state, chance.choice(moves))


def can_move(game, state, player):
    """Said again from the sheet, without the engine's own helpers."""
    return any(
        stack[-1].player == player and len(state.stacks.get(near, (0,) * 99)) <= len(stack)
        for cell, stack in state.stacks.items()
        for near in game.board.links[cell]
    )


# C6: the end -----------------------------------------------------------------------------------


def test_most_cups_win():
    state = TWO.position("1 a1=5r f6=2y k11=1y")
    assert TWO.legal_moves(state) == ()
    assert TWO.score(state) == {1: 5, 2: 3}
    assert TWO.outcome(state) == Outcome((1,), "most-cups")


def test_ties_share_the_win():
    state = FOUR.position("4 a1=5r f6=2y k11=3y e1=1b")
    assert FOUR.outcome(state) == Outcome((1, 2), "most-cups")


def test_tall_neighbours_end_the_game_as_well_as_gaps():
    # The lower stack may not climb, and the tall one belongs to nobody in a game of two.
    state = TWO.position("1 f6=1r f7=2b")
    assert TWO.outcome(state) == Outcome((1,), "most-cups")


def test_the_game_is_over_although_stacks_could_be_taken():
    assert TWO.legal_moves(TWO.position("1 a1=1r f6=2y")) == ()


# C7: taking off early --------------------------------------------------------------------------

ISOLATED = "1 a1=4y f6=1r f7=1r k11=2r"


def test_isolated_stacks_may_be_taken_by_their_owners_at_any_time():
    assert labels(TWO, ISOLATED) == {"f6-f7", "f7-f6", "take a1", "take k11"}
    by = {move.label: move.by for move in TWO.legal_moves(TWO.position(ISOLATED))}
    assert by["take a1"] == 2
    assert by["take k11"] == 0


def test_a_take_uses_no_turn_and_counts():
    assert played(TWO, ISOLATED, "take a1") == "1 f6=1r f7=1r k11=2r taken=4y"
    after = TWO.position("1 f6=1r f7=1r k11=2r taken=4y")
    assert TWO.score(after) == {1: 4, 2: 4}
    assert played(TWO, ISOLATED, "take a1", "take k11") == "1 f6=1r f7=1r taken=2r,4y"


def test_a_take_removes_the_whole_stack():
    move = TWO.parse(TWO.position(ISOLATED), "take a1")
    assert move.steps == (remove("a1", 4),)


def test_off_takes_nothing():
    assert labels(LATE, ISOLATED) == {"f6-f7", "f7-f6"}


def test_a_stack_of_nobody_is_taken_by_nobody():
    assert labels(TWO, "1 a1=4b f6=1r f7=1r") == {"f6-f7", "f7-f6"}


PAIR = "1 a1=3y a2=2r f6=1r f7=1r"


def test_pairs_of_unequal_stacks_go_to_the_mover():
    assert labels(TWO, PAIR) == {"f6-f7", "f7-f6"}
    assert labels(PAIRS, PAIR) == {"f6-f7", "f7-f6", "take a1"}
    move = PAIRS.parse(PAIRS.position(PAIR), "take a1")
    assert move.by == 2
    assert move.steps == (remove("a1", 3), remove("a2", 2))
    assert played(PAIRS, PAIR, "take a1") == "1 f6=1r f7=1r taken=5y"


@pytest.mark.parametrize(
    "text",
    [
        "1 a1=2y a2=2r f6=1r f7=1r g7=1r",  # either could move
        "1 a1=2y a2=1r a3=1r f6=1r f7=1r g7=1r",  # another neighbour
        "1 a1=2b a2=1r f6=1r f7=1r g7=1r",  # the tall one is nobody's
    ],
)
def test_other_pairs_are_not_taken(text):
    assert not any(label.startswith("take") for label in labels(PAIRS, text))


def test_an_equal_stack_of_nobody_can_be_taken_as_a_pair():
    assert "take a1" in labels(PAIRS, "2 a1=2y a2=2b f6=1r f7=1r")


def test_pairs_include_isolated_stacks():
    assert "take k11" in labels(PAIRS, ISOLATED)


def test_whoever_takes_his_last_move_off_the_board_is_out():
    assert played(PAIRS, "2 a1=3y a2=2r f6=1r f7=1r", "take a1") == "1 f6=1r f7=1r taken=5y"
    state = PAIRS.position("2 a1=3y a2=2r")
    state = PAIRS.apply(state, PAIRS.parse(state, "take a1"))
    assert PAIRS.outcome(state) == Outcome((2,), "most-cups")
    assert PAIRS.position(PAIRS.describe(state)) == state


# C8: two colours each --------------------------------------------------------------------------


def test_two_colours_belong_to_one_player():
    assert labels(BOTH, "1 f6=2r f7=2b a1=1y") == {"f6-f7", "f7-f6", "take a1"}
    state = BOTH.position("2 f6=1r f7=1y g7=1b g8=1g")
    owners = {stack[0].colour: stack[0].player for stack in state.stacks.values()}
    assert owners == {"red": 1, "yellow": 2, "blue": 1, "green": 2}
    assert played(BOTH, "2 f6=1r f7=1y g7=1b g8=1g", "g8-f7").startswith("1 ")


def test_the_better_colour_scores():
    state = BOTH.position("1 a1=5r f6=4b k11=3y e1=3g taken=2b,3y")
    assert BOTH.score(state) == {1: 6, 2: 6}
    assert BOTH.outcome(state) == Outcome((1, 2), "most-cups")


@pytest.mark.parametrize("players", [3, 4])
def test_two_colours_are_for_two_players(players):
    with pytest.raises(InvalidOption, match="two colours each only for 2 players"):
        Cappuccino(players=players, colours=2)


# Text ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (TWO, "2 f6=3r f7=1b"),
        (FOUR, "4 a1=1g f6=20r f7=1b taken=3y"),
        (TWO, "1 f6=3r under=f6:?y"),
        (EXPERT, "1 hand=16,16"),
        (EXPERT, "2 f6=1r hand=15,16"),
        (Cappuccino(setup="expert", colours=2), "1 f6=1r f7=1y hand=15,15,16,16"),
        (TWO, "1 taken=32r"),
    ],
)
def test_text_comes_back_unchanged(game, text):
    assert game.describe(game.position(text)) == text


def test_text_comes_back_in_the_order_of_the_board():
    assert TWO.describe(TWO.position("2 taken=1y,3r f7=1b f6=3r")) == "2 f6=3r f7=1b taken=3r,1y"


def test_cups_under_the_top_are_remembered_but_do_not_count():
    state = TWO.position("1 f6=2r f7=1y")
    state = TWO.apply(state, TWO.parse(state, "f6-f7"))
    assert state.stacks == {"f7": (YELLOW, PLAIN, RED)}
    assert TWO.describe(state) == "2 f7=3r under=f7:y?"
    assert TWO.position("2 f7=3r under=f7:y?").stacks == state.stacks
    assert TWO.position("2 f7=3r") == state
    assert hash(TWO.position("2 f7=3r")) == hash(state)
    assert TWO.position("2 f7=3y") != state
    assert TWO.position("2 f7=2r") != state
    assert TWO.position("1 f7=3r") != state
    assert state != "2 f7=3r"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "begins with the player to move, 1 to 2, not ''"),
        ("3 f6=1r", "begins with the player to move, 1 to 2, not '3'"),
        ("1", "has 0 cups, expected 1 to 64"),
        ("1 f6", "has 'f6', expected cell=heightColour such as f6=3r"),
        ("1 z9=1r", "names the cell 'z9', which this board does not have"),
        ("1 a7=1r", "names the cell 'a7', which this board does not have"),
        ("1 f6=1r f6=1y", "names 'f6' twice"),
        ("1 f6=r", "has 'f6=r', expected f6=heightColour: 1 to 64, then r, y, b or g"),
        ("1 f6=0r", "has 'f6=0r', expected f6=heightColour"),
        ("1 f6=65r", "has 'f6=65r', expected f6=heightColour"),
        ("1 f6=3p", "has 'f6=3p', expected f6=heightColour"),
        ("1 f6=40r f7=40y", "has 80 cups, expected 1 to 64"),
        ("1 f6=17r under=f6:" + "r" * 16, "has more than 16 red cups"),
        ("1 f6=2r under=f6:yy", "has 2 cups under the top of f6, where it has no such stack"),
        ("1 f6=2r under=f7:y", "has 1 cups under the top of f7, where it has no such stack"),
        ("1 f6=2r under=f6:p", "has 'under=f6:p', expected cell:colours, each r, y, b, g or ?"),
        ("1 f6=2r under=f6:y,f6:y", "names f6 twice under 'under='"),
        ("1 f6=2r under=z1:y", "names the cell 'z1', which this board does not have"),
        ("1 f6=1r taken=3", "has 'taken=3', expected taken=heightColour"),
        ("1 f6=1r taken=3y,2y", "names yellow twice under 'taken='"),
        ("1 f6=1r hand=1,1", "has 'hand=', but cups are placed by hand only with setup=expert"),
    ],
)
def test_bad_positions(text, complaint):
    with pytest.raises(InvalidPosition) as refused:
        TWO.position(text)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1 hand=16", "has 'hand=16', expected hand=N,N"),
        ("1 hand=16,x", "has 'hand=16,x', expected hand=N,N"),
        ("1 f6=1r hand=16,16", "has more than 16 red cups"),
        ("1 f6=2r hand=1,1", "has a stack, but nothing is stacked while cups are in the hand"),
    ],
)
def test_bad_hands(text, complaint):
    with pytest.raises(InvalidPosition) as refused:
        EXPERT.position(text)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    "label", ["", "f6-", "f6-f7-f8", "f6xf7", "take", "take f6 f7", "Pass", "f6 f7", "l1", "f6-f12"]
)
def test_bad_labels(label):
    with pytest.raises(InvalidLabel):
        TWO.parse(TWO.start(), label)


@pytest.mark.parametrize(
    ("label", "attempt"),
    [
        ("f6-f7", Attempt(("f6",), ("f7",))),
        ("take f6", Attempt(("f6",))),
        ("f6", Attempt(placed=("f6",))),
        ("pass", Attempt()),
    ],
)
def test_labels_are_read_without_judging(label, attempt):
    assert TWO.attempt(TWO.position("1 a1=1r a2=1r"), label) == attempt


# Faults ----------------------------------------------------------------------------------------

MIDDLE = "1 d4=1r e6=3y f5=1r f6=2r f7=2y g6=1y h8=1y"
"""Around f6: f7 as tall, e6 taller, f5 and g6 lower, g7 empty. d4 has nobody, h8 is far."""


@pytest.mark.parametrize(
    ("label", "rules"),
    [
        ("f7-g6", ("not-your-piece", "not-adjacent")),
        ("f7-f6", ("not-your-piece",)),
        ("f6-e6", ("too-tall",)),
        ("f6-h8", ("not-adjacent",)),
        ("f6-g7", ("not-a-move",)),
        ("f6-d4", ("not-adjacent",)),
        ("g7-f6", ("not-a-move",)),
        ("f6-f6", ("not-a-move",)),
        ("take f6", ("wrong-piece-removed",)),
        ("take g6", ("not-your-piece", "wrong-piece-removed")),
        ("take g7", ("not-a-move",)),
        ("g7", ("not-a-move",)),
        ("pass", ("not-a-move",)),
    ],
)
def test_faults(label, rules):
    state = TWO.position(MIDDLE)
    assert TWO.faults(state, TWO.attempt(state, label)) == rules
    with pytest.raises(IllegalMove) as refused:
        TWO.parse(state, label)
    assert refused.value.rule == rules[0]


def test_faults_of_a_lift_that_is_all_one_sees():
    assert LATE.faults(LATE.position(MIDDLE), Attempt(("d4",))) == ("not-adjacent",)
    low = TWO.position("1 a1=1r a2=2y f6=1r f7=1r")
    assert TWO.faults(low, Attempt(("a1",))) == ("too-tall",)
    assert TWO.faults(low, Attempt(("a2",))) == ("not-your-piece", "wrong-piece-removed")


def test_faults_of_stranger_things():
    state = TWO.position(MIDDLE)
    assert TWO.faults(state, Attempt(("f6", "f7"))) == ("wrong-piece-removed",)
    assert TWO.faults(state, Attempt(("f6", "f7"), ("g7",))) == ("not-a-move",)
    assert TWO.faults(state, Attempt()) == ("not-a-move",)


@pytest.mark.parametrize(
    ("text", "attempt", "rule"),
    [
        ("1 hand=16,16", Attempt(placed=("f7",)), "not-a-move"),
        ("2 f6=1r hand=15,16", Attempt(placed=("f6",)), "cell-taken"),
        ("2 f6=1r hand=15,16", Attempt(placed=("f8",)), "needs-two-neighbours"),
        ("1 f6=1r f7=1y hand=15,15", Attempt(placed=("f8",)), "needs-two-neighbours"),
        ("1 f6=1r f7=1y hand=15,15", Attempt(placed=("g7",)), "not-a-move"),
        ("1 f6=1r f7=1y hand=15,15", Attempt(("f6",), ("g7",)), "not-a-move"),
    ],
)
def test_faults_while_placing(text, attempt, rule):
    assert EXPERT.faults(EXPERT.position(text), attempt) == (rule,)


def test_an_old_move_is_refused():
    state = TWO.start()
    move = TWO.legal_moves(state)[0]
    with pytest.raises(IllegalMove):
        TWO.apply(TWO.apply(state, move), move)
    with pytest.raises(IllegalMove):
        TWO.apply(state, Move("f6-a1", (lift("f6"), place("a1"))))


# Any game --------------------------------------------------------------------------------------


@every_variant
@pytest.mark.parametrize("seed", range(2))
def test_random_games_keep_the_books(game, seed):
    chance = random.Random(seed)
    state = game.start(seed)
    merged = pairs = singles = 0
    while moves := game.legal_moves(state):
        assert len({move.label for move in moves}) == len(moves)
        again = game.position(game.describe(state))
        assert again == state
        assert again.stacks == state.stacks
        assert [move.label for move in game.legal_moves(again)] == [move.label for move in moves]
        for move in moves:
            after = game.apply(state, move)
            assert after.stacks == carried_out(state.stacks, move.steps)
        move = chance.choice(moves)
        if move.takes:
            pairs += len(move.steps) == 2
            singles += len(move.steps) == 1
            assert move.by in (0, state.stacks[move.start][-1].player)
            assert move.by != state.turn
        elif move.start:
            merged += 1
        state = game.apply(state, move)
    cups = 16 * len(game.colours)
    assert merged + pairs == cups - len(state.stacks) - singles - pairs
    assert sum(map(len, state.stacks.values())) + sum(state.taken) == cups
    if game.options["colours"] == "1":
        assert sum(game.score(state).values()) == cups
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.reason == "most-cups"
    best = max(game.score(state).values())
    assert outcome.winners == tuple(p for p, n in game.score(state).items() if n == best)


def test_expert_games_never_run_out_of_cells():
    chance = random.Random(8)
    game = Cappuccino(players=4, setup="expert")
    for _ in range(5):
        state = game.start()
        while any(state.hand):
            moves = game.legal_moves(state)
            assert "pass" not in {move.label for move in moves}
            state = game.apply(state, chance.choice(moves))
        assert len(state.stacks) == 64
