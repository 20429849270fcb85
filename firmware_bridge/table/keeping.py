"""Keeps the players' secrets where no real piece does: chosen before play, answered by, told to nobody.

Knows kernels through what they say of hidden things, and no game. What players choose is in a file at
once. Where a book asks what is hidden (the colour that came to light, whose card it is) the move that
says so is chosen here, as anybody decides a move: the state never holds a secret.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random, SystemRandom
from types import MappingProxyType

from engines.game import State
from engines.kernel import Hiding, Secret
from engines.opponents.levels import LEVELS
from engines.opponents.opponent import kept_back
from firmware_bridge.record.secrets import Rounds, SecretFile, kept
from firmware_bridge.record.session import Session
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.table.onlooker import Onlooker

NOBODY: Mapping[int, int] = MappingProxyType({})
SHOWN_AFTER = 0.8
"""Seconds after which what was uncovered shows itself: a chain that goes on is not cut short."""


class Keeping:
    def __init__(
        self,
        game: AnyGame,
        file: SecretFile | None,
        *,
        players: int = 0,
        computers: Mapping[int, int] = NOBODY,
        elsewhere: Collection[int] = (),
        simulated: bool = True,
        rng: Random | None = None,
    ) -> None:
        """`computers`: the level of each. With real pieces people keep their own, and what stands on
        the board does too. Who sits at another board keeps his own there; what is sealed for it is
        kept here, with any pieces."""
        simulated = simulated or bool(elsewhere)
        self._final = bool(elsewhere)
        """Whether nobody may think again: another board has been told the seal."""
        self._game = game
        self._file = file
        self._simulated = simulated
        self._computers = computers
        self._players = set(range(1, players + 1)) if simulated else set(computers)
        self._players -= set(elsewhere)
        # Not from the game's seed, which everybody may read in the journal.
        self._rng = rng or SystemRandom()
        self._rounds: Rounds = file.read() if file is not None and game.kernel.hidden else {}
        self._saved = bool(self._rounds)
        self._onlooker = Onlooker(game, self._keeps)
        self._open: int | None = None
        """The round for which secrets may be chosen now."""
        self._asked_since: tuple[int, float] | None = None
        self.shown: Rounds = {}
        """What players who sit elsewhere have shown."""
        self.version = 0
        """Grows when somebody has chosen, or has to."""

    @property
    def active(self) -> bool:
        return self._game.kernel.hidden and bool(self._players)

    @property
    def people(self) -> list[int]:
        """The people whose secrets are kept here."""
        return sorted(self._players - self._computers.keys()) if self.active else []

    def _keeps(self, player: int, hiding: Hiding) -> bool:
        return player in self._players and (self._simulated or not hiding.placed)

    # Choosing --------------------------------------------------------------------------------

    def step(self, situation: Situation, now: float) -> Chosen | None:
        """Follow the game; what the secrets say, where that is asked for and has been for a moment."""
        if not self.active:
            return None
        self._onlooker.follow(situation.record)
        self._begin(situation)
        over = situation.phase is Phase.OVER
        if over and self._saved and self._file is not None:
            self._file.remove()
            self._saved = False
        elif not over and self._rounds and not self._saved:
            self._save()
        label = self.answer(situation) if situation.phase is Phase.ASKING else None
        if label is None:
            self._asked_since = None
            return None
        moment = len(situation.record)
        if self._asked_since is None or self._asked_since[0] != moment:
            self._asked_since = moment, now
        due = self.deadline
        return Chosen(label) if due is not None and now >= due else None

    @property
    def deadline(self) -> float | None:
        return None if self._asked_since is None else self._asked_since[1] + SHOWN_AFTER

    def _begin(self, situation: Situation) -> None:
        """The computer commits itself at once; who has not chosen when play begins is dealt his."""
        moves = len(situation.record)
        late = [number for number in self._rounds if number > moves]
        for number in late:
            del self._rounds[number]
        was, self._open = self._open, None
        hidings = self._onlooker.hidings(situation.state, moves)
        if hidings and situation.phase is not Phase.OVER:
            self._open = moves
            for player in (hidings.keys() & self._computers.keys()) - self._chosen(moves):
                level, hiding = LEVELS[self._computers[player]], hidings[player]
                secret = kept_back(self._game.kernel, level, player, hiding, self._rng)
                self._keep(moves, player, secret)
        elif was is not None and moves > was:
            for player, hiding in self._onlooker.hidings(
                self._onlooker.told[was].before, was
            ).items():
                if player not in self._chosen(was):
                    self._keep(was, player, hiding.dealt(self._rng))
        if was != self._open:
            self.version += 1

    def _chosen(self, number: int) -> set[int]:
        return set(self._rounds.get(number, ()))

    def _keep(self, number: int, player: int, secret: Secret) -> None:
        self._rounds.setdefault(number, {})[player] = kept(secret)
        self._save()
        self.version += 1

    def _save(self) -> None:
        if self._file is not None:
            self._file.write(self._rounds)
        self._saved = True

    def choose(self, situation: Situation, player: int, secret: Secret | None) -> bool:
        """What a player decides to keep, or None: whatever comes. False: not now, or not this."""
        hiding = self.wanted(situation).get(player)
        if hiding is None or player in self._computers:
            return False
        if secret is not None and not hiding.allows(secret):
            return False
        assert self._open is not None
        self._keep(self._open, player, hiding.dealt(self._rng) if secret is None else secret)
        return True

    def wanted(self, situation: Situation) -> Mapping[int, Hiding]:
        """What each player may choose now; he may think again until play begins."""
        if not self.active or self._open != len(situation.record):
            return {}
        wanted = self._onlooker.hidings(situation.state, self._open)
        if self._final:
            chosen = self._chosen(self._open)
            return {player: one for player, one in wanted.items() if player not in chosen}
        return wanted

    def waits_for(self, situation: Situation) -> list[int]:
        """The players who have still to choose."""
        wanted = self.wanted(situation)
        return sorted(player for player in wanted if player not in self._chosen(self._open or 0))

    # Telling ---------------------------------------------------------------------------------

    @property
    def _round(self) -> int | None:
        return self._open if self._open is not None else max(self._onlooker.begun, default=None)

    @property
    def rounds(self) -> Rounds:
        """All that is kept here."""
        return self._rounds

    def secrets(self) -> dict[int, Secret]:
        """What each player keeps in this round."""
        number = self._round
        given = self._rounds.get(number, {}) if number is not None else {}
        return {player: one.secret for player, one in given.items()}

    def hidden(self, situation: Situation, player: int) -> tuple[Hiding, State] | None:
        """What this round's secret of a player was chosen out of, and in which position."""
        number = self._round
        told = self._onlooker.told
        if number is None or number > len(told):
            return None
        state = situation.state if number == len(told) else told[number].before
        hiding = self._onlooker.hidings(state, number).get(player)
        return None if hiding is None else (hiding, state)

    def asked(self, situation: Situation) -> bool:
        """Whether it is asked what is hidden; also while a piece is in a hand, or still on its way."""
        if not self.active or situation.question is None or situation.consents is not None:
            return False
        return situation.phase is not Phase.OVER and self._asks(situation.state)

    def _asks(self, state: State) -> bool:
        kernel = self._game.kernel
        return kernel.chances(kernel.node(state)) is not None

    def unsure(self, situation: Situation) -> bool:
        """Whether that is asked and what is known here does not tell."""
        return self.asked(situation) and self.answer(situation) is None

    def tells(self, situation: Situation) -> bool:
        """Whether nobody at the board has to say what is asked: it is kept here, or at another board."""
        return self.answer(situation) is not None or (self._final and self.asked(situation))

    def speaks(self, situation: Situation) -> bool:
        """Whether what is asked is about to be told, and nothing is in a hand or on its way."""
        return situation.phase is Phase.ASKING and self.tells(situation)

    def answer(self, situation: Situation) -> str | None:
        """The label of the move that says what is hidden, where that is asked."""
        question, game, state = situation.question, situation.game, situation.state
        if not self.asked(situation) or question is None:
            return None
        kernel = game.kernel
        node = kernel.node(state)
        self._onlooker.follow(situation.record)
        action = kernel.answer(node, self._speaking(situation), self._onlooker.seen[-1])
        label = None if action is None else str(game.move_of(state, action).label)
        # Of several things one is asked first: two boards must not begin with different ones.
        return label if not self._final or label in question.labels else None

    def _speaking(self, situation: Situation) -> dict[int, Secret]:
        """The secrets that can answer. What real pieces keep, they tell themselves."""
        kept = {p: one for p, one in self.secrets().items() if self.hidden(situation, p)}
        if self._round is not None:
            kept |= {p: one.secret for p, one in self.shown.get(self._round, {}).items()}
        return kept

    def uncovered(self, situation: Situation) -> dict[int, Secret]:
        """The cards that answer what is asked, or have just answered: one, where one is enough. What
        stands on the board is uncovered there, and the rest of it stays hidden."""
        if self.asked(situation):
            at, state = len(situation.record), situation.state
        elif self.active and situation.record:
            at, state = len(situation.record) - 1, situation.record[-1].before
        else:
            return {}
        if self._onlooker.told != list(situation.record) or not self._asks(state):
            return {}
        kernel = self._game.kernel
        cards = {
            player: secret
            for player, secret in self._speaking(situation).items()
            if (hidden := self.hidden(situation, player)) is None or not hidden[0].placed
        }
        for few in (*({player: secret} for player, secret in cards.items()), cards):
            if kernel.answer(kernel.node(state), few, self._onlooker.seen[at]) is not None:
                return few
        return {}

    def opened(self, situation: Situation) -> dict[int, Secret]:
        """The computers' secrets that have to be shown, where people are asked what is hidden and only
        both together tell. Not before the board is at rest: what is to be carried out is lit first."""
        resting = situation.phase is Phase.ASKING
        if not resting or not self.asked(situation) or self.tells(situation):
            return {}
        return {p: secret for p, secret in self.secrets().items() if p in self._computers}

    def knows(self, situation: Situation, player: int) -> Mapping[str, Secret]:
        """What stands on cells, as far as a player's own secret tells him."""
        secret = self.secrets().get(player)
        if secret is None:
            return {}
        kernel = situation.game.kernel
        return kernel.knows(kernel.node(situation.state), player, secret, self._onlooker.seen[-1])


def keeping_for(
    session: Session, file: SecretFile, rng: Random | None, *, simulated: bool
) -> Keeping:
    """Who keeps the secrets of this game."""
    seats = list(enumerate(session.header.seats, start=1))
    return Keeping(
        session.game,
        file,
        players=session.game.players,
        computers={player: seat.level for player, seat in seats if seat.computer},
        elsewhere=[player for player, seat in seats if seat.link],
        simulated=simulated,
        rng=rng,
    )
