"""`board learn` and `board check` at a small board that counts: magnets, converters, and hands that do
what they are asked."""

from __future__ import annotations

import io
import re

import pytest

from firmware_bridge.maker.run import Stage, check, learn
from firmware_bridge.people.hall_table import HallTable
from firmware_bridge.texts import Texts
from hardware.drivers.hall import HallWiring
from hardware.panels.panel_file import panel_named

SMALL = """
about = "a corner of a board"

[grid]
shape = "square"
columns = 4
rows = 2

[sensors]
driver = "hall"
converters = [8]
select = [5, 6, 13, 19]
disc = [20.0, 3.0]
distance = 18.0
polarity = false

[lights]
driver = "neopixel"
pin = 18
"""
COUNTS = {"Put the magnet": 1, "Put two": 2, "Put three": 3}


class Maker:
    """Hands at the board, which read what the terminal says."""

    def __init__(self, folder, *, learned):
        source = folder / "small.toml"
        source.write_text(SMALL)
        self.table = HallTable(str(source), folder, learned=learned)
        self.out = io.StringIO()
        self.channels = {place.name: place.channel for place in self.table.board.panel.places}
        self.stage = Stage(self.out, lambda: self.table.now, self.wait, self)
        self.fields = self.table.magnets.fields()
        self.standing = None

    def wait(self, seconds):
        self.table.now += 0.02
        self.table.measure(self.fields)

    def follow(self, wanted):
        """Put down what was asked for last, and take it off when nothing is."""
        if wanted == self.standing:
            return
        magnets = self.table.magnets
        if self.standing is not None:
            magnets.take(self.channels[self.standing])
        self.standing = wanted
        if wanted is not None:
            asked = self.out.getvalue().splitlines()[-1]
            magnets.put(self.channels[wanted], self.pieces(asked, wanted))
        self.fields = magnets.fields()

    def walk(self):
        return False

    def pieces(self, asked, wanted):
        return next(count for words, count in COUNTS.items() if asked.startswith(words))

    def learn(self, folder, **how):
        target = folder / "learned.toml"
        code = learn(
            self.table.board, Texts("en"), self.stage, target, patience=20, pixels=False, **how
        )
        return code, panel_named(str(target)).sensors


@pytest.fixture
def maker(tmp_path):
    found = Maker(tmp_path, learned=False)
    yield found
    found.table.close()


def test_two_and_three_on_a_few_cells_stand_for_all(maker, tmp_path):
    code, wiring = maker.learn(tmp_path)
    assert code == 0
    assert isinstance(wiring, HallWiring)
    said = maker.out.getvalue()
    assert len(re.findall("Put two", said)) == len(re.findall("Put three", said)) == 3
    # As the fields are: 1.62 and 2.02 of one, with pieces that stand a little askew.
    assert {round(two, 1) for two, _ in wiring.stacked} <= {1.5, 1.6, 1.7}
    assert {round(three, 1) for _, three in wiring.stacked} <= {1.9, 2.0, 2.1}
    assert len(wiring.stacked) == 8


def test_every_cell_may_be_learned(maker, tmp_path):
    code, wiring = maker.learn(tmp_path, every_stack=True)
    assert code == 0
    assert len(re.findall("Put three", maker.out.getvalue())) == 8
    assert len(set(wiring.stacked)) == 8


def test_a_piece_too_few_is_not_taken_for_two(maker, tmp_path):
    seen = []

    def one_too_few_at_first(asked, wanted):
        seen.append(asked)
        right = next(count for words, count in COUNTS.items() if asked.startswith(words))
        return 1 if right == 2 and seen.count(asked) == 1 else right

    maker.pieces = one_too_few_at_first
    code, wiring = maker.learn(tmp_path)
    assert code == 0
    assert "are there enough on" in maker.out.getvalue()
    assert min(two for two, _ in wiring.stacked) > 1.4


def test_what_was_learned_counts(maker, tmp_path):
    maker.learn(tmp_path)
    maker.table.file.write_text((tmp_path / "learned.toml").read_text())
    maker.table.board.close()
    del maker.table.board
    maker.table.board.readings()
    for height in (1, 2, 3):
        maker.table.put(2, height)
        assert maker.table.readings()[2] == height


class Walker(Maker):
    """Carries two pieces from cell to cell."""

    began = None

    def walk(self):
        cells = [*self.channels]
        if self.began is None:
            self.began = self.table.now
        number = int((self.table.now - self.began) / 0.8)
        self.follow(cells[number] if number < len(cells) else None)
        return number <= len(cells)

    def pieces(self, asked, wanted):
        return 2


def test_the_check_shows_how_surely_each_cell_counts(tmp_path):
    maker = Walker(tmp_path, learned=True)
    check(maker.table.board, Texts("en"), maker.stage, patience=5, as_json=False)
    maker.table.close()
    said = maker.out.getvalue()
    assert "How surely stacks are counted" in said
    for cell in maker.channels:
        row = next(line for line in said.splitlines() if line.startswith(f"{cell} "))
        noise, step, margin = map(float, row.split()[1:])
        # In hundredths of a piece: a third one adds 40 to two.
        assert noise < 2
        assert 35 < step < 45
        assert 3 < margin < 40
