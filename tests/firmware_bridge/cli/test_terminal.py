"""Games in the terminal, with lines that come from a list instead of a keyboard."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.game import Game, Outcome
from engines.geometry import hexagon
from engines.steps import Piece
from firmware_bridge.cli.picture import picture
from firmware_bridge.cli.terminal import Table, verdict
from firmware_bridge.cli.typed import chosen_in_menu
from firmware_bridge.texts import LANGUAGES, Texts
from tests.firmware_bridge.screen import Screen

ENGLISH = Texts("en")


def played(game: Game[Any, Any], *lines: str, text: Texts = ENGLISH) -> tuple[Table, list[str]]:
    screen = Screen(lines)
    table = Table(game, game.start(), screen.read, screen.write, text)
    table.play()
    return table, screen.shown


def test_typed_labels_are_played():
    table, shown = played(GAMES["dama"](), "c3-d4", "  F6-E5 ")
    assert table.labels == ["c3-d4", "f6-e5"]
    assert "player 2, black> " in shown
    assert shown[-1] == "The game was left unfinished. It is kept and can be resumed."


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("c3-e5", "c3-e5 is not legal here. The piece cannot reach that cell in one move."),
        ("b2-c3", "b2-c3 is not legal here. Something already stands on that cell."),
        ("c3-z9", "'c3-z9' is not a move in this game's notation; ? lists the moves."),
        ("hello", "'hello' is not a move in this game's notation; ? lists the moves."),
        ("undo", "There is no move to take back."),
    ],
)
def test_what_cannot_be_done_is_one_line_and_changes_nothing(typed, answer):
    table, shown = played(GAMES["dama"](), typed)
    asked = shown.index("player 1, white> ")
    assert shown[asked + 1 : asked + 3] == [answer, "player 1, white> "]
    assert table.labels == []


def test_empty_lines_are_passed_over():
    _, shown = played(GAMES["mulino"](), "", "   ")
    assert shown.count("player 1, white> ") == 3


def test_a_question_mark_lists_the_moves():
    _, shown = played(GAMES["dama"](), "?")
    assert "Moves: a3-b4, c3-d4, c3-b4, e3-f4, e3-d4, g3-h4, g3-f4" in shown


def test_undo_goes_back_one_move():
    table, shown = played(GAMES["mulino"](), "d2", "f4", "undo")
    assert table.labels == ["d2"]
    assert "Taken back: f4" in shown
    assert shown[-2] == "player 2, black> "


@pytest.mark.parametrize(
    ("lang", "undo", "leave"), [("it", "annulla", "esci"), ("fr", "annuler", "quitter")]
)
def test_commands_have_local_and_english_names(lang, undo, leave):
    for words in ((undo, leave), ("undo", "quit")):
        table, shown = played(GAMES["mulino"](), "d2", words[0], words[1], "d2", text=Texts(lang))
        assert table.labels == []
        assert shown[-1] == Texts(lang)("play.left")


def test_the_board_shows_pieces_where_they_stand():
    game = GAMES["mulino"]()
    state = game.position("1 w=a7,d1 b=e4 hand=7,8")
    assert picture(game.board, state.stacks).splitlines() == [
        " a7  w           ·           ·  g7",
        " b6      ·       ·       ·      f6",
        " c5          ·   ·   ·          e5",
        " a4  ·   ·   ·       b   ·   ·  g4",
        " c3          ·   ·   ·          e3",
        " b2      ·       ·       ·      f2",
        " a1  ·           w           ·  g1",
        "     a   b   c   d   e   f   g",
    ]


def test_a_hexagon_is_drawn_row_by_row_with_heights():
    stacks = {"b2": (Piece("red", 1),) * 3, "c3": (Piece("unknown"),)}
    assert picture(hexagon(1), stacks).splitlines() == [
        " c2    ·   ?    c3",
        " b1  ·   r3  ·  b3",
        " a1    ·   ·    a2",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_can_be_played_by_typing_labels(name, lang):
    """Or two hundred moves of it: every line shown has its text in every language."""
    game = GAMES[name]()
    rng = Random(1)
    state = game.start(0)
    lines: list[str] = []
    while game.outcome(state) is None and len(lines) < 200:
        move = rng.choice(game.legal_moves(state))
        lines.append(move.label)
        state = game.apply(state, move)
    table, shown = played(game, *lines, text=Texts(lang))
    assert table.labels == lines
    outcome = game.outcome(state)
    assert shown[-1] == (
        verdict(outcome, Texts(lang, name)) if outcome else Texts(lang)("play.left")
    )


def test_the_menu_takes_numbers_and_names_and_asks_again():
    number = str(list(GAMES).index("mangia-la-dama") + 1)
    for typed in (number, "mangia-la-dama", " Mangia-La-Dama "):
        screen = Screen(["0", "99", "no-such-game", "", typed])
        assert chosen_in_menu(screen.read, screen.write, ENGLISH) == "mangia-la-dama"
        refusals = [line for line in screen.shown if "neither a number" in line]
        assert len(refusals) == 3


def test_the_menu_can_be_left():
    for lines in ([], ["quit"]):
        screen = Screen(lines)
        assert chosen_in_menu(screen.read, screen.write, ENGLISH) is None


@pytest.mark.parametrize(
    ("name", "outcome", "says"),
    [
        ("dama", Outcome((1,), "no-pieces"), "One player has no piece left. Player 1 wins."),
        (
            "dama",
            Outcome((), "repetition"),
            "The same position has come up for the third time. The game is a draw.",
        ),
        (
            "cappuccino",
            Outcome((1, 3, 4), "most-cups"),
            (
                "Nobody can move any more: the most cups win. "
                "Player 1, player 3 and player 4 share the win."
            ),
        ),
    ],
)
def test_the_end_is_told(name, outcome, says):
    assert verdict(outcome, ENGLISH.of(name)) == says
