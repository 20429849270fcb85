"""Stacks over Hall sensors: the fields, what is told of them, and games through real converters."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin, MockSPIDevice

import engines
from engines.game import Game
from engines.steps import Act
from firmware_bridge.lights.hints import hints
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import Accepted, Chosen, Sensed, Tick
from hardware.board import open_board
from hardware.driver import counts
from hardware.parts.counting import Counting
from hardware.parts.field import Discs
from hardware.parts.hall_sensors import Hall, open_hall
from tests.hardware.converter import SELECT
from tests.hardware.height_bench import SCAN, discs_of, learned
from tests.hardware.magnets import TABLES, Magnets

ROW = [(40.0 * n, 0.0) for n in range(5)]


@pytest.mark.parametrize("name", ["8x3", "15x3", "20x3"])
def test_the_field_on_the_axis_is_that_of_the_tables(name):
    one = TABLES["discs"][name]["mT"][0][0]
    real = [sum(row[0] for row in TABLES["discs"][name]["mT"][:n]) / one for n in range(9)]
    assert discs_of(name).fields[:9] == pytest.approx(real, rel=0.003)


@pytest.mark.parametrize("name", ["15x3", "20x3"])
def test_neighbours_pull_as_in_the_tables(name):
    table = TABLES["discs"][name]["mT"]
    at = TABLES["aside"].index(40)
    real = sum(row[at] for row in table[:3]) / table[0][0]
    # Less than a hundredth of a piece is left of them, each.
    assert discs_of(name).beside(40.0)[3] == pytest.approx(real, abs=0.01)


class Row:
    """Five cells in a row, learned."""

    def __init__(self) -> None:
        self.world = Magnets(ROW, "20x3", 12, Random(3))
        self.counting = learned(self.world)

    def scan(self, times: int = 12) -> list[int]:
        fields = self.world.fields()
        for _ in range(times):
            told = self.counting.update(self.world.raw(fields), SCAN)
        return told


def test_one_two_and_three_pieces_and_none():
    row = Row()
    for height in (1, 2, 3):
        row.world.put(2, 1)
        assert row.scan() == [0, 0, height, 0, 0]
    row.world.take(2, 2)
    assert row.scan() == [0, 0, 1, 0, 0]
    row.world.take(2)
    assert row.scan() == [0, 0, 0, 0, 0]


def test_above_three_it_rises_and_falls():
    row = Row()
    row.world.put(2, 4)
    before = row.scan()[2]
    row.world.put(2, 1)
    higher = row.scan()[2]
    row.world.take(2, 1)
    assert 3 < before < higher
    assert 3 < row.scan()[2] < higher


def test_it_says_how_surely_it_counts():
    row = Row()
    row.world.put(2, 2)
    row.scan(200)
    # A tenth of a millitesla of noise, of 22.5 for a piece, is 0.004.
    assert 0.001 < row.counting.noise[2] < 0.01
    assert 0.05 < row.counting.margin(2) < 0.4
    assert row.counting.margin(0) > 0.3


def test_neighbours_are_taken_out():
    row = Row()
    row.world.put(1, 3)
    row.world.put(3, 3)
    assert row.scan() == [0, 3, 0, 3, 0]
    row.world.put(2, 1)
    assert row.scan() == [0, 3, 1, 3, 0]


def test_a_stack_set_straight_is_no_step():
    row = Row()
    row.world.put(1, 5, centred=True)
    row.world.put(3, 2, centred=True)
    before = row.scan()
    for cell in (1, 3):
        row.world.straighten(cell, 1.5)
    assert row.scan(40) == before


def test_a_hand_that_passes_by_is_nothing():
    row = Row()
    row.world.put(2, 2)
    assert row.scan(2) == [0] * 5
    row.world.take(2)
    assert row.scan() == [0] * 5


def test_what_lies_the_other_way_round_counts_below_zero():
    counting = Counting(Discs(), ROW, [200.0] * 5, [512.0] * 5)
    fields = Discs().fields
    for _ in range(8):
        told = counting.update([512.0, 512.0 - 200.0 * fields[2], 512.0, 512.0, 512.0], SCAN)
    assert told == [0, -2, 0, 0, 0]


def test_a_room_that_grows_warmer_is_followed():
    row = Row()
    row.world.put(1, 2)
    row.scan()
    for kelvin in range(15):
        row.world.warmer = float(kelvin)
        fields = row.world.fields()
        for _ in range(50):
            told = row.counting.update(row.world.raw(fields), 1.0)
        assert told == [0, 2, 0, 0, 0]


# Through real converters -----------------------------------------------------------------------


class Chip(MockSPIDevice):
    """An MCP3008 or MCP3208 behind sixteen-way multiplexers; its voltages are its factory's."""

    def on_start(self):
        super().on_start()
        self.rx_buf, self.rx_bit = [], 0

    def on_bit(self):
        factory = self.clock_pin.factory
        asked = factory.asked
        if self.rx_bit == asked:
            number = int("".join("1" if bit else "0" for bit in self.rx_buf[asked - 3 : asked]), 2)
            pins = [factory.pin(f"GPIO{pin}") for pin in SELECT]
            address = sum(pin.state << bit for bit, pin in enumerate(pins))
            value = factory.voltages[number * 16 + address]
            bits = range(factory.bits - 1, -1, -1)
            self.tx_buf.extend([False, False, *[bool(value >> bit & 1) for bit in bits]])


