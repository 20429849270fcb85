"""One game under way on one board: readings and wishes in, verdicts on disk, lights out.

Everything that confirms a move, on the board or on a page, comes after the move is on disk. Knows no
clock: every call says what time it is and `deadline` when to call again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from engines.geometry import Cell
from engines.steps import Piece
from firmware_bridge.lights.hints import FULL, Hints, hints
from firmware_bridge.lights.theme import STANDARD, STEADY, frame
from firmware_bridge.looks.look import look_of
from firmware_bridge.record.disk import Disk
from firmware_bridge.record.journal import Journal
from firmware_bridge.record.lines import Lines
from firmware_bridge.record.saving import Saving
from firmware_bridge.record.session import Session, Timed
from firmware_bridge.record.trace import Header, event_line
from firmware_bridge.record.upkeep import MOST_OF_A_TRACE
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.referee.verdicts import (
    Accepted,
    Amended,
    Ask,
    Event,
    Faulty,
    Held,
    Illegal,
    Over,
    Pressed,
    Restore,
    Sensed,
    Undone,
    Verdict,
)
from firmware_bridge.table.belongings import player_colours
from firmware_bridge.table.simulation import Simulation
from firmware_bridge.table.troubles import Trouble, disk_trouble
from hardware.buttons import Push, Pushes
from hardware.lights import DARK, RGB

FRAME = 1 / 30
"""Seconds between two frames of a rhythm."""
WATCH = 0.05
"""Seconds between two looks at a button that is down."""

TIDIED_AFTER = 1.2
"""Seconds that people get to take off or put on what no sensor sees, before it is done for them."""

LINGER = 2.0
"""Seconds after its end in which a button does not leave a game: it may still mean the last move."""

MOST_WAITING = 1 << 20
"""Bytes of a trace that may wait for a disk."""


class Device(Protocol):
    """A board as one game's cells see it."""

    def readings(self) -> Mapping[Cell, int]: ...
    def show(self, lit: Mapping[Cell, RGB]) -> None: ...
    def down(self) -> Sequence[bool]: ...
    def light_buttons(self, lit: Sequence[RGB]) -> None: ...
    @property
    def blind(self) -> bool: ...
    def troubles(self, now: float) -> Sequence[Trouble]: ...


