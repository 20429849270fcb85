"""The running program: the only loop and the only clock.

Owns the game under way, if there is one, and lets the rest sleep: a simulated board wakes it when a
hand moves, a real one is looked at two hundred times a second. Pages hear of a change after it is on
disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from random import Random

from engines.errors import TavoliereError
from firmware_bridge.lights.hints import FULL
from firmware_bridge.link.seals import Place
from firmware_bridge.record.journal import Journal, Resumed
from firmware_bridge.record.secrets import SecretFile
from firmware_bridge.record.session import Session
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.lens import POLAR_HEIGHT, useful
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Event
from firmware_bridge.referee.weights import PACE, Pace
from firmware_bridge.service.notify import Notifier, Pulse
from firmware_bridge.table.away import away_for
from firmware_bridge.table.belongings import simulated
from firmware_bridge.table.boot_menu import BootMenu
from firmware_bridge.table.device import Device, RealBoard
from firmware_bridge.table.elsewhere import Elsewhere
from firmware_bridge.table.keeping import keeping_for
from firmware_bridge.table.left import LeftGames
from firmware_bridge.table.match import Match
from firmware_bridge.table.rematch import rematch_of
from firmware_bridge.table.starting import Starting
from firmware_bridge.table.thinking import Thinker
from firmware_bridge.table.tidings import Tidings
from firmware_bridge.table.troubles import Trouble, asked_of_the_disk, disk_trouble
from firmware_bridge.table.wall_clock import WallClock

POLL = 0.005
"""Seconds between two looks at real sensors."""


class App:
    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        *,
        hinting: str = FULL,
        pace: Pace = PACE,
        notifier: Notifier | None = None,
        wall: WallClock | None = None,
        thinker: Thinker | None = None,
        chance: Random | None = None,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.hinting = hinting
        self.pace = pace
        self.thinker = thinker
        """Who finds the moves of players that are computers."""
        self.chance = chance
        """What deals secrets; None: what nobody can foresee."""
        self.elsewhere = elsewhere or Elsewhere()
        """Other boards, and what has to do with them."""
        self.brightness = 100
        """Of the board's lamps, in percent."""
        self.match: Match | None = None
        self.left = LeftGames(store)
        self.board: RealBoard | None = None
        """What games are laid onto; None: every game gets a simulated board."""
        self._menu: BootMenu | None = None
        self.watchers: list[Callable[[], None]] = []
        self.version = 0
        self._seen: tuple[int, int] | None = None
        """What the watchers were last told of."""
        self.warn: Callable[[Trouble], None] = lambda _: None
        """Hears once of each trouble, and once that it is over."""
        self._starting = Starting()
        self._wall = wall or WallClock(clock)
        self._tidings = Tidings()
        self.pulse = Pulse(notifier or Notifier(None), clock)
        self._wake = asyncio.Event()
        self.failed: OSError | None = None

    # Games -----------------------------------------------------------------------------------

    def look_for_unfinished(self) -> None:
        self.left.look()
        if self.left.open is None:
            self.elsewhere.look_back(self.store)

    def start(
        self,
        header: Header,
        hinting: str | None = None,
        *,
        sensing: str = POLAR_HEIGHT,
        by: Hashable | None = None,
    ) -> None:
        """A new game, with as many hints as asked for. One that was under way stays on disk.

        `sensing` is what the sensors of a simulated board feel: all there is, since nothing is dearer
        there, unless somebody wants to try others. `by` is who asks, where it could be a stranger; he
        may do so only so often.
        """
        if self.board is not None:
            header = replace(header, ready=False, sensing=self.board.sensing)
        else:
            felt = useful(header.rule_book(), sensing)
            header = replace(header, sensing=felt, on_screen=not header.by_hand)
        # Before anything is written: what cannot be played must change nothing.
        session = Session(header, pace=self.pace)
        device = simulated(session) if self.board is None else self.board.fit(session)
        self._starting.spend(by, self.clock())
        with asked_of_the_disk():
            journal = self.store.begin(header)
        self._stop()
        self.left.close()
        self.hinting = hinting or self.hinting
        self._play(session, device, journal, header)

    def resume(self, number: int | None = None, *, by: Hashable | None = None) -> None:
        """Go on with the newest unfinished game or that one; a simulated board then stands as it was
        left."""
        if number is not None and (self.match is not None or not self.left.reopen(number)):
            return
        if self.left.open is None:
            return
        journal, resumed = self.left.open
        screen = self.board is None
        header = replace(
            resumed.header,
            ready=screen,
            sensing=POLAR_HEIGHT if self.board is None else self.board.sensing,
            on_screen=screen and not resumed.header.by_hand,
        )
        session = Session(header, state=resumed.state, record=resumed.record, pace=self.pace)
        # The trace of this part begins where the game was left.
        position = session.game.describe(resumed.state)
        # A game that does not fit this board stays resumable, for the board it fits.
        device = simulated(session) if self.board is None else self.board.fit(session)
        self._starting.spend(by, self.clock())
        self.left.open = None  # it is under way
        header = replace(header, position=position)
        self._play(session, device, journal, header, resumed)

    def rematch(self, *, by: Hashable | None = None) -> None:
        """The game that is over once more, with sides changed; nothing while it goes on."""
        match = self.match
        if match is not None and match.situation.phase is Phase.OVER:
            before = match.session.header
            self.start(rematch_of(before), sensing=before.sensing, by=by)

    def set_brightness(self, percent: int) -> None:
        """Of the board's lamps, from the next look at it on."""
        self.brightness = percent
        if self.match is not None:
            self.match.set_brightness(percent)

    def play_pairing(self) -> None:
        """Begin what the club has asked for."""
        pairing = self.elsewhere.pairing
        if pairing is not None and self.match is None:
            # The moment at which somebody agrees is as random as a deal needs.
            self.start(pairing.header(int(self.clock() * 1e6) % 2**31, ready=self.board is None))

    def join(self, room: str) -> None:
        """Sit down at the board that waits in this room, as soon as it does; nothing: not any more."""
        if self.match is None:
            self.elsewhere.join(room)
            self.changed()

    def _look_elsewhere(self) -> None:
        header = self.elsewhere.step(self.clock())
        if header is None:
            return
        try:
            self.start(header)
        except TavoliereError:
            # A game that this board cannot be laid out for: said once, and nobody waits for it.
            self.elsewhere.join("")
            self.warn(Trouble("trouble.room-other"))

    def put_away(self, number: int) -> None:
        if self.match is None:
            with asked_of_the_disk():
                self.left.put_away(number)
                self.look_for_unfinished()
            self.changed()

    def _play(
        self,
        session: Session,
        device: Device,
        journal: Journal,
        header: Header,
        resumed: Resumed | None = None,
    ) -> None:
        self._menu = None
        self._tidings.begin()
        file = SecretFile(journal.path, journal.disk)
        keeping = keeping_for(session, file, self.chance, simulated=self.board is None)
        seals = {Place(*at): seal for *at, seal in resumed.seals} if resumed else {}
        self.match = Match(
            header,
            device,
            journal,
            self.store.new_trace(journal),
            begun=self.clock(),
            hinting=self.hinting,
            session=session,
            disk=self.store.disk,
            saving=self.store.saving,
            thinker=self.thinker,
            keeping=keeping,
            helped=resumed.helped if resumed else (),
            clock=resumed.clock if resumed else (),
            away=away_for(session, self.elsewhere.connect, keeping, journal.sealed, seals),
        )
        self.elsewhere.begun()
        self.match.set_brightness(self.brightness)
        self.changed()

    def leave(self) -> None:
        """Back to the menu; an unfinished game can be resumed."""
        if self.match is not None:
            self._stop()
            with suppress(TavoliereError), asked_of_the_disk():
                self.look_for_unfinished()
            self.changed()

    def _stop(self) -> None:
        if self.match is not None:
            self.match.close(self.clock())
            self.match = None
            self._tidings.begin()

    def close(self) -> None:
        self._stop()
        self.elsewhere.close()
        self.left.close()
        if self.thinker is not None:
            self.thinker.close()
        if self.board is not None:
            self.board.close()

    # The loop --------------------------------------------------------------------------------

    def changed(self, event: Event | None = None) -> None:
        """Somebody did something: see what follows from it, now."""
        try:
            if self.match is not None:
                if event is not None:
                    self.match.feed(event, self.clock())
                self.match.step(self.clock())
        except OSError as error:
            self.fail(error)
        self.version += 1
        self._wake.set()

    def fail(self, error: OSError) -> None:
        """A journal that is lost or a board that fails ends the program, not one page."""
        self.failed = error
        self._wake.set()

    async def run(self) -> None:
        while self.failed is None:
            self.turn()
            self._wake.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self._pause())
        raise self.failed

    def turn(self) -> None:
        """All that is due now: look at the board, say what is new, show it."""
        if self.match is None:
            self.store.saving.turn(self.clock())
            self._look_elsewhere()
            self.offer_games()
        else:
            self.match.step(self.clock())
            if self.match.leaving.asked:
                self.leave()
        self._tell()
        shows = (self.version, self.match.version if self.match else 0)
        if shows != self._seen:
            self._seen = shows
            for watcher in list(self.watchers):
                watcher()
        self.pulse.turn(self.well)

    def offer_games(self) -> None:
        """Before a game the board itself is the menu."""
        if self.board is None:
            return
        left = self.left.open[1].header.game if self.left.open is not None else None
        self._menu = self._menu or self.board.menu(left)
        now = self.clock()
        chosen = self.board.offer(self._menu, now)
        if chosen is None:
            return
        if chosen.game is None:
            self.resume()
        else:
            # The moment at which somebody touched the board is as random as a deal needs.
            self.start(self._menu.header(chosen.game, int(now * 1e6) % 2**31))

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong now, with a game under way or without."""
        return self._tidings.troubles

    def _tell(self) -> None:
        """Say what has gone wrong and what is right again, each once."""
        before = self.troubles
        if self.match is not None:
            wrong = [*self.match.troubles]
        else:
            disk = disk_trouble(self.store.saving.trouble)
            wrong = [one for one in (disk, self.elsewhere.trouble) if one]
            wrong += [] if self.board is None else self.board.troubles(self.clock())
        come, over = self._tidings.hear(wrong, self._wall.jump())
        if self.troubles != before:
            self.version += 1
        for news in (*come, *over):
            self.warn(news)
        # Pages show what is wrong for as long as it is; of the rest they hear like of a move.
        if over and self.match is not None:
            self.match.notify(over)

    def well(self) -> bool:
        """Whether going on makes sense: asked after a turn that has read the sensors."""
        return self.failed is None and (self.match is None or self.match.journal.sound())

    def _pause(self) -> float | None:
        """How long nothing will happen by itself; None: until somebody does something."""
        now, match = self.clock(), self.match
        due = [match.deadline] if match else [self.store.saving.due, self.elsewhere.due(now)]
        waits = [max(0.0, when - now) for when in due if when is not None]
        waits += [] if self.board is None else [POLL]
        waits += [] if self.pulse.wait is None else [self.pulse.wait]
        return min(waits, default=None)
