"""A computer that thinks in a process of its own: thoughts in, one a line, moves out.

    python -m firmware_bridge.table.mind

Reads JSON Lines. `want` says what is asked for: a move, or what is to be said of every move. `header`
says how the game began, `moves` what has been played, `player`, `level` and `chance` (a seed of its own)
who thinks, `secret` what he keeps to himself. `number` comes back with the answer, so that nobody takes
an old one for a new one. It ends when nobody can ask any more, in the middle of a thought too.
"""

from __future__ import annotations

import json
import os
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any

from engines.game import Game, State
from engines.opponents import Opponent
from engines.opponents.lessons import lessons
from firmware_bridge.record.trace import header_of


class Memory:
    """One game as far as it was told, so that it need not be played through again for every move."""

    def __init__(self) -> None:
        self._told: tuple[str, ...] = ()
        self._begun: str = ""
        self._game: Game[Any, Any] | None = None
        self._state: State | None = None
        self.mind: Opponent | None = None

    def reach(self, asked: dict[str, Any]) -> tuple[Opponent, State]:
        """The position after the moves, and somebody who has seen them all."""
        begun = json.dumps({key: asked[key] for key in BEGINNING})
        moves = tuple(asked["moves"])
        if begun != self._begun or moves[: len(self._told)] != self._told or self.mind is None:
            self._begin(asked, begun)
        assert self._game is not None
        assert self._state is not None
        assert self.mind is not None
        state = self._state
        for label in moves[len(self._told) :]:
            move = self._game.parse(state, label)
            self.mind.saw(state, move)
            state = self._game.apply(state, move)
        self._told, self._state = moves, state
        self.mind.secret = tuple(asked["secret"]) if asked["secret"] else None
        return self.mind, state

    def _begin(self, asked: dict[str, Any], begun: str) -> None:
        self._begun, self._told = begun, ()
        header = header_of(asked["header"], 1)
        self._game = header.rule_book()
        self._state = header.opening(self._game)
        nodes = COACHING if asked["want"] == LESSONS else None
        self.mind = Opponent(self._game, asked["level"], asked["chance"], nodes)


BEGINNING = ("header", "player", "level", "chance")


MOVE, LESSONS = "move", "lessons"
COACHING = 3_000
"""Positions that are looked at to judge the moves of one."""

Memories = dict[tuple[str, int], Memory]
"""One for each player that is a computer, and for each coach: none knows another's mind."""


def answer(memories: Memories, asked: dict[str, Any]) -> dict[str, Any]:
    want = asked["want"]
    mind, state = memories.setdefault((want, asked["player"]), Memory()).reach(asked)
    if want == LESSONS:
        told = lessons(mind.game, state, mind.ranked(state))
        return {"number": asked["number"], "lessons": told}
    return {"number": asked["number"], "move": str(mind.choose(state).label)}


def listen(asked: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        asked.put(line)
    # Whoever asked is gone, however he died: nobody would hear the end of this thought.
    os._exit(0)


def main() -> None:
    memories: Memories = {}
    asked: SimpleQueue[str] = SimpleQueue()
    Thread(target=listen, args=(asked,), daemon=True).start()
    while True:
        sys.stdout.write(json.dumps(answer(memories, json.loads(asked.get()))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
