"""From an edge on a pin to the pixels' bytes handed over, and what watching the pins costs.

The whole way of a match is measured: scan, wiring, trace, debouncing, the next scan, referee, hints,
theme, driver. What is waited for on purpose (10 ms until a contact means it) is not counted. It is
compared with the time the strip itself needs for its bytes, 30 µs per pixel and 280 µs to take them
over: a frame cannot be seen earlier than that. The pins are gpiozero's mock pins, wired as a matrix;
the microcontroller is the firmware on a real MicroPython, on this machine's processor.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from engines.errors import Said
from firmware_bridge.bench import MissingPackage, Result
from firmware_bridge.people.hall_table import SETTLING, HallTable
from firmware_bridge.people.pico import MICROPYTHON, Cable, Pico
from firmware_bridge.people.wired import WiredFactory
from firmware_bridge.record.journal import Journal
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.lens import lens_for
from firmware_bridge.referee.situation import Phase
from firmware_bridge.table.fitting import fitting
from firmware_bridge.table.match import Match
from firmware_bridge.table.wired import WiredBoard
from hardware.driver import World
from hardware.drivers.matrix import MatrixWiring, open_matrix
from hardware.drivers.neopixels import STRIP
from hardware.panels.panel_file import OURS, panel_named
from hardware.parts.gpio import PINS
from hardware.parts.serial_port import PICO

WIRE_PER_PIXEL, WIRE_RESET = 30e-6, 280e-6
EDGES = 400
ROUNDS = 3
SCANS = 300
SCANS_PER_SECOND = 200
HALL_SCANS_PER_SECOND = 50
GOALS = {
    "matrix/p50": 1.0, "matrix/p99": 3.0,
    # Pins that are functions of the interpreter take most of its time; a Pico's take none.
    "serial/p50": 5.0, "serial/p99": 12.0,
    # Four scans, each a conversation with the converter for every sensor.
    "hall/p50": 5.0, "hall/p99": 12.0,
}  # fmt: skip
SCAN_GOAL = 0.1


class Way:
    """One piece of dama lifted and put back, again and again: every edge changes the lights."""

    def __init__(
        self,
        board: WiredBoard,
        put: Callable[[int, int], None],
        folder: Path,
        panel: str = "quadra-matrix",
    ) -> None:
        self._put = put
        header = Header("dama", {"capture": "strict"}, 2, sensing=board.sensing)
        session = Session(header)
        journal = Journal(folder / "dama.jsonl")
        journal.begin(header)
        self.match = Match(
            header, board.fit(session), journal, folder / "dama.trace", begun=0.0, session=session
        )
        self._now = 0.0
        game = session.game
        fitted = fitting(game.board, game.name, panel_named(panel).places)
        channels = {cell: channel for channel, cell in fitted.cells.items()}
        lens = lens_for(game, board.sensing)
        for cell, stack in session.situation.state.stacks.items():
            put(channels[cell], lens.reading(stack))
        self._channel = channels["c3"]
        self._reading = 1

    @property
    def set_up(self) -> bool:
        return self.match.situation.phase is Phase.WAITING

    def rest(self) -> None:
        """Let everything settle that has been done."""
        self._now += 1.0
        self.match.step(self._now)

    def edge(self) -> None:
        self._reading = 1 - self._reading
        self._put(self._channel, self._reading)

    def seen(self) -> bool:
        """Read the sensors; True when the edge has come through."""
        self.match.step(self._now)
        return self.match.session.debounce.deadline is not None

    def light(self) -> None:
        """The contact means it, and that is lit."""
        self._now += self.match.session.debounce.settle
        self.match.step(self._now)


def matrix_times() -> list[float]:
    """Seconds from edge to bytes, edge by edge, on the matrix."""
    handed: list[float] = []

    def strip(_: int, count: int, order: str) -> Any:
        return recorded(count, order, handed)

    panel = panel_named("quadra-matrix")
    assert isinstance(panel.sensors, MatrixWiring)
    lines = panel.sensors.crossings
    factory = WiredFactory(lines.rows, lines.columns)
    devices = {PINS: factory, STRIP: strip}
    board = WiredBoard(panel.name, World(wait=lambda _: None, devices=devices))

    def put(channel: int, reading: int) -> None:
        (factory.put if reading else factory.take)(channel)

    times = []
    with TemporaryDirectory() as folder:
        way = Way(board, put, Path(folder))
        while not way.set_up:
            way.rest()
        for _ in range(EDGES):
            way.rest()
            way.edge()
            begin = perf_counter()
            way.seen()
            way.light()
            times.append(handed[-1] - begin)
        way.match.close()
    board.close()
    return times


def hall_times() -> list[float]:
    """The same over magnets, with sensors that count: all scans until a measurement is believed."""
    times = []
    with TemporaryDirectory() as folder:
        table = HallTable("quadra-heights", Path(folder), clocked=False)
        board = WiredBoard(str(table.file), table.world)
        way = Way(board, table.put, Path(folder), "quadra-heights")
        fields = table.magnets.fields()
        while not way.set_up:
            for _ in range(SETTLING):
                table.measure(fields)
                way.seen()
            way.rest()
        for _ in range(EDGES):
            way.rest()
            way.edge()
            fields = table.magnets.fields()
            took, seen = 0.0, False
            while not seen:
                table.measure(fields)
                begin = perf_counter()
                seen = way.seen()
                took += perf_counter() - begin
            begin = perf_counter()
            way.light()
            times.append(took + table.handed - begin)
        way.match.close()
        board.close()
        table.close()
    return times


def recorded(count: int, order: str, handed: list[float]) -> Any:
    """The real library's strip, up to the call that would pull the pin: the moment is noted."""
    os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")
    import board
    import neopixel

    class Recorded(neopixel.NeoPixel):  # type: ignore[misc]
        def _transmit(self, _: bytearray) -> None:
            handed.append(perf_counter())

    return Recorded(board.NEOPIXEL, count, auto_write=False, pixel_order=order)


