"""A game between two boards: what is told to the other, and what its words mean for this one.

Pure: the record of this board and the other's newest word in, the next word and the next move out. Each
board records what its own players decide; the other's moves it takes over one by one, each checked by
its own rule book. Going back needs both: who has gone back says so, and when the other has gone back as
far, a new epoch begins, in which what stood behind is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from firmware_bridge.link.word import Word, digest, shared
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.ledger import is_report
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.referee.situation import Situation

SOFTWARE, RULES, SEATS, APART, BACK, AGREE = (
    "link.software", "link.rules", "link.seats", "link.apart", "link.back", "link.agree",
)  # fmt: skip
"""What may be said of the other board: it has another version, plays something else, or for the same
players; its game differs; it has not gone back yet; it wants to go back."""


class Room:
    def __init__(
        self, game: AnyGame, header: Mapping[str, Any], players: Sequence[int], software: str
    ) -> None:
        """`players` are those who sit at this board."""
        self._game = game
        self._header = dict(header)
        self._mine = tuple(sorted(players))
        self._software = software
        self._epoch = 0
        self._back: int | None = None
        self._told: tuple[str, ...] = ()
        """The moves that the other board was last told of."""
        self.theirs: Word | None = None

    @property
    def epoch(self) -> int:
        return self._epoch

    # What comes -------------------------------------------------------------------------------

    def hear(self, word: Word) -> None:
        """The other board's word; one that is older than what is known already says nothing."""
        if self.theirs is None or _newer(word, self.theirs):
            self.theirs = word

    def recall(self, word: Word) -> None:
        """Our own last word, which the broker has kept while this board was off."""
        if word.players == self._mine and word.header == self._header:
            self._epoch = max(self._epoch, word.epoch)

    # What follows -----------------------------------------------------------------------------

    def step(self, situation: Situation) -> None:
        """Follow the record: moves that were told and are gone, or others now, were taken back here."""
        moves = _moves(situation.record)
        theirs = self.theirs
        if (same := shared(moves, self._told)) < len(self._told):
            self._back = same if self._back is None else min(same, self._back)
            self._told = self._told[:same]
        if theirs is None or self._wrong(theirs):
            return
        if theirs.epoch > self._epoch:
            same = shared(moves, theirs.moves)
            # They have agreed to go back; where we lag behind, only to what both have.
            if self._back is not None or same in (len(moves), len(theirs.moves)):
                self._epoch, self._back = theirs.epoch, None
        elif theirs.epoch == self._epoch and self._back is not None:
            if theirs.back is not None and theirs.back == self._back:
                self._epoch, self._back = self._epoch + 1, None
            elif shared(moves, theirs.moves) == len(theirs.moves):
                self._back = None  # they never knew of what was taken back

    def move(self, situation: Situation) -> str | None:
        """The move that the other board has decided and this one has not got yet."""
        theirs = self.theirs
        if theirs is None or self._wrong(theirs) or self._back is not None:
            return None
        if theirs.epoch != self._epoch or theirs.back is not None:
            return None
        moves = _moves(situation.record)
        if len(theirs.moves) <= len(moves) or shared(moves, theirs.moves) < len(moves):
            return None
        label = theirs.moves[len(moves)]
        for move in self._game.legal_moves(situation.state):
            if move.label == label:
                own = (move.by or situation.state.turn) in self._mine
                # What comes to light is said by whoever knows it, whosever turn it is.
                return None if own and not is_report(move) else label
        return None

    def said(self, word: Word) -> None:
        """The other board has been told that."""
        self._told = word.moves

    def word(self, situation: Situation) -> Word:
        """What this board has to say now."""
        return Word(
            self._software,
            self._header,
            self._mine,
            self._epoch,
            _moves(situation.record),
            digest(self._game, situation.state),
            self._back,
        )

    def trouble(self, situation: Situation) -> str | None:
        """What people have to be told of the other board."""
        theirs = self.theirs
        if theirs is None:
            return None
        if wrong := self._wrong(theirs):
            return wrong
        moves = _moves(situation.record)
        if theirs.epoch != self._epoch:
            return None
        if theirs.back is not None and theirs.back < len(moves):
            return AGREE
        if self._back is not None:
            return BACK
        same = shared(moves, theirs.moves)
        if same < min(len(moves), len(theirs.moves)):
            return APART
        if len(moves) == len(theirs.moves) and theirs.digest != digest(self._game, situation.state):
            return APART
        if len(theirs.moves) > len(moves) and self.move(situation) is None:
            return APART
        ahead = situation.record[same:]
        theirs_to_say = (
            entry.player not in self._mine and not is_report(entry.move) for entry in ahead
        )
        return APART if any(theirs_to_say) else None

    def _wrong(self, theirs: Word) -> str | None:
        if theirs.software != self._software:
            return SOFTWARE
        if theirs.header != self._header:
            return RULES
        everybody = sorted((*theirs.players, *self._mine))
        return None if everybody == list(range(1, self._game.players + 1)) else SEATS


def _moves(record: Sequence[Entry]) -> tuple[str, ...]:
    return tuple(str(entry.move.label) for entry in record)


def _newer(word: Word, known: Word) -> bool:
    """Whether it was said later: nothing but an agreement makes a record shorter or another."""
    if word.header != known.header or word.software != known.software:
        return True
    if word.epoch != known.epoch:
        return word.epoch > known.epoch
    if (word.back is None) != (known.back is None):
        return word.back is not None
    return word.back is not None or len(word.moves) >= len(known.moves)
