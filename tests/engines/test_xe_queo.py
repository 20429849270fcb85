"""Xe Queo!, clause by clause, and what must hold in any match of it."""

from __future__ import annotations

import hashlib
import itertools
import random

import pytest

from engines.game import (
    Attempt,
    IllegalMove,
    InvalidLabel,
    InvalidOption,
    InvalidPosition,
    Move,
    Outcome,
)
from engines.steps import Piece, carried_out, lift, place
from engines.xe_queo import COLOURS, XeQueo, distance

GAME = XeQueo()
CELLS = GAME.board.cells


def labels(text: str) -> set[str]:
    return {move.label for move in GAME.legal_moves(GAME.position(text))}


def pawn_labels(text: str) -> set[str]:
    """Without the challenges, which are always there."""
    return {label for label in labels(text) if not label.startswith("queo")}


def played(text: str, *moves: str) -> str:
    state = GAME.position(text)
    for label in moves:
        state = GAME.apply(state, GAME.parse(state, label))
    return GAME.describe(state)


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


# X5, X6: steps and hops ------------------------------------------------------------------------


def test_a_step_goes_nearer_and_nowhere_else():
    assert pawn_labels("1 ring=d4 red=a4") == {"a4-b3", "a4-b4", "a4-b5"}
    assert pawn_labels("1 ring=d4 red=a1") == {"a1-a2", "a1-b2", "a1-b1"}


def test_a_diagonal_is_longer_than_a_straight_line():
    """The sheet's diagram: as many steps, but B is nearer than A."""
    assert distance("c4", "d4") < distance("c3", "d4")
    assert "c3-c4" in labels("1 ring=d4 red=c3")
    assert "c4-c3" not in labels("1 ring=d4 red=c4")
    assert "b5-b4" in labels("1 ring=d4 red=b5")
    assert "b4-b5" not in labels("1 ring=d4 red=b4")


def test_a_step_needs_an_empty_cell():
    assert "b2-c3" not in labels("1 ring=d4 red=b2 blue=c3")


@pytest.mark.parametrize("over", ["c4", "c3", "d3", "e3", "e4", "e5", "d5", "c5"])
def test_hops_go_in_all_eight_directions(over):
    end = GAME.board.beyond("d4", over)
    # The ring lies straight on, right behind the landing cell.
    assert end is not None
    ring = GAME.board.beyond(over, end)
    assert ring is not None
    assert f"d4^{end}" in labels(f"1 ring={ring} red=d4 blue={over}")


def test_hops_need_a_pawn_and_an_empty_cell_behind():
    assert "b2^d4" in labels("1 ring=f6 red=b2 blue=c3")
    assert "b2^d4" not in labels("1 ring=f6 red=b2")
    assert "b2^d4" not in labels("1 ring=f6 red=b2 blue=c3 green=d4")
    assert "a1^a3" not in labels("1 ring=a7 red=a1 blue=b2")


def test_hops_chain_and_only_the_end_must_be_nearer():
    # b2 to b4 to d4 to d2: away from the ring on e1, and back to it.
    text = "1 ring=e1 red=b2 blue=b3 green=c4 white=d3"
    assert distance("b4", "e1") > distance("b2", "e1")
    assert "b2^b4^d4^d2" in labels(text)
    assert "b2^b4" not in labels(text)
    assert "b2^b4^d4" not in labels(text)


def test_a_chain_may_pass_where_it_began():
    # The start counts as empty: out over b3 and back would be no move, but on over c2 is one.
    text = "1 ring=g2 red=b2 blue=b3 green=c2"
    assert pawn_labels(text) >= {"b2^d2"}
    assert GAME.underway(GAME.position(text), ("b2", "b4", "b2", "d2")) == GAME.underway(
        GAME.position(text), ("b2", "d2")
    )


def test_steps_and_hops_do_not_mix():
    assert pawn_labels("1 ring=g4 red=a4 blue=c4") == {
        *("a4-b3", "a4-b4", "a4-b5"),
        *("c4-d3", "c4-d4", "c4-d5"),
    }


