"""A board as home automation finds it: what there is to see and to set, announced over the broker. Pure.

The topics and words are those of Home Assistant's discovery over MQTT, which others read as well.
Nothing is announced unless somebody asks for it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from firmware_bridge.link.broker import GONE, THERE
from firmware_bridge.link.hall import PREFIX
from firmware_bridge.link.word import software
from firmware_bridge.texts import Texts

DISCOVERY = "homeassistant"
FULL = 100
SENSORS = {"turn": "mdi:account-clock", "game": "mdi:checkerboard", "verdict": "mdi:gavel"}
LONGEST_STATE = 255
"""Signs of a state; the programs that read it take no more."""


def state_topic(board: str) -> str:
    return f"{PREFIX}/{board}/home"


def brightness_topic(board: str) -> str:
    """Where the brightness of the lamps is asked for."""
    return f"{PREFIX}/{board}/home/set"


def announcements(board: str, text: Texts, *, lamps: bool) -> dict[str, str]:
    """What to put where; `lamps`: the board has some."""
    found: dict[str, tuple[str, dict[str, Any]]] = {
        key: ("sensor", {"icon": icon}) for key, icon in SENSORS.items()
    }
    found["waiting"] = ("binary_sensor", {"icon": "mdi:bell-ring"})
    if lamps:
        found["brightness"] = (
            "number",
            {
                "icon": "mdi:brightness-6",
                "command_topic": brightness_topic(board),
                "min": 0,
                "max": FULL,
                "unit_of_measurement": "%",
            },
        )
    return {
        f"{DISCOVERY}/{kind}/{board}/{key}/config": json.dumps(
            {
                "name": text(f"home.{key}"),
                "unique_id": f"tavoliere-{board}-{key}",
                "state_topic": state_topic(board),
                "value_template": f"{{{{ value_json.{key} }}}}",
                "availability_topic": f"{PREFIX}/{board}/there",
                "payload_available": THERE.decode(),
                "payload_not_available": GONE.decode(),
                "device": {
                    "identifiers": [f"tavoliere-{board}"],
                    "name": f"Tavoliere {board}",
                    "sw_version": software(),
                },
                **more,
            },
            ensure_ascii=False,
        )
        for key, (kind, more) in found.items()
    }


def state_text(state: Mapping[str, Any]) -> str:
    cut = {k: v[:LONGEST_STATE] if isinstance(v, str) else v for k, v in state.items()}
    return json.dumps(cut, ensure_ascii=False)


def brightness_of(data: bytes) -> int | None:
    """The percentage that somebody asks for; None: that is none."""
    text = data[:8].decode("ascii", "replace").strip()
    whole, _, part = text.partition(".")
    if not whole.isdecimal() or part.strip("0") or int(whole) > FULL:
        return None
    return int(whole)
