"""What hidden hats can still be: T5, on paper and in play."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import IllegalMove
from engines.steps import Act, Piece, carried_out
from engines.top_hats.book import TopHats
from engines.top_hats.hidden import Count, hidden_ten, possible_colours
from engines.top_hats.state import CELLS
from tests.engines.playing import labels, play

RED, YELLOW = Piece("red", 1), Piece("yellow", 2)
TABLES = [(players, rules) for players in (2, 3) for rules in ("it", "fr")]
every_table = pytest.mark.parametrize(("players", "rules"), TABLES)
FAR = "h7=??y h6=??y"


def test_what_each_builder_hides():
    assert hidden_ten(2, 1) == (4, 6, 0)
    assert hidden_ten(2, 2) == (6, 4, 0)
    assert hidden_ten(3, 1) == (4, 3, 3)
    assert hidden_ten(3, 3) == (3, 3, 4)


def test_an_uncovered_hat_is_asked_for_and_its_owner_answers():
    game = TopHats(players=3)
    state = game.position("2 c3=y c4=??r h7=??b h6=??r")
    asked = play(game, state, "c3xc5")
    assert asked.turn == 2
    assert asked.stacks["c4"] == (Piece("unknown"), Piece("unknown"))
    assert {m.label: m.answer for m in game.legal_moves(asked)} == {
        "c4=red": 1,
        "c4=yellow": 2,
        "c4=blue": 3,
    }
    after = play(game, asked, "c4=yellow")
    assert after.turn == 3
    assert after.stacks["c4"] == (Piece("unknown"), YELLOW)
    (step,) = game.parse(asked, "c4=yellow").steps
    assert (step.act, step.cell, step.pieces) == (Act.REVEAL, "c4", (YELLOW,))


def test_several_uncovered_hats_are_asked_for_in_any_order():
    game = TopHats()
    state = game.position(f"2 c3=y c4=??r d6=??r {FAR}")
    asked = play(game, state, "c3xc5xe7")
    assert labels(game, asked) == {"c4=red", "c4=yellow", "d6=red", "d6=yellow"}
    one, other = ("c4=red", "d6=yellow"), ("d6=yellow", "c4=red")
    assert play(game, asked, *one) == play(game, asked, *other)
    half = play(game, asked, "c4=red")
    assert half.turn == 2
    assert labels(game, half) == {"d6=red", "d6=yellow"}


def test_a_colour_that_is_used_up_is_not_asked_for():
    game = TopHats()
    state = game.position(f"2 c3=y c4=??r g4=r {FAR} left1=rrrr")
    move = game.parse(state, "c3xc5")
    assert [(s.act, s.cell) for s in move.steps[-2:]] == [(Act.REMOVE, "c4"), (Act.REVEAL, "c4")]
    after = game.apply(state, move)
    assert after.stacks["c4"] == (Piece("unknown"), YELLOW)
    assert after.turn == 1


def test_one_report_may_settle_the_next():
    game = TopHats()
    state = game.position(f"2 c3=y c4=??r d6=??r {FAR} left1=rrr")
    asked = play(game, state, "c3xc5xe7")
    assert labels(game, asked) == {"c4=red", "c4=yellow", "d6=red", "d6=yellow"}
    report = game.parse(asked, "c4=red")
    assert [(s.cell, s.pieces) for s in report.steps] == [("c4", (RED,)), ("d6", (YELLOW,))]
    after = game.apply(asked, report)
    assert carried_out(asked.stacks, report.steps) == after.stacks
    assert after.turn == 1
    assert labels(game, play(game, asked, "c4=yellow")) == {"d6=red", "d6=yellow"}


def test_an_impossible_report_is_refused():
    game = TopHats(players=3)
    asked = play(game, game.position("2 c3=y c4=??r h7=??b h6=??r left1=rrrrbb"), "c3xc5")
    assert labels(game, asked) == {"c4=yellow", "c4=blue"}
    with pytest.raises(IllegalMove) as error:
        game.parse(asked, "c4=red")
    assert error.value.rule == "impossible-colour"
    with pytest.raises(IllegalMove) as error:
        game.parse(asked, "h7=red")
    assert error.value.rule == "not-a-move"


def test_colours_that_are_known_are_not_asked_for():
    game = TopHats()
    after = play(game, game.position(f"2 c3=y c4=yrr {FAR}"), "c3xc5")
    assert after.stacks["c4"] == (YELLOW, RED)
    assert after.turn == 1


def test_hats_of_an_unknown_builder_are_bound_by_the_box_only():
    game = TopHats()
    asked = play(game, game.position(f"2 c3=y c4=?r {FAR} left=rrrrrrrrrrrrr"), "c3xc5")
    # Thirteen reds gone before and the one taken off: the box has one more.
    assert labels(game, asked) == {"c4=red", "c4=yellow"}
    state = game.position(f"2 c3=y c4=?r {FAR} left=rrrrrrrrrrrrrr")
    after = play(game, state, "c3xc5")
    assert after.stacks["c4"] == (YELLOW,)


def test_a_position_no_builder_could_have_built_is_bound_by_the_box_only():
    game = TopHats()
    # Six hidden reds under red tops: T2 allows four.
    state = game.position(f"2 c3=y c4=??r b2=rrr b3=rrr b4=rrr {FAR}")
    assert labels(game, play(game, state, "c3xc5")) == {"c4=red", "c4=yellow"}


def test_a_colour_nobody_plays_does_not_turn_up():
    game = TopHats()
    asked = play(game, game.position(f"2 c3=y c4=?b {FAR}"), "c3xc5")
    assert labels(game, asked) == {"c4=red", "c4=yellow"}
    assert asked.stacks["c4"] == (Piece("unknown"),)
    assert game.position("1 c3=b h7=y").stacks["c3"] == (Piece("blue", 0),)


def test_what_one_hat_must_be_is_gone_for_the_others():
    game = TopHats()
    # The box has one red and one yellow. Under c3, player 1's, no yellow can be: it takes the red.
    text = "1 c3=?r e6=? built1=c3 left=" + "r" * 13 + "y" * 8 + " left1=yyyyyy"
    assert labels(game, game.position(text)) == {"e6=yellow"}
    free = "1 c3=?r e6=? left=" + "r" * 13 + "y" * 14
    assert labels(game, game.position(free)) == {"e6=red", "e6=yellow"}


# Against counting by hand --------------------------------------------------------------------


def by_hand(hats, at, players):
    """Try every colouring of the unseen hats."""
    unseen = []
    fixed: Counter[str] = Counter()
    hidden: list[Counter[str]] = [Counter() for _ in range(players + 1)]
    for builder, tally in enumerate(hats.off_board):
        for colour, number in zip("ryb", tally, strict=True):
            fixed[colour] += number
            if builder:
                hidden[builder][colour] += number
    for cell, pile in enumerate(hats.piles):
        for height, hat in enumerate(pile):
            if hat == "?":
                unseen.append((cell, height, hats.builders[cell]))
            elif hat != "n":
                fixed[hat] += 1
                if height < 2 and hats.builders[cell]:
                    hidden[hats.builders[cell]][hat] += 1
    found = set()
    for colours in itertools.product("ryb"[:players], repeat=len(unseen)):
        total = fixed + Counter(colours)
        tens = [Counter(counter) for counter in hidden]
        for (_, _, builder), colour in zip(unseen, colours, strict=True):
            if builder:
                tens[builder][colour] += 1
        limits = [
            dict(zip("ryb", hidden_ten(players, b), strict=True)) for b in range(1, players + 1)
        ]
        if max(total.values()) <= 15 and all(
            tens[b][c] <= limits[b - 1][c] for b in range(1, players + 1) for c in "ryb"
        ):
            top = next(
                i
                for i, hat in enumerate(unseen)
                if hat[0] == at and hat[1] == len(hats.piles[at]) - 1
            )
            found.add(colours[top])
    return "".join(colour for colour in "ryb" if colour in found)


@st.composite
def uncovered_positions(draw):
    """Few stacks, many hats off the board, so that every limit is felt."""
    players = draw(st.sampled_from([2, 3]))
    colours = "ryb"[:players]
    hat = st.sampled_from(colours + "??")
    words = []
    cells = ["b2", "c3", "d3", "f5", "g7", "h8"]
    built: dict[int, list[str]] = {player: [] for player in range(1, players + 1)}
    for cell in cells[: draw(st.integers(1, 4))]:
        pile = draw(hat) + draw(hat) + draw(st.sampled_from(colours))
        height = draw(st.integers(1, 3))
        pile = pile[3 - height :]
        words.append(f"{cell}={pile}")
        builder = draw(st.integers(0, players))
        if height < 3 and builder:
            built[builder].append(cell)
    words.append("e6=" + draw(st.sampled_from(["?", "??"])))
    builder = draw(st.integers(0, players))
    if builder:
        built[builder].append("e6")
    words += [f"built{player}={','.join(made)}" for player, made in built.items() if made]
    for player in range(1, players + 1):
        ten = hidden_ten(players, player)
        gone = "".join(c * draw(st.integers(0, ten[n])) for n, c in enumerate(colours))
        if gone:
            words.append(f"left{player}={gone}")
    # So much has left that the box is nearly empty.
    seen = Counter("".join(word.partition("=")[2] for word in words if "built" not in word))
    gone = "".join(c * max(0, 15 - seen[c] - draw(st.integers(0, 3))) for c in colours)
    if gone:
        words.append(f"left={gone}")
    return players, "1 " + " ".join(words)


@settings(max_examples=250, deadline=None)
@given(uncovered_positions())
def test_possible_colours_are_those_counted_by_hand(case):
    players, text = case
    game = TopHats(players=players)
    try:
        state = game.position(text)
    except ValueError:
        return
    at = CELLS.index("e6")
    expected = by_hand(state.hats, at, players)
    # Nothing by hand means: no builder could have built this, and then only the box counts.
    if expected:
        assert possible_colours(state.hats, at) == expected
    else:
        assert possible_colours(state.hats, at)


# In play -------------------------------------------------------------------------------------


def built_stacks(players, chance):
    """What each player really builds, told to nobody."""
    stacks = {}
    for player in range(1, players + 1):
        ten = list("".join(c * n for c, n in zip("ryb", hidden_ten(players, player), strict=True)))
        chance.shuffle(ten)
        stacks[player] = [f"{ten[2 * n]}{ten[2 * n + 1]}{'ryb'[player - 1]}" for n in range(5)]
    return stacks


@every_table
@pytest.mark.parametrize("seed", range(6))
def test_a_hidden_game_and_the_same_game_with_open_hats_go_hand_in_hand(players, rules, seed):
    chance = random.Random(seed)
    game = TopHats(players=players, rules=rules)
    truth = built_stacks(players, chance)
    state = game.start()
    opened = []
    while any(state.hand):
        move = chance.choice(game.legal_moves(state))
        opened.append(f"{move.label}={truth[state.turn].pop()}")
        state = game.apply(state, move)
    known = game.position(f"{state.turn} {' '.join(opened)}")
    while (outcome := game.outcome(known)) is None:
        assert labels(game, state) == labels(game, known)
        assert (state.turn, state.shrunk) == (known.turn, known.shrunk)
        label = chance.choice(game.legal_moves(known)).label
        state, known = play(game, state, label), play(game, known, label)
        while asked := state.hats.uncovered():
            cell = CELLS[chance.choice(asked)]
            state = play(game, state, f"{cell}={known.stacks[cell][-1].colour}")
        for cell, stack in state.stacks.items():
            for seen, real in zip(stack, known.stacks[cell], strict=True):
                assert seen in (real, Piece("unknown"))
    assert game.outcome(state) == outcome


@every_table
@pytest.mark.parametrize("seed", range(4))
def test_hats_always_add_up(players, rules, seed):
    chance = random.Random(seed)
    game = TopHats(players=players, rules=rules)
    state = game.start()
    turns = 0
    while game.outcome(state) is None:
        if not any(state.hand):
            count = Count(state.hats)
            assert count.adds_up()
            assert min(count.box) >= 0
            for builder in range(1, players + 1):
                # The ten: those that came to light and those still unseen.
                assert sum(count.shown[builder]) + count.unseen[builder] == 10
                assert sum(count.pools[builder]) == count.unseen[builder]
            assert all(possible_colours(state.hats, at) for at in state.hats.uncovered())
        moves = game.legal_moves(state)
        assert len({move.label for move in moves}) == len(moves)
        move = chance.choice(moves)
        after = game.apply(state, move)
        assert carried_out(state.stacks, move.steps) == after.stacks
        assert game.position(game.describe(after)) == after
        state = after
        turns += 1
    assert turns < 1000
