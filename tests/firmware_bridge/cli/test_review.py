"""A game looked at again on the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

TAVOLIERE = [sys.executable, "-m", "firmware_bridge"]


@pytest.fixture
def run(tmp_path):
    def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*TAVOLIERE, *words],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "TAVOLIERE_STATE": str(tmp_path)},
        )

    return run


def test_what_was_better_is_said_of_every_move(run):
    """White could have closed his mill, which would have stopped Black's as well."""
    played = ["a1", "g7", "d1", "g4", "b6", "g1xa1"]
    run("play", "mulino", "--terminal", typed="\n".join([*played, "quit", ""]))
    told = [json.loads(line) for line in run("review", "1", "--json").stdout.splitlines()]
    assert [line["move"] for line in told] == played
    worst = max(told, key=lambda line: line["lost"])
    assert worst["move"] == "b6"
    assert worst["kind"] == "blunder"
    assert worst["best"].startswith("g1x")
    said = run("review", "1", "--lang", "it").stdout
    assert "era molto meglio" in said


def test_a_game_that_is_not_there(run):
    answer = run("review", "4", "--lang", "en")
    assert answer.returncode == 2
    assert len(answer.stderr.splitlines()) == 1
    assert "game 4" in answer.stderr


@pytest.mark.parametrize("seats", [["2=robot"], ["9=computer"], ["2=computer:12"]])
def test_a_seat_that_nobody_can_take(run, seats):
    answer = run("play", "dama", "--terminal", *(f"--seat={seat}" for seat in seats))
    assert answer.returncode == 2
    assert len(answer.stderr.splitlines()) == 1


def test_the_computer_plays_in_the_terminal_too(run):
    answer = run(
        "play", "lupo-e-pecore", "--terminal", "--seat", "1=computer:1", "--seat", "2=computer:1",
        "--lang", "en",
    )  # fmt: skip
    assert answer.returncode == 0
    assert "wins" in answer.stdout
