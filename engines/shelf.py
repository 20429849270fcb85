"""The games there are: a folder with a `book` beside this file, or an entry point of another package.

Knows no game by name. Our own are imported when the first of them is asked for; what else is installed
is looked through only by whoever wants the whole list, or a name that is none of ours: that takes a
small computer a while.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType, ModuleType
from typing import Any

from engines.errors import Said, TavoliereError
from engines.game import Game

GROUP = "tavoliere.games"
"""The entry points by which a game of another distribution is found."""

Book = type[Game[Any, Any]]


class BrokenGame(TavoliereError):
    """A game of another distribution that cannot be played."""


class Shelf(Mapping[str, Book]):
    """Every game by name, in the order of their names."""

    def __init__(self, package: str) -> None:
        self._package = package

    def __getitem__(self, name: str) -> Book:
        return self._ours[name] if name in self._ours else self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        return f"<Games {', '.join(self)}>"

    @property
    def foreign(self) -> Mapping[str, Book]:
        """The games of other distributions."""
        return MappingProxyType(self._others[0])

    @property
    def broken(self) -> Mapping[str, BrokenGame]:
        """What other distributions offer and cannot be played, each with the reason."""
        return MappingProxyType(self._others[1])

    def set_aside(self, name: str, why: str) -> None:
        """Offer a game of another distribution no longer: it lacks what is needed to play it."""
        found, broken = self._others
        del found[name]
        broken[name] = _broken(name, why)
        self.__dict__.pop("_all", None)

    @cached_property
    def _ours(self) -> dict[str, Book]:
        folders = [
            folder.name
            for folder in iter_modules(import_module(self._package).__path__)
            if folder.ispkg
        ]
        return {
            book.name: book
            for folder in folders
            if any(
                part.name == "book"
                for part in iter_modules(import_module(f"{self._package}.{folder}").__path__)
            )
            for book in books_in(import_module(f"{self._package}.{folder}.book"))
        }

    @cached_property
    def _all(self) -> dict[str, Book]:
        # None of another distribution hides one of ours.
        return dict(sorted((self._others[0] | self._ours).items()))

    @cached_property
    def _others(self) -> tuple[dict[str, Book], dict[str, BrokenGame]]:
        from importlib.metadata import entry_points

        found: dict[str, Book] = {}
        broken: dict[str, BrokenGame] = {}
        for point in entry_points(group=GROUP):
            if point.name in self._ours:
                continue
            try:
                found[point.name] = _checked(point.name, point.load())
            except BrokenGame as error:
                broken[point.name] = error
            except (Exception, SystemExit) as error:  # a stranger's module may raise anything
                broken[point.name] = _broken(point.name, f"{type(error).__name__}: {error}")
        return found, broken


def books_in(module: ModuleType) -> tuple[Book, ...]:
    """The games of a module: its rule books that have a name of their own."""
    return tuple(
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Game) and "name" in vars(thing)
    )


def _checked(name: str, book: object) -> Book:
    if not (isinstance(book, type) and issubclass(book, Game)):
        raise _broken(name, Said("it is no engines.Game", "game.no-book"))
    if getattr(book, "name", None) != name:
        called = getattr(book, "name", None)
        raise _broken(name, Said("its book calls it {called!r}", "game.other-name", called=called))
    return book


def _broken(name: str, why: str) -> BrokenGame:
    return BrokenGame(
        Said(
            "the game '{name}' does not load ({why}): mend or remove the package that brings it",
            "game.broken",
            name=name,
            why=why,
        )
    )
