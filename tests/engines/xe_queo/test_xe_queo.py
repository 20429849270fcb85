"""Xe Queo!, clause by clause, and what must hold in any match of it; its moves: test_xe_queo_hops."""

from __future__ import annotations

import hashlib
import itertools
import random

import pytest

from engines.game import IllegalMove, Outcome
from engines.steps import Piece, carried_out
from engines.xe_queo.kernel import COLOURS
from tests.engines.xe_queo.xe_queo_table import CELLS, GAME, distance, labels, played

# X1, X2: pawns, rounds -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_the_deal(seed):
    state = GAME.start(seed)
    assert state.turn == 2
    assert state.ring is None
    assert GAME.score(state) == {1: 0, 2: 0}
    assert len(state.stacks) == 7
    assert set(state.stacks.values()) == {(Piece(c, 0),) for c in COLOURS}


def test_a_seed_is_a_deal_for_ever():
    deals = "\n".join(GAME.describe(GAME.start(seed)) for seed in range(20))
    assert hashlib.sha256(deals.encode()).hexdigest()[:16] == "3c69c903901c0da0"


def test_player_2_places_the_ring_and_player_1_moves_first():
    state = GAME.start(4)
    move = GAME.legal_moves(state)[0]
    assert move.label.startswith("ring ")
    after = GAME.apply(state, move)
    assert after.turn == 1
    assert after.stacks == state.stacks
    assert f"ring {after.ring}" == move.label


ROUND = "1 ring=d4 red=c3 orange=g7 score=1-2"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("wins 1", "2 red=d4 orange=g7 score=2-2"),
        ("wins 2", "1 red=d4 orange=g7 score=1-3"),
    ],
)
def test_the_loser_places_the_next_ring_and_the_pawns_stay(answer, expected):
    assert played(ROUND, "c3-d4", answer) == expected


@pytest.mark.parametrize(("winner", "loser"), [(1, 2), (2, 1)])
def test_the_winner_moves_first_in_the_next_round(winner, loser):
    text = played(ROUND, "c3-d4", f"wins {winner}")
    assert text[0] == str(loser)
    assert played(text, "ring a1")[0] == str(winner)


@pytest.mark.parametrize(
    ("text", "answer", "winner"),
    [
        ("1 ring=d4 red=d4 score=3-3", "wins 1", 1),
        ("1 ring=d4 red=d4 score=3-3", "wins 2", 2),
        ("2 ring=d4 red=c3 queo=c3 score=0-3", "wins 2", 2),
    ],
)
def test_four_rings_win_the_match(text, answer, winner):
    state = GAME.position(text)
    assert GAME.outcome(state) is None
    state = GAME.apply(state, GAME.parse(state, answer))
    assert GAME.outcome(state) == Outcome((winner,), "four-rings")
    assert GAME.legal_moves(state) == ()
    assert GAME.zones(state) == {}
    assert GAME.position(GAME.describe(state)) == state
    with pytest.raises(IllegalMove, match="the game is over"):
        GAME.parse(state, "ring a1")


def test_three_rings_do_not():
    assert GAME.outcome(GAME.position("1 ring=d4 red=a1 score=3-3")) is None


# X3: the ring's place --------------------------------------------------------------------------


def test_the_ring_keeps_away_from_pawns():
    # Four pawns leave only the cross in the middle; a fifth on e4 takes its neighbours too.
    open_cells = {"a4", "b4", "d1", "d2", "d6", "d7", "f4", "g4", "c4", "d3", "d5", "e4", "d4"}
    assert labels("2 red=b2 orange=b6 yellow=f2 green=f6") == {f"ring {c}" for c in open_cells}
    blocked = {"e4", "d3", "d4", "d5", "f4"}
    text = "2 red=b2 orange=b6 yellow=f2 green=f6 blue=e4"
    assert labels(text) == {f"ring {c}" for c in open_cells - blocked}


def test_placing_the_ring_touches_nothing():
    state = GAME.position("2 red=a1")
    assert all(move.steps == () for move in GAME.legal_moves(state))


def test_zones_show_where_the_ring_may_go_and_where_it_is():
    state = GAME.position("2 red=b2 orange=b6 yellow=f2 green=f6 blue=e4")
    assert GAME.zones(state) == {"zone": {"a4", "b4", "c4", "d1", "d2", "d6", "d7", "g4"}}
    assert GAME.zones(GAME.position("1 ring=d4 red=a1")) == {"ring": {"d4"}}


