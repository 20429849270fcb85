"""Pins or a bus that fail in the middle of a game: it waits, and goes on when they answer again."""

from __future__ import annotations

import io
from random import Random

import pytest

from engines.game import TavoliereError
from firmware_bridge.maker.run import Stage, check
from firmware_bridge.people.wired import WiredFactory
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.table.wired import WiredBoard
from firmware_bridge.texts import LANGUAGES, Texts
from hardware.driver import World
from hardware.drivers.gpio_buttons import open_buttons
from hardware.drivers.matrix import open_matrix
from hardware.lights import DARK, RGB
from hardware.parts.gpio import PINS
from hardware.parts.retries import AGAIN
from hardware.symptoms import BUTTONS, SENSORS, Symptom
from tests.hardware.matrix_table import MatrixTable

DAMA = Header("dama", {"capture": "strict"}, 2)
LUPO = Header("lupo-e-pecore", {"first": "sheep"}, 2)
BROKEN = [OSError(5, "Input/output error"), RuntimeError("Failed to add edge detection")]
SAID = ["trouble.sensors", "trouble.buttons"]
OVER = ["mended.sensors", "mended.buttons"]


@pytest.fixture
def table(tmp_path):
    one = MatrixTable(tmp_path)
    yield one
    one.factory.error = None
    one.close()


@pytest.mark.parametrize("error", BROKEN, ids=["system", "library"])
def test_it_is_said_once_and_what_was_moved_meanwhile_is_read_when_it_is_over(table, error):
    table.begin(DAMA)
    table.factory.error = error
    table.wait(1.0)
    assert table.keys() == SAID
    assert table.on_the_page("trouble.sensors")
    table.put("c3", 0)
    table.put("d4", 1)
    table.wait(5.0)
    assert table.keys() == SAID
    assert table.record == []
    table.factory.error = None
    table.wait(1.0)
    assert table.record == ["c3-d4"]
    assert table.keys() == [*SAID, *OVER]
    assert not table.on_the_page("trouble.sensors")
    assert table.retold() == ["c3-d4"]


def test_a_piece_on_its_way_is_not_called_wrong_while_nobody_sees_it(table):
    table.begin(DAMA)
    table.put("c3", 0)
    table.put("c5", 1)
    table.wait(0.1)
    table.factory.error = BROKEN[0]
    table.wait(3.0)
    assert table.match.illegal is None
    table.put("c5", 0)
    table.put("d4", 1)
    table.factory.error = None
    table.wait(1.0)
    assert table.record == ["c3-d4"]


def test_one_reading_that_fails_is_not_worth_a_word(table):
    table.begin(DAMA)
    table.factory.error = BROKEN[0]
    table.wait(0.02)
    table.factory.error = None
    table.put("c3", 0)
    table.wait(0.5)
    assert table.lit() == {"b4", "d4"}
    assert table.keys() == []


def test_a_whole_game_in_which_the_pins_fail_at_every_move(table):
    chance = Random(4)
    table.begin(LUPO)
    while moves := table.match.session.game.legal_moves(table.match.situation.state):
        table.factory.error = chance.choice(BROKEN)
        table.wait(chance.choice((0.02, 0.7)))
        table.factory.error = None
        table.wait(AGAIN + 0.05)
        table.make(chance.choice(moves))
    assert table.match.situation.phase is Phase.OVER
    assert table.retold() == table.record


def test_before_a_game_it_is_said_too(table):
    table.factory.error = BROKEN[0]
    table.wait(1.0)
    assert table.keys() == SAID
    table.factory.error = None
    table.wait(0.5)
    assert table.keys() == [*SAID, *OVER]


def test_a_button_that_fails_is_not_held(table):
    table.begin(DAMA)
    table.factory.grounded = {"GPIO2"}
    table.wait(0.1)
    table.factory.error = BROKEN[0]
    table.wait(3.0)
    assert not any(table.match.device.down())


def test_pins_that_fail_at_the_start_are_an_error():
    factory = WiredFactory((1,), (2,))
    factory.error = BROKEN[0]
    with pytest.raises(TavoliereError, match="does not answer"):
        WiredBoard("quadra-matrix", World(devices={PINS: factory}))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_check_of_a_board_names_them(table, lang):
    board = table.app.board._open

    def wait(seconds):
        table.now += seconds

    out = io.StringIO()
    table.factory.error = BROKEN[0]
    stage = Stage(out, lambda: table.now, wait)
    assert check(board, Texts(lang), stage, patience=0.5, as_json=False) == 1
    for fault in ("check.fault-sensors", "check.fault-buttons"):
        assert Texts(lang)(fault) in out.getvalue()


# The drivers alone -------------------------------------------------------------------------------


@pytest.fixture
def time():
    return [0.0]


def test_a_matrix_without_diodes_still_believes_what_it_believed(time):
    factory = WiredFactory((1, 2), (3, 4), diodes=False)
    matrix = open_matrix(
        (1, 2), (3, 4), diodes=False, wait=lambda _: None, clock=lambda: time[0], factory=factory
    )
    for channel in (0, 1, 2):
        factory.put(channel)
        matrix.readings()
    stood = list(matrix.readings())
    factory.error = BROKEN[0]
    assert list(matrix.readings()) == stood
    assert matrix.symptoms()[0] == Symptom(SENSORS)
    factory.error = None
    factory.take(2)
    assert list(matrix.readings()) == stood, "too early"
    factory.put(2)
    time[0] = AGAIN
    assert list(matrix.readings()) == stood
    assert matrix.answers
    matrix.close()


def test_lamps_come_back_as_they_should_be(time):
    factory = WiredFactory((), ())
    buttons = open_buttons((2, 3), (4, 5), clock=lambda: time[0], factory=factory)
    buttons.light([RGB(9, 9, 9), DARK])
    factory.error = BROKEN[0]
    assert list(buttons.down()) == [False, False]
    buttons.light([DARK, RGB(9, 9, 9)])
    assert buttons.symptoms() == [Symptom(BUTTONS)]
    factory.error = None
    factory.grounded = {"GPIO3"}
    time[0] = AGAIN
    assert list(buttons.down()) == [False, True]
    assert [factory.pin(f"GPIO{pin}").state for pin in (4, 5)] == [0, 1]
    assert buttons.symptoms() == []
    buttons.close()
