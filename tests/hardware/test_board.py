"""Opening boards by name, and what is said when that cannot be."""

from __future__ import annotations

import os
import tty

import pytest

from hardware.board import open_board
from hardware.driver import World
from hardware.errors import HardwareError, NoDevice, ProfileError
from hardware.panels.panel_file import OURS
from hardware.parts.simulated_board import Magnet, SimulatedBoard


def test_a_simulated_board_with_faults():
    board = open_board("simulated:quadra?dead=c3&flicker=d4,e4&stuck=h8")
    assert isinstance(board.sensors, SimulatedBoard)
    place = board.panel.by_name
    board.sensors.put(place["c3"].channel, [Magnet("man")])
    readings = board.sensors.readings()
    assert readings[place["c3"].channel] == 0
    assert readings[place["h8"].channel] == 1
    assert board.sensors.faults.flickering == {place["d4"].channel, place["e4"].channel}
    board.close()


def test_any_panel_can_be_simulated_and_hall_panels_tell_the_sides():
    board = open_board("simulated:quadra-hall", players=2)
    assert isinstance(board.sensors, SimulatedBoard)
    board.sensors.put(0, [Magnet("man", -1)])
    assert board.sensors.readings()[0] == -1
    plain = open_board("simulated:favo?polarity=0", players=3)
    assert plain.sensors.channels == 91
    assert len(plain.buttons.down()) == 3


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("simulated:quadrat", "there is no panel 'quadrat'"),
        (
            "simulated:quadra?broken=c3",
            "cannot do 'broken'; it can do dead, stuck, flicker, polarity",
        ),
        ("simulated:quadra?dead=z9", "panel quadra has no place 'z9' for dead="),
        ("no-such-panel", "there is no panel 'no-such-panel'; there are "),
        ("no-such-file.toml", "there is no file no-such-file.toml"),
    ],
)
def test_a_board_that_is_not_there(spec, said):
    with pytest.raises(ProfileError) as caught:
        open_board(spec)
    assert said in str(caught.value)


def test_on_a_machine_without_pins_what_helps_is_named():
    with pytest.raises(NoDevice, match="no GPIO chip"):
        open_board("quadra-matrix")


def test_a_port_at_which_nobody_speaks_our_language(tmp_path):
    master, slave = os.openpty()
    tty.setraw(slave)
    profile = tmp_path / "mine.toml"
    text = (OURS / "quadra-serial.toml").read_text(encoding="utf-8")
    profile.write_text(text.replace("usb:2e8a:0005", os.ttyname(slave)))
    now = [0.0]

    def wait(seconds: float) -> None:
        now[0] += seconds

    world = World(clock=lambda: now[0], wait=wait)
    with pytest.raises(NoDevice, match=r"does not answer: mpremote cp hardware/parts/frames\.py"):
        open_board(str(profile), 2, world)
    os.close(master)
    os.close(slave)


def test_no_board_on_any_port():
    with pytest.raises(HardwareError, match="no board answers to usb:2e8a:0005"):
        open_board("quadra-serial")
