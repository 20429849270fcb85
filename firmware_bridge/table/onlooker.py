"""Whoever watches a game: what its moves tell of what is hidden, and where players choose secrets.

Knows kernels and no game. It follows a record also where moves were taken back, and never sees a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.kernel import Hiding
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.position import AnyGame


class Onlooker:
    def __init__(self, game: AnyGame, keeps: Callable[[int, Hiding], bool]) -> None:
        """`keeps` says whose secrets are meant, and of which kind."""
        self._game = game
        self._keeps = keeps
        self.told: list[Entry] = []
        self.seen: list[Any] = [None]
        """What the moves tell, before each and after the last."""
        self.begun: list[int] = []
        """After how many moves secrets were chosen, as far as the record goes."""

    def follow(self, record: Sequence[Entry]) -> None:
        told = self.told
        same = 0
        while same < min(len(told), len(record)) and told[same] is record[same]:
            same += 1
        if same == len(told) == len(record) and self.begun:
            return
        del told[same:], self.seen[same + 1 :]
        kernel = self._game.kernel
        for entry in record[same:]:
            action = self._game.action(entry.before, entry.move)
            self.seen.append(kernel.learned(self.seen[-1], kernel.node(entry.before), action))
            told.append(entry)
        self.begun = [n for n in self.begun if n <= same and n < len(told)]
        for number in range(same, len(told)):
            if number not in self.begun and self.hidings(told[number].before, number):
                self.begun.append(number)

    def hidings(self, state: Any, number: int) -> Mapping[int, Hiding]:
        """What each player chooses after so many moves."""
        kernel = self._game.kernel
        hidings = kernel.hides(kernel.node(state), self.seen[number])
        return {player: one for player, one in hidings.items() if self._keeps(player, one)}
