"""All that people read, in Italian, English and French: one TOML file per language beside this one.

Keys are dotted paths into the file. Placeholders in braces are filled by name. A missing key is a
programmer's mistake and raises; a test keeps the three files alike.

Errors that are raised where no language is known say their English sentence themselves; `errors-it` and
`errors-fr` have it in the other two.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("it", "en", "fr")
DEFAULT = "en"


class MissingText(KeyError):
    def __str__(self) -> str:
        return str(self.args[0])


class Texts:
    """The texts of one language; `text("play.turn", player=1)` is one of them."""

    def __init__(self, lang: str = DEFAULT) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"there are no texts in '{lang}', only in {', '.join(LANGUAGES)}")
        self.lang = lang
        self._entries = _entries(lang)

    def __call__(self, key: str, **values: object) -> str:
        if key not in self._entries:
            raise MissingText(f"texts/{self.lang}.toml has no '{key}'")
        return self._entries[key].format(**values)

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    @property
    def translations(self) -> Mapping[str, str]:
        """What errors say that are raised in English; none where English is spoken."""
        return _translations(self.lang)

    def raw(self, key: str) -> str:
        """The text with its placeholders still in it."""
        return self._entries[key]


@cache
def _entries(lang: str) -> dict[str, str]:
    return _file(lang)


@cache
def _translations(lang: str) -> dict[str, str]:
    return {} if lang == DEFAULT else _file(f"errors-{lang}")


def _file(name: str) -> dict[str, str]:
    source = Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(source)))


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def preferred_language(environment: Mapping[str, str] | None = None) -> str:
    """The language that the environment asks for, English when it asks for one we do not speak."""
    env = os.environ if environment is None else environment
    # The order in which POSIX reads them: the first that is set decides, even when it says "C".
    asked = next((env[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(name)), "")
    lang = asked.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return lang if lang in LANGUAGES else DEFAULT
