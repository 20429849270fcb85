"""Whatever happens to a journal's bytes: the same game, a refusal with the line, or a notice."""

from __future__ import annotations

import json

import pytest

import engines
from firmware_bridge.record.journal import Journal, JournalError
from firmware_bridge.record.store import Store
from firmware_bridge.referee.verdicts import Accepted
from tests.firmware_bridge.record.damage import CHANGED, DROPPED, EARLIER, SAME, count, written
from tests.firmware_bridge.record.short_games import header_of

every_book = pytest.mark.parametrize("name", engines.GAMES)


@every_book
def test_no_flipped_bit_and_no_misplaced_line_gives_another_game(name):
    bits, lines = count(engines.GAMES[name](), moves=5)
    assert bits[CHANGED] == lines[CHANGED] == 0
    # A bit is never taken for a torn end, so nothing that was confirmed is dropped for it.
    assert (bits[DROPPED], bits[EARLIER], bits[SAME]) == (0, 0, 0)
    assert sum(bits.values()) > 3000
    # Without its last line a journal is as it once was; nothing could tell.
    assert (lines[DROPPED], lines[EARLIER], lines[SAME]) == (0, 1, 0)
    assert sum(lines.values()) > 70


def old_journal(path, *lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


OLD = [
    {"journal": 1, "game": "dama", "options": {"capture": "huff"}, "players": 2},
    {"move": "c3-d4", "player": 1},
    {"amend": "c3-b4", "player": 1, "was": "c3-d4"},
    {"move": "b6-a5", "player": 2},
    {"undo": "b6-a5", "player": 2},
]


def test_a_journal_without_sums_is_read_and_gone_on_with(tmp_path):
    path = old_journal(tmp_path / "0001-dama.jsonl", *OLD)
    found = Store(tmp_path).resumable()
    assert found is not None
    assert [entry.move.label for entry in found[1].record] == ["c3-b4"]
    found[0].note(Accepted(2, "b6-a5"))
    found[0].close()
    again = Journal(path).resume()
    assert [entry.move.label for entry in again.record] == ["c3-b4", "b6-a5"]


@pytest.mark.parametrize(
    ("number", "change", "complaint"),
    [
        (2, {"player": 2}, "line 2 of"),
        (2, {"player": True}, "says player True, where it is 1"),
        (3, {"was": "c3-b4"}, "says was 'c3-b4', where it is 'c3-d4'"),
        (3, {"player": 2}, "says player 2, where it is 1"),
        (5, {"undo": "b6-c5"}, "says undo 'b6-c5', where it is 'b6-a5'"),
        (5, {"player": 1}, "says player 1, where it is 2"),
    ],
)
def test_what_a_line_says_besides_its_move_must_be_so(tmp_path, number, change, complaint):
    lines = [{**line, **(change if n == number else {})} for n, line in enumerate(OLD, start=1)]
    path = old_journal(tmp_path / "game.jsonl", *lines)
    with pytest.raises(JournalError) as refused:
        Journal(path).resume()
    assert complaint in str(refused.value)
    assert f"line {number} of" in str(refused.value)


def test_damage_in_the_middle_is_refused_with_its_line_and_left_alone(tmp_path):
    game = engines.GAMES["mulino"]()
    whole, _ = written(game, moves=6)
    at = whole.index(b"\n", whole.index(b"\n") + 1) + 3
    path = tmp_path / "0001-mulino.jsonl"
    damaged = whole[:at] + b"X" + whole[at + 1 :]
    path.write_bytes(damaged)
    with pytest.raises(JournalError, match=r"line 3 of .* is damaged"):
        Store(tmp_path).resumable()
    assert path.read_bytes() == damaged
    assert Store(tmp_path).unfinished() == []


def test_a_line_of_another_game_does_not_fit(tmp_path):
    """Its own sum is right; what it follows is not."""
    game = engines.GAMES["dama"]()
    one, _ = written(game, moves=4, seed=3)
    other, _ = written(game, moves=4, seed=4)
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\n".join([*one.split(b"\n")[:3], *other.split(b"\n")[3:]]))
    with pytest.raises(JournalError, match="line 4 of"):
        Journal(path).resume()


def test_every_line_has_its_number_and_sum(tmp_path):
    journal = Journal(tmp_path / "game.jsonl")
    journal.begin(header_of(engines.GAMES["dama"]()))
    journal.note(Accepted(1, "c3-d4"))
    journal.close()
    lines = [json.loads(line) for line in journal.path.read_text().splitlines()]
    assert [line["n"] for line in lines] == [1, 2]
    assert all(len(line["sum"]) == 8 for line in lines)
