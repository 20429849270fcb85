"""`tavoliere board learn`: any order of wiring, sensors in the way, lessons that are broken off."""

from __future__ import annotations

import io
import json
import tomllib
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.cli.main import main
from firmware_bridge.maker.check import Check
from firmware_bridge.maker.check_page import page
from firmware_bridge.maker.learn import EMPTYING, Learned, Learner
from firmware_bridge.maker.panel_text import with_entries
from firmware_bridge.maker.robot import Robot
from firmware_bridge.maker.run import Stage, check, learn
from firmware_bridge.texts import LANGUAGES, Texts
from hardware.board import open_board
from hardware.drivers.hall import HallWiring
from hardware.errors import ProfileError
from hardware.panels.panel_file import panel_named, read_panel
from hardware.panels.profile import panel_from
from hardware.parts.simulated_board import SimulatedBoard

TEXT = Texts("en")


def scrambled(panel, seed):
    rng = Random(seed)
    names = [place.name for place in panel.places]
    channels, pixels = list(range(len(names))), list(range(len(names)))
    rng.shuffle(channels)
    rng.shuffle(pixels)
    return dict(zip(names, channels, strict=True)), dict(zip(names, pixels, strict=True))


def bench(spec, seed):
    """A board wired in any order, a robot that does as it is told, and time that costs nothing."""
    board = open_board(spec)
    assert isinstance(board.sensors, SimulatedBoard)
    channels, pixels = scrambled(board.panel, seed)
    robot = Robot(board.sensors, board.panel, channels, pixels)
    now = [0.0]

    def wait(seconds):
        now[0] += seconds

    return board, Stage(io.StringIO(), lambda: now[0], wait, robot), channels, pixels


@pytest.mark.parametrize("spec", ["simulated:quadra", "simulated:favo"])
def test_any_wiring_order_is_learned(tmp_path, spec):
    board, stage, channels, pixels = bench(spec, 3)
    target = tmp_path / "panels" / "mine.toml"
    assert learn(board, TEXT, stage, target, patience=30, pixels=True) == 0
    panel = read_panel(target)
    assert {place.name: place.channel for place in panel.places} == channels
    assert {place.name: place.pixel for place in panel.places} == pixels
    assert not target.with_suffix(".part").exists()


def test_an_interrupted_lesson_goes_on_where_it_was(tmp_path):
    target = tmp_path / "mine.toml"
    board, stage, channels, _ = bench("simulated:quadra", 5)
    wait, left = stage.wait, [4000]

    def interrupted(seconds):
        wait(seconds)
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    stage.wait = interrupted
    with pytest.raises(KeyboardInterrupt):
        learn(board, TEXT, stage, target, patience=30, pixels=False)
    known = len(json.loads(target.with_suffix(".part").read_text())["channels"])
    assert 5 < known < 64
    board, stage, _, _ = bench("simulated:quadra", 5)
    assert learn(board, TEXT, stage, target, patience=30, pixels=False) == 0
    assert f"Going on where it was left: {known} places are known." in stage.out.getvalue()
    assert f"onto {board.panel.places[known].name}." in stage.out.getvalue().splitlines()[1]
    assert {place.name: place.channel for place in read_panel(target).places} == channels


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_was_learned_of_another_panel_is_not_taken_up(tmp_path, lang):
    target = tmp_path / "mine.toml"
    part = target.with_suffix(".part")
    other, stage, _, _ = bench("simulated:favo", 5)
    stage.wait = interrupt_when(lambda: part.exists(), stage.wait)
    with pytest.raises(KeyboardInterrupt):
        learn(other, TEXT, stage, target, patience=30, pixels=False)
    board, stage, channels, _ = bench("simulated:quadra", 5)
    assert learn(board, Texts(lang), stage, target, patience=30, pixels=False) == 0
    said = stage.out.getvalue().splitlines()
    assert said[0] == Texts(lang)("learn.other-panel", file=part, panel="quadra")
    assert said[1] == Texts(lang)("learn.place", place=board.panel.places[0].name)
    assert {place.name: place.channel for place in read_panel(target).places} == channels


def interrupt_when(true, wait):
    def waited(seconds):
        wait(seconds)
        if true():
            raise KeyboardInterrupt

    return waited


def test_hall_sensors_are_measured_on_an_empty_board_and_people_are_told(tmp_path):
    board, stage, _, _ = bench("simulated:quadra-hall", 7)
    learn(board, TEXT, stage, tmp_path / "mine.toml", patience=30, pixels=False)
    assert stage.out.getvalue().startswith(TEXT("learn.rest"))


@pytest.mark.parametrize("left", ["", "{", "[]", '{"channel": {}}'])
def test_what_an_earlier_run_left_and_is_spoiled_is_named(tmp_path, left):
    (tmp_path / "mine.part").write_text(left)
    board, stage, _, _ = bench("simulated:quadra", 5)
    with pytest.raises(ProfileError, match=r"mine\.part cannot be read: delete it"):
        learn(board, TEXT, stage, tmp_path / "mine.toml", patience=30, pixels=False)


