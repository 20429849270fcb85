"""The cable comes out in the middle of a game, and in again: with the real firmware at a real port."""

from __future__ import annotations

from random import Random
from time import monotonic

import pytest

from firmware_bridge.lights.theme import STANDARD
from firmware_bridge.people.pico import Cable
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from hardware.board import open_board
from hardware.driver import World
from hardware.drivers.serial_link import PORT
from hardware.lights import STEADY
from hardware.parts import frames
from hardware.parts.frames import Layout
from hardware.parts.serial_board import SerialBoard
from hardware.parts.serial_port import PICO, RETRY, SEARCH, opened_port
from hardware.symptoms import CABLE, Symptom
from tests.hardware.pico_table import PicoTable

pytestmark = pytest.mark.firmware


@pytest.fixture
def table(pico, tmp_path):
    table = PicoTable(pico, tmp_path)
    yield table
    table.close()


def begun(table, position=None):
    table.begin(Header("dama", {"capture": "strict"}, 2, position=position))
    table.until(lambda: table.match.situation.phase is Phase.WAITING)
    return table


def test_it_is_said_once_and_once_when_it_is_back(table):
    begun(table)
    table.pull()
    table.wait(1.0)
    assert table.keys() == ["trouble.cable"]
    table.plug()
    assert table.keys() == ["trouble.cable", "mended.cable"]
    assert table.said("mended.cable")
    table.wait(0.7)
    assert table.keys() == ["trouble.cable", "mended.cable"]
    assert table.match.situation.phase is Phase.WAITING
    # And again, when it comes out again.
    table.pull()
    table.plug()
    assert table.keys() == ["trouble.cable", "mended.cable"] * 2


def test_out_and_in_at_once_is_not_worth_a_word(table):
    begun(table)
    for _ in range(5):
        table.cable.unplug()
        table.wait(0.05)
        table.cable.plug()
        table.wait(0.15)
    table.do(move(table, "c3-d4"))
    table.until(lambda: table.record == ["c3-d4"])
    assert table.keys() == []


def test_the_lights_are_sent_again_whole(table, pico):
    begun(table)
    table.until(lambda: table.lit() == {"a3", "c3", "e3", "g3"})
    table.pull()
    # The cable also feeds the board, and what it has forgotten it must be told.
    pico.power_off()
    pico.power_on()
    assert pico.strip == b""
    table.plug()
    table.until(lambda: bool(pico.strip) and table.lit() == {"a3", "c3", "e3", "g3"})
    assert table.record == []


def test_steady_lights_come_back_though_nothing_changes(table, pico):
    """Without a rhythm the game has no reason to show the same frame twice; the link has one."""
    begun(table)
    table.put("c3", 0)
    table.until(lambda: table.lit() == {"b4", "d4"})
    assert {STANDARD[meaning].rhythm for meaning in table.meant().values()} == {STEADY}
    table.pull()
    pico.power_off()
    pico.power_on()
    assert pico.strip == b""
    table.plug()
    table.until(lambda: bool(pico.strip) and table.lit() == {"b4", "d4"})


def test_a_piece_in_the_air_is_put_down_while_the_cable_is_out(table):
    begun(table)
    table.put("c3", 0)
    table.until(lambda: {"b4", "d4"} <= table.lit())
    table.pull()
    table.put("d4", 1)
    table.wait(1.0)
    assert table.record == []
    table.plug()
    table.until(lambda: table.record == ["c3-d4"])
    assert table.retold() == ["c3-d4"]


def test_a_piece_in_the_air_is_put_down_after_it_is_back(table):
    begun(table)
    table.put("c3", 0)
    table.until(lambda: {"b4", "d4"} <= table.lit())
    table.pull()
    table.wait(1.0)
    table.plug()
    # Where it may go is lit again.
    table.until(lambda: {"b4", "d4"} <= table.lit())
    table.put("b4", 1)
    table.until(lambda: table.record == ["c3-b4"])


def test_a_chain_is_finished_while_the_cable_is_out(table):
    begun(table, "1 w=c3,a1 b=d4,f6,h4")
    table.put("c3", 0)
    table.put("d4", 0)
    table.wait(0.1)
    table.pull()
    table.put("f6", 0)
    table.put("g7", 1)
    table.plug()
    table.until(lambda: table.record == ["c3xe5xg7"])


def test_a_piece_on_its_way_is_not_called_wrong_while_nobody_sees_it(table):
    """It had only been slid over a cell where it may not stay when the cable came out."""
    begun(table)
    table.put("c3", 0)
    table.put("c5", 1)
    table.wait(0.1)
    table.pull()
    table.wait(1.0)
    assert table.match.illegal is None
    table.put("c5", 0)
    table.put("d4", 1)
    table.plug()
    table.until(lambda: table.record == ["c3-d4"])
    assert table.retold() == ["c3-d4"]


def test_a_piece_left_where_it_may_not_stay_is_called_wrong_once_it_is_seen_again(table):
    begun(table)
    table.put("c3", 0)
    table.put("c5", 1)
    table.wait(0.1)
    table.pull()
    table.plug()
    table.until(lambda: table.match.illegal is not None)
    assert table.meant() == {"c3": "missing", "c5": "extra"}


