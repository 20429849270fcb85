"""A board without screen or keyboard: its lights offer the games, a tap and the buttons choose."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.opponents import LEVELS
from firmware_bridge.looks.look import common
from firmware_bridge.record.store import Store
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.table.app import App
from firmware_bridge.table.boot_menu import LEFT, LONGEST, SHOWN
from firmware_bridge.table.fitting import DoesNotFit, fits
from firmware_bridge.table.wired import WiredBoard
from hardware.panels.panel_file import panel_named
from hardware.parts.simulated_board import Magnet, SimulatedBoard

SQUARES = panel_named("quadra").places
CLOCK = 1
"""The cell on which one chooses how much time everybody has."""
FITTING = sum(fits(book().board, SQUARES) for book in GAMES.values())


class Headless:
    """The app's turns on a simulated board, with the clock turned by hand."""

    def __init__(self, folder, panel):
        self.now = 3.0
        self.store = Store(folder)
        self.store.open()
        self.app = App(self.store, lambda: self.now)
        self.app.board = WiredBoard(f"simulated:{panel}")
        self.app.look_for_unfinished()
        opened = self.app.board._open
        assert isinstance(opened.sensors, SimulatedBoard)
        self.board = opened.sensors
        self.places = opened.panel.places
        self.wait(0.1)

    def wait(self, seconds):
        end = self.now + seconds
        while self.now < end and self.app.match is None:
            self.now += 0.01
            self.app.offer_games()

    def tap(self, channel, seconds=0.2):
        self.board.put(channel, [Magnet("piece")])
        self.wait(seconds)
        self.board.take(channel)
        self.wait(0.1)

    def press(self, player):
        self.board.push(player, True)
        self.wait(0.1)
        self.board.push(player, False)
        self.wait(0.1)

    def cell_of(self, game):
        assert self.app._menu is not None
        return next(
            channel for channel, offer in self.app._menu.offers.items() if offer.game == game
        )

    def close(self):
        self.app.close()
        self.store.close()


@pytest.fixture
def board(request, tmp_path):
    one = Headless(tmp_path, getattr(request, "param", "quadra"))
    yield one
    one.close()


def lit(board):
    return sum(1 for colour in board.board.shown if any(colour))


def test_every_game_that_fits_has_its_light(board):
    assert lit(board) == FITTING + CLOCK > 6
    assert len({offer.colour for offer in board.app._menu.offers.values()}) == min(
        FITTING, len(common().lamps)
    )


@pytest.mark.parametrize("game", ["dama", "mulino", "xe-queo"])
def test_a_tap_begins_a_game(board, game):
    board.tap(board.cell_of(game))
    assert board.app.match is not None
    assert board.app.match.header.game == game
    assert not board.app.match.header.ready


def test_a_piece_that_is_left_there_begins_it_too(board):
    board.board.put(board.cell_of("dama"), [Magnet("piece")])
    board.wait(LEFT + 0.1)
    assert board.app.match is not None


def test_a_bounce_and_a_touch_elsewhere_begin_nothing(board):
    board.tap(board.cell_of("dama"), seconds=0.02)
    other = next(
        place.channel for place in board.places if place.channel not in board.app._menu.offers
    )
    board.tap(other)
    assert board.app.match is None


@pytest.mark.parametrize("board", ["favo"], indirect=True)
@pytest.mark.parametrize(("player", "players"), [(1, 2), (3, 3), (4, 4)])
def test_buttons_say_how_many_play(board, player, players):
    board.press(player)
    assert sum(1 for lamp in board.board.button_lights if any(lamp)) == players
    board.tap(board.cell_of("cappuccino"))
    assert board.app.match.header.players == players


@pytest.mark.parametrize("board", ["favo"], indirect=True)
def test_more_than_the_game_takes_are_as_many_as_it_takes(board):
    board.press(4)
    board.tap(board.cell_of("top-hats"))
    assert board.app.match.header.players == 3


def test_an_unfinished_game_is_offered_on_the_last_cell(board, tmp_path):
    board.tap(board.cell_of("lupo-e-pecore"))
    board.app.changed(Chosen("d8"))
    board.app.leave()
    board.wait(0.1)
    assert lit(board) == FITTING + CLOCK + 1
    board.tap(board.cell_of(None))
    assert board.app.match is not None
    assert board.app.match.header.game == "lupo-e-pecore"