def test_a_dead_sensor_is_left_out_and_said_so(tmp_path):
    target = tmp_path / "mine.toml"
    board, stage, channels, _ = bench("simulated:quadra", 6)
    board.sensors.faults.dead = {channels["c3"]}
    assert learn(board, TEXT, stage, target, patience=20, pixels=False) == 1
    assert "c3 did not answer" in stage.out.getvalue()
    assert {place.name: place.channel for place in read_panel(target).places} == channels


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("fault", ["stuck", "flickering"])
@pytest.mark.parametrize("pixels", [False, True])
def test_a_sensor_that_is_in_the_way_is_named_and_set_aside(tmp_path, fault, lang, pixels):
    target, text = tmp_path / "mine.toml", Texts(lang)
    board, stage, channels, _ = bench("simulated:quadra", 6)
    setattr(board.sensors.faults, fault, {channels["c3"]})
    assert learn(board, text, stage, target, patience=20, pixels=pixels) == 1
    said = stage.out.getvalue().splitlines()
    assert text(f"learn.{fault}", place=f"#{channels['c3']}") in said
    assert text("learn.skipped", place="c3") in said
    learned = {place.name: place.channel for place in read_panel(target).places}
    assert learned == channels
    if fault == "stuck":
        assert said[0] == text("learn.lift", place=f"#{channels['c3']}")


@pytest.mark.parametrize("restless", [0.01, 3.0])
def test_a_hall_sensor_that_never_rests_is_set_aside(restless):
    """Quickly, as with a loose wire, or so slowly that only patience notices."""
    panel = panel_named("quadra-hall")
    learner, now, said = Learner(panel, pixels=False), 0.0, []
    while learner.stage == "rest":
        assert now < 60
        now += 0.01
        raw = [512] * 64
        raw[9] += 90 * (int(now / restless) % 2)
        learner.observe([0] * 64, now, raw)
        if now > 30 and not learner.learned.aside:
            said.append(learner.give_up(now))
    assert learner.learned.aside == [9]
    assert (learner.complaint or said[0])[0] == "flickering"
    assert "C9" in (learner.complaint or said[0])[1]


def test_a_board_without_lights_announces_none(tmp_path):
    file = tmp_path / "bare.toml"
    file.write_text(
        '[grid]\nshape = "square"\ncolumns = 3\nrows = 3\n[sensors]\ndriver = "simulated"\n'
    )
    board = open_board(str(file))
    out = io.StringIO()
    check(board, TEXT, Stage.on(board, out), patience=5, as_json=False)
    said = out.getvalue().lower()
    assert "pixel" not in said
    assert "budget" not in said
    assert "supply" not in said
    assert "budget" not in page(Check(board.panel, 0), TEXT, 0.0)


def test_how_far_one_piece_moves_each_sensor_is_learned_where_pieces_are_counted():
    panel = panel_named("quadra-heights")
    learner, now = Learner(panel, pixels=False), 0.0

    def measured(seconds, channel=None):
        nonlocal now
        raw = [2048] * 64
        if channel is not None:
            raw[channel] += 600 + channel
        for _ in range(round(seconds / 0.01)):
            now += 0.01
            learner.observe([0] * 64, now, raw)

    measured(EMPTYING + 1.0)
    for channel in range(64):
        measured(0.4)
        measured(0.4, channel)
    text = with_entries(Path(panel.file).read_text(encoding="utf-8"), learner.entries())
    learned = panel_from(tomllib.loads(text), "mine", "mine.toml")
    assert isinstance(learned.sensors, HallWiring)
    assert learned.sensors.one == tuple(600.0 + channel for channel in range(64))


def test_rest_values_and_polarity_are_learned():
    panel = panel_named("quadra-hall")
    rests = [500 + channel % 20 for channel in range(64)]
    learner, now = Learner(panel, pixels=False), 0.0

    def reading(seconds, channel=None, away=0):
        nonlocal now
        raw = list(rests)
        if channel is not None:
            raw[channel] += away
        for _ in range(round(seconds / 0.01)):
            now += 0.01
            learner.observe([0] * 64, now, raw)

    # A piece that is still being taken off spoils nothing.
    reading(EMPTYING - 1.0, channel=9, away=80)
    reading(EMPTYING - 1.0)
    assert learner.stage == "rest"
    assert not learner.lifting
    reading(2.0)
    assert learner.stage == "sensors"
    for channel in reversed(range(64)):
        reading(0.4)
        reading(0.4, channel, -80 if channel == 7 else 80)
    text = with_entries(Path(panel.file).read_text(encoding="utf-8"), learner.entries())
    learned = panel_from(tomllib.loads(text), "mine", "mine.toml")
    assert isinstance(learned.sensors, HallWiring)
    assert learned.by_name["a1"].channel == 63
    assert list(learned.sensors.rest) == rests
    assert learned.sensors.flipped == (7,)


def test_two_magnets_and_a_sensor_already_known_are_complained_about():
    learner, now = Learner(panel_named("quadra"), Learned(channels={"a1": 9}), pixels=False), 0.0

    def reading(*felt):
        nonlocal now
        for _ in range(40):
            now += 0.01
            learner.observe([1 if n in felt else 0 for n in range(64)], now)

    reading()
    reading(3, 9)
    assert learner.complaint == ("several", "#3, a1")
    reading()
    reading(9)
    assert learner.complaint == ("taken", "a1")
    assert learner.wanted is None
    reading()
    assert learner.wanted == "b1"


def test_the_command_writes_into_the_users_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["board", "learn", "simulated:quadra", "--name", "mine", "--no-pixels"]) == 0
    assert (tmp_path / "tavoliere" / "panels" / "mine.toml").exists()
    capsys.readouterr()
    assert main(["board", "list"]) == 0
    assert "mine " in capsys.readouterr().out
    assert main(["board", "learn", "simulated:quadra", "--name", "../x"]) == 2
