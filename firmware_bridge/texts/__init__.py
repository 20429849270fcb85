"""All that people read, in Italian, English and French.

What holds for every game is in one TOML file per language beside this one; what a game says itself is
in the folder of its book, wherever that is installed (`books`). Keys are dotted paths into a file;
placeholders in braces are filled by name. A missing key is a programmer's mistake and raises; tests
keep the three languages alike. Knows no game and no rule.

Errors that are raised where no language is known say their English sentence themselves; `errors-it`,
`errors-fr` and the `error` part of a game's words have it in the other two.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

import engines
from firmware_bridge.texts.books import flat, own_errors, own_words
from firmware_bridge.texts.who import PLACES, Called, Who

LANGUAGES = ("it", "en", "fr")
DEFAULT = "en"
GAME = "game."
"""What the words of a game are found under: `game.dama.title`."""


class MissingText(KeyError):
    def __str__(self) -> str:
        return str(self.args[0])


class Texts:
    """The texts of one language; `text("play.turn", player=1)` is one of them.

    `text.of("dama")` has them in the words of that game, where it has its own. `called` is what its
    players go by, the first player first; none: by their numbers.
    """

    def __init__(self, lang: str = DEFAULT, game: str = "", called: Sequence[Called] = ()) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"there are no texts in '{lang}', only in {', '.join(LANGUAGES)}")
        self.lang = lang
        self._called = called
        self._shared = _shared(lang)
        self._own: Mapping[str, str] = own_words(engines.GAMES[game], lang) if game else {}

    def of(self, game: str, called: Sequence[Called] = ()) -> Texts:
        return Texts(self.lang, game, called)

    def __call__(self, key: str, **values: object) -> str:
        for place in PLACES:
            number = values.get(place)
            if isinstance(number, int):
                values[place] = self.who(number)
        return self.raw(key).format(**values)

    def who(self, player: int) -> Who:
        """The player, to be put into words."""
        known = 0 < player <= len(self._called)
        return Who.at(player, self._called[player - 1] if known else Called(), self.raw)

    def raw(self, key: str) -> str:
        """The text with its placeholders still in it."""
        found = self._found(key)
        if found is None:
            raise MissingText(f"the texts in '{self.lang}' have no '{key}'")
        return found

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._found(key) is not None

    def __iter__(self) -> Iterator[str]:
        """All there are; those of each game under its name."""
        yield from self._shared
        for name, book in engines.GAMES.items():
            yield from (f"{GAME}{name}.{key}" for key in own_words(book, self.lang))

    def _found(self, key: str) -> str | None:
        if key in self._own:
            return self._own[key]
        if key.startswith(GAME):
            name, _, rest = key.removeprefix(GAME).partition(".")
            return own_words(engines.GAMES[name], self.lang).get(rest)
        return self._shared.get(key)

    @property
    def translations(self) -> Mapping[str, str]:
        """What errors say that are raised in English; none where English is spoken."""
        return _translations(self.lang)


Tongues = Mapping[str, Texts]
"""The same texts in every language."""


@lru_cache(maxsize=64)
def tongues(game: str = "", called: tuple[Called, ...] = ()) -> Tongues:
    return {lang: Texts(lang, game, called) for lang in LANGUAGES}


@cache
def _shared(lang: str) -> dict[str, str]:
    return flat(Path(__file__).with_name(f"{lang}.toml").read_text(encoding="utf-8"))


@cache
def _translations(lang: str) -> dict[str, str]:
    if lang == DEFAULT:
        return {}
    found = flat(Path(__file__).with_name(f"errors-{lang}.toml").read_text(encoding="utf-8"))
    for book in engines.GAMES.values():
        found.update(own_errors(book, lang))
    return found


def preferred_language(environment: Mapping[str, str] | None = None) -> str:
    """The language that the environment asks for, English when it asks for one we do not speak."""
    env = os.environ if environment is None else environment
    # The order in which POSIX reads them: the first that is set decides, even when it says "C".
    asked = next((env[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(name)), "")
    lang = asked.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return lang if lang in LANGUAGES else DEFAULT
