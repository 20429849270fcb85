"""Whatever way a player carries a move out, the board stands afterwards as the rule book says."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engines
from engines.geometry import draughts, morris
from firmware_bridge.people.boardtop import Boardtop
from firmware_bridge.people.gestures import Doing, Gesture, Kind, doing
from firmware_bridge.people.habits import Habits
from firmware_bridge.people.player import Second, carry_out, way_along
from firmware_bridge.people.putting_right import knocked, put_right
from firmware_bridge.people.sights import is_spoken, stacks_after
from firmware_bridge.people.times import HUMAN
from firmware_bridge.people.turns import plan_turn

GAMES = [game for book in engines.GAMES.values() for game in engines.variants(book)]


def done(board: Boardtop, gestures: list[Gesture]) -> None:
    """Let hands do it, in the order of time."""
    for gesture in sorted(gestures, key=lambda gesture: gesture.when):
        match gesture.kind:
            case Kind.LIFT:
                board.lift(gesture.hand, gesture.cell, gesture.count)
            case Kind.PUT:
                board.put(gesture.hand, gesture.cell, onto=gesture.onto)
            case Kind.FETCH:
                board.fetch(gesture.hand, gesture.pieces)
            case Kind.OFF:
                board.off(gesture.hand)
            case _:
                pytest.fail(f"{gesture.kind} is nothing a hand does to a board")


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10_000))
def test_every_move_leaves_what_the_rule_book_says_whatever_the_habits(game, seed):
    rng = Random(seed)
    state = game.start(seed)
    for _ in range(25):
        if game.outcome(state) is not None:
            break
        move = rng.choice(game.legal_moves(state))
        if not is_spoken(game, state, move):
            plan = plan_turn(rng, Habits.all(), HUMAN, game, state, move, hurried=False)
            board = Boardtop(state.stacks)
            done(board, plan.gestures)
            board.recognise(game.apply(state, move).stacks)
            assert 0 <= plan.begun <= plan.landed <= plan.done
        state = game.apply(state, move)


def carried(
    game: str, position: str, label: str, habits: Habits, *, seed: int = 1
) -> list[Gesture]:
    book = engines.GAMES[game]()
    state = book.position(position)
    move = book.parse(state, label)
    what = doing(move, state.stacks)
    return carry_out(
        Random(seed), habits, HUMAN, book.board, state.stacks, what, state.turn, 0.0
    ).gestures


def touches(gestures: list[Gesture]) -> list[tuple[str, str]]:
    return [(gesture.kind.value, gesture.cell) for gesture in gestures if gesture.cell]


def test_without_habits_a_chain_is_hopped_and_its_victims_go_last():
    gestures = carried("dama", "1 w=c3 b=d4,d6,h8", "c3xe5xc7", Habits.none())
    assert touches(gestures)[:4] == [("lift", "c3"), ("put", "e5"), ("lift", "e5"), ("put", "c7")]
    assert sorted(touches(gestures)[4:]) == [("lift", "d4"), ("lift", "d6")]


def with_habit(habit: str, game: str, position: str, label: str) -> list[list[tuple[str, str]]]:
    """What thirty players do who have this habit and no other."""
    every = Habits.only(habit)
    return [touches(carried(game, position, label, every, seed=seed)) for seed in range(30)]


def test_some_sweep_over_to_the_end():
    told = with_habit("sweep", "dama", "1 w=c3 b=d4,d6,h8", "c3xe5xc7")
    assert any(("put", "e5") not in acts for acts in told)
    assert any(("put", "e5") in acts for acts in told)


def test_some_take_their_victims_off_first():
    told = with_habit("victims-first", "dama", "1 w=c3 b=d4,h8", "c3xe5")
    assert any(acts[0] == ("lift", "d4") for acts in told)


def test_some_put_a_victim_back_before_they_take_it():
    told = with_habit("victim-put-back", "dama", "1 w=c3 b=d4,h8", "c3xe5")
    assert any(acts.count(("lift", "d4")) == 2 for acts in told)


def test_a_king_pushed_along_passes_over_the_cells_between():
    told = with_habit("slide", "dama", "1 w=Ka1 b=h2", "a1-d4")
    assert [("lift", "a1"), ("put", "b2"), ("lift", "b2")] in [acts[:3] for acts in told]


def test_nothing_is_pushed_through_other_pieces():
    free = with_habit("slide", "mulino", "1 w=a7,d5,g1 b=d6,b4,g7 hand=0,0", "a7-a1")
    blocked = with_habit("slide", "mulino", "1 w=a7,d5,g1 b=d6,a4,g7 hand=0,0", "a7-a1")
    assert any(("put", "a4") in acts for acts in free)
    assert all(acts == [("lift", "a7"), ("put", "a1")] for acts in blocked)


def test_a_round_trip_is_never_swept_over():
    what = Doing(("c3", "e5", "c3"), removed=())
    stacks = {"c3": (engines.Piece("white", 1),)}
    for seed in range(30):
        sweeping = Habits.only("sweep")
        plan = carry_out(Random(seed), sweeping, HUMAN, draughts(8), stacks, what, 1, 0.0)
        assert ("put", "e5") in touches(plan.gestures)


def test_a_tried_cell_comes_before_the_last_one():
    stacks = {"c3": (engines.Piece("white", 1),)}
    what = Doing(("c3", "d4"))
    tried = []
    for seed in range(40):
        plan = carry_out(
            Random(seed),
            Habits.only("try-cell"),
            HUMAN,
            draughts(8),
            stacks,
            what,
            1,
            0.0,
            Second(cells=("b4",)),
        )
        tried.append(touches(plan.gestures))
    straight = [("lift", "c3"), ("put", "d4")]
    thought = [("lift", "c3"), ("put", "b4"), ("lift", "b4"), ("put", "d4")]
    assert {tuple(acts) for acts in tried} == {tuple(straight), tuple(thought)}


def test_the_way_along_the_board_passes_blanks_too():
    assert way_along(morris(), "a1", "d1") == ("b1", "c1")
    assert way_along(draughts(8), "a1", "d4") == ("b2", "c3")


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10_000))
def test_a_board_knocked_over_is_put_right(game, seed):
    rng = Random(seed)
    state = game.start(seed)
    for _ in range(rng.randrange(20)):
        if game.outcome(state) is None:
            state = game.apply(state, rng.choice(game.legal_moves(state)))
    if not state.stacks:
        return
    board = Boardtop(state.stacks)
    done(board, knocked(rng, game.board, board.stacks, 1.0))
    done(board, put_right(rng, HUMAN, 3.0, board.stacks, state.stacks).gestures)
    assert board.stacks == dict(state.stacks)
    assert not board.hands


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10_000))
def test_what_hands_would_leave_is_what_the_rule_book_leaves(game, seed):
    rng = Random(seed)
    state = game.start(seed)
    for _ in range(20):
        if game.outcome(state) is not None:
            break
        move = rng.choice(game.legal_moves(state))
        left = stacks_after(state.stacks, doing(move, state.stacks))
        state = game.apply(state, move)
        heights = {cell: len(pile) for cell, pile in state.stacks.items()}
        assert {cell: len(pile) for cell, pile in left.items()} == heights
