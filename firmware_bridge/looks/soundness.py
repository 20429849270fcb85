"""Whether games of other distributions bring all that a table needs; those that do not are set aside.

One bad package must not take the others' menu away.
"""

from __future__ import annotations

import engines
from engines.shelf import Book
from firmware_bridge.looks.look import look_of
from firmware_bridge.texts import LANGUAGES
from firmware_bridge.texts.books import own_words, rules_page


def set_aside_what_is_incomplete() -> None:
    """Look at what other distributions have brought; `engines.GAMES.broken` then says what is wrong."""
    for name, book in list(engines.GAMES.foreign.items()):
        try:
            _look_at(book)
        except engines.TavoliereError as error:
            engines.GAMES.set_aside(name, error.args[0])
        except Exception as error:  # a stranger's file may be anything
            engines.GAMES.set_aside(name, f"{type(error).__name__}: {error}")


def _look_at(book: Book) -> None:
    book().start()
    look_of(book)
    for lang in LANGUAGES:
        _ = own_words(book, lang)["title"], own_words(book, lang)["summary"]
        rules_page(book, lang)