def test_an_unfinished_game_waits_for_a_board_that_it_fits(tmp_path):
    hexagons = Headless(tmp_path, "favo")
    hexagons.tap(hexagons.cell_of("cappuccino"))
    hexagons.close()
    squares = Headless(tmp_path, "quadra")
    assert lit(squares) == FITTING + CLOCK
    with pytest.raises(DoesNotFit):
        squares.app.resume()
    assert squares.app.left.open is not None
    assert squares.app.match is None
    squares.close()
    again = Headless(tmp_path, "favo")
    again.tap(again.cell_of(None))
    assert again.app.match is not None
    assert again.app.match.header.game == "cappuccino"
    again.close()


def test_pieces_that_stand_about_choose_nothing_until_they_are_touched(tmp_path):
    one = Headless(tmp_path, "quadra")
    dama = one.cell_of("dama")
    one.app._menu = None
    one.board.put(dama, [Magnet("piece")])
    one.wait(3.0)
    assert one.now > 6
    held = one.board.take(dama)
    one.wait(0.2)
    one.board.put(dama, held)
    one.wait(0.1)
    assert one.app.match is not None
    one.close()


def test_the_program_looks_at_the_board_while_it_offers(board):
    assert board.app._pause() is not None


def hold(headless, player):
    headless.board.push(player, True)
    headless.wait(1.2)
    headless.board.push(player, False)
    headless.wait(0.1)


def test_a_seat_is_given_to_the_computer_and_taken_back(tmp_path):
    headless = Headless(tmp_path, "quadra")
    menu = headless.app._menu
    assert menu is not None
    hold(headless, 2)
    assert menu.levels == {2: 3}
    assert menu.lamps(2)[1] != menu.lamps(2)[0]
    lit = menu.pixels(headless.now)
    headless.press(2)
    headless.press(2)
    assert menu.levels == {2: 5}
    row = [place.pixel for place in menu._counted_on[:5] if place.pixel is not None]
    assert len(row) == 5
    shown = menu.pixels(headless.now)
    assert all(shown[pixel].colour == menu.lamps(2)[1] for pixel in row)
    assert shown != lit
    hold(headless, 2)
    assert menu.levels == {}


@pytest.mark.parametrize("panel", ["quadra", "favo"])
def test_every_level_looks_different(tmp_path, panel):
    headless = Headless(tmp_path, panel)
    menu = headless.app._menu
    assert menu is not None
    hold(headless, 2)
    shown = {}
    for _ in LEVELS:
        headless.press(2)
        glows = menu.pixels(headless.now).values()
        shown[menu.levels[2]] = sum(glow.colour == menu.lamps(2)[1] for glow in glows)
    assert shown == {level: level for level in LEVELS}


def test_who_sits_there_plays(tmp_path):
    headless = Headless(tmp_path, "quadra")
    hold(headless, 1)
    headless.tap(headless.cell_of("mulino"))
    assert headless.app.match is not None
    assert [str(seat) for seat in headless.app.match.session.header.seats] == [
        "computer:3",
        "people",
    ]


@pytest.mark.parametrize("board", ["favo"], indirect=True)
def test_a_computer_that_has_no_seat_any_more_is_gone(board):
    """Its lamp would go on promising somebody to play with."""
    hold(board, 4)
    board.press(2)
    assert sum(1 for lamp in board.board.button_lights if any(lamp)) == 2
    board.press(4)
    board.tap(board.cell_of("cappuccino"))
    assert board.app.match.session.header.seats == ()


def row(headless):
    """How many cells of the last row have the colour of what was chosen there."""
    menu = headless.app._menu
    shown = menu.pixels(headless.now)
    first = shown[menu._counted_on[0].pixel].colour
    return sum(shown[p.pixel].colour == first for p in menu._counted_on if p.pixel in shown)


def test_a_clock_is_chosen_five_minutes_a_tap(board):
    menu = board.app._menu
    for taps in (1, 2, 3):
        board.tap(menu.clock)
        assert row(board) == taps
    board.wait(SHOWN)
    assert row(board) == 1
    board.tap(board.cell_of("dama"))
    assert str(board.app.match.session.header.clock) == "15"


def test_after_the_longest_nobody_counts(board):
    for _ in range(LONGEST):
        board.tap(board.app._menu.clock)
    assert row(board) == LONGEST
    board.tap(board.app._menu.clock)
    board.tap(board.cell_of("dama"))
    assert board.app.match.session.header.clock is None


def test_a_piece_left_on_the_clock_counts_once(board):
    board.board.put(board.app._menu.clock, [Magnet("piece")])
    board.wait(5 * LEFT)
    assert board.app._menu.fives == 1
