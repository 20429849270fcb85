"""One game under way on one board: readings and wishes in, verdicts on disk, lights out.

Everything that confirms a move, on the board or on a page, comes after the move is on disk. Knows no
clock: every call says what time it is and `deadline` when to call again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engines.geometry import Cell
from firmware_bridge.lights.hints import FULL, Hints
from firmware_bridge.looks.look import look_of
from firmware_bridge.record.disk import Disk
from firmware_bridge.record.journal import Journal
from firmware_bridge.record.saving import Saving
from firmware_bridge.record.session import Session, Timed
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.referee.verdicts import (
    Accepted,
    Amended,
    Ask,
    Chosen,
    Event,
    Faulty,
    Held,
    Illegal,
    Over,
    Pressed,
    Restore,
    Sensed,
    TakeBack,
    Tick,
    TimeUp,
    Undone,
    Verdict,
)
from firmware_bridge.table.away import Away
from firmware_bridge.table.belongings import player_colours
from firmware_bridge.table.clock import Clocks
from firmware_bridge.table.coaching import declares
from firmware_bridge.table.company import Company
from firmware_bridge.table.device import Device
from firmware_bridge.table.in_hand import InHand
from firmware_bridge.table.keeping import Keeping
from firmware_bridge.table.leaving import Leaving
from firmware_bridge.table.lighting import Lighting
from firmware_bridge.table.simulation import Simulation
from firmware_bridge.table.thinking import Thinker
from firmware_bridge.table.tidying import Tidying
from firmware_bridge.table.tracing import Tracing
from firmware_bridge.table.troubles import Trouble, disk_trouble
from hardware.buttons import Push, Pushes
from hardware.lights import DARK

WATCH = 0.05
"""Seconds between two looks at a button that is down."""


class Match:
    def __init__(
        self,
        header: Header,
        device: Device,
        journal: Journal,
        trace: Path | None,
        *,
        begun: float,
        hinting: str = FULL,
        session: Session | None = None,
        thinker: Thinker | None = None,
        keeping: Keeping | None = None,
        helped: Sequence[int] = (),
        clock: Sequence[float] = (),
        away: Away | None = None,
        disk: Disk | None = None,
        saving: Saving | None = None,
    ) -> None:
        self.header = header
        self.device = device
        self.journal = journal
        self.saving = saving or Saving()
        self.saving.keep(journal)
        self.hinting = hinting
        self.session = session or Session(header)
        began = self.session.header
        self.keeping = keeping or Keeping(self.session.game, None)
        self.company = Company(began, thinker, self.keeping, helped, away)
        self.deciding = self.company.deciding
        self.coaching = self.company.coaching
        self.reviewing = self.company.reviewing
        self.clocks = Clocks(began.clock, self.session.game.players, clock)
        self.clocks.begin(self.session.situation)
        self.told: list[Verdict] = []
        """The verdicts of the last time there were any."""
        self.notices: tuple[Trouble, ...] = ()
        """What was said since then and is no verdict: that a trouble is over, say."""
        self.version_of_speech = 0
        self._versions = (0, self.company.version)
        self._carried = False
        """Something that was decided elsewhere was still to be carried out when we last looked."""
        self._elsewhere = False
        """What is wrong with the board was decided and not done by hand: a move, or a take-back."""
        self.illegal: Illegal | None = None
        """The last illegal move, until the board is right again."""
        self.set_up = bool(self.session.situation.record)
        """The board has been right before: what is wrong on it is to be put right, not to be set up."""
        self._faults: list[Trouble] = []
        """The sensors that were found out in this game."""
        self.lit: Hints = {}
        self.version = 0
        """Grows with everything that a page may have to show."""
        self.pressed_on_page = [False] * self.session.game.players
        self.leaving = Leaving(by_button=self.simulation is None)
        self._begun = self._looked = begun
        self._unseen = 0.0
        """Seconds that do not count: the cable was out, or somebody thought with a piece in his hand."""
        self._in_hand = InHand(self.simulation if began.on_screen else None, begun)
        self._pushes = Pushes()
        # Pieces that already stand are no news.
        self._readings: dict[Cell, int] = dict(device.readings()) if header.ready else {}
        self._trace = Tracing(trace, header, disk)
        self.troubles: tuple[Trouble, ...] = ()
        """What is wrong with sensors, disk or board at the moment."""
        self.colours = player_colours(self.session)
        game = self.session.game
        self.lighting = Lighting(device, game.board, look_of(game).lamps, self.colours)
        self._watch_due: float | None = None
        self._stale = True
        """Something has happened since the hints were worked out."""
        self.tidying = Tidying(self.simulation, begun, by_hand=began.by_hand)
        self._hear(self.session.start(begun))

    @property
    def situation(self) -> Situation:
        return self.session.situation

    @property
    def simulation(self) -> Simulation | None:
        return self.device if isinstance(self.device, Simulation) else None

    def close(self, now: float | None = None) -> None:
        if self.clocks.limit and self.situation.record and self.situation.phase is not Phase.OVER:
            self.journal.clocks_stand(self.clocks.remaining(self._looked if now is None else now))
        self.device.show({})
        self.device.light_buttons([DARK] * self.session.game.players)
        self.company.close()
        self.saving.part_with(self.journal)
        self._trace.close()

    # Time ------------------------------------------------------------------------------------

    @property
    def deadline(self) -> float | None:
        """When something happens by itself; sensors and buttons of a real board are polled anyway."""
        settling = self.session.deadline
        times = [
            None if settling is None else settling + self._unseen,
            self._watch_due,
            self.tidying.due,
            self.company.deadline,
            self.clocks.deadline,
            self.saving.due,
        ]
        return min((time for time in times if time is not None), default=None)

    def step(self, now: float) -> None:
        """See what the sensors and buttons say at this moment, and light what follows."""
        at = self._game_time(now)
        for cell, reading in self.device.readings().items():
            if self._readings.get(cell, 0) != reading:
                self._readings[cell] = reading
                self.feed(Sensed(cell, reading), now)
        down = [a or b for a, b in zip(self.device.down(), self.pressed_on_page, strict=True)]
        for player, push in self._pushes.update(down, now):
            self._pushed(player, push, now)
        deadline = self.session.deadline
        if deadline is not None and deadline <= at:
            self._stale = True
            said = self.session.pass_time(at)
            if said:
                # What time alone brings about must come about in the trace as well.
                self._trace.add(Tick(), at - self._begun)
            self._follow(said, now, by_hand=True)
        self.leaving.follow(self.situation, now)
        while (decided := self.company.step(self.situation, now)) is not None:
            self.feed(decided, now)
        late = self.clocks.step(self.situation, now)
        if late and self.clocks.limit:
            self.feed(TimeUp(late, self.clocks.limit.ends), now)
            self.clocks.step(self.situation, now)
        versions = (self.clocks.version, self.company.version)
        if versions != self._versions:
            self._versions, self._stale = versions, True
        flagged = not self.set_up or self.illegal is not None
        if self.tidying.step(self.situation, now, carrying=self.carries_itself, flagged=flagged):
            self.version += 1
        self._look_for_trouble(now)
        self._light()
        if self.simulation is None:
            self.lighting.tend(self.clocks.pressing(now), now)
        self._watch_due = now + WATCH if any(down) else None

    def _pushed(self, player: int, push: Push, now: float) -> None:
        situation = self.situation
        if push is Push.PRESS:
            self.leaving.pressed(situation, now)
            wrong = situation.phase is Phase.RESTORING and situation.consents is None
            # On a screen nobody who has something to put right is right against its sensors.
            if not (self.keeping.speaks(situation) or (wrong and self.device.sure)):
                self.feed(Pressed(player), now)
        elif self.coaching.asked(situation, player):
            if not self.help(player):
                self.lighting.refuse(player, now)
                self.notify((self.coaching.refusal(player),))
        elif situation.consents is not None or declares(situation, player) or self.takes_back:
            self.feed(Held(player, asks=True), now)

    def help(self, player: int) -> bool:
        """A good move is asked for; False: there is none for him."""
        if not self.coaching.help(self.situation, player):
            return False
        self.journal.help_given(player)
        return True

    @property
    def takes_back(self) -> int:
        """Whose decision a take-back goes back to; 0: nobody's, and nothing is taken back."""
        return self.company.last_decision(self.situation)

    def take_back(self, now: float) -> None:
        if self.takes_back:
            self.feed(TakeBack(), now)

    def feed(self, event: Event, now: float) -> None:
        at = self._game_time(now)
        # A sensor that is not believed any more may flicker all night, and disks are small.
        if not isinstance(event, Sensed) or event.cell not in self.situation.ignored:
            self._trace.add(event, at - self._begun)
        self._stale = True
        said = self.session.feed(event, at)
        by_hand = isinstance(event, Sensed)
        undone = any(isinstance(verdict, Undone) for _, verdict in said)
        chosen = isinstance(event, Chosen) or (undone and not by_hand)
        self._elsewhere |= chosen and bool(self.situation.difference)
        self._follow(said, now, by_hand=by_hand)

    def _follow(self, said: list[Timed], now: float, *, by_hand: bool) -> None:
        self._hear(said)
        verdicts = [verdict for _, verdict in said]
        if self.company.goes_back(verdicts, self.situation, by_hand=by_hand):
            self.take_back(now)

    def _game_time(self, now: float) -> float:
        """The referee's time. It stands still while what is on its way cannot come to rest."""
        if self.device.blind or self._in_hand.all_of_it(self.situation, now):
            self._unseen += now - self._looked
        self._looked = now
        return now - self._unseen

    def _hear(self, said: list[Timed]) -> None:
        self._elsewhere = self._elsewhere and self._to_carry_out
        self.set_up = self.set_up or self.situation.phase is not Phase.RESTORING
        carried, self._carried = self._carried, self.carries_itself
        if not said:
            return
        verdicts = [verdict for _, verdict in said]
        spoken = self._spoken(verdicts, carried=carried)
        if spoken:
            self.told, self.notices = spoken, ()
            self.version_of_speech += 1
        if any(isinstance(verdict, Accepted) for verdict in verdicts):
            self.clocks.step(self.situation, self._looked)
        times = self.clocks.remaining(self._looked) if self.clocks.limit else ()
        for verdict in verdicts:
            self.journal.note(verdict, times)
            match verdict:
                case Illegal():
                    self.illegal = verdict
                case Accepted() | Amended() | Undone():
                    self.illegal = None
                    self.tidying.untidy = True
                    self.tidying.strayed |= not isinstance(verdict, Accepted)
                case Restore((), ()) | Ask() | Over():
                    self.illegal = None
                case Faulty(cell, how):
                    self._faults.append(Trouble(f"say.{how}", (cell,)))
        self.version += 1

    def _spoken(self, verdicts: list[Verdict], *, carried: bool) -> list[Verdict]:
        """Without what nobody has to put right: a move that was decided elsewhere is lit, and on a
        simulated board it is carried out by itself."""
        told = self.keeping.tells(self.situation) or self.company.thinks(self.situation)
        said = [one for one in verdicts if not (told and isinstance(one, Ask))]
        unsaid = self.carries_itself or (carried and said == [Restore((), ())])
        return [one for one in said if not (unsaid and isinstance(one, Restore))]

    @property
    def carries_itself(self) -> bool:
        """Whether a simulated board has something to carry out that was not decided by hand."""
        return self.simulation is not None and self._to_carry_out

    @property
    def _to_carry_out(self) -> bool:
        """Whether the board stands otherwise than recorded, and nobody's hands have made it so."""
        waits = self.situation.difference and self.situation.phase in (Phase.RESTORING, Phase.OVER)
        return bool(waits) and (self.situation.carrying or self._elsewhere)

    def notify(self, notices: Sequence[Trouble]) -> None:
        """Let the pages say this instead of the last verdicts."""
        self.told, self.notices = [], tuple(notices)
        self.version_of_speech += 1
        self.version += 1

    def _look_for_trouble(self, now: float) -> None:
        """A disk that refuses is asked again now and then; what is wrong is told until it is mended."""
        self.saving.turn(now)
        disk = disk_trouble(self.saving.trouble)
        troubles = (
            *self._faults,
            *([disk] if disk else []),
            *self.company.troubles,
            *self.device.troubles(now),
        )
        if troubles != self.troubles:
            self.troubles = troubles
            self.version += 1

    # Light -----------------------------------------------------------------------------------

    def set_hinting(self, hinting: str) -> None:
        self.hinting = hinting
        self._stale = True

    def set_brightness(self, percent: int) -> None:
        self.lighting.brightness = percent
        self._stale = True

    def _light(self) -> None:
        """Hints when something has happened; the board brings their rhythms to life, and pages light
        their cells by themselves."""
        if not self._stale:
            return
        self._stale = False
        self.lit = self.company.lit(self.situation, self.hinting, unfinished=self._to_carry_out)
        self.version += 1
        if self.simulation is None:
            self.lighting.show(self.lit, self.situation)
