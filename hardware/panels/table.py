"""Reading one table of a profile: every value is checked, every fault names file, key and meaning.

Knows TOML values and nothing of boards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from hardware.errors import ProfileError, Said
from hardware.panels.profile_keys import TABLES


class Table:
    """One of the tables that `profile_keys` explains; the one without a name is the top of the file."""

    def __init__(self, file: str, name: str, entries: object) -> None:
        self.file = file
        self.name = name
        self._meanings = TABLES[name]
        if not isinstance(entries, Mapping):
            raise ProfileError(
                Said(
                    "{file}: [{table}] must be a table with its keys below it",
                    "profile.no-table",
                    file=file,
                    table=name,
                )
            )
        self.entries: Mapping[str, Any] = entries
        for key in entries:
            if key not in self._meanings:
                raise ProfileError(
                    Said(
                        "{file}: there is no key {key}; there are {known}",
                        "profile.no-key",
                        file=file,
                        key=self._path(key),
                        known=", ".join(self._meanings),
                    )
                )

    def _path(self, key: str) -> str:
        return f"[{self.name}] {key}" if self.name else key

    def wrong(self, entry: str, english: str, key: str, /, **values: object) -> ProfileError:
        """The error for an entry: where it is, what is wrong, what the entry means.

        The words, as of a `Said`, go on behind its name."""
        meaning = Said(self._meanings[entry], f"meaning.{self.name or 'top'}-{entry}")
        return ProfileError(
            Said(
                "{file}: {entry} {what} ({meaning})",
                "profile.wrong",
                file=self.file,
                entry=self._path(entry),
                what=Said(english, key, **values),
                meaning=meaning,
            )
        )

    def missing(self, entry: str) -> ProfileError:
        return self.wrong(entry, "is missing", "profile.missing")

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def _value(self, key: str, default: Any) -> Any:
        if key in self.entries:
            return self.entries[key]
        if default is None:
            raise self.missing(key)
        return default

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(key, "= {value!r} is no number", "profile.no-number", value=value)
        if not low <= value <= high:
            raise self.wrong(
                key,
                "= {value} is not from {low:g} to {high:g}",
                "profile.range",
                value=value,
                low=low,
                high=high,
            )
        return float(value)

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self.number(key, low, high, default)
        if value != int(value):
            raise self.wrong(
                key, "= {value} is no whole number", "profile.no-whole-number", value=value
            )
        return int(value)

    def flag(self, key: str, default: bool) -> bool:
        value = self._value(key, default)
        if not isinstance(value, bool):
            raise self.wrong(
                key, "= {value!r} is neither true nor false", "profile.no-flag", value=value
            )
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value = self._value(key, default)
        if not isinstance(value, str):
            raise self.wrong(key, "= {value!r} is no text", "profile.no-text", value=value)
        return value

    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self.text(key, default)
        if value not in choices:
            raise self.wrong(
                key,
                "= '{value}' is none of {choices}",
                "profile.no-choice",
                value=value,
                choices=", ".join(choices),
            )
        return value

    def pins(
        self, key: str, allowed: Collection[int], most: int, default: Any = None
    ) -> tuple[int, ...]:
        """A list of pin numbers, each once."""
        values = self._value(key, default)
        if not isinstance(values, list | tuple) or not all(type(pin) is int for pin in values):
            raise self.wrong(
                key, "= {value!r} is no list of pin numbers", "profile.no-pins", value=values
            )
        if len(values) > most:
            raise self.wrong(
                key,
                "names {count} pins; the most are {most}",
                "profile.many-pins",
                count=len(values),
                most=most,
            )
        for pin in values:
            if pin not in allowed:
                raise self.wrong(
                    key, "names pin {pin}, which cannot be used", "profile.pin", pin=pin
                )
            if list(values).count(pin) > 1:
                raise self.wrong(key, "names pin {pin} twice", "profile.pin-twice", pin=pin)
        return tuple(values)

    def pair(self, key: str, default: tuple[float, float]) -> tuple[float, float]:
        values = self._value(key, default)
        good = isinstance(values, list | tuple) and len(values) == 2
        if not good or not all(type(value) in (int, float) for value in values):
            raise self.wrong(
                key, "= {value!r} is no pair of numbers", "profile.no-pair", value=values
            )
        return float(values[0]), float(values[1])

    def _no_place(self, entry: str, place: object) -> ProfileError:
        return self.wrong(
            entry,
            "names the place {place!r}, which the grid does not have",
            "profile.no-place",
            place=place,
        )

    def by_place(self, key: str, places: Collection[str], low: int, high: int) -> dict[str, int]:
        """A table from place to whole number, empty when it is not there."""
        values = self.entries.get(key, {})
        if not isinstance(values, Mapping):
            raise self.wrong(key, "must be a table from place to number", "profile.no-places")
        for place, value in values.items():
            if place not in places:
                raise self._no_place(key, place)
            if type(value) is not int or not low <= value <= high:
                raise self.wrong(
                    key,
                    "{place} = {value!r} is no whole number from {low} to {high}",
                    "profile.place-number",
                    place=place,
                    value=value,
                    low=low,
                    high=high,
                )
        return dict(values)

    def place_names(self, key: str, places: Collection[str]) -> tuple[str, ...]:
        values = self.entries.get(key, [])
        if not isinstance(values, list):
            raise self.wrong(
                key, "= {value!r} is no list of places", "profile.no-list", value=values
            )
        for place in values:
            if place not in places:
                raise self._no_place(key, place)
        return tuple(values)
