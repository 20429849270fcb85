"""What can be wrong with what people ask of a rule book, and how it is said.

    TavoliereError
    ├── UnknownGame      (also a LookupError)   no rule book of that name
    ├── BrokenGame       (in engines.shelf)     another distribution's, that cannot be loaded
    ├── InvalidOption    (also a ValueError)    an option or number of players the book does not have
    ├── InvalidPosition  (also a ValueError)    a line of text that is no position
    ├── InvalidLabel     (also a ValueError)    a text that is no move in this game's notation
    └── IllegalMove      (also a ValueError)    a move that is not legal here; carries the rule it breaks

`str(error)` is the English sentence. It stands where the error is raised, and carries all that somebody
who speaks another language needs to say it there: rule books know no language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self


class Said(str):
    """A sentence in English, or a part of one, that knows how it was put together.

    `key` is its name in the texts of other languages, `values` fill its places; a value may be a Said
    of its own. `hardware.errors` has the same: neither package may know the other.
    """

    key: str
    values: Mapping[str, object]

    def __new__(cls, english: str, key: str = "", /, **values: object) -> Self:
        said = super().__new__(cls, english.format(**values) if key else english)
        said.key, said.values = key, values
        return said


class TavoliereError(Exception):
    """Whatever a user can do wrong; its text says what, where and what to do."""


class UnknownGame(TavoliereError, LookupError):
    pass


class InvalidOption(TavoliereError, ValueError):
    pass


class InvalidPosition(TavoliereError, ValueError):
    pass


class InvalidLabel(TavoliereError, ValueError):
    pass


class IllegalMove(TavoliereError, ValueError):
    def __init__(self, text: str, rule: str = "not-a-move") -> None:
        super().__init__(text)
        self.rule = rule
