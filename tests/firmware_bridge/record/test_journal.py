"""The journal: what was confirmed is never lost, what was not is never invented."""

from __future__ import annotations

import json
import random

import pytest

import engines
from firmware_bridge.record.journal import Journal, JournalError
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import Accepted, Amended, Over, Undone

HEADER = Header("dama", {"capture": "strict"}, 2)


def played(path, *labels):
    journal = Journal(path)
    journal.begin(HEADER)
    for n, label in enumerate(labels):
        journal.note(Accepted(n % 2 + 1, label))
    journal.close()
    return path


def test_a_game_is_resumed_where_it_was_left(tmp_path):
    path = played(tmp_path / "game.jsonl", "c3-d4", "b6-a5")
    resumed = Journal(path).resume()
    assert [entry.move.label for entry in resumed.record] == ["c3-d4", "b6-a5"]
    assert resumed.state.turn == 1
    assert resumed.header == HEADER
    assert not resumed.torn
    assert not resumed.finished


def test_take_backs_and_amendments_are_followed(tmp_path):
    journal = Journal(tmp_path / "game.jsonl")
    journal.begin(HEADER)
    for verdict in (
        Accepted(1, "c3-d4"),
        Amended(1, "c3-b4", "c3-d4"),
        Accepted(2, "b6-a5"),
        Undone(2, "b6-a5"),
    ):
        journal.note(verdict)
    journal.close()
    resumed = Journal(journal.path).resume()
    assert [entry.move.label for entry in resumed.record] == ["c3-b4"]


def test_one_goes_on_writing_behind_what_was_read(tmp_path):
    path = played(tmp_path / "game.jsonl", "c3-d4")
    journal = Journal(path)
    journal.resume()
    journal.note(Accepted(2, "b6-a5"))
    journal.close()
    assert len(Journal(path).resume().record) == 2


def test_cut_at_every_byte_it_gives_the_last_whole_line(tmp_path):
    path = played(tmp_path / "game.jsonl", "c3-d4", "b6-a5", "d4-c5")
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for cut in range(first, len(whole) + 1):
        path.write_bytes(whole[:cut])
        journal = Journal(path)
        resumed = journal.resume()
        lines = whole[:cut].count(b"\n") - 1
        assert len(resumed.record) == lines
        assert resumed.torn == (whole[cut - 1 : cut] != b"\n")
        journal.close()
        assert path.read_bytes() == whole[: whole[:cut].rindex(b"\n") + 1]


def test_a_byte_order_mark_is_passed_over(tmp_path):
    path = played(tmp_path / "game.jsonl", "c3-d4")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    journal = Journal(path)
    assert [entry.move.label for entry in journal.resume().record] == ["c3-d4"]
    journal.note(Accepted(2, "b6-a5"))
    journal.close()
    assert len(Journal(path).resume().record) == 2


def test_a_finished_game_is_known_as_finished(tmp_path):
    journal = Journal(tmp_path / "game.jsonl")
    journal.begin(HEADER)
    journal.note(Over((1,), "no-pieces"))
    journal.close()
    assert Journal(journal.path).resume().finished


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "is empty"),
        (
            [{"journal": 3, "game": "dama"}],
            "has version 3 of the journal, this program reads up to 2",
        ),
        ([{"game": "dama"}], "has version null of the journal"),
        ([{"journal": 1, "game": "no-such-game"}], "names no game we know"),
        ([{"journal": 1, "game": "dama", "players": 7}], "dama is for 2 players, not 7"),
        (
            [{"journal": 1, "game": "dama", "options": {"capture": "x"}}],
            "can be huff | strict, not 'x'",
        ),
        ([{"journal": 1, "game": "dama", "position": "1 w=z9"}], "names the cell 'z9'"),
        ([{"journal": 1, "game": "dama"}, {"move": "c3-c5"}], "line 2 of"),
        (
            [{"journal": 1, "game": "dama"}, {"undo": "c3-d4"}],
            "takes back a move where there is none",
        ),
        ([{"journal": 1, "game": "dama"}, {"hello": 1}], "is not a line of a journal"),
        ([{"journal": 1, "game": "dama"}, [1]], "is not a JSON object"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line_and_left_alone(tmp_path, lines, complaint):
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    before = path.read_bytes()
    with pytest.raises(JournalError) as refused:
        Journal(path).resume()
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == before


def test_a_new_game_overwrites_none_whatever_became_of_them(tmp_path):
    """Neither one that was played, nor one whose first line was torn, nor one of another game."""
    store = Store(tmp_path)
    store.begin(HEADER).close()
    (tmp_path / "0002-dama.jsonl").write_text('{"journal":')
    (tmp_path / "0007-mulino.jsonl").write_text("")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    fresh = store.begin(HEADER)
    fresh.close()
    assert fresh.path.name == "0008-dama.jsonl"
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.parametrize("name", engines.GAMES)
def test_any_game_comes_back_exactly(tmp_path, name):
    header = Header(name, {}, 2, seed=5)
    game = header.rule_book()
    journal = Journal(tmp_path / "game.jsonl")
    journal.begin(header)
    chance = random.Random(5)
    state = game.start(5)
    while moves := game.legal_moves(state):
        move = chance.choice(moves)
        journal.note(Accepted(move.by or state.turn, move.label))
        state = game.apply(state, move)
        if len(state.stacks) % 7 == 0 and chance.random() < 0.05:
            break
    journal.close()
    assert Journal(journal.path).resume().state == state
