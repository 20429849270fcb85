"""What chess says of itself, and the contract over it: pytest examples/chess"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engines import GAMES
from engines.errors import InvalidPosition
from engines.game import Attempt
from engines.opponents import Opponent
from engines.steps import Act
from firmware_bridge.contract import CHECKS

COMMAND = Path(sys.executable).with_name("tavoliere")
GAME = GAMES["chess"]()


@pytest.mark.parametrize("check", CHECKS)
def test_it_keeps_the_contract(check):
    CHECKS[check](GAMES["chess"])


def play(state, *labels):
    for label in labels:
        state = GAME.apply(state, GAME.parse(state, label))
    return state


# Rules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902]),
        # Castling, captures in passing and pins at once.
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264]),
    ],
)
def test_there_are_as_many_games_as_there_should_be(position, counts):
    edge = [GAME.position(position)]
    for count in counts:
        edge = [GAME.apply(state, move) for state in edge for move in GAME.legal_moves(state)]
        assert len(edge) == count


@pytest.mark.parametrize(
    ("position", "move", "winners", "reason"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1-a8", (1,), "checkmate"),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 60", "a1-a8", (1,), "checkmate"),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 60", "a1-a2", (), "fifty-moves"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "f6-f7", (), "stalemate"),
        ("7k/8/8/8/8/8/1p6/K1N5 w - - 0 1", "a1xb2", (), "too-few-pieces"),
    ],
)
def test_how_it_ends(position, move, winners, reason):
    outcome = GAME.outcome(play(GAME.position(position), move))
    assert (outcome.winners, outcome.reason) == (winners, reason)


def test_the_third_time_is_a_draw_and_a_lost_right_to_castle_makes_another_position():
    there_and_back = ("g1-f3", "g8-f6", "f3-g1", "f6-g8")
    state = play(GAME.start(), *there_and_back, *there_and_back)
    assert GAME.outcome(state).reason == "repetition"
    rooks = GAME.position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    shuffle = ("h1-g1", "h8-g8", "g1-h1", "g8-h8")
    state = play(rooks, *shuffle, *shuffle)
    assert GAME.outcome(state) is None
    assert GAME.outcome(play(state, *shuffle[:2])).reason == "repetition"


def test_a_position_is_a_fen_and_its_clocks_come_back():
    text = "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 7 12"
    assert GAME.describe(GAME.position(text)) == text


def test_a_pawn_that_nobody_can_take_in_passing_makes_no_other_position():
    assert GAME.position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1") == GAME.position(
        "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 w=c3 b=d4", "is no FEN"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "one king a side"),
        ("P3k3/8/8/8/8/8/8/K7 w - - 0 1", "has a pawn"),
        ("4k3/8/8/8/8/8/4R3/K7 w - - 0 1", "not to move"),
        ("4k3/8/8/8/8/8/8/K6R w K - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/K7 w - e6 0 1", "in passing"),
        ("4k3/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "cannot come about"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(text, why):
    with pytest.raises(InvalidPosition, match=why):
        GAME.position(text)


# Faults ------------------------------------------------------------------------------------------

OPEN = "r3k2r/pp3ppp/8/1B2p3/3P4/5N2/PPP2PPP/R1BQK2R"
"""Black's king stands in check from b5."""


