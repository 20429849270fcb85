"""Reading one table of a profile: every value is checked, every fault names file, key and meaning.

Knows TOML values and nothing of boards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from hardware.errors import ProfileError


class Table:
    def __init__(self, file: str, name: str, entries: object, meanings: Mapping[str, str]) -> None:
        self.file = file
        self.name = name
        self._meanings = meanings
        if not isinstance(entries, Mapping):
            raise ProfileError(f"{file}: [{name}] must be a table with its keys below it")
        self.entries: Mapping[str, Any] = entries
        for key in entries:
            if key not in meanings:
                known = ", ".join(meanings)
                raise ProfileError(f"{file}: [{name}] has no key '{key}'; its keys are {known}")

    def wrong(self, key: str, what: str) -> ProfileError:
        """The error for a key: where it is, what is wrong, what the key means."""
        return ProfileError(f"{self.file}: [{self.name}] {key} {what} ({self._meanings[key]})")

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def _value(self, key: str, default: Any) -> Any:
        if key in self.entries:
            return self.entries[key]
        if default is None:
            raise self.wrong(key, "is missing")
        return default

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(key, f"= {value!r} is no number")
        if not low <= value <= high:
            raise self.wrong(key, f"= {value} is not from {low:g} to {high:g}")
        return float(value)

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self.number(key, low, high, default)
        if value != int(value):
            raise self.wrong(key, f"= {value} is no whole number")
        return int(value)

    def flag(self, key: str, default: bool) -> bool:
        value = self._value(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, f"= {value!r} is neither true nor false")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value = self._value(key, default)
        if not isinstance(value, str):
            raise self.wrong(key, f"= {value!r} is no text")
        return value

    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self.text(key, default)
        if value not in choices:
            raise self.wrong(key, f"= '{value}' is none of {', '.join(choices)}")
        return value

    def pins(
        self, key: str, allowed: Collection[int], most: int, default: Any = None
    ) -> tuple[int, ...]:
        """A list of pin numbers, each once."""
        values = self._value(key, default)
        if not isinstance(values, list | tuple) or not all(type(pin) is int for pin in values):
            raise self.wrong(key, f"= {values!r} is no list of pin numbers")
        if len(values) > most:
            raise self.wrong(key, f"names {len(values)} pins; the most are {most}")
        for pin in values:
            if pin not in allowed:
                raise self.wrong(key, f"names pin {pin}, which cannot be used")
            if list(values).count(pin) > 1:
                raise self.wrong(key, f"names pin {pin} twice")
        return tuple(values)

    def pair(self, key: str, default: tuple[float, float]) -> tuple[float, float]:
        values = self._value(key, default)
        good = isinstance(values, list | tuple) and len(values) == 2
        if not good or not all(type(value) in (int, float) for value in values):
            raise self.wrong(key, f"= {values!r} is no pair of numbers")
        return float(values[0]), float(values[1])

    def by_place(self, key: str, places: Collection[str], low: int, high: int) -> dict[str, int]:
        """A table from place to whole number, empty when it is not there."""
        values = self.entries.get(key, {})
        if not isinstance(values, Mapping):
            raise self.wrong(key, "must be a table from place to number")
        for place, value in values.items():
            if place not in places:
                raise self.wrong(key, f"names the place '{place}', which the grid does not have")
            if type(value) is not int or not low <= value <= high:
                raise self.wrong(
                    key, f"{place} = {value!r} is no whole number from {low} to {high}"
                )
        return dict(values)

    def place_names(self, key: str, places: Collection[str]) -> tuple[str, ...]:
        values = self.entries.get(key, [])
        if not isinstance(values, list):
            raise self.wrong(key, f"= {values!r} is no list of places")
        for place in values:
            if place not in places:
                raise self.wrong(key, f"names the place {place!r}, which the grid does not have")
        return tuple(values)
