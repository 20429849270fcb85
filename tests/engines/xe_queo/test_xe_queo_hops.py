"""How pawns of Xe Queo! move, X5 and X6, and what is still open in mid-chain."""

from __future__ import annotations

import itertools
import random

import pytest

from engines.steps import lift, place
from engines.xe_queo.kernel import COLOURS
from tests.engines.xe_queo.xe_queo_table import CELLS, CHAIN, GAME, distance, labels, pawn_labels


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
    assert distance("b4", "e1") > distance("b2", "e1")
    assert "b2^b4^d4^d2" in labels(CHAIN)
    assert "b2^b4" not in labels(CHAIN)
    assert "b2^b4^d4" not in labels(CHAIN)


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


# Under way -------------------------------------------------------------------------------------


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
