"""What lies in the folder of a game beside its code: words, rules pages, a look.

Found through the package of the book, so it is the same for a game of another distribution. A folder
may hold several games: in its files of words a section by the name of one is that game's alone, and
all others are for each of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from sys import modules
from typing import Any

from engines.errors import Said, TavoliereError
from engines.shelf import Book, books_in

ERRORS = "error"
"""The section with what the book's errors say in another language than English."""


class IncompleteGame(TavoliereError):
    """A game whose folder lacks something that people are to read or see."""


def folder(book: Book) -> Traversable:
    """Where a game keeps what is not code: the package of its book."""
    return files(modules[book.__module__].__package__ or book.__module__)


def package(book: Book) -> str:
    """The last name of that package; the keys of the book's errors begin with it."""
    return (modules[book.__module__].__package__ or book.__module__).rpartition(".")[2]


def source(book: Book, *path: str) -> str:
    """A text file of the game; IncompleteGame names one that is not there."""
    try:
        return folder(book).joinpath(*path).read_text(encoding="utf-8")
    except (OSError, TypeError):  # not there, or the book is no package's
        raise IncompleteGame(
            Said("its folder has no {file}", "game.no-file", file="/".join(path))
        ) from None


def rules_page(book: Book, lang: str) -> str:
    """The rules of the game, in Markdown."""
    return source(book, "pages", lang, f"{book.name}.md")


@cache
def own_words(book: Book, lang: str) -> Mapping[str, str]:
    """What the game says in its own words, by key: `title`, `option.capture.huff`, `outcome.mate`."""
    tables = _tables(book, lang)
    apart = {one.name for one in books_in(modules[book.__module__])} | {ERRORS}
    shared = {key: part for key, part in tables.items() if key not in apart}
    return dict(_flat(shared)) | dict(_flat(tables.get(book.name, {})))


@cache
def own_errors(book: Book, lang: str) -> Mapping[str, str]:
    """What the errors of its folder say, by the keys that they are raised with."""
    errors = _tables(book, lang).get(ERRORS, {})
    return {f"{package(book)}.{key}": words for key, words in _flat(errors)}


@cache
def _tables(book: Book, lang: str) -> dict[str, Any]:
    return tomllib.loads(source(book, "words", f"{lang}.toml"))


def flat(toml: str) -> dict[str, str]:
    """A file of texts by dotted keys."""
    return dict(_flat(tomllib.loads(toml)))


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)