@pytest.mark.parametrize(
    ("position", "label", "rule"),
    [
        (f"{OPEN} b KQkq - 0 1", "a7-a6", "in-check"),
        (f"{OPEN} b KQkq - 0 1", "0-0", "castling"),
        (f"{OPEN} b KQkq - 0 1", "e8-d7", "king-attacked"),
        (f"{OPEN} b KQkq - 0 1", "e8-e6", "king-moves"),
        (f"{OPEN} b KQkq - 0 1", "d1-d2", "not-your-piece"),
        (f"{OPEN} b KQkq - 0 1", "a8-a7", "cell-taken"),
        (f"{OPEN} b KQkq - 0 1", "a8xa2", "way-blocked"),
        (f"{OPEN} b KQkq - 0 1", "a8-b6", "rook-moves"),
        (f"{OPEN} b KQkq - 0 1", "e5-e6", "not-forward"),
        (f"{OPEN} b KQkq - 0 1", "f7-e6", "pawn-takes"),
        (f"{OPEN} b KQkq - 0 1", "f7-f4", "pawn-moves"),
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2-e4", "way-blocked"),
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2xe3", "pawn-takes"),
        ("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2-c3", "pinned"),
        ("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2-e4", "knight-moves"),
        ("4k3/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2-e4", "bishop-moves"),
        ("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "d2-e4", "queen-moves"),
    ],
)
def test_the_rule_that_was_broken_is_named(position, label, rule):
    state = GAME.position(position)
    assert GAME.fault(state, GAME.attempt(state, label)) == rule


@pytest.mark.parametrize(
    ("attempt", "rule"),
    [
        (Attempt(lifted=("e7",)), "wrong-piece-removed"),
        (Attempt(lifted=("e2", "d7"), placed=("e4",)), "wrong-piece-removed"),
        (Attempt(lifted=("e2", "d2"), placed=("e4", "d4")), "one-piece"),
        (Attempt(lifted=("e1", "h1"), placed=("g1", "f1")), "castling"),
        (Attempt(placed=("e2",)), "cell-taken"),
        (Attempt(placed=("e4",)), "not-a-move"),
    ],
)
def test_hands_that_do_something_else(attempt, rule):
    assert GAME.fault(GAME.start(), attempt) == rule


# At the table ------------------------------------------------------------------------------------

# Castling, a capture in passing and a promotion with a capture.
PLAYED = (
    "e2-e4 a7-a6 e4-e5 d7-d5 e5xd6 h7-h6 g1-f3 h6-h5 f1-e2 a6-a5 0-0 a5-a4 d6xc7 h5-h4 c7xb8=n"
).split()


def trace(labels, sensing):
    """What the sensors see of people who make these moves, two seconds each."""
    yield {"game": "chess", "players": 2, "seed": 0, "sensing": sensing, "ready": True}
    state, now = GAME.start(), 0.0
    for label in labels:
        now += 2.0
        move, side = GAME.parse(state, label), 1
        if sensing == "polarity" and state.turn == 2:
            side = -1
        asked = move.word is not None
        # A pawn that has arrived is exchanged in one grip: nobody feels that.
        for n, step in enumerate(move.steps[:-2] if asked else move.steps):
            there = side if step.act is Act.PLACE else 0
            yield {"t": now + 0.3 * n, "cell": step.cell, "is": there}
        if asked:
            yield {"t": now + 1.9, "choose": label}
        state = GAME.apply(state, move)
    yield {"t": now + 9.0}


@pytest.mark.parametrize("sensing", ["presence", "polarity"])
def test_a_game_with_every_special_move_is_understood(sensing, tmp_path):
    file = tmp_path / "game.trace"
    file.write_text("".join(json.dumps(line) + "\n" for line in trace(PLAYED, sensing)), "utf-8")
    ran = subprocess.run(
        [COMMAND, "replay", file, "--json"], capture_output=True, text=True, check=True
    )
    verdicts = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [one["move"] for one in verdicts if one["verdict"] == "accepted"] == PLAYED
    (ask,) = [one for one in verdicts if one["verdict"] == "ask"]
    assert ask["player"] == 1
    assert ask["choices"] == [f"c7xb8={letter}" for letter in "qrbn"]
    assert {one["verdict"] for one in verdicts} == {"accepted", "ask"}


# The computer ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "best"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1-a8"),
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4xd5"),
        ("8/P1k5/8/8/8/8/8/K7 w - - 0 1", "a7-a8=q"),
    ],
)
def test_it_sees_what_is_to_be_had(position, best):
    assert Opponent(GAME, level=8, nodes=2000).choose(GAME.position(position)).label == best
