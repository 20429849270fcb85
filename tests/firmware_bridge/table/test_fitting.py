"""Boards laid on panels by position."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines import GAMES
from firmware_bridge.table.fitting import DoesNotFit, fits, fitting
from hardware.lights import BREATHE, RGB, UNLIT, Glow
from hardware.panels.panel_file import panel_named

QUADRA = panel_named("quadra-matrix").places
FAVO = panel_named("favo-matrix").places


@pytest.mark.parametrize("name", GAMES)
def test_every_game_fits_one_of_the_two_panels(name):
    board = GAMES[name]().board
    places = FAVO if board.name.startswith("hexagon") else QUADRA
    fitted = fitting(board, name, places)
    assert set(board.cells) <= set(fitted.cells.values())
    assert set(fitted.pixels) == set(fitted.cells.values())
    spots = {place.channel: place for place in places}
    for channel, cell in fitted.cells.items():
        assert (spots[channel].x, spots[channel].y) == pytest.approx(board.places[cell])


def test_sensors_where_nothing_may_stand_are_watched_too():
    fitted = fitting(GAMES["dama"]().board, "dama", QUADRA)
    assert len(fitted.cells) == 64
    assert fitted.cells[1] == "b1"
    assert fitted.pixels["a2"] == 15


def test_a_smaller_board_lies_in_the_middle_of_the_hexagon():
    fitted = fitting(GAMES["top-hats"]().board, "top-hats", FAVO)
    middle = next(place for place in FAVO if place.name == "f6")
    assert fitted.cells[middle.channel] == "e5"
    assert len(fitted.cells) == 61


def test_a_cell_without_a_sensor_is_named_with_its_distance():
    moved = [replace(place, y=place.y + (31 if place.name == "d4" else 0)) for place in QUADRA]
    with pytest.raises(DoesNotFit) as caught:
        fitting(GAMES["dama"]().board, "dama", moved)
    assert str(caught.value) == (
        "cell 'd4' of dama is 31 mm from its nearest sensor; the limit is 12 mm: "
        "measure the panel again or lower its pitch"
    )
    assert not fits(GAMES["dama"]().board, moved)


def test_a_sensor_a_little_off_is_near_enough():
    moved = [replace(place, x=place.x + 8, y=place.y - 8) for place in QUADRA]
    assert fits(GAMES["dama"]().board, moved)


def test_two_cells_cannot_share_a_sensor():
    wide = [replace(place, x=place.x * 3, y=place.y * 3) for place in QUADRA]
    with pytest.raises(DoesNotFit, match="share the sensor"):
        fitting(GAMES["xe-queo"]().board, "xe-queo", wide, limit=100)


def test_sensors_that_lie_under_no_cell_stay_silent():
    fitted = fitting(GAMES["mulino"]().board, "mulino", QUADRA)
    assert fitted.cells[0] == "a1"
    assert 63 not in fitted.cells  # h8 lies beyond the seven files of this board


def test_every_pixel_lives_or_is_dark():
    fitted = fitting(GAMES["dama"]().board, "dama", QUADRA)
    red, blue = Glow(RGB(255, 0, 0)), Glow(RGB(0, 0, 255), BREATHE)
    shown = fitted.glows({"a1": red, "a2": blue}, 64)
    assert (shown[0], shown[15], shown.count(UNLIT)) == (red, blue, 62)
