"""The computers at a game in the terminal: they decide while people wait, and keep their own secrets.

Knows how the game began, its record, and no game. They think with the parts that the table's computers
have. What people keep (hats, cards) is in their own hands here, so only a computer's secrets are kept,
and of those only what stands on no board.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom

from engines.game import State
from engines.kernel import Hiding, Secret
from firmware_bridge.record.secrets import Rounds, SecretFile, kept
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.table.onlooker import Onlooker
from firmware_bridge.table.thinking import MOVE, AtOnce, Thought


class Computers:
    def __init__(self, header: Header, file: SecretFile, rng: Random | None = None) -> None:
        seats = enumerate(header.seats, start=1)
        self._levels = {player: seat.level for player, seat in seats if seat.computer}
        self._header = header
        self._game = header.rule_book()
        self._file = file
        # Not from the game's seed, which everybody may read in the journal.
        self._rng = rng or SystemRandom()
        self._rounds: Rounds = file.read() if self._levels and self._game.kernel.hidden else {}
        self._onlooker = Onlooker(self._game, self._keeps)
        self._thinker = AtOnce()

    def __len__(self) -> int:
        return len(self._levels)

    def __contains__(self, player: int) -> bool:
        return player in self._levels

    def _keeps(self, player: int, hiding: Hiding) -> bool:
        return player in self._levels and not hiding.placed

    def decided(self, record: Sequence[Entry], state: State) -> str | None:
        """The label of what they do or what their secrets say; None: it is for people."""
        secrets = self._secrets(record, state)
        kernel = self._game.kernel
        node = kernel.node(state)
        if kernel.chances(node) is not None:
            said = kernel.answer(node, secrets, self._onlooker.seen[-1])
            return None if said is None else str(self._game.move_of(state, said).label)
        player = state.turn
        if player not in self._levels:
            return None
        header = self._header
        moves = tuple(str(entry.move.label) for entry in record)
        level, chance = self._levels[player], header.seed + player
        secret = secrets.get(player)
        self._thinker.ask(Thought(0, MOVE, header.fields(), moves, player, level, chance, secret))
        answer = self._thinker.answer()
        assert answer is not None
        return answer.move

    def shown(self, record: Sequence[Entry], state: State) -> dict[int, Secret]:
        """What they have to show, where people are asked about it and only both together tell."""
        kernel = self._game.kernel
        asked = kernel.chances(kernel.node(state)) is not None
        return self._secrets(record, state) if asked else {}

    def _secrets(self, record: Sequence[Entry], state: State) -> dict[int, Secret]:
        """What each keeps in this round; who has to choose now commits himself at once."""
        self._onlooker.follow(record)
        number = len(record)
        hidings = self._onlooker.hidings(state, number)
        if not hidings:
            number = max(self._onlooker.begun, default=number)
        # Whatever was chosen after moves that were taken back is chosen anew.
        later = [other for other in self._rounds if other > number]
        for other in later:
            del self._rounds[other]
        round_ = self._rounds.setdefault(number, {}) if hidings else self._rounds.get(number, {})
        missing = hidings.keys() - round_.keys()
        for player in missing:
            round_[player] = kept(hidings[player].dealt(self._rng))
        if missing or later:
            self._file.write(self._rounds)
        return {player: one.secret for player, one in round_.items()}

    def end(self) -> None:
        """The game is over: nobody has anything to hide any more."""
        if self._rounds:
            self._file.remove()
