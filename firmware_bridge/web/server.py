"""Pages at the table: one WebSocket each, which keeps it in step with the game.

Runs in the loop of the app, so nothing here needs a lock. A page that falls behind is sent the
difference to what it last heard, however much happened in between.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket

from engines.errors import TavoliereError
from firmware_bridge.record.journal import Journal, Resumed
from firmware_bridge.record.store import Unfinished
from firmware_bridge.record.upkeep import number_of
from firmware_bridge.referee import verdicts as referee
from firmware_bridge.table.app import App
from firmware_bridge.table.match import Match
from firmware_bridge.table.simulation import Fumble
from firmware_bridge.texts import LANGUAGES, Texts
from firmware_bridge.texts.wording import in_words
from firmware_bridge.web.hands import table_of
from firmware_bridge.web.keys import HOUSE, Keys
from firmware_bridge.web.messages import (
    BadMessage,
    Call,
    Choose,
    Fetch,
    GiveUp,
    Help,
    Hide,
    Hinting,
    Join,
    Lift,
    Look,
    Message,
    Place,
    Plain,
    Push,
    PutAway,
    Resume,
    Review,
    ShowOut,
    Start,
    read,
)
from firmware_bridge.web.offered import fixed
from firmware_bridge.web.private import own
from firmware_bridge.web.regrets import Regrets
from firmware_bridge.web.review import Reviews
from firmware_bridge.web.roles import Denied, Kind, why_not
from firmware_bridge.web.standing import standing
from firmware_bridge.web.view import View, changes, match_view, menu_view
from firmware_bridge.web.window import Gone, Page, compact, sent

MOST_REFUSED = 50
"""Refused messages after which a page is not spoken to any more."""
PAUSE = 0.02
"""Seconds for which a page is not listened to after one: what it sends meanwhile waits on its side."""


class Pages:
    """All pages, and what they may do to the game."""

    def __init__(self, app: App, language: str | None, keys: Keys | None = None) -> None:
        self.app = app
        self.language = language
        self.keys = keys
        self._regrets = Regrets()
        self._reviews = Reviews(app.store.disk)
        self.pages: list[Page] = []
        self.view: View = {}
        self._last: tuple[View, View, View, str] = ({}, {}, {}, "")
        """What was told last, before and after, and how it was said."""
        self._match: Match | None = None
        app.watchers.append(self.renew)
        self.renew()

    def renew(self) -> None:
        match = self.app.match
        if match is not self._match:
            # A button that was down when the game ended may never be heard to go up.
            self._match = match
            for page in self.pages:
                page.down.clear()
                page.looking = 0
        if match is not None:
            self.view = match_view(match) | {"calling": self.app.elsewhere.calling}
            self._reviews.turn(match, self.view["review"])
        else:
            left = self.app.left
            self.view = menu_view(
                newest(left.open) if left.open else None,
                self.app.troubles,
                left.others,
                self.app.elsewhere.meeting,
                self.app.elsewhere.pairing,
            )
        self._poke()

    def _poke(self) -> None:
        """Every page sees whether there is something new for it."""
        for page in self.pages:
            page.poke.set()

    # One page --------------------------------------------------------------------------------

    async def serve(self, socket: WebSocket) -> None:
        await socket.accept()
        address = socket.client.host if socket.client else ""
        page = Page(socket, address, socket.scope.get("state", {}).get("visitor", HOUSE))
        self.pages.append(page)
        if page.visitor.role.player:
            # His secret is not for the shared screen any more.
            self._poke()
        telling = asyncio.create_task(self._keep_told(page))
        try:
            while (refused := page.refused) < MOST_REFUSED:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._hear(page, message.get("text"))
                # Other pages get their turn, however much this one has to say.
                await asyncio.sleep(PAUSE if page.refused > refused else 0)
            await sent(socket.close(1008))
        except Gone:
            pass
        finally:
            self.pages.remove(page)
            telling.cancel()
            self._let_go(page)

    async def _keep_told(self, page: Page) -> None:
        with suppress(Gone):
            told = fixed(
                self.app.clock(),
                language=self.language,
                hinting=self.app.hinting,
                simulated=self.app.board is None,
                phones=self.keys is not None,
            )
            told["you"] = {"kind": page.visitor.role.kind.value, "player": page.visitor.role.player}
            await sent(page.socket.send_text(compact({"fixed": told})))
            while True:
                view, hand = self.view, page.hand.holds(self.app.match)
                news: View = {}
                if page.told is None:
                    news["full"] = view
                elif view is not page.told:
                    news = self._changes(page.told, view)
                if page.told is None or hand != page.told_hand:
                    # A new dict: what all pages are told is shared, what this hand holds is not.
                    news = news | {"hand": hand, "heard": page.heard}
                own = self._own(page)
                if own != page.told_own:
                    news = news | {"own": own}
                page.told, page.told_hand, page.told_own = view, hand, own
                if news:
                    await sent(page.socket.send_text(self._worded(news)))
                await page.poke.wait()
                page.poke.clear()

    def _own(self, page: Page) -> View | None:
        """What only this page is told."""
        match, role = self.app.match, page.visitor.role
        alone = role.kind is Kind.HOST and page.looking not in self._seated()
        player = page.looking if alone else role.player
        return own(match, player) if match is not None and player else None

    def _changes(self, told: View, view: View) -> View:
        """Worked out once for all pages that have been told the same."""
        if self._last[0] is not told or self._last[1] is not view:
            news = changes(told, view)
            self._last = (told, view, news, compact(news))
        return self._last[2]

    def _worded(self, news: View) -> str:
        return self._last[3] if news is self._last[2] else compact(news)

    async def _hear(self, page: Page, text: str | None) -> None:
        """One message; None where a page sent bytes instead of text."""
        page.heard += 1
        wrong: View = {}
        try:
            if not page.allowance.spend(self.app.clock()):
                raise BadMessage("too-fast")
            if text is None:
                raise BadMessage("bad-message")
            await self._weigh(page, *read(text))
            # Whoever has done something hears first what came of it.
            self.pages.remove(page)
            self.pages.insert(0, page)
        except (BadMessage, Fumble, Denied) as error:
            page.refused += isinstance(error, BadMessage)
            wrong = {"error": str(error)}
        except TavoliereError as error:
            wrong = refusal(error)
        except OSError as error:
            self.app.fail(error)
        if wrong:
            await sent(page.socket.send_text(compact({**wrong, "heard": page.heard})))
        page.poke.set()

    async def _weigh(self, page: Page, message: Message, about: int | None) -> None:
        """Done if this page may do it now; Denied says why not."""
        match = self.app.match
        stands = standing(match, message, self._seated()) if match is not None else None
        why = why_not(page.visitor.role, message, about, stands)
        if why is not None:
            raise Denied(why)
        if isinstance(message, ShowOut):
            await self._show_out(message.person)
            await sent(page.socket.send_text(compact({"done": True})))
            return
        if match is not None:
            self._regrets.weigh(message, match.journal, page.address, self.app.clock())
        self._obey(page, message)

    def _obey(self, page: Page, message: Message) -> None:
        app, match = self.app, self.app.match
        if isinstance(message, Start):
            app.start(
                message.header,
                message.hinting,
                sensing=message.sensing,
                by=page.address,
            )
        elif isinstance(message, Plain) and message.wish == "resume":
            app.resume(by=page.address)
        elif isinstance(message, Plain) and message.wish == "pairing":
            app.play_pairing()
        elif isinstance(message, Resume):
            app.resume(message.number, by=page.address)
        elif isinstance(message, Join):
            app.join(message.room)
        elif isinstance(message, PutAway):
            app.put_away(message.number)
        elif match is not None:
            match message:
                case Lift(cell, count):
                    page.hand.lift(match, cell, count, app.clock())
                case Place(cell):
                    page.hand.place(match, cell)
                case Fetch(pile):
                    page.hand.fetch(match, pile)
                case Push(player, down):
                    self._push(page, player, down)
                case Look(player):
                    page.looking = player
                case Hide(player, pieces):
                    if not match.keeping.choose(match.situation, player, pieces):
                        raise Denied("no-secret")
                case Help(player):
                    if not match.help(player):
                        raise Denied("no-help")
                case GiveUp(player):
                    if match.company.decides(player):
                        raise Denied("not-yours")
                    app.changed(referee.GiveUp(player))
                case Call(on):
                    app.elsewhere.call(on)
                case Review(at):
                    if not match.reviewing.go(match.situation, at):
                        raise Denied("no-review")
                case Choose(label):
                    # What is kept says what is hidden, and nobody can say otherwise.
                    if not match.keeping.tells(match.situation):
                        app.changed(referee.Chosen(label))
                case Hinting(hinting):
                    app.hinting = hinting
                    match.set_hinting(hinting)
                case Plain("undo"):
                    match.take_back(app.clock())
                case Plain("arrange"):
                    table = table_of(match)
                    # What somebody holds must not come out of the box once more.
                    table.lay_aside()
                    table.put_right(match.situation.position.stacks, unseen_only=False)
                case Plain("rematch"):
                    app.rematch(by=page.address)
                case Plain("leave"):
                    app.leave()
            app.changed()

    # People ----------------------------------------------------------------------------------

    def _seated(self) -> set[int]:
        return {page.visitor.role.player for page in self.pages} - {0}

    def people(self) -> list[dict[str, Any]]:
        """Who is here, each once."""
        here = {page.visitor.person: page for page in self.pages}
        return [
            {
                "person": person,
                "kind": page.visitor.role.kind.value,
                "player": page.visitor.role.player,
                "address": page.address,
                "pages": sum(other.visitor.person == person for other in self.pages),
            }
            for person, page in here.items()
        ]

    async def _show_out(self, person: str) -> None:
        going = [page for page in self.pages if page.visitor.person == person]
        if not going or self.keys is None or going[0].visitor == HOUSE:
            raise Denied("nobody")
        self.keys.show_out(going[0].visitor)
        for page in going:
            page.refused = MOST_REFUSED
            with suppress(Gone):
                told = {"error": "shown-out", "heard": page.heard}
                await sent(page.socket.send_text(compact(told)))
                await sent(page.socket.close(1008))

    # Buttons ---------------------------------------------------------------------------------

    def _push(self, page: Page, player: int, down: bool) -> None:
        match = self.app.match
        assert match is not None
        (page.down.add if down else page.down.discard)(player)
        match.pressed_on_page[player - 1] = any(player in other.down for other in self.pages)

    def _let_go(self, page: Page) -> None:
        """A page that goes away holds nothing and presses nothing."""
        match = self.app.match
        if match is None:
            return
        for player in range(1, len(match.pressed_on_page) + 1):
            match.pressed_on_page[player - 1] = any(player in other.down for other in self.pages)
        page.hand.leave(match)
        self.app.changed()


def newest(found: tuple[Journal, Resumed]) -> Unfinished:
    """The game that can be gone on with at once."""
    journal, resumed = found
    moves, when = len(resumed.record), journal.changed()
    return Unfinished(number_of(journal.path), resumed.header.game, moves, when)


def refusal(error: TavoliereError) -> View:
    """What a page is told that asked for something that cannot be; each page speaks its language."""
    why = {lang: in_words(error, Texts(lang)) for lang in LANGUAGES}
    return {"error": "refused", "why": why}