def test_two_moves_at_once_are_not_guessed(table):
    """In which order they came nobody has seen: what differs is shown, and put back it goes on."""
    begun(table)
    table.pull()
    for cell, reading in (("c3", 0), ("d4", 1), ("b6", 0), ("a5", 1)):
        table.put(cell, reading)
    table.plug()
    wrong = {"c3": "missing", "b6": "missing", "d4": "extra", "a5": "extra"}
    table.until(lambda: table.meant() == wrong)
    table.until(lambda: table.lit() == set(wrong))
    for cell, meaning in wrong.items():
        table.put(cell, 1 if meaning == "missing" else 0)
    table.until(lambda: table.match.situation.phase is Phase.WAITING)
    for label in ("c3-d4", "b6-a5"):
        table.do(move(table, label))
        table.until(lambda label=label: table.record[-1:] == [label])
    assert table.retold() == table.record == ["c3-d4", "b6-a5"]


def test_what_no_move_explains_is_shown_and_put_right(table):
    begun(table)
    table.pull()
    for cell, reading in (("c3", 0), ("c5", 1), ("h8", 0)):
        table.put(cell, reading)
    table.plug()
    table.until(lambda: table.meant().get("c3") == "missing")
    assert table.meant() == {"c3": "missing", "h8": "missing", "c5": "extra"}
    table.until(lambda: table.lit() == {"c3", "h8", "c5"})
    for cell, reading in (("c5", 0), ("h8", 1), ("c3", 1)):
        table.put(cell, reading)
    table.until(lambda: table.match.situation.phase is Phase.WAITING)
    assert table.record == []
    table.do(move(table, "c3-d4"))
    table.until(lambda: table.record == ["c3-d4"])


def test_moved_and_put_back_while_the_cable_is_out_is_nothing(table):
    begun(table)
    table.pull()
    for cell, reading in (("c3", 0), ("d4", 1), ("d4", 0), ("c3", 1)):
        table.put(cell, reading)
    table.plug()
    table.wait(0.8)
    assert table.record == []
    assert table.match.situation.phase is Phase.WAITING


def test_a_board_that_hangs_is_named_like_one_that_is_unplugged(table):
    begun(table)
    table.cable.to_pi = lambda _: b""
    table.until(lambda: table.on_the_page("trouble.cable"))
    table.cable.to_pi = bytes
    table.until(lambda: table.keys() == ["trouble.cable", "mended.cable"])


def test_another_board_at_the_same_port_is_named(table):
    """It answers, but cannot use this wiring; the right one plugged in again, the game goes on."""
    begun(table)
    splitter = frames.Splitter()

    def refuses(data):
        heard = [frame for frame in splitter.feed(data) if frame.kind == frames.WELCOME]
        why = bytes((frames.BAD_PIN, 27))
        return b"".join(frames.encoded(frames.REFUSE, one.session, 0, why) for one in heard)

    table.cable.to_pi = refuses
    table.until(lambda: table.on_the_page("trouble.refused"))
    table.cable.to_pi = bytes
    table.until(lambda: table.keys() == ["trouble.refused", "mended.cable"])
    table.do(move(table, "c3-d4"))
    table.until(lambda: table.record == ["c3-d4"])


def test_a_port_that_goes_while_it_is_being_opened_is_tried_again():
    now, tries = [0.0], []

    def connect():
        tries.append(now[0])
        raise OSError(19, "No such device")

    board = SerialBoard(
        Layout((0,), (1,), (), 22, 1, False, 0, bytes(17)), connect, clock=lambda: now[0]
    )
    for _ in range(10):
        now[0] += 1.1 * RETRY
        assert list(board.readings()) == [0]
    assert len(tries) == 10


def test_a_board_on_usb_is_searched_for_seldom_and_found_within_a_second(pico, tmp_path):
    cable = Cable(pico, tmp_path / "ttyACM0")
    searches, later = [], [0.0]

    def clock():
        return monotonic() + later[0]

    def connect(where):
        assert where == PICO
        searches.append(clock())
        return opened_port(str(cable.path))

    world = World(clock, cable.pump, {PORT: connect})
    board = open_board("quadra-serial", 2, world)
    cable.unplug()
    board.readings()
    begin, searched = clock(), len(searches)
    while clock() < begin + 20.0:
        later[0] += 0.005
        board.readings()
    assert board.symptoms() == [Symptom(CABLE)]
    assert 20 < len(searches) - searched <= 20.0 / SEARCH + 1
    cable.plug()
    begin = clock()
    while board.blind:
        later[0] += 0.005
        cable.pump(0.005)
        board.readings()
    assert clock() - begin < 1.0
    board.close()
    cable.pump()
    cable.unplug()


def test_a_whole_game_with_the_cable_in_and_out(table):
    """At every move it comes out at another moment: before, in the middle, after."""
    chance = Random(3)
    table.begin(Header("lupo-e-pecore", {"first": "sheep"}, 2))
    table.until(lambda: table.match.situation.phase is not Phase.RESTORING)
    wanted = []
    while table.match.situation.phase is not Phase.OVER:
        game, state = table.match.session.game, table.match.situation.state
        chosen = chance.choice(game.legal_moves(state))
        wanted.append(chosen.label)
        steps = [(s.cell, 1 if s.act.name == "PLACE" else 0) for s in chosen.steps]
        out = chance.randrange(len(steps) + 1)
        for number, (cell, reading) in enumerate(steps):
            if number == out:
                table.cable.unplug()
            table.put(cell, reading)
            table.wait(chance.choice((0.0, 0.03)))
        if out == len(steps):
            table.cable.unplug()
            table.wait(0.02)
        table.cable.plug()
        table.until(lambda: table.record == wanted)
        # Quicker than this are no hands, and a sensor that changes so often flickers.
        table.wait(0.15)
    assert table.retold() == wanted
    assert len(wanted) > 15


def move(table, label):
    game = table.match.session.game
    return game.parse(table.match.situation.state, label)
