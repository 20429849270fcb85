"""Evenings of people who know what they did, and count what is made of it."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engines
from firmware_bridge.people.__main__ import main
from firmware_bridge.people.door import InProcess, Line
from firmware_bridge.people.game_night import GameNight
from firmware_bridge.people.habits import OFTEN, Habits, UnknownHabit

GAMES = [game for book in engines.GAMES.values() for game in engines.variants(book)]


class Deaf:
    """A program that never says anything."""

    def open(self, header: Line) -> None: ...

    def say(self, line: Line) -> list[Line]:
        return []

    def close(self) -> None: ...


class Nervous(Deaf):
    """A program that calls every lift forbidden, and knows nothing else."""

    def say(self, line: Line) -> list[Line]:
        if line.get("is") != 0:
            return []
        cells = [line["cell"]]
        return [{"t": line["t"], "verdict": "illegal", "player": 1, "cells": cells, "rule": "no"}]


def night(name: str = "dama", *, habits: Habits | None = None, seed: int = 1, door=InProcess):
    return GameNight(
        engines.GAMES[name](),
        seed=seed,
        habits=Habits.all() if habits is None else habits,
        sensing="presence",
        door=door,
    )


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 1000))
def test_people_never_do_what_hands_cannot_and_play_by_the_rules(game, seed):
    evening = GameNight(game, seed=seed, habits=Habits.all(), sensing="presence", door=InProcess)
    evening.play(15)  # hands that do the impossible raise
    state = evening.truth[0].before if evening.truth else evening.state
    for played in evening.truth:
        assert played.before == state
        state = game.apply(state, game.parse(state, played.move.label))
    assert state == evening.state
    evening.evening.board.recognise(evening.state.stacks)


def test_the_same_seed_is_the_same_evening():
    one, other = night(seed=3), night(seed=3)
    assert one.play(40).as_json() == other.play(40).as_json()
    assert one.evening.lines == other.evening.lines
    another = night(seed=4)
    another.play(40)
    assert another.evening.lines != one.evening.lines


def test_time_never_goes_back():
    evening = night("mulino-misto")
    evening.play(60)
    times = [line["t"] for line in evening.evening.lines[1:]]
    assert times == sorted(times)


def test_whoever_says_nothing_loses_every_move_and_flags_nothing():
    tally = night(door=Deaf, habits=Habits.only("wrong-move")).play(30)
    assert tally.lost > 10
    assert (tally.wrong, tally.false_alarms) == (0, 0)
    assert tally.unflagged == tally.tempted


def test_whoever_cries_at_every_lift_is_counted_for_it():
    tally = night(door=Nervous, habits=Habits.none()).play(30)
    assert tally.false_alarms == 30
    assert (tally.wrong, tally.lost, tally.indistinguishable.total()) == (0, 0, 0)


def test_flags_in_the_air_are_early():
    tally = night(door=Nervous, habits=Habits.only("wrong-move")).play(60)
    assert tally.tempted > 3
    assert tally.early + tally.unflagged > 0
    assert tally.misnamed == tally.tempted - tally.unflagged


def test_people_without_habits_only_move():
    evening = night(habits=Habits.none())
    tally = evening.play(30)
    assert (tally.tempted, tally.knocks, tally.taken_back) == (0, 0, 0)
    first = evening.truth[0]
    assert len([e for e in evening.evening.edges if e.when <= first.done]) == 2


@pytest.mark.parametrize("habit", OFTEN)
def test_each_habit_alone_shows(habit):
    def evenings(habits: Habits):
        for seed in range(9):
            evening = night("mangia-la-dama", habits=habits, seed=seed)
            evening.play(60)
            yield evening.evening.lines

    pairs = zip(evenings(Habits.none()), evenings(Habits.only(habit)), strict=True)
    assert any(plain != peculiar for plain, peculiar in pairs)


def test_an_unknown_habit_is_refused():
    with pytest.raises(UnknownHabit, match="juggle"):
        Habits.only("juggle")


@pytest.mark.parametrize("name", ["cappuccino", "mulino-misto"])
def test_an_evening_can_be_seen_again_by_replaying_its_trace(name):
    evening = night(name)
    evening.play(80)
    header, *lines = evening.evening.lines
    door = InProcess()
    door.open(header)
    record: list[tuple[int, str]] = []
    for said in (verdict for line in lines for verdict in door.say(line)):
        if said["verdict"] in ("amended", "undone"):
            record.pop()
        if said["verdict"] in ("accepted", "amended"):
            record.append((said["player"], said["move"]))
    assert record == evening.evening.record


DEAF = """
import json, sys
for line in map(json.loads, sys.stdin):
    if "echo" in line:
        print(json.dumps({"t": line["t"], "echo": line["echo"]}), flush=True)
"""


def test_any_program_can_be_tested_and_its_faults_are_kept(tmp_path, capsys):
    program = tmp_path / "deaf.py"
    program.write_text(DEAF)
    folder = tmp_path / "faults"
    door = f"subprocess:{sys.executable} {program}"
    games = "dama lupo-e-pecore"
    asked = ["--games", games, "--moves", "6", "--door", door, "--keep-faults", str(folder)]
    assert main(asked) == 0
    printed = capsys.readouterr().out
    assert "lupo-e-pecore:first=sheep" in printed
    kept = sorted(folder.glob("lost-*.jsonl"))
    assert kept
    assert all(trace.with_suffix(".expected.json").exists() for trace in kept)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "no-such-game"],
        ["--games", "dama:capture=never"],
        ["--habits", "juggle"],
        ["--door", "elsewhere"],
    ],
)
def test_bad_arguments_are_one_line_and_exit_code_2(arguments, capsys):
    assert main([*arguments, "--moves", "1"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
