"""Wiring diagrams and printed sheets: the drawings of the documents are kept as golden files."""

from __future__ import annotations

from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engines import GAMES
from firmware_bridge.cli.main import main
from firmware_bridge.maker.body import PEG, outline
from firmware_bridge.maker.drawing import Circle, Polygon
from firmware_bridge.maker.drawings import drawn
from firmware_bridge.maker.overlay import SENSOR, overlay
from firmware_bridge.maker.pdf import pdf
from firmware_bridge.maker.svg import svg
from firmware_bridge.maker.tiles import PAPERS, tiles
from firmware_bridge.maker.wiring_diagram import mirrored
from firmware_bridge.texts import LANGUAGES, Texts
from hardware.panels.panel_file import OURS, panel_named

DRAWN = Path(__file__).parents[3] / "docs" / "boards"
TEXT = Texts("en")


PANELS = sorted(path.stem for path in OURS.glob("*-*.toml"))
WIRINGS = [f"wiring-{name}{side}" for name in PANELS for side in ("", "-below")]
SECTIONS = ["section-quadra-matrix", "section-quadra-hall", "section-quadra-heights"]
SCHEMATICS = [
    f"schematic-quadra-{way}" for way in ("matrix", "hall", "heights", "expander", "serial")
]


@pytest.mark.parametrize("name", [*WIRINGS, *SECTIONS, *SCHEMATICS])
def test_the_drawings_of_the_documents_are_what_the_tool_draws(name):
    """After a change: tavoliere board drawings PANEL --out docs/boards --lang en"""
    panel = name.split("-", 1)[1].removesuffix("-below")
    drawing = drawn(panel_named(panel), TEXT)[name]
    assert drawing == (DRAWN / f"{name}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PANELS)
def test_every_panel_is_drawn_in_every_language(name, lang):
    pictures = drawn(panel_named(name), Texts(lang))
    assert len(pictures) == 4
    assert all(ElementTree.fromstring(picture).tag.endswith("svg") for picture in pictures.values())


@pytest.mark.parametrize("name", PANELS)
def test_from_below_left_and_right_are_changed_and_nothing_else(name):
    panel = panel_named(name)
    turned = mirrored(panel)
    middle = {place.name: place.x for place in panel.places}
    around = {place.x + middle[place.name] for place in turned.places}
    assert max(around) - min(around) < 1e-6
    assert [(p.name, p.y, p.channel, p.pixel) for p in turned.places] == [
        (p.name, p.y, p.channel, p.pixel) for p in panel.places
    ]


@pytest.mark.parametrize("name", PANELS)
def test_buttons_shifter_and_supply_are_drawn(name):
    panel = panel_named(name)
    pictures = drawn(panel, TEXT)
    wiring, schematic = pictures[f"wiring-{name}"], pictures[f"schematic-{name}"]
    for player, wired in panel.buttons.plan().connections.items():
        assert f">button of player {player}<" in wiring
        assert escape(wired.ends) in schematic
    # Both ends of the strip and every 32 pixels.
    assert wiring.count(">5 V<") == 1 + -(-len(panel.places) // 32)
    assert "→ 74AHCT125 → 330 Ω" in wiring
    for word in ("74AHCT125", "1OE", "1000 µF", "fuse", "GND: one for supply"):
        assert word in schematic


def test_the_schematic_names_enable_and_reference():
    schematic = drawn(panel_named("quadra-heights"), TEXT)["schematic-quadra-heights"]
    for word in ("MCP3208", "VREF", "CD74HC4067 × 4", "EN", "LM1117-3.3", "DRV5055 × 64"):
        assert word in schematic


def test_a_section_shows_the_distances_of_the_body():
    sections = {name: drawn(panel_named(name), TEXT)[f"section-{name}"] for name in PANELS}
    assert "along its own length: never sideways" in sections["quadra-matrix"]
    assert ">18.0<" in sections["favo-heights"]
    assert "14.7 mm – spacer grid" in sections["favo-heights"]
    assert ">5.0<" in sections["favo-serial"]


SHEETS = {
    "dama": "quadra",
    "mulino": "quadra",
    "xe-queo": "quadra",
    "top-hats": "favo",
    "cappuccino": "favo",
}


@pytest.mark.parametrize("name", SHEETS)
def test_the_sheets_of_the_documents_are_what_the_tool_draws(name):
    """After a change: tavoliere board overlay GAME --panel PANEL --out docs/boards --lang en"""
    title = TEXT(f"game.{name}.title")
    drawn = svg(overlay(GAMES[name](), title, panel_named(SHEETS[name])), title)
    assert drawn == (DRAWN / f"{name}.svg").read_text(encoding="utf-8")


def test_a_wiring_names_every_line_once(capsys):
    assert main(["board", "wiring", "favo-matrix"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "GPIO10 19 data line" in out
    assert "GPIO17 –▷|– GPIO2 " in out
    assert "GPIO2 × GPIO24" in out
    assert main(["board", "wiring", "quadra-hall"]) == 0
    assert "MCP3008 1 CH3, CD74HC4067 4 C15" in capsys.readouterr().out


def pages_of(data: bytes) -> list[tuple[float, float]]:
    """The sizes of a PDF's pages in millimetres, found by its own table of contents."""
    table = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[table : table + 4] == b"xref"
    count = int(data[table:].split()[2])
    sizes = []
    for entry in data[table:].split(b"\n")[3 : 2 + count]:
        at = int(entry.split()[0])
        body = data[at : data.index(b"endobj", at)]
        assert body.split()[1:3] == [b"0", b"obj"]
        if b"/Type /Page " in body:
            _, _, width, height = body.split(b"[")[1].split(b"]")[0].split()
            sizes.append((float(width) / 72 * 25.4, float(height) / 72 * 25.4))
    return sizes


def test_all_sheets_of_a_panel_are_the_same_size_and_have_the_panels_marks():
    for name, panel in SHEETS.items():
        edge = outline(panel_named(panel))
        sheet = overlay(GAMES[name](), name, panel_named(panel))
        assert (sheet.left, sheet.bottom, sheet.right, sheet.top) == tuple(edge)
        marks = {(s.x, s.y) for s in sheet.shapes if isinstance(s, Circle) and s.radius == PEG}
        assert marks == set(edge.pegs())


def test_crosses_are_drawn_only_when_asked_for():
    def crosses(sheet):
        return sum(1 for s in sheet.shapes if isinstance(s, Polygon) and s.ink == SENSOR)

    panel = panel_named("quadra-matrix")
    assert crosses(overlay(GAMES["dama"](), "Dama", panel)) == 0
    assert crosses(overlay(GAMES["dama"](), "Dama", panel, sensors=True)) == 2 * 64


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_tiled_without_a_gap(name, paper):
    sheet = overlay(GAMES[name](), name)
    pages = tiles(sheet, paper)
    sizes = pages_of(pdf(pages, name))
    assert len(sizes) == len(pages)
    assert all(sorted(size) == pytest.approx(PAPERS[paper], abs=0.1) for size in sizes)
    # Enough paper for the sheet, and not a page more than the overlaps ask for.
    assert sum((w - 24) * (h - 24) for w, h in sizes) >= sheet.width * sheet.height


def test_overlay_writes_both_files_and_says_so(tmp_path, capsys):
    command = ["board", "overlay", "mulino", "--panel", "quadra", "--out", str(tmp_path)]
    assert main([*command, "--paper", "a3", "--lang", "en"]) == 0
    assert (
        capsys.readouterr()
        .out.splitlines()[1]
        .endswith("2 pages: print at 100 % and hold a ruler against them")
    )
    assert (tmp_path / "mulino.svg").read_text().startswith("<svg ")
    assert (tmp_path / "mulino-a3.pdf").read_bytes().startswith(b"%PDF-1.4")
