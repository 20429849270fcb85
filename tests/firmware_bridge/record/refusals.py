"""An evening at the board during which the disk refuses one call, or many from some call on.

Two games, one of them left and resumed, a move taken back. Play goes on, or the program stops with one
error; then all is well again, and everything that was shown must be on the disk.
"""

from __future__ import annotations

import errno
import os
import random
from collections import Counter
from pathlib import Path

from engines.errors import TavoliereError
from firmware_bridge.people.room import Room
from firmware_bridge.record.journal import Journal
from firmware_bridge.record.saving import OFFER
from firmware_bridge.record.trace import Header
from firmware_bridge.record.upkeep import journals_numbered, number_of
from firmware_bridge.referee.verdicts import Chosen, TakeBack
from tests.firmware_bridge.record.memory_disk import MemoryDisk

FOLDER = Path("/games")
ERRORS = ("EIO", "ENOSPC", "EMFILE", "MemoryError")
NAMELESS = ("write", "sync", "cut", "close", "lock")
"""Calls of which the system does not say which file they were about."""


ONCE, WRITING, ALL = "once", "writing", "all"
"""One call; from that one on all that would change something, as on a full disk; from then on all."""
READING = ("names", "read", "size", "lock", "close")


class Refusal:
    """Says no at one call, or at those from there on."""

    def __init__(self, at: int, error: str, what: str) -> None:
        self.at = at
        self.error = error
        self.what = what
        self.over = False
        self.calls = 0

    def _meant(self, call: str) -> bool:
        if self.what == ONCE or self.calls <= self.at:
            return self.calls == self.at
        return self.what == ALL or call not in READING

    def __call__(self, call: str) -> None:
        self.calls += 1
        if self.over or not self._meant(call):
            return
        if self.error == "MemoryError":
            raise MemoryError
        number = getattr(errno, self.error)
        named = () if call in NAMELESS else (str(FOLDER / call),)
        raise OSError(number, os.strerror(number), *named)


class Evening:
    def __init__(self, name: str, moves: int, refusal: Refusal) -> None:
        self.header = Header(name, {}, 2, seed=3, ready=True)
        self.moves = moves
        self.refusal = refusal
        self.disk = MemoryDisk(refusal)
        self.shown: dict[int, list[str]] = {}
        """What the pages have shown of each game, by its number."""
        self.came: Counter[str] = Counter()
        self.chance = random.Random(5)

    def spend(self) -> None:
        try:
            self.room = Room(FOLDER, disk=self.disk)
        except (OSError, MemoryError):
            self.came["did not begin"] += 1
            return
        try:
            for act in (self.start, self.play, self.take_back, self.pause, self.play, self.start):
                self.do(act)
            self.do(self.play)
            self.do(self.room.app.leave)
        except OSError:
            self.came["stopped"] += 1
        finally:
            self.end()

    def do(self, act) -> None:
        """What is refused to a page is told to it; it tries again, or does something else."""
        try:
            act()
        except TavoliereError:
            self.came["refused"] += 1
        self.turn()

    def start(self) -> None:
        self.room.app.start(self.header)

    def pause(self) -> None:
        self.room.app.leave()
        self.turn()
        before = self.shown.get(1)
        self.room.app.resume(1)
        self.turn()
        assert self.shown.get(1) == before, "another position than the one that was left"

    def play(self) -> None:
        for _ in range(self.moves):
            if self.room.app.match is None:
                return
            legal = self.room.match.session.game.legal_moves(self.room.match.situation.state)
            if legal:
                self.room.app.changed(Chosen(self.chance.choice(legal).label))
                self.settle()

    def take_back(self) -> None:
        if self.room.app.match is not None:
            self.room.app.changed(TakeBack())
            self.settle()

    def settle(self) -> None:
        stacks = self.room.match.situation.position.stacks
        self.room.table.put_right(stacks, unseen_only=False)
        for _ in range(4):
            self.turn(0.3)

    def turn(self, seconds: float = 0.1) -> None:
        self.room.now += seconds
        app = self.room.app
        app.turn()
        if app.failed is not None:
            raise app.failed
        if app.match is not None:
            labels = [entry.move.label for entry in app.match.situation.record]
            self.shown[number_of(app.match.journal.path)] = labels

    def end(self) -> None:
        """The disk is well again; the program has time to notice, if it is still running."""
        self.refusal.over = True
        if not self.came["stopped"]:
            for _ in range(3):
                self.turn(OFFER / 2)
        self.room.app.close()
        assert self.room.store.close() == []
        assert self.disk.files_open == 0
        for number, labels in self.shown.items():
            assert kept(self.disk, number) == labels, (number, self.refusal.calls)


def kept(disk: MemoryDisk, number: int) -> list[str]:
    """The record of a game as the next start of the program finds it."""
    path = journals_numbered(disk, FOLDER, number)[0]
    return [entry.move.label for entry in Journal(path, disk).resume().record]


def every_refusal(name: str, moves: int, step: int = 1) -> Counter[str]:
    """Each error, in each of its ways, at every `step`-th call of an evening."""
    whole = Evening(name, moves, Refusal(0, "", ONCE))
    whole.spend()
    assert not whole.came
    counted: Counter[str] = Counter()
    case = 0
    for error in ERRORS:
        for what in (ONCE, WRITING, ALL):
            for at in range(1 + case % step, whole.refusal.calls + 1, step):
                evening = Evening(name, moves, Refusal(at, error, what))
                evening.spend()
                counted["cases"] += 1
                counted.update(evening.came.keys())
            case += 1
    return counted