def test_there_is_always_a_cell_for_the_ring():
    """Nine cells so far apart that no pawn touches two of them: seven pawns leave two free."""
    apart = [f + r for f in "adg" for r in "147"]
    reach = {cell: {cell, *GAME.board.links[cell]} for cell in CELLS}
    assert all(reach[one].isdisjoint(reach[two]) for one, two in itertools.combinations(apart, 2))
    chance = random.Random(3)
    for _ in range(500):
        # Crowds of pawns that cover as much as they can: greedily, then at random.
        pawns: list[str] = []
        covered: set[str] = set()
        for _ in COLOURS:
            free = [cell for cell in CELLS if cell not in pawns]
            some = chance.sample(free, chance.randint(1, len(free)))
            pawns.append(max(some, key=lambda cell: len(reach[cell] - covered)))
            covered |= reach[pawns[-1]]
        words = " ".join(f"{c}={cell}" for c, cell in zip(COLOURS, pawns, strict=True))
        assert len(set(apart) - covered) >= 2
        assert labels(f"1 {words}") == {f"ring {cell}" for cell in set(CELLS) - covered}


# X7: the ring ----------------------------------------------------------------------------------


def test_entering_the_ring_asks_who_takes_it():
    state = GAME.position("2 ring=d4 red=c3 blue=a1")
    state = GAME.apply(state, GAME.parse(state, "c3-d4"))
    assert state.turn == 2
    assert [(m.label, m.answer, m.steps) for m in GAME.legal_moves(state)] == [
        ("wins 1", 1, ()),
        ("wins 2", 2, ()),
    ]
    assert GAME.zones(state) == {"ring": {"d4"}}
    assert GAME.describe(state) == "2 ring=d4 red=d4 blue=a1 score=0-0"


def test_a_hop_can_end_in_the_ring_but_not_go_on():
    text = "1 ring=d4 red=b4 blue=c4 green=e4"
    assert "b4^d4" in labels(text)
    assert "b4^d4^f4" not in labels("1 ring=d4 red=b4 blue=c4 green=d5")
    assert GAME.underway(GAME.position(text), ("b4", "d4", "f4")) == ()


def test_the_ring_is_nothing_to_hop_over():
    assert "c4^e4" not in labels("1 ring=d4 red=c4")


# X8: the challenge -----------------------------------------------------------------------------


def test_any_pawn_can_be_named_and_nothing_else():
    text = "1 ring=d4 red=a1 blue=g7"
    assert {label for label in labels(text) if label.startswith("queo")} == {"queo a1", "queo g7"}
    assert "pass" not in labels(text)


def test_a_challenge_is_answered_by_the_cards():
    state = GAME.position("2 ring=d4 red=a1 blue=g7 score=1-0")
    state = GAME.apply(state, GAME.parse(state, "queo g7"))
    assert GAME.describe(state) == "2 ring=d4 red=a1 blue=g7 queo=g7 score=1-0"
    assert state.turn == 2
    assert {move.label for move in GAME.legal_moves(state)} == {"wins 1", "wins 2"}
    state = GAME.apply(state, GAME.parse(state, "wins 1"))
    assert GAME.describe(state) == "2 red=a1 blue=g7 score=2-0"


# X9 and any match ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_random_matches(seed):
    chance = random.Random(seed)
    state = GAME.start(seed)
    moves_of_round = 0
    for _ in range(4000):
        moves = GAME.legal_moves(state)
        if not moves:
            break
        assert len({move.label for move in moves}) == len(moves)
        assert GAME.position(GAME.describe(state)) == state
        for move in moves:
            after = GAME.apply(state, move)
            assert after.stacks == carried_out(state.stacks, move.steps)
            if move.steps:
                check_pawn_move(state, move)
        of_pawns = [move for move in moves if move.steps]
        if state.ring and not state.asking:
            assert of_pawns, GAME.describe(state)
            # Each move lowers one of seven squared distances, none above 72.
            moves_of_round += 1
            assert moves_of_round < 7 * 72
        else:
            moves_of_round = 0
        # Challenges end a round at once: rare here, so that pawns get to run.
        state = GAME.apply(
            state, chance.choice(of_pawns if of_pawns and chance.random() < 0.95 else moves)
        )
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert GAME.score(state)[outcome.winners[0]] == 4


def check_pawn_move(state, move):
    trail = tuple(dict.fromkeys(step.cell for step in move.steps))
    assert distance(trail[-1], state.ring) < distance(trail[0], state.ring)
    for end in range(1, len(trail) + 1):
        assert move in GAME.underway(state, trail[:end])
