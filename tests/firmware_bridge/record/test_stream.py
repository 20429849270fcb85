"""Another program as the board: `tavoliere replay --json -` through real pipes, line by line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from firmware_bridge.cli.main import main

HEADER = {"game": "dama", "options": {"capture": "strict"}, "players": 2, "ready": True}


class Board:
    """The other end of the pipes. Reading blocks until there is an answer, so a line that is held back
    hangs the test instead of passing it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def say(self, line: object) -> None:
        assert self.process.stdin is not None
        text = line if isinstance(line, str) else json.dumps(line)
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, object]:
        assert self.process.stdout is not None
        heard: dict[str, object] = json.loads(self.process.stdout.readline())
        return heard

    def end(self) -> tuple[int, str]:
        out, errors = self.process.communicate(timeout=20)
        assert not out
        return self.process.returncode, errors


@contextmanager
def board(*arguments: str) -> Iterator[Board]:
    command = [sys.executable, "-m", "firmware_bridge.cli.main", "replay", "--json", "-"]
    with subprocess.Popen(
        [*command, "--lang", "en", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        yield Board(process)
        process.kill()


def test_every_line_is_answered_before_the_next_is_read():
    with board() as table:
        table.say(HEADER)
        table.say({"t": 0.5, "echo": "ready"})
        assert table.hear() == {"t": 0.5, "echo": "ready"}
        table.say({"t": 1.0, "cell": "c3", "is": 0})
        table.say({"t": 1.6, "cell": "d4", "is": 1, "echo": "down"})
        assert table.hear() == {"t": 1.6, "echo": "down"}
        table.say({"t": 1.7, "echo": "later"})
        accepted = table.hear()
        assert (accepted["verdict"], accepted["move"]) == ("accepted", "c3-d4")
        assert table.hear() == {"t": 1.7, "echo": "later"}
        assert table.end() == (0, "")


def test_time_that_passes_flags_what_stayed_away():
    with board() as table:
        table.say(HEADER)
        table.say({"t": 1.0, "cell": "b2", "is": 0})
        table.say({"t": 3.4, "echo": "not yet"})
        assert table.hear() == {"t": 3.4, "echo": "not yet"}
        table.say({"t": 3.6, "echo": "now"})
        flagged = table.hear()
        assert (flagged["verdict"], flagged["rule"]) == ("illegal", "wrong-piece-removed")
        assert table.hear()["verdict"] == "restore"
        assert table.hear()["echo"] == "now"


def test_slow_hands_have_their_patience():
    with board("--patience", "8") as table:
        table.say(HEADER)
        table.say({"t": 1.0, "cell": "b2", "is": 0})
        table.say({"t": 8.9, "echo": "not yet"})
        assert table.hear() == {"t": 8.9, "echo": "not yet"}
        table.say({"t": 9.1, "echo": "now"})
        assert table.hear()["verdict"] == "illegal"


@pytest.mark.parametrize(
    "garbage", ["{", "[1, 2]", "\x00\x01", '{"t": "soon"}', '{"t": 2, "cell": 7}']
)
def test_garbage_is_one_clear_line(garbage):
    with board() as table:
        table.say(HEADER)
        table.say({"t": 1.0, "echo": "ready"})
        assert table.hear()["echo"] == "ready"
        table.say(garbage)
        code, errors = table.end()
        assert code == 2
        assert errors.count("\n") == 1
        assert "line 3 of the trace" in errors


@pytest.mark.parametrize("given", ["soon", "0.2", "-1", "nan", "inf", "31", ""])
@pytest.mark.parametrize("command", ["play", "replay"])
def test_a_patience_nobody_has_is_one_line(command, given, capsys):
    arguments = [command, "-", "--patience", given] if command == "replay" else [command]
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--patience", given])
    assert ended.value.code == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert "from 1 to 30" in errors or "da 1 a 30" in errors
