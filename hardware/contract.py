"""What every driver must do, as tests: whoever writes one runs them over a bench of his own.

A bench is the other side of a device: hands that move magnets and press buttons, eyes on the strip, and
somebody who pulls the plug. Each of these functions raises an AssertionError that says what is wrong.
docs/drivers.md shows how they are used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Protocol

from hardware.buttons import Buttons, Push, Pushes
from hardware.errors import ProfileError
from hardware.lights import DARK, RGB, Lights, still
from hardware.panels.panel import Panel
from hardware.panels.profile import panel_from
from hardware.parts.dimmer import current
from hardware.sensors import EMPTY, UPRIGHT, Sensors
from hardware.symptoms import BLINDING

LONG = 1.5
"""Seconds after which a driver has noticed that its device is gone, or that it is back."""
FILE = "mine.toml"
RED, WHITE = RGB(255, 0, 0), RGB(255, 255, 255)


class Bench(Protocol):
    """What the benches of all roles have."""

    @property
    def vanishes(self) -> bool:
        """Whether there is a plug to pull; a simulated board has none."""

    def vanish(self) -> None:
        """From now on the device does not answer."""

    def come_back(self) -> None: ...
    def wait(self, seconds: float) -> None:
        """Let time pass while the driver is polled."""


class SensorBench(Bench, Protocol):
    sensors: Sensors

    def put(self, channel: int, reading: int) -> None:
        """A magnet is put onto a sensor, or with EMPTY taken away."""

    def readings(self) -> Sequence[int]:
        """What the driver reads, once it has had the time to."""


class LightBench(Bench, Protocol):
    lights: Lights
    budget_ma: float | None
    """What the strip may draw; None where nothing is dimmed."""

    def shown(self) -> Sequence[RGB]:
        """What the pixels show, those of the buttons behind the others."""


class ButtonBench(Bench, Protocol):
    buttons: Buttons

    def press(self, player: int, down: bool) -> None: ...
    def down(self) -> Sequence[bool]:
        """What the driver reads, once it has had the time to."""


def check_sensors(bench: SensorBench) -> None:
    """Readings follow magnets; a device that is gone is a symptom, and one that is back is read anew."""
    sensors = bench.sensors
    count = sensors.channels
    tried = sorted({0, 1, count // 3, count // 2, count - 1})
    empty = bench.readings()
    assert list(empty) == [EMPTY] * count, "an empty board must read empty on every channel"
    for channel in tried:
        bench.put(channel, UPRIGHT)
        felt = {n: reading for n, reading in enumerate(bench.readings()) if reading}
        assert felt == {channel: UPRIGHT}, f"a magnet on {channel} alone reads {felt}"
        bench.put(channel, EMPTY)
        assert not any(bench.readings()), f"{channel} still reads what was taken away"
    for channel in tried:
        bench.put(channel, UPRIGHT)
    full = bench.readings()
    assert [n for n, reading in enumerate(full) if reading] == tried, "several magnets at once"
    assert not any(empty), "readings that were handed out must not change any more"
    assert not _blind(sensors), "a device that answers must have no symptom that says otherwise"
    if bench.vanishes:
        bench.vanish()
        bench.wait(LONG)
        bench.put(tried[0], EMPTY)
        assert list(sensors.readings()) == list(full), (
            "while nothing answers the last readings stand"
        )
        assert _blind(sensors), "nothing answers, and no symptom says so"
        bench.come_back()
        bench.wait(LONG)
        now = bench.readings()
        assert now[tried[0]] == EMPTY, "what changed meanwhile is read when the device is back"
        assert not _blind(sensors), "the device is back, and a symptom says otherwise"
    sensors.close()
    sensors.close()


def _blind(sensors: Sensors) -> bool:
    return any(symptom.what in BLINDING for symptom in sensors.symptoms())


def check_lights(bench: LightBench) -> None:
    """A frame is what the pixels show; it stays within the budget, comes back, and ends in the dark."""
    lights = bench.lights
    count = lights.pixels
    if not count:
        lights.show([])
        lights.light_buttons([WHITE])
        lights.tend()
        lights.close()
        return
    lights.show(still(RED if n % 2 else DARK for n in range(count)))
    _every_other_red(bench.shown()[:count])
    lights.light_buttons([WHITE] * 9)
    # The budget is one for all: what the buttons draw may dim the board, and no more.
    _every_other_red(bench.shown()[:count])
    lights.show(still([WHITE] * count))
    drawn = current(bench.shown())
    assert bench.budget_ma is None or drawn <= bench.budget_ma, (
        f"{drawn:.0f} mA are over the budget"
    )
    if bench.vanishes:
        bench.vanish()
        lights.show(still([DARK] * count))
        bench.wait(LONG)
        assert lights.symptoms(), "a frame was refused, and no symptom says so"
        bench.come_back()
        bench.wait(LONG)
        assert not any(map(any, bench.shown()[:count])), (
            "the last frame is shown when it can be again"
        )
        assert not lights.symptoms(), "the frame was taken, and a symptom says otherwise"
        lights.show(still([WHITE] * count))
    lights.close()
    assert not any(map(any, bench.shown())), "lights that are closed must be dark"
    lights.close()


def _every_other_red(shown: Sequence[RGB]) -> None:
    for n, colour in enumerate(shown):
        lit = colour.red > 0 and not (colour.green or colour.blue)
        assert lit if n % 2 else colour == DARK, f"pixel {n} shows {colour}"


def check_buttons(bench: ButtonBench) -> None:
    """A button is down while it is pressed; one that cannot be read is not."""
    buttons = bench.buttons
    count = len(buttons.down())
    if not count:
        buttons.light([WHITE])
        buttons.close()
        return
    pushes, done = Pushes(), []
    for player in range(1, count + 1):
        for moment, down in ((0.0, True), (0.1, True), (0.2, False), (0.3, True), (2.0, True)):
            bench.press(player, down)
            now = [bool(pressed) for pressed in bench.down()]
            wanted = [down and other == player for other in range(1, count + 1)]
            assert now == wanted, f"player {player} presses, and {now} are down"
            done += pushes.update(now, 10 * player + moment)
        bench.press(player, False)
        done += pushes.update(bench.down(), 10 * player + 3)
    wanted_pushes = [(n, push) for n in range(1, count + 1) for push in (Push.PRESS, Push.HOLD)]
    assert done == wanted_pushes, "a press and a hold of each player"
    buttons.light([WHITE])
    buttons.light([RED] * (count + 2))
    if bench.vanishes:
        bench.press(1, True)
        assert bench.down()[0]
        bench.vanish()
        bench.wait(LONG)
        assert not any(buttons.down()), "a button that cannot be read must not be held"
        bench.come_back()
        bench.wait(LONG)
        assert bench.down()[0], "it is still pressed when it can be read again"
        bench.press(1, False)
    buttons.close()
    buttons.close()


def check_wiring(document: Mapping[str, Any], role: str) -> Panel:
    """Every key of a table is checked and named; what is planned for a maker is complete."""
    panel = panel_from(document, "mine", FILE)
    for key in document[role]:
        bad = deepcopy(dict(document))
        bad[role][key] = {"nonsense": True}
        said = _refusal(bad)
        assert said.startswith(f"{FILE}: "), f"the file is not named: {said}"
        assert f"[{role}] {key} " in said, f"nonsense in {key} is not named: {said}"
    surplus = deepcopy(dict(document))
    surplus[role]["nonsense"] = 1
    if document[role]["driver"] != "none":
        assert f"[{role}] nonsense" in _refusal(surplus), "a key that nobody reads is not named"
    plan = getattr(panel, role).plan()
    for pin in plan.pins:
        assert pin.number in pin.header.pins, f"pin {pin.number} is on no header"
    if role == "sensors":
        assert set(panel.sensors.channel_of) == set(panel.by_name), "every place has its channel"
        if plan.connections:
            missing = set(panel.by_channel) - set(plan.connections)
            assert not missing, f"nobody is told how channels {missing} are connected"
    return panel


def _refusal(document: Mapping[str, Any]) -> str:
    try:
        panel_from(document, "mine", FILE)
    except ProfileError as error:
        return str(error)
    raise AssertionError(f"this was taken: {document}")
