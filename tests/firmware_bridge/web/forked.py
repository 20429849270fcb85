"""The program in a process of its own, forked from one that has loaded it: a start is mostly loading."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import Connection

from firmware_bridge.cli.main import main

NURSERY = multiprocessing.get_context("forkserver")
NURSERY.set_forkserver_preload(["tests.firmware_bridge.web.warm"])


def _run(
    arguments: list[str], environment: Mapping[str, str], out: Connection, err: Connection
) -> None:
    os.environ.update(environment)
    for stream, number in ((out, 1), (err, 2)):
        os.dup2(stream.fileno(), number)
        stream.close()
    # What was opened for where these led before would not go on here.
    sys.stdout, sys.stderr = open(1, "w", encoding="utf-8"), open(2, "w", encoding="utf-8")  # noqa: SIM115
    sys.exit(main(arguments))


class Program:
    """As `subprocess.Popen` of the command, for what the tests want of it."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        out, writes = NURSERY.Pipe(duplex=False)
        err, complains = NURSERY.Pipe(duplex=False)
        given = ([*arguments], environment, writes, complains)
        self._process = NURSERY.Process(target=_run, args=given)
        self._process.start()
        writes.close()
        complains.close()
        self.stdout, self.stderr = (
            os.fdopen(os.dup(one.fileno()), encoding="utf-8") for one in (out, err)
        )
        out.close()
        err.close()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def end(self, number: signal.Signals, timeout: float) -> tuple[int, str]:
        """Its exit code, and what it had to complain about."""
        with suppress(ProcessLookupError):  # it may have ended by itself
            os.kill(self.pid, number)
        self._process.join(timeout)
        code = self._process.exitcode
        assert code is not None, "it does not end"
        complaints = self.stderr.read()
        self.stdout.close()
        self.stderr.close()
        return code, complaints
