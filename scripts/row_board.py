"""A printed circuit for one row of a board with reeds: contact, diode and pixel of every cell.

    PYTHONPATH=. /usr/bin/python3 scripts/row_board.py quadra-matrix docs/boards/row-quadra.kicad_pcb

Needs KiCad's own Python (Debian: kicad). Checks the board with KiCad's rules and fails when they find
anything. A board of the panel's pitch is laid under each row; column pads are joined from row to row.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pcbnew

from firmware_bridge.maker.body import ALONG, PIXEL_AWAY
from hardware.panels.panel_file import panel_named

TALL = 34.0
SUPPLY, ROW, GROUND = 3.0, 28.5, 31.0
"""Heights of the lines that run along the board, from its upper edge."""
DATA, PIXEL, COLUMN, REED, DIODE = 6.2, 10.0, 14.5, 20.0, 26.0
HALF_REED, DIODE_LONG = 9.0, 7.62
FRONT, BACK = pcbnew.F_Cu, pcbnew.B_Cu


class Sheet:
    def __init__(self) -> None:
        self.board: Any = pcbnew.BOARD()
        self._nets: dict[str, Any] = {}

    def net(self, name: str) -> Any:
        if name not in self._nets:
            self._nets[name] = pcbnew.NETINFO_ITEM(self.board, name)
            self.board.Add(self._nets[name])
        return self._nets[name]

    def part(self, name: str, value: str, x: float, y: float) -> Any:
        part = pcbnew.FOOTPRINT(self.board)
        part.SetReference(name)
        part.SetValue(value)
        part.Reference().SetVisible(False)
        part.Value().SetVisible(False)
        part.SetPosition(pcbnew.wxPointMM(x, y))
        self.board.Add(part)
        return part

    def hole(
        self, part: Any, number: str, x: float, y: float, net: str, drill: float = 0.9
    ) -> None:
        pad = self._pad(part, number, x, y, net)
        pad.SetShape(pcbnew.PAD_SHAPE_CIRCLE)
        pad.SetAttribute(pcbnew.PAD_ATTRIB_PTH)
        pad.SetSize(pcbnew.wxSizeMM(2 * drill, 2 * drill))
        pad.SetDrillSize(pcbnew.wxSizeMM(drill, drill))
        pad.SetLayerSet(pad.PTHMask())

    def flat(self, part: Any, number: str, x: float, y: float, net: str) -> None:
        part.SetAttributes(pcbnew.FP_SMD)
        pad = self._pad(part, number, x, y, net)
        pad.SetShape(pcbnew.PAD_SHAPE_RECT)
        pad.SetAttribute(pcbnew.PAD_ATTRIB_SMD)
        pad.SetSize(pcbnew.wxSizeMM(1.5, 1.0))
        pad.SetLayerSet(pad.SMDMask())

    def _pad(self, part: Any, number: str, x: float, y: float, net: str) -> Any:
        pad = pcbnew.PAD(part)
        pad.SetNumber(number)
        pad.SetPosition(pcbnew.wxPointMM(x, y))
        pad.SetPos0(pcbnew.wxPointMM(x, y) - part.GetPosition())
        part.Add(pad)
        pad.SetNet(self.net(net))
        return pad

    def track(self, net: str, layer: int, *points: tuple[float, float], width: float = 0.5) -> None:
        for a, b in zip(points, points[1:], strict=False):
            track = pcbnew.PCB_TRACK(self.board)
            track.SetStart(pcbnew.wxPointMM(*a))
            track.SetEnd(pcbnew.wxPointMM(*b))
            track.SetWidth(pcbnew.FromMM(width))
            track.SetLayer(layer)
            track.SetNet(self.net(net))
            self.board.Add(track)

    def via(self, net: str, x: float, y: float) -> None:
        via = pcbnew.PCB_VIA(self.board)
        via.SetPosition(pcbnew.wxPointMM(x, y))
        via.SetWidth(pcbnew.FromMM(0.8))
        via.SetDrill(pcbnew.FromMM(0.4))
        via.SetNet(self.net(net))
        self.board.Add(via)

    def edge(self, width: float, height: float) -> None:
        corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height), (0.0, 0.0)]
        for a, b in zip(corners, corners[1:], strict=False):
            line = pcbnew.PCB_SHAPE(self.board)
            line.SetShape(pcbnew.SHAPE_T_SEGMENT)
            line.SetStart(pcbnew.wxPointMM(*a))
            line.SetEnd(pcbnew.wxPointMM(*b))
            line.SetWidth(pcbnew.FromMM(0.1))
            line.SetLayer(pcbnew.Edge_Cuts)
            self.board.Add(line)


def row(cells: int, pitch: float) -> Sheet:
    sheet, wide = Sheet(), cells * pitch
    sheet.edge(wide, TALL)
    for number in range(cells):
        _cell(sheet, number, pitch / 2 + number * pitch, pitch, last=number == cells - 1)
    for name, net, y in (("5V", "5V", SUPPLY), ("ROW", "ROW", ROW), ("GND", "GND", GROUND)):
        for side, x in (("L", 4.0), ("R", wide - 4.0)):
            sheet.hole(sheet.part(f"J_{name}_{side}", name, x, y), "1", x, y, net)
        sheet.track(net, FRONT, (4.0, y), (wide - 4.0, y), width=0.5 if net == "ROW" else 2.0)
    return sheet


def _cell(sheet: Sheet, number: int, x: float, pitch: float, *, last: bool) -> None:
    """A WS2812B lies turned by 180 degrees: DIN at the lower left, DOUT at the upper right."""
    n, data, out = number + 1, f"D{number}", f"D{number + 1}"
    left, right = x - PIXEL_AWAY - 2.45, x - PIXEL_AWAY + 2.45
    upper, lower = PIXEL - 1.6, PIXEL + 1.6
    pixel = sheet.part(f"LED{n}", "WS2812B", x - PIXEL_AWAY, PIXEL)
    sheet.flat(pixel, "1", right, lower, "5V")
    sheet.flat(pixel, "2", right, upper, out)
    sheet.flat(pixel, "3", left, upper, "GND")
    sheet.flat(pixel, "4", left, lower, data)
    sheet.track("5V", FRONT, (right, lower), (x - 6.5, lower), (x - 6.5, SUPPLY), width=0.6)
    sheet.track("GND", FRONT, (left, upper), (x - 17.5, upper))
    sheet.via("GND", x - 17.5, upper)
    sheet.track("GND", BACK, (x - 17.5, upper), (x - 17.5, GROUND), width=0.6)
    sheet.via("GND", x - 17.5, GROUND)
    if number == 0:
        sheet.track("GND", FRONT, (x - 17.5, GROUND), (4.0, GROUND), width=0.8)
        sheet.hole(sheet.part("J_DIN", "DIN", x - 15.5, lower), "1", x - 15.5, lower, data)
    else:
        sheet.via(data, x - 15.5, lower)
    sheet.track(data, FRONT, (x - 15.5, lower), (left, lower))
    sheet.track(out, FRONT, (right, upper), (right, DATA))
    sheet.via(out, right, DATA)
    there = x + pitch - 15.5
    if last:
        end = x + pitch / 2 - 4.0
        sheet.track(out, BACK, (right, DATA), (end, DATA))
        sheet.hole(sheet.part("J_DOUT", "DOUT", end, DATA), "1", end, DATA, out)
    else:
        sheet.track(out, BACK, (right, DATA), (there, DATA), (there, lower))

    here, far = x + ALONG - HALF_REED, x + ALONG + HALF_REED
    column, middle = f"COL{n}", f"MID{n}"
    reed = sheet.part(f"SW{n}", "reed", x + ALONG, REED)
    sheet.hole(reed, "1", here, REED, column)
    sheet.hole(reed, "2", far, REED, middle)
    sheet.hole(sheet.part(f"J_COL{n}", "COL", here, COLUMN), "1", here, COLUMN, column)
    sheet.track(column, FRONT, (here, REED), (here, COLUMN))
    diode = sheet.part(f"D{n}", "1N4148", far - DIODE_LONG / 2, DIODE)
    sheet.hole(diode, "1", far - DIODE_LONG, DIODE, "ROW")
    sheet.hole(diode, "2", far, DIODE, middle)
    sheet.track(middle, FRONT, (far, REED), (far, DIODE))
    sheet.track("ROW", FRONT, (far - DIODE_LONG, DIODE), (far - DIODE_LONG, ROW))


def found_wrong(board: Any) -> list[str]:
    """What KiCad's own rules say, and what is not connected."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "drc.txt")
        pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
        text = report.read_text(encoding="utf-8")
    print("\n".join(re.findall(r"(?m)^\*\* Found.*", text)))
    return [line for line in text.splitlines() if line.startswith("[")]


def main() -> int:
    name, target = sys.argv[1], Path(sys.argv[2])
    panel = panel_named(name)
    cells = max(Counter(round(place.y, 3) for place in panel.places).values())
    board = row(cells, panel.pitch).board
    board.BuildConnectivity()
    pcbnew.SaveBoard(str(target), board)
    wrong = found_wrong(pcbnew.LoadBoard(str(target)))
    print("\n".join(wrong[:20]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
