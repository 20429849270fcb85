"""Wiring diagrams and printed sheets: the drawings of the documents are kept as golden files."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines import GAMES
from firmware_bridge.cli.main import main
from firmware_bridge.maker.overlay import overlay
from firmware_bridge.maker.pdf import pdf
from firmware_bridge.maker.svg import svg
from firmware_bridge.maker.tiles import PAPERS, tiles
from firmware_bridge.maker.wiring_diagram import diagram
from firmware_bridge.texts import Texts
from hardware.panels.panel_file import panel_named

DRAWN = Path(__file__).parents[3] / "docs" / "boards"
TEXT = Texts("en")


PANELS = [
    "quadra-matrix",
    "quadra-hall",
    "quadra-heights",
    "quadra-expander",
    "favo-serial",
    "favo-heights",
]


@pytest.mark.parametrize("name", PANELS)
def test_the_diagrams_of_the_documents_are_what_the_tool_draws(name):
    """After a change: tavoliere board wiring PANEL --svg docs/boards/wiring-PANEL.svg --lang en"""
    drawn = svg(diagram(panel_named(name), TEXT), name)
    assert drawn == (DRAWN / f"wiring-{name}.svg").read_text(encoding="utf-8")


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
    drawn = svg(overlay(GAMES[name](), title, panel_named(SHEETS[name]).places), title)
    assert drawn == (DRAWN / f"{name}.svg").read_text(encoding="utf-8")


def test_a_wiring_names_every_line_once(capsys):
    assert main(["board", "wiring", "favo-matrix"]) == 0
    out = capsys.readouterr().out
    assert "GPIO10  19" in out
    assert "GPIO17 –▷|– GPIO2 " in out
    assert "2 × 24" in out
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
