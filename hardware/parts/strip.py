"""A strip of pixels as a panel's file describes it: which pixel lies where, and what they may draw.

What every light driver shares, whatever its strip hangs on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hardware.lights import RGB
from hardware.panels.grid import Grid
from hardware.panels.table import Table
from hardware.parts import bill
from hardware.parts.dimmer import FULL_MA, IDLE_MA, Dimmer
from hardware.phrases import Phrase
from hardware.plan import Chip, Header, Pin, Plan

MOST_PIXELS = 600

KEYS = {
    "path": Phrase(
        "rows: each row from the left; serpentine: to and fro",
        it="rows: ogni riga da sinistra; serpentine: avanti e indietro",
        fr="rows : chaque rangée depuis la gauche ; serpentine : aller et retour",
    ),
    "first": Phrase(
        "number of the first board pixel on the strip",
        it="numero del primo pixel del tavoliere sulla striscia",
        fr="numéro du premier pixel du plateau sur le ruban",
    ),
    "order": Phrase(
        "order of the colours on the strip",
        it="ordine dei colori sulla striscia",
        fr="ordre des couleurs sur le ruban",
    ),
    "brightness": Phrase(
        "0 to 1",
        it="da 0 a 1",
        fr="de 0 à 1",
    ),
    "gamma": Phrase(
        "1 for none; 2.2 suits the eye",
        it="1 per nessuna; 2.2 va bene all'occhio",
        fr="1 pour aucun ; 2.2 convient à l'œil",
    ),
    "budget_ma": Phrase(
        "milliamperes that all pixels together may draw",
        it="milliampere che tutti i pixel insieme possono assorbire",
        fr="milliampères que tous les pixels ensemble peuvent tirer",
    ),
    "pixels": Phrase(
        "place = pixel, where learning found another order",
        it="posto = pixel, dove l'apprendimento ha trovato un altro ordine",
        fr="place = pixel, là où l'apprentissage a trouvé un autre ordre",
    ),
}
PIN_KEY = {"pin": Phrase("the data pin", it="il piedino dei dati", fr="la broche des données")}
"""Of strips whose data line hangs on a pin."""
DATA = Phrase(
    "data line of the pixels",
    it="linea dati dei pixel",
    fr="ligne de données des pixels",
)


@dataclass(frozen=True, slots=True)
class Strip:
    pixel_of: Mapping[str, int]
    """The pixel of each place."""
    count: int
    """Pixels under the cells; those of the buttons come behind them."""
    order: str = "GRB"
    brightness: float = 1.0
    gamma: float = 2.2
    budget_ma: float = 2000.0

    @classmethod
    def read(cls, table: Table, grid: Grid) -> Strip:
        first = table.whole("first", 0, 300, 0)
        path = table.choice("path", ("rows", "serpentine"), "serpentine")
        rule = grid.row_by_row(to_and_fro=path == "serpentine", first=first)
        pixel_of = table.numbers("pixels", rule, MOST_PIXELS)
        return cls(
            pixel_of,
            1 + max(pixel_of.values()),
            table.choice("order", ("GRB", "RGB", "BRG", "BGR", "RBG", "GBR"), "GRB"),
            table.number("brightness", 0, 1, 1),
            table.number("gamma", 1, 4, 2.2),
            table.number("budget_ma", 50, 60_000, 2000),
        )

    def dimmer(self) -> Dimmer:
        return Dimmer(brightness=self.brightness, gamma=self.gamma, budget_ma=self.budget_ma)

    def in_order(self, colours: Sequence[RGB]) -> bytes:
        """The bytes of a frame in the order in which the strip's chips take their colours."""
        turn = ["RGB".index(letter) for letter in self.order]
        return bytes(colour[part] for colour in colours for part in turn)

    def full_ma(self, extra: int) -> float:
        """Milliamperes of all pixels at full white, with some more behind them."""
        return (self.count + extra) * (3 * FULL_MA + IDLE_MA)


def data_plan(header: Header, pin: int, pixels: int) -> Plan:
    """A strip whose data line hangs on a pin."""
    return Plan(
        pins=(Pin(header, pin, DATA(), "pin"),),
        parts=bill.pixels(pixels),
        chips=(shifter(f"{header.name(pin)}"), PIXEL),
    )


def shifter(data: str) -> Chip:
    """One of its four gates lifts the data line to 5 V; the others are held still."""
    legs = (
        ("14", "VCC", "5 V, 100 nF → GND"),
        ("7", "GND", "GND"),
        ("1", "1OE", "GND"),
        ("2", "1A", data),
        ("3", "1Y", "330 Ω → DIN 0"),
        ("4, 10, 13", "2OE 3OE 4OE", "5 V"),
        ("5, 9, 12", "2A 3A 4A", "GND"),
    )
    return Chip(bill.SHIFTER_CHIP, legs)


PIXEL = Chip(
    "WS2812B",
    (
        ("", "5V", "5 V"),
        ("", "GND", "GND"),
        ("", "DIN", "DOUT n−1"),
        ("", "DOUT", "DIN n+1"),
    ),
)


NO_PIXELS = Strip({}, 0)
