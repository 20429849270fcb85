"""Reading one table of a panel's file: every value is checked, every fault names file, key and meaning.

Knows TOML values and nothing of boards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from hardware.errors import ProfileError
from hardware.panels import complaints
from hardware.phrases import Phrase, Said


class Table:
    """`meanings` are all the keys that the table may have; the table without a name is the top of the
    file."""

    def __init__(
        self, file: str, name: str, entries: object, meanings: Mapping[str, Phrase]
    ) -> None:
        self.file = file
        self.name = name
        self._meanings = meanings
        if not isinstance(entries, Mapping):
            raise ProfileError(complaints.NO_TABLE(file=file, table=name))
        self.entries: Mapping[str, Any] = entries

    def known_keys_only(self) -> None:
        """A key that nobody reads is a typing mistake."""
        for key in self.entries:
            if key not in self._meanings:
                raise ProfileError(
                    complaints.NO_KEY(
                        file=self.file, key=self._path(key), known=", ".join(self._meanings)
                    )
                )

    def _path(self, key: str) -> str:
        return f"[{self.name}] {key}" if self.name else key

    def wrong(self, entry: str, what: Said) -> ProfileError:
        """The error for an entry: where it is, what is wrong, what the entry means."""
        return ProfileError(
            complaints.WRONG(
                file=self.file, entry=self._path(entry), what=what, meaning=self._meanings[entry]()
            )
        )

    def missing(self, entry: str) -> ProfileError:
        return self.wrong(entry, complaints.MISSING())

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def _value(self, key: str, default: Any) -> Any:
        if key in self.entries:
            return self.entries[key]
        if default is None:
            raise self.missing(key)
        return default

    # Single values ---------------------------------------------------------------------------

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(key, complaints.NO_NUMBER(value=value))
        if not low <= value <= high:
            raise self.wrong(key, complaints.OUT_OF_RANGE(value=value, low=low, high=high))
        return float(value)

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self.number(key, low, high, default)
        if value != int(value):
            raise self.wrong(key, complaints.NO_WHOLE_NUMBER(value=value))
        return int(value)

    def flag(self, key: str, default: bool) -> bool:
        value = self._value(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, complaints.NO_FLAG(value=value))
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value = self._value(key, default)
        if not isinstance(value, str):
            raise self.wrong(key, complaints.NO_TEXT(value=value))
        return value

    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self.text(key, default)
        if value not in choices:
            raise self.wrong(key, complaints.NO_CHOICE(value=value, choices=", ".join(choices)))
        return value

    def pin(self, key: str, allowed: Collection[int]) -> int:
        value = self.whole(key, 0, max(allowed) + 1)
        if value not in allowed:
            raise self.wrong(key, complaints.BAD_PIN(pin=value))
        return value

    # Several values --------------------------------------------------------------------------

    def pins(
        self, key: str, allowed: Collection[int], most: int, default: Any = None
    ) -> tuple[int, ...]:
        """A list of pin numbers, each once."""
        values = self._value(key, default)
        if not isinstance(values, list | tuple) or not all(type(pin) is int for pin in values):
            raise self.wrong(key, complaints.NO_PINS(value=values))
        if len(values) > most:
            raise self.wrong(key, complaints.MANY_PINS(count=len(values), most=most))
        for pin in values:
            if pin not in allowed:
                raise self.wrong(key, complaints.UNUSABLE_PIN(pin=pin))
            if list(values).count(pin) > 1:
                raise self.wrong(key, complaints.PIN_TWICE(pin=pin))
        return tuple(values)

    def pair(
        self, key: str, low: float, high: float, default: tuple[float, float]
    ) -> tuple[float, float]:
        values = self._value(key, default)
        good = isinstance(values, list | tuple) and len(values) == 2
        if not good or not all(type(value) in (int, float) for value in values):
            raise self.wrong(key, complaints.NO_PAIR(value=values))
        for value in values:
            if not low <= value <= high:
                raise self.wrong(key, complaints.OUT_OF_RANGE(value=value, low=low, high=high))
        return float(values[0]), float(values[1])

    def by_place(self, key: str, places: Collection[str], low: int, high: int) -> dict[str, int]:
        """A table from place to whole number, empty when it is not there."""
        values = self.entries.get(key, {})
        if not isinstance(values, Mapping):
            raise self.wrong(key, complaints.NO_PLACES())
        for place, value in values.items():
            if place not in places:
                raise self.wrong(key, complaints.NO_PLACE(place=place))
            if type(value) is not int or not low <= value <= high:
                raise self.wrong(
                    key, complaints.PLACE_NUMBER(place=place, value=value, low=low, high=high)
                )
        return dict(values)

    def numbers(
        self, key: str, rule: Mapping[str, int], most: int, limit: str = ""
    ) -> dict[str, int]:
        """A number below `most` for each place: by the rule, or as the key has it; each once. `limit` is
        the entry to complain about when the rule goes further than that."""
        numbers = {**rule, **self.by_place(key, rule, 0, most - 1)}
        count = 1 + max(numbers.values())
        if limit and count > most:
            raise self.wrong(limit, complaints.TOO_FEW(most=most, count=count))
        owner: dict[int, str] = {}
        for name, number in numbers.items():
            if number in owner:
                raise self.wrong(
                    key, complaints.NUMBER_TWICE(number=number, one=owner[number], other=name)
                )
            owner[number] = name
        return numbers

    def place_names(self, key: str, places: Collection[str]) -> tuple[str, ...]:
        values = self.entries.get(key, [])
        if not isinstance(values, list):
            raise self.wrong(key, complaints.NO_LIST(value=values))
        for place in values:
            if place not in places:
                raise self.wrong(key, complaints.NO_PLACE(place=place))
        return tuple(values)