def test_one_label_for_all_ways_between_two_cells():
    # From b2 to d4: straight over c3, or in two hops round either corner.
    direct = "1 ring=g7 red=b2 blue=c3 green=b3 white=c4"
    assert "b2^d4" in labels(direct)
    assert "b2^b4^d4" not in labels(direct)
    # Two ways of two hops: the first in the alphabet.
    around = "1 ring=g7 red=b2 blue=b3 green=c4 white=c2 yellow=d3"
    assert {"b2^b4^d4"} == {label for label in labels(around) if label.endswith("^d4")}


def test_steps_of_a_move():
    state = GAME.position("1 ring=g7 red=b2 blue=b3 green=c4")
    assert GAME.parse(state, "b2-c3").steps == (lift("b2"), place("c3"))
    chain = GAME.parse(state, "b2^b4^d4")
    assert chain.steps == (lift("b2"), place("b4"), lift("b4"), place("d4"))
    assert GAME.parse(state, "queo b2").steps == ()


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


# Under way -------------------------------------------------------------------------------------

CHAIN = "1 ring=e1 red=b2 blue=b3 green=c4 white=d3"


def underway(text: str, *trail: str) -> set[str]:
    return {move.label for move in GAME.underway(GAME.position(text), trail)}


def test_underway_from_the_start_all_moves_of_the_pawn():
    assert underway(CHAIN, "b2") == {
        label for label in pawn_labels(CHAIN) if label.startswith("b2")
    }
    assert underway(CHAIN, "b2") == {"b2-b1", "b2-c1", "b2-c2", "b2-c3", "b2^b4^d4^d2"}


def test_underway_in_mid_chain_cells_need_not_be_nearer():
    assert underway(CHAIN, "b2", "b4") == {"b2^b4^d4^d2"}
    assert underway(CHAIN, "b2", "b4", "d4") == {"b2^b4^d4^d2"}
    assert underway(CHAIN, "b2", "b4", "d4", "d2") == {"b2^b4^d4^d2"}
    assert underway(CHAIN, "b2", "b4", "b2") == {"b2^b4^d4^d2"}


def test_underway_after_a_step():
    assert underway(CHAIN, "b2", "c2") == {"b2-c2"}
    assert underway(CHAIN, "b2", "a2") == set()
    assert underway(CHAIN, "b2", "c3", "d4") == set()


@pytest.mark.parametrize(
    "trail",
    [(), ("a1",), ("b2", "b2"), ("b2", "d4"), ("b2", "b4", "c5"), ("b2", "b4", "b3"), ("b2", "b3")],
)
def test_underway_of_what_is_no_chain(trail):
    assert underway(CHAIN, *trail) == set()


def test_underway_by_another_way_than_the_label_tells():
    around = "1 ring=g7 red=b2 blue=b3 green=c4 white=c2 yellow=d3"
    assert "b2^b4^d4" in underway(around, "b2", "d2", "d4")


def test_underway_in_the_ring_the_move_is_over():
    text = "1 ring=d4 red=b4 blue=c4 green=e4 white=b5"
    assert underway(text, "b4", "d4") == {"b4^d4"}


@pytest.mark.parametrize(
    "text", ["2 red=b2", "1 ring=d4 red=d4 blue=c3", "1 ring=d4 red=a1 queo=a1"]
)
def test_underway_nothing_while_no_pawn_may_move(text):
    for cell in CELLS:
        assert underway(text, cell) == set()


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


