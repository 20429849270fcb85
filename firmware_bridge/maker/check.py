"""The self-test of a board: what every sensor and button has shown so far, and what that says.

Pure: readings and times in, findings out. People carry a magnet over every cell and press every
button; a sensor that never closes is dead, one that never opens is stuck.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from firmware_bridge.referee.debounce import FLICKER_EDGES, FLICKER_WINDOW
from hardware.lights import DARK, RGB
from hardware.panels.panel import Panel
from hardware.sensors import Figures
from hardware.symptoms import BUTTONS, LIGHTS, SENSORS, Symptom

STILL = 0.3
"""Seconds after a change until a sensor's figures are those of a piece that stands."""
UNSEEN, CLOSED, SEEN, BAD = RGB(0, 0, 60), RGB(160, 160, 160), RGB(0, 90, 0), RGB(160, 0, 0)
SIGNS = {"unseen": "·", "closed": "●", "seen": "○", "flickers": "!", "ghost": "?"}


@dataclass(slots=True)
class Sensor:
    reading: int = 0
    changed: float | None = None
    closed: int = 0
    opened: int = 0
    always: bool = True
    """Whether it has read closed ever since the check began."""
    edges: deque[float] = field(default_factory=lambda: deque(maxlen=FLICKER_EDGES))
    flickers: bool = False


class Check:
    def __init__(self, panel: Panel, players: int) -> None:
        self.panel = panel
        self.sensors = {place.channel: Sensor() for place in panel.places}
        self.pressed = [False] * players
        self.ghosts: set[int] = set()
        self.unanswered: set[str] = set()
        """What has failed altogether: sensors, buttons or lights."""
        self.changes: deque[tuple[float, str, int]] = deque(maxlen=8)
        self.figures: dict[int, Figures] = {}
        """By channel, of sensors that count; the margin is the least while something stood there."""
        self._begun = False

    def observe(
        self, readings: Sequence[int], down: Sequence[bool], ghosts: Iterable[int], now: float
    ) -> bool:
        """Take in one reading; True when it showed something new."""
        news = False
        for channel, sensor in self.sensors.items():
            reading = readings[channel]
            if not reading:
                sensor.always = False
            if reading != sensor.reading:
                news = self._changed(channel, sensor, reading, now) or news
        for player, held in enumerate(down[: len(self.pressed)]):
            if held and not self.pressed[player]:
                self.pressed[player] = news = True
        self.ghosts.update(channel for channel in ghosts if channel in self.sensors)
        self._begun = True
        return news

    def measure(self, figures: Sequence[Figures], now: float) -> None:
        """Take in how surely sensors count, of those under which something has come to rest."""
        for channel, sensor in self.sensors.items():
            still = sensor.changed is not None and now - sensor.changed >= STILL
            if channel < len(figures) and sensor.reading and still:
                now_so, before = figures[channel], self.figures.get(channel)
                least = min(now_so.margin, before.margin) if before else now_so.margin
                self.figures[channel] = now_so._replace(margin=least)

    def hear(self, symptoms: Iterable[Symptom]) -> None:
        """What the drivers say about themselves."""
        found = {symptom.what for symptom in symptoms}
        self.unanswered |= found & {SENSORS, BUTTONS, LIGHTS}

    def _changed(self, channel: int, sensor: Sensor, reading: int, now: float) -> bool:
        first = (sensor.closed if reading else sensor.opened) == 0
        sensor.reading, sensor.changed = reading, now
        if reading:
            sensor.closed += 1
        else:
            sensor.opened += 1
        self.changes.append((now, self.panel.by_channel[channel].name, reading))
        sensor.edges.append(now)
        if len(sensor.edges) == FLICKER_EDGES and now - sensor.edges[0] <= FLICKER_WINDOW:
            sensor.flickers = True
        return first

    # What it says ----------------------------------------------------------------------------

    def state(self, channel: int) -> str:
        sensor = self.sensors[channel]
        if sensor.flickers:
            return "flickers"
        if channel in self.ghosts:
            return "ghost"
        if sensor.reading:
            return "closed"
        return "seen" if sensor.closed else "unseen"

    @property
    def complete(self) -> bool:
        """Whether everything has been seen to work."""
        return all(self.pressed) and all(s.closed and s.opened for s in self.sensors.values())

    def faults(self) -> dict[str, list[str]]:
        """Names of the places by what is wrong with them; only what is wrong is there."""
        name = self.panel.by_channel
        found: dict[str, list[str]] = {}
        for channel, sensor in self.sensors.items():
            if sensor.flickers:
                fault = "flickering"
            elif sensor.always and self._begun:
                fault = "stuck"
            elif not sensor.closed:
                fault = "dead"
            elif channel in self.ghosts:
                fault = "ghost"
            else:
                continue
            found.setdefault(fault, []).append(name[channel].name)
        silent = [str(player) for player, done in enumerate(self.pressed, start=1) if not done]
        if silent:
            found["button"] = silent
        found |= {what: [] for what in sorted(self.unanswered)}
        return found

    def colours(self) -> list[RGB]:
        """What the board itself shows meanwhile: where the magnet has not been yet."""
        shades = {"unseen": UNSEEN, "closed": CLOSED, "seen": SEEN, "flickers": BAD, "ghost": BAD}
        shown = [DARK] * self.panel.lights.strip.count
        for place in self.panel.places:
            if place.pixel is not None:
                shown[place.pixel] = shades[self.state(place.channel)]
        return shown

    def picture(self) -> str:
        """The panel as signs, where the millimetres say."""
        left = min(place.x for place in self.panel.places)
        rows: dict[int, list[tuple[int, str]]] = {}
        for place in self.panel.places:
            column = round((place.x - left) / self.panel.pitch * 4)
            rows.setdefault(round(place.y), []).append((column, SIGNS[self.state(place.channel)]))
        lines = []
        for _, entries in sorted(rows.items(), reverse=True):
            line = ""
            for column, sign in sorted(entries):
                line = line.ljust(column) + sign
            lines.append(line)
        return "\n".join(lines)

    def supply(self) -> tuple[float, float]:
        """Milliamperes of all pixels at full white, and what the budget allows."""
        strip = self.panel.lights.strip
        return strip.full_ma(self.panel.buttons.pixels), strip.budget_ma

    def _figures(self, channel: int) -> dict[str, float]:
        found = self.figures.get(channel)
        return {key: round(value, 4) for key, value in found._asdict().items()} if found else {}

    def report(self) -> dict[str, Any]:
        """Everything, for programs and for the page."""
        full, budget = self.supply()
        return {
            "panel": self.panel.name,
            "sensors": {
                place.name: {
                    "reading": self.sensors[place.channel].reading,
                    "changed": self.sensors[place.channel].changed,
                    "closed": self.sensors[place.channel].closed,
                    "state": self.state(place.channel),
                    **self._figures(place.channel),
                }
                for place in self.panel.places
            },
            "buttons": self.pressed,
            "supply": {"full_ma": round(full), "budget_ma": round(budget)},
            "faults": self.faults(),
        }
