"""The real command, in a process of its own: what it prints, and what it does with mistakes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from engines import GAMES

COMMAND = Path(sys.executable).with_name("tavoliere")


def environment(lang: str = "C.UTF-8") -> dict[str, str]:
    state = str(Path(tempfile.gettempdir()) / f"tavoliere-test-{os.getpid()}")
    return {**os.environ, "LC_ALL": lang, "PYTHONUTF8": "1", "TAVOLIERE_STATE": state}


def tavoliere(
    *arguments: str, typed: str = "", lang: str = "C.UTF-8"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(lang),
    )


def test_games_lists_every_game():
    ran = tavoliere("games")
    assert ran.returncode == 0
    rows = ran.stdout.splitlines()[2:]
    assert [row.split()[0] for row in rows] == list(GAMES)
    assert any(row.startswith("dama ") and "capture=huff|strict" in row for row in rows)


def test_games_as_json():
    listed = json.loads(tavoliere("games", "--json", lang="it_IT.UTF-8").stdout)
    assert [game["name"] for game in listed] == list(GAMES)
    dama = listed[list(GAMES).index("dama")]
    assert dama["players"] == [2]
    assert dama["options"] == {"capture": {"default": "huff", "values": ["huff", "strict"]}}
    assert dama["board"]["name"] == "draughts-8"
    assert len(dama["board"]["cells"]) == 32


def test_perft_counts_depth_by_depth():
    ran = tavoliere("perft", "dama", "4", "-o", "capture=strict")
    assert ran.stdout == "1 7\n2 49\n3 302\n4 1469\n"
    assert (ran.returncode, ran.stderr) == (0, "")


def test_perft_takes_options_in_any_place():
    ran = tavoliere("perft", "--players", "2", "-o", "first=wolf", "lupo-e-pecore", "2")
    assert ran.stdout.splitlines()[0] == "1 28"


def test_version():
    assert tavoliere("--version").stdout.startswith("tavoliere ")


@pytest.mark.parametrize("command", ["play", "games", "perft", "bench"])
def test_every_command_explains_itself(command):
    ran = tavoliere(command, "--help")
    assert ran.returncode == 0
    assert ran.stdout.startswith(f"usage: tavoliere {command}")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "which command? play, games, perft, think"),
        (["dance"], "invalid choice: 'dance'"),
        (["perft", "damma", "3"], "there is no game 'damma'; did you mean dama"),
        (["perft", "tic-tac-toe", "3"], "there is no game 'tic-tac-toe'; the games are "),
        (["play", ""], "there is no game ''"),
        (["play", "two\nlines"], "there is no game 'two lines'"),
        (["perft"], "required: GAME, DEPTH"),
        (["perft", "dama"], "required: DEPTH"),
        (["perft", "dama", "three"], "'three' is not a depth: give a whole number from 1"),
        (["perft", "dama", "-1"], "'-1' is not a depth"),
        (["perft", "dama", "0"], "'0' is not a depth"),
        (["perft", "dama", "1.5"], "'1.5' is not a depth"),
        (["perft", "dama", "9" * 5000], "depth"),
        (["perft", "dama", "1", "2"], "unrecognized arguments: 2"),
        (["perft", "dama", "1", "-o", "capture"], "'capture' is not an option: write key=value"),
        (["perft", "dama", "1", "-o", "=huff"], "'=huff' is not an option"),
        (["perft", "dama", "1", "-o", "size=10"], "no option 'size'; its options: capture"),
        (["perft", "dama", "1", "-o", "capture=no"], "can be huff | strict, not 'no'"),
        (["perft", "mulino", "1", "-o", "capture=huff"], "mulino has no options"),
        (["perft", "dama", "1", "--players", "3"], "dama is for 2 players, not 3"),
        (["perft", "dama", "1", "--players", "two"], "dama is for 2 players, not two"),
        (["perft", "dama", "1", "--players"], "expected one argument"),
        (["play", "dama", "--seed", "lucky"], "'lucky' is not a whole number"),
        (["play", "dama", "--lang", "de"], "invalid choice: 'de'"),
        (["play", "-o", "capture=huff"], "options, players and a position belong to a game"),
        (["play", "dama", "--position", "nonsense"], "nonsense"),
        (["play", "dama", "--port", "99999"], "port 99999 cannot be used"),
        (["play", "dama", "--hints", "some"], "invalid choice: 'some'"),
        (["games", "--xml"], "unrecognized arguments: --xml"),
    ],
)
def test_a_mistake_is_one_clear_line(arguments, says):
    ran = tavoliere(*arguments)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert len(ran.stderr.splitlines()) == 1
    assert ran.stderr.startswith("tavoliere: ")
    assert says in ran.stderr


def test_a_mistake_is_explained_in_the_users_language():
    ran = tavoliere("perft", "damma", "3", lang="it_IT.UTF-8")
    assert ran.stderr == "tavoliere: il gioco 'damma' non esiste; forse dama?\n"
    ran = tavoliere("play", "dama", "--players", "3", "--lang", "fr")
    assert ran.stderr == "tavoliere: dama se joue à 2 joueurs, pas 3\n"


def test_play_takes_labels_from_a_pipe():
    asked = ("play", "mulino", "--terminal", "--new", "--lang", "en")
    ran = tavoliere(*asked, typed="d2\nf4\nquit\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "player 2, black> " in ran.stdout
    assert ran.stdout.endswith("It is kept and can be resumed.\n")


def test_play_shows_the_menu_when_no_game_is_named():
    ran = tavoliere("play", "--terminal", typed="")
    assert "  Draughts (dama)\n" in ran.stdout
    assert ran.stdout.endswith("No game was chosen.\n")
    assert ran.returncode == 0


def test_bytes_that_are_no_text_do_not_end_a_game():
    ran = subprocess.run(
        [COMMAND, "play", "mulino", "--terminal", "--new"],
        input=b"\xff\xfe\nd2\nquit\n",
        capture_output=True,
        env=environment(),
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"player 2, black> " in ran.stdout


def test_a_full_disk_is_one_clear_line():
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [COMMAND, "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            timeout=60,
        )
    assert ran.returncode == 2
    assert ran.stderr == "tavoliere: standard output: no space left on the disk\n"


@contextmanager
def counting(game: str, depth: int, first: bytes):
    """`perft` at work: its first line has come."""
    with subprocess.Popen(
        [COMMAND, "perft", game, str(depth)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        try:
            assert running.stdout.readline() == first
            yield running
        finally:
            running.kill()  # whatever went wrong, nobody counts on for hours


def test_a_reader_who_leaves_is_no_error():
    with counting("dama", 7, b"1 7\n") as running:
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=60) == 141


def test_ctrl_c_ends_quietly():
    with counting("mulino", 9, b"1 24\n") as running:
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 130
        assert running.stderr.read() == b""