@pytest.mark.parametrize("seed", range(6))
def test_hop_chains_against_a_plain_search(seed):
    """Every chain by brute force: same ends, and no label longer than the shortest way."""
    chance = random.Random(seed)
    for _ in range(20):
        cells = chance.sample([c for c in CELLS if c < "e6"], 8)
        words = " ".join(f"{c}={cell}" for c, cell in zip(COLOURS, cells[1:], strict=True))
        state = GAME.position(f"1 ring={cells[0]} {words}")
        found: dict[tuple[str, str], str] = {}
        for start in cells[1:]:
            for path in chains(state, (start,)):
                key = (start, path[-1])
                label = "^".join(path)
                if distance(path[-1], cells[0]) < distance(start, cells[0]):
                    found[key] = min(found.get(key, label), label, key=lambda x: (len(x), x))
        listed = {move.label for move in GAME.legal_moves(state) if "^" in move.label}
        assert listed == set(found.values())


def chains(state, path):
    if path[-1] == state.ring:
        return
    file, rank = ord(path[-1][0]), int(path[-1][1])
    standing = set(state.stacks) - {path[0]}
    for df, dr in itertools.product((-1, 0, 1), repeat=2):
        over = f"{chr(file + df)}{rank + dr}"
        end = f"{chr(file + 2 * df)}{rank + 2 * dr}"
        if over in standing and end in CELLS and end not in standing and end not in path:
            yield (*path, end)
            yield from chains(state, (*path, end))


# Text ------------------------------------------------------------------------------------------

FULL = "1 ring=d4 red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1 score=0-2"


@pytest.mark.parametrize(
    "text",
    [
        FULL,
        "2 red=a1 orange=g7 score=0-0",
        "1 ring=d4 red=d4 score=3-3",
        "2 ring=d4 red=a1 queo=a1 score=1-0",
    ],
)
def test_text_comes_back_unchanged(text):
    assert GAME.describe(GAME.position(text)) == text


def test_text_comes_back_in_the_order_of_the_contract():
    assert GAME.describe(GAME.position("1 orange=g7 red=a1 ring=d4")) == (
        "1 ring=d4 red=a1 orange=g7 score=0-0"
    )


def test_stacks_hold_the_pawns_and_not_the_ring():
    state = GAME.position(FULL)
    assert "d4" not in state.stacks
    assert state.stacks["a1"] == (Piece("red", 0),)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "begins with the player to move, 1 to 2, not ''"),
        ("1 ring=d4", "has no pawn, expected red=a1 orange=g7 and so on"),
        ("1 ring=d4 red=h1", "names the cell 'h1', which this board does not have"),
        ("1 ring=d8 red=a1", "names the cell 'd8', which this board does not have"),
        ("1 ring= red=a1", "names the cell '', which this board does not have"),
        ("1 red=a1 blue=a1", "puts two pieces on a1"),
        ("1 red=a1 pink=a2", "has 'pink=', expected ring=, red=, orange="),
        ("1 red=a1 red=a2", "names 'red' twice"),
        ("1 red=a1 ring", "has 'ring'"),
        ("1 red=a1 score=1", "has 'score=1', expected score=N-N"),
        ("1 red=a1 score=5-0", "has 'score=5-0', but 4 rings end the match"),
        ("1 red=a1 score=4-4", "has 'score=4-4', but 4 rings end the match"),
        ("1 ring=d4 red=a1 queo=b1", "has 'queo=b1', but no pawn stands on b1"),
        ("1 red=a1 queo=a1", "a challenge needs a ring that no pawn has entered"),
        ("1 ring=d4 red=d4 queo=d4", "a challenge needs a ring that no pawn has entered"),
    ],
)
def test_bad_positions(text, complaint):
    with pytest.raises(InvalidPosition) as refused:
        GAME.position(text)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    "label",
    ["", "b2", "b2-", "b2-c3-d4", "b2^", "b2xd4", "b2-c3^e5", "ring", "ring z1", "queo", "wins 3",
     "wins", "h1-g1", "pass"],
)  # fmt: skip
def test_bad_labels(label):
    with pytest.raises(InvalidLabel):
        GAME.parse(GAME.position(FULL), label)


@pytest.mark.parametrize(
    ("label", "attempt"),
    [
        ("b2-c3", Attempt(("b2",), ("c3",))),
        ("b2^d4^f4", Attempt(("b2",), ("d4", "f4"))),
        ("ring d4", Attempt(placed=("d4",))),
        ("queo b2", Attempt(named=("b2",))),
        ("wins 1", Attempt()),
    ],
)
def test_labels_are_read_without_judging(label, attempt):
    assert GAME.attempt(GAME.position(FULL), label) == attempt


