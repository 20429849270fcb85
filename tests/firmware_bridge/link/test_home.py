"""A board that home automation finds, at a real Mosquitto."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from threading import Lock
from time import sleep
from typing import Any

import pytest

import engines
from firmware_bridge.cli.main import main
from firmware_bridge.cli.play import at_home
from firmware_bridge.lights.hints import FULL, hints
from firmware_bridge.link.broker import connected
from firmware_bridge.link.hall import Stand
from firmware_bridge.link.home import brightness_of
from firmware_bridge.looks.look import look_of
from firmware_bridge.people.room import Room
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.table.lighting import Lighting
from firmware_bridge.texts import LANGUAGES, Texts
from hardware.lights import RGB, Glow
from tests.firmware_bridge.link.mosquitto import Mosquitto, until


@pytest.fixture
def broker(tmp_path):
    one = Mosquitto(tmp_path)
    yield one
    one.kill()


class Automation:
    """What hears everything, as Home Assistant does."""

    def __init__(self, url: str) -> None:
        self.heard: dict[str, bytes] = {}
        self._lock = Lock()
        self.client = connected(url, None)
        self.client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self.client.on_message = self._came
        self.client.loop_start()

    def _came(self, _client, _data, message) -> None:
        with self._lock:
            self.heard[message.topic] = bytes(message.payload)

    def configs(self) -> dict[str, dict[str, Any]]:
        with self._lock:
            return {
                topic: json.loads(data)
                for topic, data in self.heard.items()
                if topic.startswith("homeassistant/")
            }

    def state(self, topic: str) -> dict[str, Any]:
        with self._lock:
            data = self.heard.get(topic)
        return json.loads(data) if data else {}

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def test_the_program_is_found_and_tells_who_is_waited_for(tmp_path, broker):
    url = broker.url("").rstrip("/")
    home = Automation(url)
    process = subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge.cli.main", "play", "dama", "--seat", "1=computer:1",
         "--no-browser", "--port", "0", "--lang", "en", "--broker", url, "--name", "linden",
         "--home-assistant"],
        stdout=subprocess.DEVNULL, env=os.environ | {"XDG_STATE_HOME": str(tmp_path)},
    )  # fmt: skip
    until(lambda: home.state("tavoliere/boards/linden/home").get("waiting") == "ON", pause)
    state = home.state("tavoliere/boards/linden/home")
    assert state["game"] == "Draughts"
    assert state["turn"] == "Player 2"
    assert state["verdict"].startswith("Player 1")
    configs = home.configs()
    assert sorted(configs) == [
        "homeassistant/binary_sensor/linden/waiting/config",
        "homeassistant/sensor/linden/game/config",
        "homeassistant/sensor/linden/turn/config",
        "homeassistant/sensor/linden/verdict/config",
    ]
    for topic, config in configs.items():
        key = topic.split("/")[3]
        assert config["state_topic"] == "tavoliere/boards/linden/home"
        assert config["value_template"] == f"{{{{ value_json.{key} }}}}"
        assert config["availability_topic"] in home.heard
    assert len({config["unique_id"] for config in configs.values()}) == len(configs)
    process.kill()
    process.wait(10)
    until(lambda: home.heard["tavoliere/boards/linden/there"] == b"0", pause)
    home.close()


def pause() -> None:
    sleep(0.01)


def test_lamps_are_dimmed_and_nonsense_changes_nothing(tmp_path, broker):
    url = broker.url("").rstrip("/")
    home = Automation(url)
    room = Room(tmp_path / "board")
    stand = Stand(url, "linden")
    at_home(room.app, stand, True, Texts("fr"))
    until(lambda: "homeassistant/number/linden/brightness/config" in home.configs(), pause)
    config = home.configs()["homeassistant/number/linden/brightness/config"]
    assert config["name"] == "Luminosité des lampes"
    for wrong in (b"", b"-1", b"101", b"1e2", b"\xff", b"nan", b"4.5"):
        home.client.publish(config["command_topic"], wrong, qos=1)
    home.client.publish(config["command_topic"], b"40.0", qos=1)
    until(lambda: room.app.brightness != 100, pause)
    assert room.app.brightness == 40
    home.close()
    stand.close()
    room.app.close()


class Lamps:
    """A board that remembers how it was lit."""

    def __init__(self) -> None:
        self.lit: dict[str, Glow] = {}
        self.buttons: list[RGB] = []

    def show(self, lit) -> None:
        self.lit = dict(lit)

    def light_buttons(self, lit) -> None:
        self.buttons = list(lit)


def test_dim_lamps_show_the_same_with_less_light():
    session = Session(Header("dama", {"capture": "strict"}, 2, ready=True))
    session.start(0.0)
    device = Lamps()
    lighting = Lighting(device, session.game.board, look_of(session.game).lamps, {})
    lit = hints(session.situation, FULL)
    lighting.show(lit, session.situation)
    bright = device.lit
    lighting.brightness = 50
    lighting.show(lit, session.situation)
    assert device.lit.keys() == bright.keys()
    for cell, glow in device.lit.items():
        assert [*glow.colour] == [part // 2 for part in bright[cell].colour]
    assert any(sum(colour) for colour in device.buttons)


def test_without_a_broker_it_says_what_to_do(capsys):
    assert main(["play", "--home-assistant", "--lang", "en", "--no-browser"]) == 2
    assert "--broker" in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_people_at_one_board_wait_for_nobody(lang, tmp_path):
    from firmware_bridge.web.home import home_view

    room = Room(tmp_path)
    text = Texts(lang)
    assert home_view(room.app, text)["waiting"] == "OFF"
    options = engines.GAMES["dama"]().options
    room.app.start(Header("dama", options, 2, ready=True, names=("Ada", "Bea")))
    room.match.feed(Chosen("c3-d4"), room.now)
    assert home_view(room.app, text)["waiting"] == "OFF"
    assert home_view(room.app, text)["turn"] == "Bea"
    room.app.start(Header("dama", options, 2, ready=True, seats=(Seat(), Seat(3))))
    assert home_view(room.app, text)["waiting"] == "ON"


def test_percentages():
    assert [brightness_of(one) for one in (b"0", b"100", b"7.0", b" 5 ")] == [0, 100, 7, 5]
    assert [brightness_of(one) for one in (b"5.5", b"200", b"x", b"", "²".encode())] == [None] * 5
