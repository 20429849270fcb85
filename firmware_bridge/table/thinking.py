"""Asking the computer for a move without waiting for it: lights and pages go on meanwhile.

It thinks in another process (`mind`). One that is asked something new before it has answered is ended
and begun again: a search cannot be talked to. If it dies, or says nothing for far longer than any
thought takes, it is begun again once for the same thought.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from engines.kernel import Secret
from engines.opponents.lessons import Lesson
from firmware_bridge.table.mind import LESSONS as LESSONS
from firmware_bridge.table.mind import MOVE as MOVE
from firmware_bridge.table.mind import Memories, answer

COMMAND = (sys.executable, "-m", "firmware_bridge.table.mind")
CHUNK = 1 << 16
SILENT = 60.0
"""Seconds after which it hangs: on a Raspberry Pi Zero 2 W the longest thoughts take about eight."""


@dataclass(frozen=True, slots=True)
class Thought:
    """All that is needed to answer: how the game began, what was played, and who thinks."""

    number: int
    want: str
    """A move, or what is to be said of every move (`lessons`)."""
    header: dict[str, Any]
    """As the journal's first line has it."""
    moves: tuple[str, ...]
    player: int
    level: int
    chance: int
    secret: Secret | None = None
    """What he keeps to himself; nobody else's is ever here."""


@dataclass(frozen=True, slots=True)
class Answer:
    number: int
    move: str = ""
    lessons: tuple[Lesson, ...] = ()


def answer_of(said: dict[str, Any]) -> Answer:
    """What a mind has written."""
    told = (
        Lesson(label, value, lost, why, tuple(cells))
        for label, value, lost, why, cells in said.get("lessons", ())
    )
    return Answer(said["number"], said.get("move", ""), tuple(told))


class Thinker(Protocol):
    def ask(self, thought: Thought) -> None: ...
    def answer(self) -> Answer | None: ...
    def forget(self) -> None: ...
    def close(self) -> None: ...
    @property
    def failed(self) -> bool: ...
    @property
    def begun_again(self) -> bool: ...
    @property
    def deadline(self) -> float | None: ...


class AtOnce:
    """Thinks where it is asked, for whoever can wait: tests, and a table without a loop."""

    failed = begun_again = False
    deadline: float | None = None

    def __init__(self) -> None:
        self._memories: Memories = {}
        self._answer: Answer | None = None

    def ask(self, thought: Thought) -> None:
        self._answer = answer_of(answer(self._memories, asdict(thought)))

    def answer(self) -> Answer | None:
        found, self._answer = self._answer, None
        return found

    def forget(self) -> None:
        self._answer = None

    def close(self) -> None:
        pass


class OwnProcess:
    """In the running loop; `wake` is called when an answer has come."""

    def __init__(
        self,
        wake: Callable[[], None] = lambda: None,
        command: tuple[str, ...] = COMMAND,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.wake = wake
        self.failed = False
        """It has died, or hung, twice over one thought."""
        self._command = command
        self._clock = clock
        self._process: subprocess.Popen[bytes] | None = None
        self._wanted: Thought | None = None
        self._asked_at = 0.0
        self._begun_again = False
        self._heard = b""
        self._answer: Answer | None = None

    def ask(self, thought: Thought) -> None:
        if self._wanted is not None:
            self._end()
        self._wanted, self._answer = thought, None
        self._begun_again = self.failed = False
        self._send()

    @property
    def begun_again(self) -> bool:
        """Whether it thinks for the second time about the same."""
        return self._wanted is not None and self._begun_again

    @property
    def deadline(self) -> float | None:
        """When it is to be looked at, should nothing have come until then."""
        asked = self._wanted is not None and self._process is not None
        return self._asked_at + SILENT if asked else None

    def answer(self) -> Answer | None:
        """What has come since somebody last looked."""
        if self.deadline is not None and self._clock() >= self.deadline:
            self._died()
        if self._wanted is not None and self._process is None:
            self._send()
        found, self._answer = self._answer, None
        return found

    def forget(self) -> None:
        """Nobody wants to know any more."""
        if self._wanted is not None:
            self._end()
        self._wanted = self._answer = None

    def close(self) -> None:
        self._wanted = None
        self._end()

    def _send(self) -> None:
        """Ask, as soon as there is a loop to hear the answer."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self._process is None:
            self._begin(loop)
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._wanted is not None
        self._asked_at = self._clock()
        # It may have died since; then its silence is noticed where its answers are read.
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(asdict(self._wanted)).encode() + b"\n")
            self._process.stdin.flush()

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # ctrl-C in the terminal is meant for us, and we end it
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self._heard = b""
        loop.add_reader(self._process.stdout.fileno(), self._read)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdout is not None
        assert process.stdin is not None
        with suppress(RuntimeError):  # the loop may be gone already
            asyncio.get_running_loop().remove_reader(process.stdout.fileno())
        process.kill()
        process.wait()
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.close()

    def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            came = os.read(self._process.stdout.fileno(), CHUNK)
        except BlockingIOError:
            return
        if not came:
            self._died()
            return
        *lines, self._heard = (self._heard + came).split(b"\n")
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        said = json.loads(line)
        if self._wanted is not None and said["number"] == self._wanted.number:
            self._wanted = None
            self._answer = answer_of(said)
            self.wake()

    def _died(self) -> None:
        self._end()
        if self._wanted is None:
            return
        if self._begun_again:
            self._wanted, self.failed = None, True
            self.wake()
            return
        self._begun_again = True
        self._send()