@pytest.mark.parametrize("options", [{"players": 3}, {"rules": "it"}])
def test_there_are_no_options(options):
    with pytest.raises(InvalidOption):
        XeQueo(**options)


# Faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "label", "rules"),
    [
        ("2 red=b2", "ring c3", ("ring-too-close",)),
        ("2 red=b2", "ring b2", ("cell-taken",)),
        ("2 red=b2", "b2-c3", ("not-a-move",)),
        ("2 red=b2", "queo b2", ("not-a-move",)),
        ("1 ring=d4 red=a1", "ring g7", ("not-a-move",)),
        ("1 ring=d4 red=a1", "wins 1", ("not-a-move",)),
        ("1 ring=d4 red=a1", "queo b1", ("not-a-move",)),
        ("1 ring=d4 red=a1", "b1-b2", ("not-a-move",)),
        ("1 ring=d4 red=b4", "b4-a4", ("not-nearer",)),
        ("1 ring=d4 red=b4", "b4-b5", ("not-nearer",)),
        ("1 ring=d4 red=a1", "a1-c3", ("not-adjacent",)),
        ("1 ring=d4 red=d6", "d6-a6", ("not-adjacent", "not-nearer")),
        ("1 ring=d4 red=a1 blue=b2", "a1-b2", ("cell-taken",)),
        ("1 ring=g7 red=a1 blue=b2 green=c3", "a1^c3", ("cell-taken",)),
        ("1 ring=g7 red=a1", "a1^c3", ("not-adjacent",)),
        ("1 ring=a1 red=b2 blue=c3", "b2^d4", ("not-nearer",)),
        ("1 ring=g7 red=a1 blue=b2", "a1^c3^d4", ("not-adjacent",)),
        ("1 ring=c3 red=a1 blue=b2 green=d4", "a1^c3^e5", ("not-adjacent", "not-nearer")),
        ("1 ring=d4 red=d4 blue=a1", "a1-b2", ("not-a-move",)),
        ("1 ring=d4 red=c3 queo=c3", "c3-d4", ("not-a-move",)),
    ],
)
def test_faults(text, label, rules):
    state = GAME.position(text)
    assert GAME.faults(state, GAME.attempt(state, label)) == rules
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(state, label)
    assert refused.value.rule == rules[0]


def test_faults_of_what_hands_did():
    state = GAME.position("1 ring=d4 red=a1 blue=b2 green=a2 white=b1")
    assert GAME.faults(state, Attempt(("b2",))) == ("wrong-piece-removed",)
    assert GAME.faults(state, Attempt(("a1", "b2"), ("c3",))) == ("not-a-move",)
    assert GAME.faults(state, Attempt()) == ("not-a-move",)
    # Start and end of a whole chain, as seen when the pawn is not set down in between.
    chain = GAME.position(CHAIN.replace("ring=e1", "ring=a1"))
    assert GAME.faults(chain, Attempt(("b2",), ("d4",))) == ("not-nearer",)


def test_a_pawn_without_a_move_was_picked_up_in_vain():
    text = "1 ring=g7 red=a1 orange=a2 yellow=b1 green=b2 blue=a3 purple=c1 white=c3"
    state = GAME.position(text)
    assert GAME.underway(state, ("a1",)) == ()
    assert GAME.faults(state, Attempt(("a1",))) == ("not-nearer", "wrong-piece-removed")


def test_an_old_move_is_refused():
    state = GAME.position(FULL)
    move = GAME.parse(state, "a1-b2")
    with pytest.raises(IllegalMove):
        GAME.apply(GAME.apply(state, move), move)
    with pytest.raises(IllegalMove):
        GAME.apply(state, Move("a1-b2", (lift("a1"), place("b1"))))
