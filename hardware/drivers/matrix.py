"""Switches in rows and columns on the Pi's pins: reed contacts or digital Hall sensors, a diode each.

One row at a time is driven and the columns are read. The other rows float, so that a missing diode
makes a ghost and not a short circuit. As buttons this driver reads crossings that no place needs, of
whatever sensors lie in rows and columns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any, Protocol, cast

from hardware.driver import Driver, Opening, Role, SensorWiring
from hardware.lights import RGB
from hardware.panels.grid import Grid
from hardware.panels.table import Table
from hardware.parts import bill, crossings, gpio
from hardware.parts.crossings import SCAN_KEYS, SETTLE_US, Crossed, Crossings, active_high
from hardware.parts.ghosts import Rows
from hardware.parts.headers import PI
from hardware.parts.pin_group import Together
from hardware.parts.player_buttons import BUTTON, LIGHT_KEY, PIXELS, Light, light, lighting, unlit
from hardware.parts.scanner import Scanner
from hardware.phrases import Phrase
from hardware.plan import Plan
from hardware.symptoms import Symptom

KEYS = {
    **crossings.KEYS,
    **SCAN_KEYS,
    "pull": Phrase(
        "up, down, or none where resistors outside do it",
        it="up, down, o none dove ci sono resistenze esterne",
        fr="up, down, ou none là où des résistances extérieures s'en chargent",
    ),
}
BUTTON_KEYS = {
    **LIGHT_KEY,
    "crossings": Phrase(
        "[row, column] of each button on the matrix, counted from 0",
        it="[riga, colonna] di ogni pulsante nella matrice, contando da 0",
        fr="[rangée, colonne] de chaque bouton dans la matrice, comptées depuis 0",
    ),
}
WRONG_PULL = Phrase(
    "= '{pull}' makes every open contact read as closed",
    it="= '{pull}' fa leggere chiuso ogni contatto aperto",
    fr="= '{pull}' fait lire fermé tout contact ouvert",
)
NO_MATRIX = Phrase(
    "= 'matrix' needs sensors in a matrix",
    it="= 'matrix' vuole sensori in una matrice",
    fr="= 'matrix' demande des capteurs en matrice",
)
NO_CROSSINGS = Phrase(
    "must list a crossing for each player",
    it="deve elencare un incrocio per ogni giocatore",
    fr="doit donner un croisement pour chaque joueur",
)
NO_CROSSING = Phrase(
    "has {value!r}, which is no crossing of the matrix",
    it="ha {value!r}, che non è un incrocio della matrice",
    fr="a {value!r}, qui n'est pas un croisement de la matrice",
)
TAKEN = Phrase(
    "has {value!r}, where {what} is already",
    it="ha {value!r}, dove c'è già {what}",
    fr="a {value!r}, où il y a déjà {what}",
)
ANOTHER_BUTTON = Phrase("another button", it="un altro pulsante", fr="un autre bouton")


class PinLines:
    """`rows` are gpiozero output devices, `columns` input devices; `wait` lets time pass."""

    def __init__(
        self,
        rows: Sequence[Any],
        columns: Sequence[Any],
        settle: float,
        wait: Callable[[float], None],
    ) -> None:
        self._rows = tuple(rows)
        self._columns = tuple(columns)
        self._settle = settle
        self._wait = wait
        self._pulls = gpio.pulls(columns)
        self._together = self._grouped()
        for row in rows:
            _release(row)

    def _grouped(self) -> Together:
        # Rows and columns are active alike: what drives a row is what a column then reads.
        active_high = bool(self._rows and self._rows[0].active_high)
        return Together(self._columns, self._pulls, active_high=active_high)

    def renew(self) -> None:
        self._together.free()
        gpio.claim_inputs(self._columns, self._pulls)
        self._together = self._grouped()
        for row in self._rows:
            row.pin.output_with_state(not row.active_high)
            _release(row)

    def scan(self) -> Rows:
        return [self._scanned(row) for row in self._rows]

    def _scanned(self, row: Any) -> int:
        row.pin.output_with_state(row.active_high)
        if self._settle:
            self._wait(self._settle)
        found = self._together.active()
        _release(row)
        return found

    def close(self) -> None:
        self._together.free()
        gpio.close_all(self._rows)
        gpio.close_all(self._columns)


def _release(row: Any) -> None:
    """Drive the row back before it floats, so that it is empty at once and not when it has drained."""
    row.pin.state = not row.active_high
    row.pin.function = "input"


def open_matrix(
    rows: Sequence[int],
    columns: Sequence[int],
    *,
    pull: str = "up",
    active_high: bool = False,
    diodes: bool = True,
    settle: float = SETTLE_US / 1e6,
    wait: Callable[[float], None] = sleep,
    clock: Callable[[], float] = monotonic,
    factory: Any = None,
) -> Scanner:
    driven = gpio.outputs(rows, active_high=active_high, factory=factory)
    try:
        read = gpio.inputs(columns, pull=pull, active_high=active_high, factory=factory)
    except Exception:
        gpio.close_all(driven)
        raise
    lines = PinLines(driven, read, settle, wait)
    return Scanner(lines, len(rows), len(columns), gpio.failures, diodes=diodes, clock=clock)


@dataclass(frozen=True, slots=True)
class MatrixWiring:
    crossings: Crossings
    channel_of: Mapping[str, int]
    pull: str
    settle_us: int
    polarity = False
    feel = None

    @classmethod
    def read(cls, table: Table, grid: Grid) -> MatrixWiring:
        high = active_high(table)
        pull = table.choice("pull", ("up", "down", "none"), "down" if high else "up")
        if pull == ("up" if high else "down"):
            raise table.wrong("pull", WRONG_PULL(pull=pull))
        lines = Crossings.read(table, PI, active_high=high)
        settle_us = table.whole("settle_us", 0, 10_000, SETTLE_US)
        return cls(lines, lines.channel_of(table, grid), pull, settle_us)

    @property
    def channels(self) -> int:
        return self.crossings.count

    def plan(self) -> Plan:
        return self.crossings.plan(len(self.channel_of))

    def open(self, opening: Opening) -> Scanner:
        lines, world = self.crossings, opening.world
        return open_matrix(
            lines.rows,
            lines.columns,
            pull=self.pull,
            active_high=lines.active_high,
            diodes=lines.diodes,
            settle=self.settle_us / 1e6,
            wait=world.wait,
            clock=world.clock,
            factory=world.device(gpio.PINS, None),
        )


class Scanned(Protocol):
    """Sensors of which somebody else reads a crossing or two, from the same scan."""

    @property
    def answers(self) -> bool: ...
    def latest(self) -> Sequence[int]: ...


class CrossingButtons:
    """Buttons wired like sensors: read with them, from the same scan."""

    def __init__(self, sensors: Scanned, channels: Sequence[int], light: Light = unlit) -> None:
        self._sensors = sensors
        self._channels = tuple(channels)
        self._light = light

    def down(self) -> Sequence[bool]:
        # Pieces stay where they are while nothing answers; buttons do not stay down.
        if not self._sensors.answers:
            return [False] * len(self._channels)
        latest = self._sensors.latest()
        return [bool(latest[channel]) for channel in self._channels]

    def light(self, colours: Sequence[RGB]) -> None:
        self._light(colours)

    def symptoms(self) -> Sequence[Symptom]:
        """Those of the sensors say it."""
        return ()

    def close(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class CrossingWiring:
    lines: Crossings
    crossings: tuple[tuple[int, int], ...]
    light: str

    @classmethod
    def read(cls, table: Table, sensors: SensorWiring) -> CrossingWiring:
        lines = sensors.crossings if isinstance(sensors, Crossed) else None
        if lines is None:
            raise table.wrong("driver", NO_MATRIX())
        values = table.entries.get("crossings")
        if not isinstance(values, list) or not values:
            raise table.wrong("crossings", NO_CROSSINGS())
        taken: dict[int, str] = {channel: name for name, channel in sensors.channel_of.items()}
        for value in values:
            good = isinstance(value, list) and [type(n) for n in value] == [int, int]
            if not good or not (
                0 <= value[0] < len(lines.rows) and 0 <= value[1] < len(lines.columns)
            ):
                raise table.wrong("crossings", NO_CROSSING(value=value))
            channel = lines.channel(*value)
            if channel in taken:
                raise table.wrong("crossings", TAKEN(value=value, what=taken[channel]))
            taken[channel] = ANOTHER_BUTTON()
        return cls(lines, tuple((row, column) for row, column in values), light(table))

    @property
    def count(self) -> int:
        return len(self.crossings)

    @property
    def pixels(self) -> int:
        return self.count if self.light == PIXELS else 0

    @property
    def channels(self) -> tuple[int, ...]:
        return tuple(self.lines.channel(*crossing) for crossing in self.crossings)

    def plan(self) -> Plan:
        wired, name = self.lines.connections(), self.lines.header.name
        players = range(1, self.count + 1)
        return Plan(
            connections={player: wired[self.channels[player - 1]] for player in players},
            shared=tuple(
                (
                    f"{name(self.lines.rows[row])} × {name(self.lines.columns[column])}",
                    BUTTON(player=player),
                )
                for player, (row, column) in zip(players, self.crossings, strict=True)
            ),
            parts=bill.contacts(bill.BUTTON, self.count, diodes=self.lines.diodes),
        )

    def open(self, opening: Opening) -> CrossingButtons:
        # Whoever offers crossings in a wiring offers their last scan when it is open.
        sensors = cast(Scanned, opening.sensors)
        return CrossingButtons(sensors, self.channels, lighting(opening))


DRIVER = Driver(
    sensors=Role(KEYS, MatrixWiring.read),
    buttons=Role(BUTTON_KEYS, CrossingWiring.read, anywhere=True),
)