class Table:
    """A panel of Hall sensors under magnets, and a referee over what the converters say."""

    def __init__(self, game: Game[Any, Any], bits: int, disc: str = "20x3") -> None:
        self.game, self.bits = game, bits
        self.cells = game.board.cells
        self.number = {cell: n for n, cell in enumerate(self.cells)}
        places = [(game.board.places[c].x, game.board.places[c].y) for c in self.cells]
        self.world = Magnets(places, disc, bits, Random(5), noise=0.1)
        factory = self.factory = Device.pin_factory
        # How many bits gpiozero asks with before the answer begins, and how many that has.
        factory.asked, factory.bits = (12, 10) if bits == 10 else (10, 12)
        factory.voltages = [0] * 128
        self.now = 0.0
        self.chip = Chip(11, 10, 9, 8, pin_factory=factory)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.hall: Hall = open_hall(
                [8], SELECT, count=len(self.cells), counting=learned(self.world), bits=bits,
                wait=lambda _: None, clock=lambda: self.now, factory=factory,
            )  # fmt: skip

    def begin(self, position: str) -> None:
        name, options = self.game.name, dict(self.game.options)
        self.session = Session(
            Header(name, options, self.game.players, 0, "height", False, position)
        )
        self.said = self.session.start(0.0)
        for cell, stack in self.state.stacks.items():
            self.world.put(self.number[cell], len(stack))
        self.shown = dict.fromkeys(self.cells, 0)
        self.rest(14)

    @property
    def state(self):
        return self.session.situation.state

    def rest(self, scans: int = 10) -> None:
        fields = self.world.fields()
        for _ in range(scans):
            self.now += SCAN
            self.factory.voltages[: len(self.cells)] = self.world.raw(fields)
            for cell, reading in zip(self.cells, self.hall.readings(), strict=True):
                if reading != self.shown[cell]:
                    self.shown[cell] = reading
                    self.said += self.session.feed(Sensed(cell, reading), self.now)
            self.said += self.session.feed(Tick(), self.now)

    def make(self, move) -> None:
        """By hand: what travels is lifted and put down, then what is taken goes."""
        held = 0
        for step in move.steps:
            at = self.number[step.cell]
            if step.act is Act.LIFT:
                held = step.count
                self.world.take(at, step.count)
            elif step.act is Act.PLACE:
                self.world.put(at, len(step.pieces) or held)
            elif step.act is Act.REMOVE:
                self.world.take(at, step.count)
            else:
                continue
            self.rest(8)
        self.now += 1.0
        self.rest(2)

    def accepted(self) -> list[str]:
        return [verdict.move for _, verdict in self.said if isinstance(verdict, Accepted)]


@pytest.fixture(autouse=True)
def pins() -> Iterator[None]:
    Device.pin_factory = MockFactory(pin_class=MockPin)
    yield
    Device.pin_factory.reset()
    Device.pin_factory = None


SCENES = {
    "cappuccino": ("1 f6=1r f7=1y e6=1r e5=2y g6=1y g7=2r f5=3y d5=1r e4=1y", 8),
    "top-hats": ("1 c3=rry c4=yry f7=yy g6=rr d6=y b4=yr", 3),
    "dama": ("1 w=c7,e3,Kg1,a3 b=h6,b6,d6,Kf8", 8),
}


@pytest.mark.parametrize("bits", [10, 12])
@pytest.mark.parametrize("name", SCENES)
def test_a_game_through_magnets_and_converters(name, bits):
    position, most = SCENES[name]
    book = engines.GAMES[name]()
    table = Table(book, bits)
    try:
        table.begin(position)
        rng, made = Random(11), []
        for _ in range(most):
            if book.outcome(table.state) is not None:
                break
            moves = book.legal_moves(table.state)
            by_hand = [m for m in moves if not any(s.act is Act.REVEAL for s in m.steps)]
            hands = [m for m in by_hand if m.steps]
            if not hands:
                move = rng.choice(moves)
                table.said += table.session.feed(Chosen(move.label), table.now)
            else:
                move = rng.choice(hands)
                table.make(move)
            made.append(move.label)
            assert table.accepted()[-1] == move.label
        assert table.accepted() == made
        lit = hints(table.session.situation)
        assert {hint.meaning for hint in lit.values()} - {"missing", "extra"}
    finally:
        table.hall.close()


@pytest.mark.parametrize("panel", ["quadra-heights", "favo-heights"])
def test_the_panels_stand_in_counts(panel):
    board = open_board(f"simulated:{panel}", players=2)
    assert counts(board.panel.sensors)
    board.close()