class Match:
    def __init__(
        self,
        header: Header,
        device: Device,
        journal: Journal,
        trace: Path | None,
        *,
        begun: float,
        level: str = FULL,
        session: Session | None = None,
        disk: Disk | None = None,
        saving: Saving | None = None,
    ) -> None:
        self.header = header
        self.device = device
        self.journal = journal
        self.saving = saving or Saving()
        self.saving.keep(journal)
        self.level = level
        self.session = session or Session(header)
        self.told: list[Verdict] = []
        """The verdicts of the last time there were any."""
        self.notices: tuple[Trouble, ...] = ()
        """What was said since then and is no verdict: that a trouble is over, say."""
        self.version_of_speech = 0
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
        self.left = False
        """A game is over and a button of the board says so: back to the menu."""
        self._over_since: float | None = None
        self._begun = self._looked = begun
        self._unseen = 0.0
        """Seconds in which the board could not be seen: its cable was out."""
        self._pushes = Pushes()
        # Pieces that already stand are no news.
        self._readings: dict[Cell, int] = dict(device.readings()) if header.ready else {}
        self._trace: Lines | None = None
        if trace is not None:
            self._trace = Lines(
                trace,
                disk or Disk(),
                synced=False,
                most_waiting=MOST_WAITING,
                most=MOST_OF_A_TRACE,
            )
            self._trace.open(0)
            self._trace.add(header.line())
        self.troubles: tuple[Trouble, ...] = ()
        """What is wrong with sensors, disk or board at the moment."""
        self.colours = player_colours(self.session)
        self._lamps = look_of(self.session.game).lamps
        self._shown: tuple[dict[Cell, RGB], list[RGB]] | None = None
        self._frame_due: float | None = None
        self._watch_due: float | None = None
        self._stale = True
        """Something has happened since the hints were worked out."""
        self.untidy = False
        """A move is on the record that may have left something that no sensor sees."""
        self._tidy_due: float | None = None
        self._touches, self._still_since = 0, begun
        self._hear(self.session.start(begun))

    @property
    def situation(self) -> Situation:
        return self.session.situation

    @property
    def simulation(self) -> Simulation | None:
        return self.device if isinstance(self.device, Simulation) else None

    def close(self) -> None:
        self.device.show({})
        self.device.light_buttons([DARK] * self.session.game.players)
        self.saving.part_with(self.journal)
        if self._trace is not None:
            self._trace.close()

    # Time ------------------------------------------------------------------------------------

    @property
    def deadline(self) -> float | None:
        """When something happens by itself; sensors and buttons of a real board are polled anyway."""
        settling = self.session.deadline
        times = [
            None if settling is None else settling + self._unseen,
            self._frame_due,
            self._watch_due,
            self._tidy_due,
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
        down = [
            real or page
            for real, page in zip(self.device.down(), self.pressed_on_page, strict=True)
        ]
        for player, push in self._pushes.update(down, now):
            self.left = self.left or (push is Push.PRESS and self._may_be_left(now))
            self.feed(Pressed(player) if push is Push.PRESS else Held(player), now)
        deadline = self.session.deadline
        if deadline is not None and deadline <= at:
            self._stale = True
            self._hear(self.session.pass_time(at))
        if self.situation.phase is not Phase.OVER:
            self._over_since = None
        elif self._over_since is None:
            self._over_since = now
        self._tidy(now)
        self._look_for_trouble(now)
        self._light(now)
        self._watch_due = now + WATCH if any(down) else None

    def _may_be_left(self, now: float) -> bool:
        """Whether a press means that everybody has seen how the game ended."""
        since = self._over_since
        return self.simulation is None and since is not None and now - since >= LINGER

    def feed(self, event: Event, now: float) -> None:
        at = self._game_time(now)
        line = event_line(event, at - self._begun)
        # A sensor that is not believed any more may flicker all night, and disks are small.
        believed = not isinstance(event, Sensed) or event.cell not in self.situation.ignored
        if self._trace is not None and line is not None and believed:
            self._trace.add(line)
        self._stale = True
        self._hear(self.session.feed(event, at))

    def _game_time(self, now: float) -> float:
        """The referee's time. It stands still while the board cannot be seen: what was on its way
        then has not come to rest."""
        if self.device.blind:
            self._unseen += now - self._looked
        self._looked = now
        return now - self._unseen

    def _hear(self, said: list[Timed]) -> None:
        self.set_up = self.set_up or self.situation.phase is not Phase.RESTORING
        if not said:
            return
        self.told, self.notices = [verdict for _, verdict in said], ()
        self.version_of_speech += 1
        for verdict in self.told:
            self.journal.note(verdict)
            match verdict:
                case Illegal():
                    self.illegal = verdict
                case Accepted() | Amended() | Undone():
                    self.illegal = None
                    self.untidy = True
                case Restore((), ()) | Ask() | Over():
                    self.illegal = None
                case Faulty(cell, how):
                    self._faults.append(Trouble(f"say.{how}", (cell,)))
        self.version += 1

    def notify(self, notices: Sequence[Trouble]) -> None:
        """Let the pages say this instead of the last verdicts."""
        self.told, self.notices = [], tuple(notices)
        self.version_of_speech += 1
        self.version += 1

    def _look_for_trouble(self, now: float) -> None:
        """A disk that refuses is asked again now and then; what is wrong is told until it is mended."""
        self.saving.turn(now)
        disk = disk_trouble(self.saving.trouble)
        troubles = (*self._faults, *([disk] if disk else []), *self.device.troubles(now))
        if troubles != self.troubles:
            self.troubles = troubles
            self.version += 1

    def _tidy(self, now: float) -> None:
        """What no sensor sees is put right, and a crown or a hat that a move lacks seen to, once the
        players have had time to do it themselves."""
        simulation = self.simulation
        self._tidy_due = None
        if simulation is None:
            return
        unfinished = self.situation.to_finish
        if self.set_up and self.illegal is None:
            unfinished = unfinished or self.situation.lower_or_higher
        if not (self.untidy or unfinished):
            return
        if simulation.touches != self._touches:
            self._touches, self._still_since = simulation.touches, now
        if any(hand.pieces for hand in simulation.hands):
            return
        if self.situation.difference and not unfinished:
            return
        if now < self._still_since + TIDIED_AFTER:
            self._tidy_due = self._still_since + TIDIED_AFTER
            return
        if unfinished:
            simulation.put_right(unfinished, unseen_only=False, among=unfinished.keys())
        else:
            self.untidy = False
            simulation.put_right(self.situation.position.stacks, unseen_only=True)
        self.version += 1

    # Light -----------------------------------------------------------------------------------

    def set_level(self, level: str) -> None:
        self.level = level
        self._stale = True

    def _light(self, now: float) -> None:
        """Hints when something has happened, frames as often as a rhythm needs them."""
        frame_due, self._frame_due = self._frame_due, None
        if self._stale:
            self._stale = False
            frame_due = now
            lit = hints(self.situation, self.level)
            if lit != self.lit:
                self.lit = lit
            self.version += 1
        if self.simulation is not None:
            return
        if frame_due is not None and frame_due <= now:
            frame_due = None
            colours = frame(self.lit, STANDARD, now, self.session.game.board, self._lamps)
            buttons = self._button_lights()
            if (colours, buttons) != self._shown:
                self._shown = colours, buttons
                self.device.show(colours)
                self.device.light_buttons(buttons)
            if any(STANDARD[hint.meaning].rhythm != STEADY for hint in self.lit.values()):
                frame_due = now + FRAME
        self._frame_due = frame_due

    def _button_lights(self) -> list[RGB]:
        """The button of whoever is to decide glows, in his colour where he has one."""
        question, seats = self.situation.question, range(1, self.session.game.players + 1)
        on = {question.player if question else self.situation.state.turn}
        if question:
            on |= {move.answer for move in question.choices if move.answer}
        if self.situation.consents is not None:
            on = set(seats) - self.situation.consents
        if self.situation.phase is Phase.OVER:
            outcome = self.situation.position.outcome
            on = set(outcome.winners) if outcome else set()
        lamp = STANDARD["ask"].colour
        own = {p: self._lamps.get(names[0], lamp) for p, names in self.colours.items()}
        return [own.get(player, lamp) if player in on else DARK for player in seats]

    # The tray --------------------------------------------------------------------------------

    def wanted(self) -> set[tuple[Piece, ...]]:
        """The piles that now have to come from beside the board, whether the tray has them or not."""
        position = self.situation.position
        if self.situation.phase is Phase.RESTORING:
            return {position.stacks[cell] for cell in self.situation.wrong.missing}
        return {
            travel.pieces
            for moves in position.by_hand.values()
            # Moves that look alike all place something, or none does.
            if any(travel.pieces for travel in position.deed(moves[0]).travels)
            for move in moves
            for travel in position.deed(move).travels
            if travel.pieces
        }


def entries(record: Sequence[Entry]) -> list[tuple[int, str]]:
    return [(entry.player, entry.move.label) for entry in record]
