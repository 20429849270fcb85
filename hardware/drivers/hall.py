"""Linear Hall sensors behind MCP3008 or MCP3208 converters, with 16-way multiplexers if there are many.

A sensor rests at about half its supply; a magnet moves it up or down, depending on which way round
it lies. Every sensor rests somewhere else and wanders with the temperature, so each is compared with
its own learned rest value, which is followed slowly while nothing stands there. With some distance from
sensor to magnet the pieces on each other are counted, too (`counting`). Knows channels only: converter
input × 16 + multiplexer address, or just the input where there is no multiplexer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hardware.driver import Driver, Opening, Role
from hardware.panels import complaints
from hardware.panels.grid import Grid
from hardware.panels.table import Table
from hardware.parts import config_txt, gpio
from hardware.parts.counting import Counting
from hardware.parts.feel import Feel
from hardware.parts.field import Discs
from hardware.parts.hall_chips import CONVERTERS, SPI_PINS, HallChips
from hardware.parts.hall_sensors import ADDRESSES, INPUTS_EACH, MIDDLE, Hall, open_hall
from hardware.parts.headers import PI
from hardware.phrases import Phrase
from hardware.plan import GROUP, Pin, Plan

USUAL = 0.2
"""What one piece moves a sensor by that nobody has learned, of half the range: 22 mT at 15 mV/mT and
3.3 V."""
FAR = 1e4
"""Millimetres; where a sensor lies that is of no place, it feels nobody."""

KEYS = {
    "converters": Phrase(
        "chip-select pins of the converters",
        it="piedini di selezione dei convertitori",
        fr="broches de sélection des convertisseurs",
    ),
    "select": Phrase(
        "the four address pins of the 16-way multiplexers, lowest bit first",
        it="i quattro piedini d'indirizzo dei multiplexer a 16 vie, prima il bit più basso",
        fr="les quatre broches d'adresse des multiplexeurs à 16 voies, le bit le plus bas d'abord",
    ),
    "on": Phrase(
        "steps of the converter from rest at which a piece is felt",
        it="passi del convertitore dal riposo ai quali si sente un pezzo",
        fr="pas du convertisseur depuis le repos auxquels une pièce est sentie",
    ),
    "off": Phrase(
        "steps from rest at which it is gone",
        it="passi dal riposo ai quali il pezzo non c'è più",
        fr="pas depuis le repos auxquels elle n'y est plus",
    ),
    "drift_s": Phrase(
        "seconds in which rest values follow the temperature",
        it="secondi in cui i valori di riposo seguono la temperatura",
        fr="secondes dans lesquelles les valeurs de repos suivent la température",
    ),
    "bits": Phrase(
        "of the converters: 10 for an MCP3008, 12 for an MCP3208",
        it="dei convertitori: 10 per un MCP3008, 12 per un MCP3208",
        fr="des convertisseurs : 10 pour un MCP3008, 12 pour un MCP3208",
    ),
    "disc": Phrase(
        "width and thickness of the magnets in millimetres, where pieces on each other are counted",
        it="larghezza e spessore dei magneti in millimetri, dove si contano i pezzi uno sull'altro",
        fr="largeur et épaisseur des aimants en millimètres, où l'on compte les pièces empilées",
    ),
    "distance": Phrase(
        "millimetres from the sensor to the middle of the lowest magnet",
        it="millimetri dal sensore al centro del magnete più basso",
        fr="millimètres du capteur au centre de l'aimant le plus bas",
    ),
    "apart": Phrase(
        "millimetres from one magnet to the next on top of it",
        it="millimetri da un magnete al successivo sopra di esso",
        fr="millimètres d'un aimant à celui posé dessus",
    ),
    "one": Phrase(
        "place = steps from rest for one piece in the middle of its cell",
        it="posto = passi dal riposo per un pezzo al centro della sua casella",
        fr="place = pas depuis le repos pour une pièce au milieu de sa case",
    ),
    "two": Phrase(
        "place = steps from rest for two pieces on each other",
        it="posto = passi dal riposo per due pezzi uno sull'altro",
        fr="place = pas depuis le repos pour deux pièces l'une sur l'autre",
    ),
    "three": Phrase(
        "place = steps from rest for three pieces on each other",
        it="posto = passi dal riposo per tre pezzi uno sull'altro",
        fr="place = pas depuis le repos pour trois pièces l'une sur l'autre",
    ),
    "rest": Phrase(
        "place = what its sensor reads with nothing on it",
        it="posto = quel che legge il suo sensore senza nulla sopra",
        fr="place = ce que lit son capteur sans rien dessus",
    ),
    "polarity": Phrase(
        "whether the two sides' magnets lie opposite ways round; false where both stand on each other",
        it="se i magneti delle due parti stanno in versi opposti; false dove stanno gli uni sugli altri",
        fr="si les aimants des deux camps sont tête-bêche ; false là où ils s'empilent ensemble",
    ),
    "flipped": Phrase(
        "places whose sensor is soldered the other way round",
        it="posti il cui sensore è saldato a rovescio",
        fr="places dont le capteur est soudé à l'envers",
    ),
}
NOT_FOUR = Phrase(
    "names {count} pins; a 16-way multiplexer has 4",
    it="nomina {count} piedini; un multiplexer a 16 vie ne ha 4",
    fr="nomme {count} broches ; un multiplexeur à 16 voies en a 4",
)
NOT_LESS = Phrase(
    "= {off:g} must be less than on = {on:g}",
    it="= {off:g} deve essere minore di on = {on:g}",
    fr="= {off:g} doit être plus petit que on = {on:g}",
)
SPI = Phrase("the converters' SPI", it="l'SPI dei convertitori", fr="le SPI des convertisseurs")
INPUTS = Phrase(
    "colour and first number: input of the converter; second: address of the multiplexer",
    it="colore e primo numero: ingresso del convertitore; secondo: indirizzo del multiplexer",
    fr="couleur et premier nombre : entrée du convertisseur ; second : adresse du multiplexeur",
)


@dataclass(frozen=True, slots=True)
class HallWiring:
    converters: tuple[int, ...]
    select: tuple[int, ...]
    channel_of: Mapping[str, int]
    feel: Feel
    rest: tuple[float, ...]
    flipped: tuple[int, ...]
    bits: int = 10
    discs: Discs | None = None
    """The magnets, where pieces on each other are counted."""
    one: tuple[float, ...] = ()
    stacked: tuple[tuple[float, float], ...] = ()
    """What two and three pieces measure, in parts of one; nothing where that follows from the discs."""
    places: tuple[tuple[float, float], ...] = ()
    polarity: bool = True
    """Whether the sides' magnets lie opposite ways round: in a stack of both they would cancel out."""

    @property
    def heights(self) -> bool:
        return self.discs is not None

    @classmethod
    def read(cls, table: Table, grid: Grid) -> HallWiring:
        converters = table.pins("converters", PI.pins, 2)
        select = table.pins("select", PI.pins, 4, ())
        if len(select) not in (0, 4):
            raise table.wrong("select", NOT_FOUR(count=len(select)))
        most = len(converters) * INPUTS_EACH * (ADDRESSES if select else 1)
        channel_of = table.numbers("channels", grid.one_by_one(), most, "converters")
        bits = table.whole("bits", 10, 12, 10)
        if bits not in CONVERTERS:
            choices = ", ".join(map(str, CONVERTERS))
            raise table.wrong("bits", complaints.NO_CHOICE(value=bits, choices=choices))
        middle = MIDDLE << bits - 10
        feel = Feel(
            table.number("on", 5, 2000, Feel().on * middle / MIDDLE),
            table.number("off", 2, 2000, Feel().off * middle / MIDDLE),
            table.number("drift_s", 1, 86400, Feel().drift),
        )
        if feel.off >= feel.on:
            raise table.wrong("off", NOT_LESS(off=feel.off, on=feel.on))
        rest = [float(middle)] * (1 + max(channel_of.values()))
        for name, value in table.by_place("rest", channel_of, 0, 2 * middle - 1).items():
            rest[channel_of[name]] = float(value)
        flipped = tuple(channel_of[name] for name in table.place_names("flipped", channel_of))
        plain = cls(
            converters,
            select,
            channel_of,
            feel,
            tuple(rest),
            flipped,
            bits,
            polarity=table.flag("polarity", True),
        )
        return (
            replace(plain, **_counted(table, grid, channel_of, middle))
            if "disc" in table
            else plain
        )

    @property
    def channels(self) -> int:
        return len(self.rest)

    def plan(self) -> Plan:
        chips = HallChips(
            self.converters,
            self.select,
            self.bits,
            self.channels,
            len(self.channel_of),
            self.heights,
        )
        bus = (Pin(PI, pin, f"{chips.name} {line}", SPI()) for pin, line in SPI_PINS.items())
        entries = ["converters"] * len(self.converters) + ["select"] * len(self.select)
        own = (
            Pin(PI, pin, use, entry)
            for (pin, use), entry in zip(chips.pins(), entries, strict=True)
        )
        return Plan(
            pins=(*bus, *own),
            connections={channel: chips.connection(channel) for channel in range(self.channels)},
            legend=((GROUP, INPUTS()),),
            parts=chips.parts(),
            chips=chips.drawn(),
            settings=(config_txt.SPI,),
        )

    def counting(self) -> Counting | None:
        if self.discs is None:
            return None
        return Counting(self.discs, self.places, self.one, self.rest, self.feel.drift, self.stacked)

    def open(self, opening: Opening) -> Hall:
        return open_hall(
            self.converters,
            self.select,
            count=self.channels,
            rest=self.rest,
            flipped=self.flipped,
            feel=self.feel,
            counting=self.counting(),
            polarity=self.polarity,
            bits=self.bits,
            wait=opening.world.wait,
            clock=opening.world.clock,
            factory=opening.world.device(gpio.PINS, None),
        )


