"""A game between two boards: what is told to the other, and what its words mean for this one.

Pure: the record of this board and the other's newest word in, the next word and the next move out. Each
board records what its own players decide; the other's moves it takes over one by one, each checked by
its own rule book. Going back needs both: who has gone back says so, and when the other has gone back as
far, a new epoch begins, in which what stood behind is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.game import State
from firmware_bridge.link.seals import Place, Seals, changed, opened_of, seals_of, to_seal, untrue
from firmware_bridge.link.word import Word, digest, shared
from firmware_bridge.record.secrets import Rounds
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.referee.verdicts import GIVEN_UP

SOFTWARE, RULES, SEATS, APART, BACK, AGREE, UNSEALED, CHANGED = (
    "link.software", "link.rules", "link.seats", "link.apart", "link.back", "link.agree",
    "link.unsealed", "link.changed",
)  # fmt: skip
"""What may be said of the other board: it has another version, plays something else, or for the same
players; its game differs; it has not gone back yet; it wants to go back; its players have not chosen yet
what they keep to themselves; what they have shown is not what they had sealed."""


class Room:
    def __init__(
        self,
        game: AnyGame,
        header: Mapping[str, Any],
        players: Sequence[int],
        software: str,
        seals: Seals | None = None,
    ) -> None:
        """`players` are those who sit at this board; `seals` are the others', as far as known."""
        self._game = game
        self._header = dict(header)
        self._mine = tuple(sorted(players))
        self._software = software
        self._epoch = 0
        self._back: int | None = None
        self._told: tuple[str, ...] = ()
        """The moves that the other board was last told of."""
        self.theirs: Word | None = None
        self.own: Rounds = {}
        """What the players of this board keep to themselves."""
        self.unsure = False
        """Whether it does not tell what is asked."""
        self._shown: set[Place] = set()
        """What of it had to be shown."""
        self.seals: dict[Place, str] = dict(seals or {})
        """The other board's, each as it was first heard: what is sealed stays."""
        self._sealing: tuple[Situation | None, list[Place]] = None, []

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
        epoch = self._epoch
        self._agree(moves, theirs)
        if self._epoch != epoch:
            # What was chosen behind the place that both went back to is chosen anew.
            self.seals = {at: one for at, one in self.seals.items() if at.round <= len(moves)}
        if theirs.epoch == self._epoch:
            if self.unsure and theirs.unsure and theirs.moves == moves:
                # Only both together tell: this is when players show each other their cards.
                latest = max(self.own, default=0)
                self._shown |= {Place(latest, player) for player in self.own.get(latest, ())}
            for place in self._theirs_to_seal(situation):
                if place in theirs.seals:
                    self.seals.setdefault(place, theirs.seals[place])

    def _agree(self, moves: tuple[str, ...], theirs: Word) -> None:
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
                return None if own and not self._comes_to_light(situation.state) else label
        return None

    def _comes_to_light(self, state: State) -> bool:
        kernel = self._game.kernel
        return kernel.chances(kernel.node(state)) is not None

    def yields(self, situation: Situation) -> bool:
        """Whether the last move here has to go: its player made it out of turn, and meanwhile the other
        board has recorded the move of the player whose turn it was."""
        theirs, record = self.theirs, situation.record
        if theirs is None or self._wrong(theirs) or theirs.epoch != self._epoch:
            return False
        if self._back is not None or theirs.back is not None:
            return False
        same = shared(_moves(record), theirs.moves)
        if same >= min(len(record), len(theirs.moves)):
            return False
        first = record[same]
        out_of_turn = first.player != first.before.turn and not self._comes_to_light(first.before)
        if not out_of_turn or first.player not in self._mine:
            return False
        # The other board never had it, so nobody has to agree.
        self._told = self._told[:same]
        return True

    @property
    def shown(self) -> Rounds:
        """What the others have shown, as far as it is what they had sealed."""
        found: Rounds = {}
        for place, kept in (self.theirs.opened if self.theirs is not None else {}).items():
            if place in self.seals and kept.opens(self.seals[place]):
                found.setdefault(place.round, {})[place.player] = kept
        return found

    def gave_up(self, situation: Situation) -> int:
        """The player of the other board who has given up, where this one does not know it yet."""
        theirs = self.theirs
        if theirs is None or self._wrong(theirs) or theirs.gave_up not in theirs.players:
            return 0
        same = theirs.epoch == self._epoch and theirs.moves == _moves(situation.record)
        return theirs.gave_up if same and situation.phase is not Phase.OVER else 0

    def _theirs_to_seal(self, situation: Situation) -> list[Place]:
        """What the others have had to choose up to now; worked out once for each situation."""
        if self._sealing[0] is not situation:
            places = to_seal(self._game, situation.record, situation.state)
            self._sealing = situation, [at for at in places if at.player not in self._mine]
        return self._sealing[1]

    def _tellable(self, situation: Situation) -> int:
        """How many moves may be told: none that comes after what the others have still to seal."""
        waits = (at.round for at in self._theirs_to_seal(situation) if at not in self.seals)
        return min((len(situation.record), *waits))

    def said(self, word: Word) -> None:
        """The other board has been told that."""
        self._told = word.moves

    def word(self, situation: Situation) -> Word:
        """What this board has to say now."""
        record, count = situation.record, self._tellable(situation)
        over = situation.phase is Phase.OVER
        kept = opened_of(self.own)
        return Word(
            self._software,
            self._header,
            self._mine,
            self._epoch,
            _moves(record[:count]),
            digest(self._game, record[count].before if count < len(record) else situation.state),
            self._back,
            _gave_up(situation),
            seals_of(self.own),
            {place: one for place, one in kept.items() if over or place in self._shown},
            self.unsure,
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
        if self._changed(theirs, situation):
            return CHANGED
        if self._tellable(situation) < len(moves):
            return UNSEALED
        ahead = situation.record[same:]
        theirs_to_say = (
            entry.player not in self._mine and not self._comes_to_light(entry.before)
            for entry in ahead
        )
        return APART if any(theirs_to_say) else None

    def _changed(self, theirs: Word, situation: Situation) -> bool:
        """Whether the others' secrets are not, or were not told to be, what they had sealed."""
        if any(theirs.seals.get(place, seal) != seal for place, seal in self.seals.items()):
            return True
        if changed(self.seals, theirs.opened):
            return True
        if situation.phase is not Phase.OVER or not theirs.opened:
            return False
        return untrue(self._game, situation.record, {**opened_of(self.own), **theirs.opened})

    def _wrong(self, theirs: Word) -> str | None:
        if theirs.software != self._software:
            return SOFTWARE
        if theirs.header != self._header:
            return RULES
        everybody = sorted((*theirs.players, *self._mine))
        return None if everybody == list(range(1, self._game.players + 1)) else SEATS


def _moves(record: Sequence[Entry]) -> tuple[str, ...]:
    return tuple(str(entry.move.label) for entry in record)


def _gave_up(situation: Situation) -> int:
    outcome = situation.position.outcome
    if outcome is None or outcome.reason != GIVEN_UP:
        return 0
    return next(p for p in range(1, situation.game.players + 1) if p not in outcome.winners)


def _newer(word: Word, known: Word) -> bool:
    """Whether it was said later: nothing but an agreement makes a record shorter or another."""
    if word.header != known.header or word.software != known.software:
        return True
    if word.epoch != known.epoch:
        return word.epoch > known.epoch
    if (word.back is None) != (known.back is None):
        return word.back is not None
    if word.back is not None or word.moves != known.moves:
        return word.back is not None or len(word.moves) >= len(known.moves)
    # Nothing of this is ever taken back.
    return (
        bool(word.gave_up) >= bool(known.gave_up)
        and word.seals.keys() >= known.seals.keys()
        and word.opened.keys() >= known.opened.keys()
    )
