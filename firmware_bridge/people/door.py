"""The door to a referee: trace lines in, verdict lines out, each line answered before the next.

Two doors, in this process and through pipes to another; both speak the public surface's JSON and
nothing else, so that any program that does can be tested with the same people.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Protocol

from firmware_bridge.record.replay import as_json, replay
from firmware_bridge.referee.weights import WEIGHTS, Weights
from firmware_bridge.texts import Texts

Line = dict[str, Any]
ECHO = "."
"""Said with every line, so that its answer has an end."""


class DoorClosed(RuntimeError):
    """The program behind the door has gone, or said something that is no answer."""


class Door(Protocol):
    def open(self, header: Line) -> None:
        """Begin a game; the header is answered together with the first line after it."""

    def say(self, line: Line) -> list[Line]:
        """Tell one thing that happened, and hear all that came of it."""

    def close(self) -> None: ...


class InProcess:
    """The referee of this very program, whatever weighs stories in it."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self._weights = weights
        self._texts = Texts("en")
        self._waiting: list[str] = []
        self._answers: Iterator[Any] = iter(())

    def open(self, header: Line) -> None:
        self._texts = Texts("en", header["game"])
        self._waiting = [json.dumps(header)]
        self._answers = replay(self._lines(), weights=self._weights)

    def _lines(self) -> Iterator[str]:
        while self._waiting:
            yield self._waiting.pop(0)

    def say(self, line: Line) -> list[Line]:
        self._waiting.append(json.dumps({**line, "echo": ECHO}))
        said: list[Line] = []
        for when, told in self._answers:
            answer: Line = json.loads(as_json(when, told, self._texts))
            if "echo" in answer:
                return said
            said.append(answer)
        raise DoorClosed("the replay ended before it had answered")

    def close(self) -> None:
        self._answers = iter(())


class Piped:
    """A program of its own that reads a trace line by line, such as `tavoliere replay --json -`."""

    def __init__(self, command: str) -> None:
        self._command = shlex.split(command)
        self._program: subprocess.Popen[str] | None = None

    def open(self, header: Line) -> None:
        self.close()
        self._program = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            bufsize=1,
        )
        self._write(header)

    def say(self, line: Line) -> list[Line]:
        self._write({**line, "echo": ECHO})
        assert self._program is not None
        assert self._program.stdout is not None
        said: list[Line] = []
        for text in self._program.stdout:
            answer: Line = json.loads(text)
            if "echo" in answer:
                return said
            said.append(answer)
        raise DoorClosed(f"{self._command[0]} ended before it had answered")

    def _write(self, line: Line) -> None:
        assert self._program is not None
        assert self._program.stdin is not None
        try:
            self._program.stdin.write(json.dumps(line) + "\n")
        except BrokenPipeError:
            raise DoorClosed(f"{self._command[0]} does not listen any more") from None

    def close(self) -> None:
        if self._program is None:
            return
        program, self._program = self._program, None
        assert program.stdin is not None
        assert program.stdout is not None
        with suppress(BrokenPipeError):
            program.stdin.close()
        program.stdout.read()
        program.stdout.close()
        program.wait()


def door_for(text: str) -> Callable[[], Door]:
    """`in-process`, or `subprocess:` and a command."""
    if text == "in-process":
        return InProcess
    kind, _, command = text.partition(":")
    if kind != "subprocess" or not command.strip():
        raise ValueError(f"no door '{text}': write in-process or subprocess:COMMAND")
    return lambda: Piped(command)