def _counted(
    table: Table, grid: Grid, channel_of: Mapping[str, int], middle: int
) -> dict[str, Any]:
    """What belongs to sensors that count."""
    across, thick = table.pair("disc", 0.5, 60, (Discs.across, Discs.thick))
    discs = Discs(
        across,
        thick,
        table.number("distance", 4, 60, Discs.distance),
        table.number("apart", 1, 30, Discs.apart),
    )
    count = 1 + max(channel_of.values())
    known = {
        channel_of[name]: step
        for name, step in table.by_place("one", channel_of, 5, middle).items()
    }
    # A sensor that was not learned is like the others.
    usual = sum(known.values()) / len(known) if known else USUAL * middle
    places = [(FAR * (1 + channel), FAR) for channel in range(count)]
    for spot in grid.spots:
        places[channel_of[spot.name]] = (spot.x, spot.y)
    one = tuple(float(known.get(channel, usual)) for channel in range(count))
    parts = [
        _parts(table.by_place(key, channel_of, 5, middle), channel_of, one, field)
        for key, field in (("two", discs.fields[2]), ("three", discs.fields[3]))
    ]
    stacked = tuple(zip(*parts, strict=True)) if "two" in table or "three" in table else ()
    return {"discs": discs, "one": one, "stacked": stacked, "places": tuple(places)}


def _parts(
    steps: Mapping[str, int], channel_of: Mapping[str, int], one: Sequence[float], usual: float
) -> list[float]:
    """By channel, what a stack measures in parts of one piece: a few learned ones stand for the rest."""
    known = {channel_of[name]: step / one[channel_of[name]] for name, step in steps.items()}
    if known:
        usual = sum(known.values()) / len(known)
    return [known.get(channel, usual) for channel in range(len(one))]


DRIVER = Driver(sensors=Role(KEYS, HallWiring.read))