def serial_times() -> list[float]:
    """The same through the firmware and a pseudo-terminal, to the microcontroller's strip."""
    if not MICROPYTHON.exists():
        raise MissingPackage(
            Said("the benchmark needs MicroPython for Node.js: run make setup", "bench.no-pico")
        )
    with TemporaryDirectory() as name:
        folder = Path(name)
        pico = Pico(folder)
        try:
            return _serial_times(pico, Cable(pico, folder / "ttyACM0"), folder)
        finally:
            pico.power_off()


def _serial_times(pico: Pico, cable: Cable, folder: Path) -> list[float]:
    profile = folder / "mine.toml"
    source = OURS / "quadra-serial.toml"
    text = source.read_text(encoding="utf-8").replace(PICO, str(cable.path))
    # The stand-in pins settle at once.
    profile.write_text(text.replace("settle_us = 60", "settle_us = 0"))
    board = WiredBoard(str(profile), World(wait=cable.pump))
    way = Way(
        board, lambda channel, reading: pico.close_crossing(*divmod(channel, 8), reading), folder
    )
    cable.until(lambda: way.set_up, way.rest)
    times = []
    for _ in range(EDGES // 2):
        way.rest()
        _quiet(cable, way)
        shown = pico.frames_shown
        way.edge()
        begin = perf_counter()
        while not way.seen():
            cable.pump(0.001)
        way.light()
        while pico.frames_shown == shown:
            cable.pump(0.001)
            way.seen()
        times.append(perf_counter() - begin)
    way.match.close()
    board.close()
    return times


def _quiet(cable: Cable, way: Way) -> None:
    """What the last edge has left in the pipes is not this one's."""
    for _ in range(5):
        cable.pump(0.001)
        way.seen()


def scan_share(panel_name: str) -> float:
    """The share of one core that 200 scans a second take."""
    from gpiozero.pins.mock import MockFactory

    sensors = panel_named(panel_name).sensors
    assert isinstance(sensors, MatrixWiring)
    wires = sensors.crossings
    # Pins without wiring between them: working out where current goes costs more than the driver.
    matrix = open_matrix(wires.rows, wires.columns, wait=lambda _: None, factory=MockFactory())
    matrix.readings()
    begin = process_time()
    for _ in range(SCANS):
        matrix.readings()
    share = (process_time() - begin) / SCANS * SCANS_PER_SECOND
    matrix.close()
    return share


def hall_share(panel_name: str) -> float:
    """The share of one core that 50 scans a second of sensors that count take."""
    with TemporaryDirectory() as folder:
        table = HallTable(panel_name, Path(folder), clocked=False)
        table.board.readings()
        begin = process_time()
        for _ in range(SCANS):
            table.board.readings()
        share = (process_time() - begin) / SCANS * HALL_SCANS_PER_SECOND
        table.close()
    return share


def results() -> Iterator[Result]:
    pixels = panel_named("quadra-matrix").lights.strip.count + 2
    wire = WIRE_PER_PIXEL * pixels + WIRE_RESET
    ways = (("matrix", matrix_times), ("serial", serial_times), ("hall", hall_times))
    for name, measured in ways:
        # The quietest of the rounds: what other programs do to this machine is not ours.
        rounds = [quantiles(measured(), n=100) for _ in range(ROUNDS)]
        for mark, at in (("p50", 49), ("p99", 98)):
            value = min(cuts[at] for cuts in rounds)
            yield Result(
                name=f"hardware/{name}/{mark}",
                compared=f"edge on the pin to pixel bytes: {name} / wire time of {pixels} pixels",
                ratio=round(value / wire, 3),
                goal=GOALS[f"{name}/{mark}"],
            )
    for name in ("quadra-matrix", "favo-matrix"):
        yield Result(
            name=f"hardware/scan/{name}",
            compared="200 scans a second / one core",
            ratio=round(scan_share(name), 3),
            goal=SCAN_GOAL,
        )
    for name in ("quadra-heights", "favo-heights"):
        yield Result(
            name=f"hardware/scan/{name}",
            compared=f"{HALL_SCANS_PER_SECOND} scans a second / one core",
            ratio=round(hall_share(name), 3),
            goal=SCAN_GOAL,
        )
