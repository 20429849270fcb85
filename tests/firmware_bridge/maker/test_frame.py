"""The body for laser cutter and printer, read back by libraries that are not ours."""

from __future__ import annotations

import io

import pytest
import trimesh
from ezdxf import recover
from ezdxf.filemanagement import readfile

from firmware_bridge.cli.main import main
from firmware_bridge.maker.body import RAIL, WALL, layers, outline
from firmware_bridge.maker.dxf import dxf
from firmware_bridge.maker.frame import SLACK, blocks, printed, sheets
from firmware_bridge.maker.pieces import ACROSS, NEST, pieces
from firmware_bridge.maker.solid import stl
from hardware.panels.panel_file import OURS, panel_named

PANELS = sorted(path.stem for path in OURS.glob("*.toml"))


def read(solid):
    return trimesh.load(io.BytesIO(stl(solid, "test")), file_type="stl")


def read_sheet(cuts):
    document, auditor = recover.read(io.BytesIO(dxf(cuts).encode()))
    assert not auditor.has_errors
    return document.modelspace()


def extents(entities):
    xs, ys = zip(*((x, y) for e in entities for x, y, *_ in e.points()), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("name", PANELS)
def test_sheets_are_as_large_as_the_board(name):
    panel = panel_named(name)
    edge = outline(panel)
    for what, cuts in sheets(panel).items():
        space = read_sheet(cuts)
        lines = space.query("POLYLINE")
        assert all(line.is_closed for line in lines)
        grown = SLACK + RAIL if what == "frame" else 0.0
        wanted = (edge.left - grown, edge.bottom - grown, edge.right + grown, edge.top + grown)
        assert extents(lines) == pytest.approx(wanted, abs=0.001)
        if what != "frame":
            pegs = [c for c in space.query("CIRCLE") if c.dxf.radius > 1]
            assert len(pegs) == 4


@pytest.mark.parametrize("name", PANELS)
def test_every_cell_has_its_opening_and_its_bridge(name):
    panel = panel_named(name)
    found = sheets(panel)
    openings = read_sheet(found["grid"]).query("POLYLINE")
    assert len(openings) == 1 + len(panel.places)
    width = {round(extents([one])[2] - extents([one])[0], 2) for one in list(openings)[1:]}
    assert width == {panel.pitch - WALL}
    if layers(panel).seat:
        assert len(read_sheet(found["bridges"]).query("POLYLINE")) == 1 + 2 * len(panel.places)
    else:
        assert "bridges" not in found


def test_legs_of_a_reed_lie_beside_the_middle_along_the_reed():
    panel = panel_named("quadra-matrix")
    holes = [c for c in read_sheet(sheets(panel)["base"]).query("CIRCLE") if c.dxf.radius < 1]
    assert len(holes) == 2 * 64
    a, b = (hole.dxf.center for hole in holes[:2])
    assert ((a.x + b.x) / 2, a.y) == (panel.places[0].x + 4.5, panel.places[0].y)


@pytest.mark.parametrize("bed", [180.0, 220.0, 1000.0])
@pytest.mark.parametrize("name", ["quadra-matrix", "favo-hall", "favo-heights", "quadra-heights"])
def test_printed_parts_are_closed_and_fit_the_printer(name, bed):
    panel = panel_named(name)
    parts = blocks(panel, bed)
    assert sorted(p.name for part in parts for p in part) == sorted(p.name for p in panel.places)
    for places in parts:
        mesh = read(printed(panel, places))
        assert mesh.is_watertight
        assert mesh.is_winding_consistent
        assert mesh.volume > 0
        size = mesh.extents
        assert max(size[:2]) <= bed + panel.pitch / 2
        assert size[2] == pytest.approx(layers(panel).grid, abs=0.001)


def test_the_printed_grid_holds_as_much_as_its_walls_and_bridges():
    panel = panel_named("quadra-heights")
    mesh = read(printed(panel, panel.places))
    walls = 64 * (40**2 - 38**2) * layers(panel).grid
    assert mesh.volume == pytest.approx(walls, rel=1e-3)
    assert mesh.extents[0] == pytest.approx(320.0)


@pytest.mark.parametrize("name", ["quadra-matrix", "favo-heights"])
def test_pieces_are_closed_and_hold_their_magnet(name):
    stack = layers(panel_named(name))
    across, thick = stack.disc
    for what, piece in pieces(stack).items():
        mesh = read(piece.solid)
        assert mesh.is_watertight
        assert mesh.is_winding_consistent
        outside, seat = read(piece.body), read(piece.seat)
        assert outside.is_watertight
        assert seat.is_watertight
        assert outside.extents[0] == pytest.approx(ACROSS, abs=0.05)
        nested = NEST if what == "cup" else 0.0
        assert outside.extents[2] == pytest.approx(piece.tall + nested, abs=0.001)
        assert seat.extents[0] >= across
        assert seat.extents[2] >= thick
        assert seat.bounds[0][2] == pytest.approx(stack.floor)
        assert seat.bounds[1][2] < piece.tall
        # A cavity takes away from what is around it.
        assert mesh.volume == pytest.approx(outside.volume - seat.volume)
        if stack.apart:
            assert piece.tall == stack.apart


def test_the_commands_write_what_they_say(tmp_path, capsys):
    assert main(["board", "frame", "quadra-matrix", "--out", str(tmp_path), "--lang", "en"]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert {"quadra-matrix-base.dxf", "quadra-matrix-bridges.dxf"} <= names
    assert {f"quadra-matrix-grid-{n}.stl" for n in (1, 2, 3, 4)} <= names
    assert readfile(tmp_path / "quadra-matrix-frame.dxf").dxfversion == "AC1009"
    assert main(["board", "pieces", "favo-heights", "--out", str(tmp_path), "--lang", "en"]) == 0
    assert "Stop the printer at 3.7 mm" in capsys.readouterr().out
    assert {"man.stl", "cup.stl", "hat.stl"} <= {path.name for path in tmp_path.iterdir()}


def test_a_bed_smaller_than_a_cell_is_refused(tmp_path, capsys):
    assert main(["board", "frame", "quadra", "--bed", "30", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
