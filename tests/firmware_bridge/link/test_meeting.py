"""Boards that find each other by a code, and what players there keep hidden."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from random import Random
from time import monotonic, sleep

import pytest
from playwright.sync_api import expect, sync_playwright

import engines
from engines.errors import TavoliereError
from firmware_bridge.link.broker import Broker
from firmware_bridge.link.code import room_code, room_named
from firmware_bridge.link.room import CHANGED, UNSEALED
from firmware_bridge.link.seals import Place
from firmware_bridge.link.visit import RoomVisit
from firmware_bridge.link.word import software, word_of
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.secrets import Kept, kept
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Chosen, GiveUp
from firmware_bridge.table.app import App
from firmware_bridge.table.elsewhere import Elsewhere
from firmware_bridge.table.joining import Meeting
from tests.firmware_bridge.link.mosquitto import Mosquitto, until
from tests.firmware_bridge.link.tables import SPEED
from tests.firmware_bridge.link.test_room import DAMA, Side, told

QUEO = Header("xe-queo", engines.GAMES["xe-queo"]().options, 2, seed=3, ready=True)


@pytest.fixture
def broker(tmp_path):
    one = Mosquitto(tmp_path)
    yield one
    one.kill()


def test_codes_can_be_read_out_and_typed_by_ear():
    codes = {room_code(Random(seed)) for seed in range(500)}
    assert len(codes) > 495
    for code in codes:
        assert room_named(code.upper().replace("-", " ")) == code
    assert room_named("Mola, tuki 37") == "mola-tuki-37"
    assert room_named("  ") is None
    assert room_named("a" * 65) is None


def program(folder, broker: Mosquitto) -> App:
    folder.mkdir()
    store = Store(folder)
    store.open()
    meeting = Meeting(broker.url("").rstrip("/"), RoomVisit)
    return App(store, lambda: monotonic() * SPEED, elsewhere=Elsewhere(Broker, meeting))


def begun(app: App, header: Header) -> None:
    """Player 1 sits here, the other in the room that is offered."""
    assert app.elsewhere.meeting is not None
    there = Seat(link=f"{app.elsewhere.meeting.broker}/{app.elsewhere.meeting.code}")
    app.start(replace(header, seats=(Seat(), there)))


def turns(*apps: App):
    def turn() -> None:
        for app in apps:
            app.turn()
        sleep(0.001)

    return turn


def test_a_board_joins_the_game_that_waits_in_a_room(tmp_path, broker):
    here, there = (program(tmp_path / name, broker) for name in ("here", "there"))
    assert here.elsewhere.meeting is not None
    code = here.elsewhere.meeting.code
    there.join(code.upper())
    until(lambda: [one.key for one in there.troubles] == ["trouble.room-empty"], turns(there))
    begun(here, DAMA)
    assert here.elsewhere.meeting.code != code
    until(lambda: there.match is not None, turns(here, there))
    assert here.match is not None
    assert there.match is not None
    header = there.match.session.header
    assert (header.game, header.options) == (DAMA.game, DAMA.options)
    assert [bool(seat.link) for seat in header.seats] == [True, False]
    here.changed(Chosen("c3-d4"))
    until(lambda: bool(there.match and there.match.situation.record), turns(here, there))
    here.changed(GiveUp(1))
    until(
        lambda: bool(there.match and there.match.situation.phase is Phase.OVER), turns(here, there)
    )
    assert there.match.situation.position.outcome == here.match.situation.position.outcome
    for app in (here, there):
        app.close()
        app.store.close()


def test_a_room_that_is_full_or_plays_something_unknown_says_so(tmp_path, broker):
    here, there, late = (program(tmp_path / name, broker) for name in ("here", "there", "late"))
    assert here.elsewhere.meeting is not None
    code = here.elsewhere.meeting.code
    begun(here, DAMA)
    there.join(code)
    until(lambda: there.match is not None, turns(here, there))
    # The room is full once the board that waits has heard of the one that joined.
    until(lambda: not here.troubles, turns(here, there))
    late.join(code)
    until(
        lambda: [one.key for one in late.troubles] == ["trouble.room-full"],
        turns(here, there, late),
    )
    with pytest.raises(TavoliereError, match="no code of a room"):
        late.join("?!")
    strange = Broker(broker.url("strange"), (1,))
    word = word_of(Side(DAMA, 1).turn().text().encode())
    assert word is not None
    header = {**word.header, "game": "no such game"}
    strange.say(replace(word, software=software(), header=header).text())
    late.join("strange")
    until(lambda: [one.key for one in late.troubles] == ["trouble.room-other"], turns(late))
    strange.say(replace(word, software="another").text())
    until(lambda: [one.key for one in late.troubles] == ["trouble.link-software"], turns(late))
    late.join("")
    until(lambda: not late.troubles, turns(late))
    strange.close()
    for app in (here, there, late):
        app.close()
        app.store.close()


# Hidden things ---------------------------------------------------------------------------------


def keepers() -> tuple[Side, Side, dict[int, Kept]]:
    """The ring lies, and both have a card in their keeping."""
    one, two = Side(QUEO, 1), Side(QUEO, 2)
    two.play(Random(1))
    told(one, two)
    assert one.moves == two.moves
    assert len(one.moves) == 1
    cards = {1: kept(("red",)), 2: kept(("green",))}
    one.room.own = {1: {1: cards[1]}}
    two.room.own = {1: {2: cards[2]}}
    return one, two, cards


def test_nothing_is_told_before_the_other_has_sealed():
    one, two, cards = keepers()
    two.room.own = {}
    one.play(Random(1))
    told(one, two)
    assert len(one.moves) == 2
    assert len(two.moves) == 1
    assert one.room.trouble(one.session.situation) == UNSEALED
    two.room.own = {1: {2: cards[2]}}
    told(one, two)
    assert one.moves == two.moves
    assert one.room.trouble(one.session.situation) is None


def test_a_changed_mind_is_caught():
    one, two, _ = keepers()
    told(one, two)
    assert two.room.seals == {Place(1, 1): one.room.own[1][1].commitment}
    one.room.own = {1: {1: kept(("blue",))}}
    told(one, two)
    assert two.room.trouble(two.session.situation) == CHANGED
    assert one.room.trouble(one.session.situation) is None


def test_what_is_opened_must_be_what_was_sealed_and_what_was_told():
    one, two, cards = keepers()
    told(one, two)
    word = one.turn()
    # The seal that was told, and another card behind it.
    two.room.hear(replace(word, opened={Place(1, 1): Kept(("blue",), cards[1].salt)}))
    assert two.room.trouble(two.session.situation) == CHANGED
    assert two.room.shown == {}
    one, two, cards = keepers()
    told(one, two)
    two.room.hear(replace(one.turn(), opened={Place(1, 1): cards[1]}))
    assert two.room.shown == {1: {1: cards[1]}}
    assert two.room.trouble(two.session.situation) is None


def test_cards_are_shown_only_when_neither_alone_tells():
    one, two, cards = keepers()
    told(one, two)
    one.room.unsure = True
    told(one, two)
    assert one.turn().opened == two.turn().opened == {}
    two.room.unsure = True
    told(one, two)
    assert one.turn().opened == {Place(1, 1): cards[1]}
    assert two.room.shown == {1: {1: cards[1]}}


# The page --------------------------------------------------------------------------------------


@pytest.fixture
def programs(tmp_path, broker):
    """Two of them, each with its page, and where the pages are."""
    found, links = [], []
    for name in ("here", "there"):
        process = subprocess.Popen(
            [sys.executable, "-m", "firmware_bridge.cli.main", "play", "--no-browser", "--port", "0",
             "--lang", "en", "--broker", broker.url("").rstrip("/"), "--name", name],
            stdout=subprocess.PIPE, text=True,
            env=os.environ | {"XDG_STATE_HOME": str(tmp_path / name)},
        )  # fmt: skip
        assert process.stdout is not None
        links.append(process.stdout.readline().split()[-1])
        found.append(process)
    yield links
    for process in found:
        process.terminate()
        process.wait(10)
        assert process.stdout is not None
        process.stdout.close()


@pytest.mark.browser
def test_a_room_is_made_and_joined_on_the_page(programs):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        here, there = (browser.new_page(locale="en") for _ in programs)
        for page, link in zip((here, there), programs, strict=True):
            page.goto(link)
        here.locator(".card[data-game=dama]").click()
        expect(here.locator(".room-code")).to_be_hidden()
        here.locator("select[name=seat]").nth(1).select_option(label="at another board")
        code = here.locator(".room-code strong").inner_text()
        assert room_named(code) == code
        here.locator(".start-bar .main").click()
        expect(here.locator(".faulty")).to_contain_text(code)
        there.locator(".meeting input").fill(code.replace("-", " "))
        there.locator(".meeting button[type=submit]").click()
        for page in (here, there):
            expect(page.locator("body")).to_have_attribute("data-screen", "game")
        expect(here.locator(".faulty")).to_have_count(0)
        expect(there.locator(".who").first).to_have_text("The other board")
        here.locator("[data-cell=c3]").click()
        here.locator("[data-cell=d4]").click()
        expect(there.locator("#record")).to_contain_text("c3-d4")
        there.on("dialog", lambda dialog: dialog.accept())
        there.locator(".give-up").click()
        for page in (here, there):
            expect(page.locator("#status")).to_contain_text("given up")
        browser.close()
