"""Sensors in rows and columns, whatever drives the lines: crossing number row × columns + column.

Buttons may hang on crossings that no place needs; hardware/drivers/matrix.py reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from hardware.panels.grid import Grid
from hardware.panels.table import Table
from hardware.parts import bill
from hardware.parts.frames import Layout
from hardware.phrases import Phrase
from hardware.plan import COLUMN, NOTE, ROW, Connection, Header, Pin, Plan, Wire

if TYPE_CHECKING:
    from hardware.panels.panel import Panel

MOST_LINES = 11

KEYS = {
    "rows": Phrase(
        "pins that drive the rows, the row of a1 first",
        it="piedini che pilotano le righe, prima quella di a1",
        fr="broches qui pilotent les rangées, celle de a1 d'abord",
    ),
    "columns": Phrase(
        "pins that read the columns, the column of a1 first",
        it="piedini che leggono le colonne, prima quella di a1",
        fr="broches qui lisent les colonnes, celle de a1 d'abord",
    ),
    "diodes": Phrase(
        "whether every switch has its diode",
        it="se ogni contatto ha il suo diodo",
        fr="si chaque contact a sa diode",
    ),
}
SCAN_KEYS = {
    "active": Phrase(
        "low or high: what a closed contact reads",
        it="low o high: che cosa legge un contatto chiuso",
        fr="low ou high : ce que lit un contact fermé",
    ),
    "settle_us": Phrase(
        "microseconds that a driven row needs before its columns are read",
        it="microsecondi che vuole una riga pilotata prima che si leggano le colonne",
        fr="microsecondes qu'il faut à une rangée pilotée avant qu'on lise ses colonnes",
    ),
}
"""Of lines that are pins of a computer."""
SETTLE_US = 60
"""Microseconds a line takes to follow, through a switch and some wire."""
FEW_PINS = Phrase(
    "names {count} pins; the grid needs {need}",
    it="nomina {count} piedini; alla griglia ne servono {need}",
    fr="nomme {count} broches ; la grille en demande {need}",
)
ONE_ROW = Phrase("row {number}", it="riga {number}", fr="rangée {number}")
ONE_COLUMN = Phrase("column {number}", it="colonna {number}", fr="colonne {number}")
ALL_ROWS = Phrase("rows", it="righe", fr="rangées")
ALL_COLUMNS = Phrase("columns", it="colonne", fr="colonnes")
DIODE = Phrase(
    "each sensor in series with a diode, its ring towards the row",
    it="ogni sensore in serie con un diodo, l'anello verso la riga",
    fr="chaque capteur en série avec une diode, l'anneau vers la rangée",
)


@dataclass(frozen=True, slots=True)
class Crossings:
    header: Header
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    diodes: bool = True
    active_high: bool = False

    @classmethod
    def read(cls, table: Table, header: Header, *, active_high: bool = False) -> Crossings:
        return cls(
            header,
            table.pins("rows", header.pins, MOST_LINES),
            table.pins("columns", header.pins, MOST_LINES),
            table.flag("diodes", True),
            active_high,
        )

    @property
    def count(self) -> int:
        return len(self.rows) * len(self.columns)

    def channel(self, row: int, column: int) -> int:
        return row * len(self.columns) + column

    def channel_of(self, table: Table, grid: Grid) -> dict[str, int]:
        """The crossing of each place: of its row and its column, or as learned."""
        for key, lines, need in (
            ("rows", self.rows, grid.rows),
            ("columns", self.columns, grid.columns),
        ):
            if len(lines) < need and "channels" not in table:
                raise table.wrong(key, FEW_PINS(count=len(lines), need=need))
        rule = {spot.name: self.channel(spot.row, spot.column) for spot in grid.spots}
        return table.numbers("channels", rule, self.count)

    def connections(self) -> dict[int, Connection]:
        rows, columns = range(len(self.rows)), range(len(self.columns))
        return {self.channel(r, c): self._connection(r, c) for r in rows for c in columns}

    def plan(self, reeds: int) -> Plan:
        """With so many reeds on the crossings."""
        row_pins = (
            Pin(self.header, pin, ONE_ROW(number=number), "rows")
            for number, pin in enumerate(self.rows, start=1)
        )
        column_pins = (
            Pin(self.header, pin, ONE_COLUMN(number=number), "columns")
            for number, pin in enumerate(self.columns, start=1)
        )
        rows, columns = range(len(self.rows)), range(len(self.columns))
        row_wires = (
            Wire(self.header.name(pin), ROW, tuple(self.channel(row, c) for c in columns))
            for row, pin in enumerate(self.rows)
        )
        column_wires = (
            Wire(self.header.name(pin), COLUMN, tuple(self.channel(r, column) for r in rows))
            for column, pin in enumerate(self.columns)
        )
        legend = [(ROW, ALL_ROWS()), (COLUMN, ALL_COLUMNS())]
        if self.diodes:
            legend.append((NOTE, DIODE()))
        return Plan(
            pins=(*row_pins, *column_pins),
            connections=self.connections(),
            wires=(*row_wires, *column_wires),
            legend=tuple(legend),
            parts=bill.contacts(bill.REED, reeds, diodes=self.diodes),
        )

    def _connection(self, row: int, column: int) -> Connection:
        one, two = self.header.name(self.columns[column]), self.header.name(self.rows[row])
        # Current flows into the line that is pulled low.
        if self.active_high:
            one, two = two, one
        return Connection(f"{one} –▷|– {two}" if self.diodes else f"{one} –– {two}")


def active_high(table: Table) -> bool:
    return table.choice("active", ("low", "high"), "low") == "high"


@runtime_checkable
class Crossed(Protocol):
    """A wiring of sensors that may be crossings."""

    @property
    def crossings(self) -> Crossings | None: ...
    @property
    def channel_of(self) -> Mapping[str, int]: ...


@runtime_checkable
class CrossedButtons(Protocol):
    """A wiring of buttons that sit on free crossings of the sensors."""

    @property
    def channels(self) -> tuple[int, ...]: ...


@runtime_checkable
class Told(Protocol):
    """A wiring of sensors whose microcontroller is told of it when it is greeted."""

    @property
    def crossings(self) -> Crossings: ...
    def layout(self, panel: Panel) -> Layout: ...
