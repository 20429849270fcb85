"""The games as a user names them: listing them, and opening one with its options."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from engines import GAMES
from engines.errors import InvalidOption, UnknownGame
from engines.game import Game
from engines.options import chosen
from engines.shelf import Book
from firmware_bridge.texts import Texts
from firmware_bridge.texts.columns import table


def book_named(name: str, text: Texts) -> Book:
    """The rule book of that name; UnknownGame says which names come near."""
    if name in GAMES:
        return GAMES[name]
    if name in GAMES.broken:
        raise GAMES.broken[name]
    near = get_close_matches(name.lower(), GAMES, n=3, cutoff=0.5)
    if near:
        raise UnknownGame(text("error.unknown-game", game=name, near=", ".join(near)))
    raise UnknownGame(text("error.unknown-game-all", game=name, games=", ".join(GAMES)))


def opened(name: str, options: Sequence[str], players: str | None, text: Texts) -> Game[Any, Any]:
    """The game with `key=value` options and a number of players, as typed."""
    book = book_named(name, text)
    # Checked here: what is typed as an option must not pass for the number of players.
    wanted = dict(_option(given, text) for given in options)
    return book(players=players, **chosen(name, book.choices, wanted))


def _option(given: str, text: Texts) -> tuple[str, str]:
    key, equals, value = given.partition("=")
    if not (key and equals):
        raise InvalidOption(text("error.option-form", given=given))
    return key, value


def listing_json() -> str:
    """Every game as JSON, the same in every language; the usual number of players comes first."""
    return json.dumps([_entry(book) for book in GAMES.values()], indent=2, ensure_ascii=False)


def _entry(book: Book) -> Mapping[str, object]:
    board = book().board
    return {
        "name": book.name,
        "players": list(book.seats),
        "options": {
            key: {"default": values[0], "values": list(values)}
            for key, values in book.choices.items()
        },
        "board": {"name": board.name, "cells": list(board.cells)},
    }


def listing(text: Texts) -> str:
    """Every game as a table."""
    heads = ("game", "title", "players", "board", "options")
    rows = [
        (
            book.name,
            text(f"game.{book.name}.title"),
            ", ".join(map(str, sorted(book.seats))),
            book().board.name,
            "  ".join(f"{key}={'|'.join(values)}" for key, values in book.choices.items()) or "–",
        )
        for book in GAMES.values()
    ]
    return table([text(f"table.{head}") for head in heads], rows)
