"""A board of a kind that nobody here knows: a sheet, a fitting and a place in the list all the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines import GAMES
from engines.geometry import Point
from firmware_bridge.maker.body import outline
from firmware_bridge.maker.drawing import Circle, Polygon
from firmware_bridge.maker.overlay import overlay
from firmware_bridge.table.fitting import fits, fitting
from hardware.panels.panel_file import read_panel


@pytest.fixture
def star(tmp_path):
    """The points and lines of a mill, stretched, under a name of its own; and a panel that fits."""
    game = GAMES["mulino"]()
    stretched = {cell: Point(1.5 * x, 1.25 * y) for cell, (x, y) in game.board.places.items()}
    game.board = replace(game.board, name="star-24", places=stretched)
    file = tmp_path / "star.toml"
    file.write_text(
        '[grid]\nshape = "square"\ncolumns = 13\nrows = 13\npitch = 30.0\n'
        '[sensors]\ndriver = "simulated"\n'
    )
    return game, read_panel(file)


def test_it_is_drawn_where_its_cells_and_links_lie(star):
    game, panel = star
    sheet = overlay(game, "Star", panel, sensors=True)
    pegs = outline(panel).pegs()
    circles = {(shape.x, shape.y) for shape in sheet.shapes if isinstance(shape, Circle)}
    spots = circles - set(pegs)
    assert spots == {tuple(spot) for spot in game.board.positions.values()}
    lines = [
        shape.points for shape in sheet.shapes if isinstance(shape, Polygon) and not shape.closed
    ]
    for cell, neighbours in game.board.links.items():
        ends = game.board.positions[cell]
        for other in neighbours:
            pair = {ends, game.board.positions[other]}
            assert any(set(line) == pair for line in lines)
    # The ground is as wide and as high as the cells need, with the same edge on all sides.
    ground = next(shape for shape in sheet.shapes if isinstance(shape, Polygon) and shape.ink.fill)
    xs, ys = zip(*ground.points, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == (-20, 380, -20, 320)


def test_a_panel_is_fitted_by_millimetres_alone(star):
    game, panel = star
    assert fits(game.board, panel.places)
    assert set(fitting(game.board, "star", panel.places).cells.values()) >= set(game.board.cells)
