"""What users type wrong gets one clear error each."""

from __future__ import annotations

import pytest

from engines import GAMES, IllegalMove, InvalidLabel, InvalidOption, InvalidPosition


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("dama", {"captures": "strict"}, "dama has no option 'captures'; its options: capture"),
        ("dama", {"capture": "never"}, "option capture of dama can be huff | strict, not 'never'"),
        ("mulino", {"rules": "it"}, "mulino has no options, so 'rules' cannot be set"),
        ("dama", {"players": 3}, "dama is for 2 players, not 3"),
    ],
)
def test_options(name, options, text):
    with pytest.raises(InvalidOption) as refused:
        GAMES[name](**options)
    assert str(refused.value) == text


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("dama", "1 w=c3 b=c3", "puts two pieces on c3"),
        ("dama", "1 w=c3,c3 b=h8", "puts two pieces on c3"),
        ("dama", "1 w=c4 b=h8", "names the cell 'c4', which this board does not have"),
        ("dama", "1 w=z9 b=h8", "names the cell 'z9', which this board does not have"),
        (
            "dama",
            "1 w=a1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3,b4 b=h8",
            "has more than 12 pieces under 'w='",
        ),
        ("dama", "1 w=c8 b=h6", "names the cell 'c8', which this board does not have"),
        ("dama", "1 w=d8 b=h6", "has a man on d8, where he is a king: write Kd8"),
        ("dama", "3 w=c3 b=h8", "begins with the player to move, 1 to 2, not '3'"),
        ("dama", "", "begins with the player to move, 1 to 2, not ''"),
        ("dama", "1 white=c3", "has 'white=', expected w=, b=, huff="),
        ("dama", "1 w=c3 w=e3", "names 'w' twice"),
        ("dama", "1 w=c3 b=h8 hello", "has 'hello'"),
        ("dama", "2 w=c3 b=h8 huff=h8", "names under 'huff=' a cell without a man of the player"),
        ("mulino", "1 w=a1 b=a1 hand=8,8", "puts two pieces on a1"),
        ("mulino", "1 w=a1 b=g7 hand=9,8", "gives 'w' more than 9 men, board and hand together"),
        ("mulino", "1 w=a2 b= hand=8,8", "names the cell 'a2', which this board does not have"),
        ("mulino", "1 w=a1 b=g7 hand=8", "has 'hand=8', expected hand=N,N"),
        ("mulino", "1 w=a1 b=g7 hand=8,x", "has 'hand=8,x', expected hand=N,N"),
        ("lupo-e-pecore", "1 sheep=a1,c1,e1 wolf=d8", "has 3 sheep, expected 4"),
        ("lupo-e-pecore", "1 sheep=a1,c1,e1,g1 wolf=d8,b8", "has 2 wolves, expected one"),
        ("lupo-e-pecore", "1 sheep=a1,c1,e1,g1 wolf=", "has no wolf, but sheep to move"),
    ],
)
def test_positions(name, text, complaint):
    with pytest.raises(InvalidPosition) as refused:
        GAMES[name]().position(text)
    assert str(refused.value).startswith(f"position '{text}' {complaint}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("thing", [None, 7, b"1 w=c3", ["c3-d4"]], ids=repr)
def test_what_is_no_text_at_all(name, thing):
    game = GAMES[name]()
    with pytest.raises(InvalidPosition, match=r"a position is a line of text, not "):
        game.position(thing)
    with pytest.raises(InvalidLabel, match=r"a label is a text, not "):
        game.parse(game.start(), thing)
    with pytest.raises(IllegalMove, match=r" is not a move: take one of legal_moves"):
        game.apply(game.start(), thing)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "label", ["", "-", "x", "hello", "c3-", "c3-z9", "c3 d4", "huff", "a1--b2"]
)
def test_labels(name, label):
    game = GAMES[name]()
    with pytest.raises(InvalidLabel):
        game.parse(game.start(), label)
