"""What the computer would do, asked on the command line."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

TAVOLIERE = [sys.executable, "-m", "firmware_bridge"]


def think(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*TAVOLIERE, "think", *words], input=typed, capture_output=True, text=True, check=False
    )


def test_a_position_gets_a_move():
    answer = json.loads(
        think(
            "mulino", "--position", "1 w=a1,d1 b=f2,f4,c5 hand=7,6", "--level", "8", "--json"
        ).stdout
    )
    assert answer["move"].startswith("g1x")
    assert answer["ranked"][0][1] == pytest.approx(answer["value"], abs=0.1)
    assert answer["nodes"] > 0


@pytest.mark.parametrize("how", [["-"], ["--position", "-"]])
def test_a_stream_is_answered_line_by_line(how):
    with subprocess.Popen(
        [*TAVOLIERE, "think", "dama", *how, "--json", "-o", "capture=strict"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        for position, move in (("1 w=c3 b=d4,h8", "c3xe5"), ("2 w=c3 b=d4,h8", "d4xb2")):
            asked.stdin.write(position + "\n")
            asked.stdin.flush()
            assert json.loads(asked.stdout.readline())["move"] == move
        asked.stdin.close()
        assert asked.wait() == 0


def test_a_line_that_is_no_position_is_named_and_the_next_is_answered():
    lines = ["1 w=c3 b=d4,h8", "rubbish", "", "1 w=zz b=h8", "2 w=c3 b=d4,h8"]
    how = ["dama", "-", "-o", "capture=strict", "--lang", "en"]
    typed = "\n".join(lines)
    told = think(*how, typed=typed)
    assert [line.split()[0] for line in told.stdout.splitlines()] == ["c3xe5", "d4xb2"]
    complaints = told.stderr.splitlines()
    assert [line.split(":")[1] for line in complaints] == [" line 2", " line 3", " line 4"]
    assert told.returncode == 2
    # A program that waits for an answer to every line gets one.
    answers = [json.loads(line) for line in think(*how, "--json", typed=typed).stdout.splitlines()]
    assert [answer["move"] for answer in answers] == ["c3xe5", None, None, None, "d4xb2"]
    assert "rubbish" in answers[1]["error"]


@pytest.mark.parametrize(
    ("bad", "said"),
    [(b"\xff\xfe", b"is not a text in UTF-8"), (b"x" * 50_000, b"is longer than 20000 signs")],
)
def test_what_comes_behind_a_line_that_cannot_be_read_is_answered(bad, said):
    told = subprocess.run(
        [*TAVOLIERE, "think", "dama", "-", "-o", "capture=strict", "--lang", "en"],
        input=b"1 w=c3 b=d4,h8\n" + bad + b"\n2 w=c3 b=d4,h8\n",
        capture_output=True,
        check=False,
    )
    assert [line.split()[0] for line in told.stdout.splitlines()] == [b"c3xe5", b"d4xb2"]
    assert told.stderr == b"tavoliere: line 2 of - " + said + b"\n"
    assert told.returncode == 2


def test_a_game_that_is_over_has_no_move():
    told = json.loads(think("dama", "--position", "1 w=c3 b=", "--json").stdout)
    assert told == {"move": None, "over": {"winners": [1], "reason": "no-pieces"}}


@pytest.mark.parametrize(
    ("words", "typed", "said"),
    [
        (["dama", "--level", "9"], "", "level 9"),
        (["dama", "--nodes", "0"], "", "0 positions"),
        (["dame"], "", "dama"),
        (["dama", "--position", "1 w=z9 b="], "", "z9"),
        (["dama", "-"], "1 w=c3 b=h8\n1 w=c3,c3 b=\n", "line 2"),
        (["dama", "--level", "3", "--nodes", "5"], "", "--level"),
    ],
)
def test_what_is_wrong_is_one_line(words, typed, said):
    answer = think(*words, "--lang", "en", typed=typed)
    assert answer.returncode == 2
    assert len(answer.stderr.splitlines()) == 1
    assert said in answer.stderr
