"""A parser of command lines that speaks the user's language, and says in one line what is wrong.

Python's own parser composes its complaints in English. They are recognised by their form and said in
our words; one that is not recognised is passed on as it is.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from firmware_bridge.texts import LANGUAGES, Texts, preferred_language

USER_ERROR = 2

COMPLAINTS = {
    "of": r"argument (?P<name>.+?): (?P<what>.+)",
    "required": r"the following arguments are required: (?P<names>.+)",
    "one-required": r"one of the arguments (?P<names>.+) is required",
    "unknown": r"unrecognized arguments: (?P<given>.+)",
    "no-value": r"expected one argument",
    "surplus-value": r"ignored explicit argument (?P<given>.+)",
    "choice": r"invalid choice: (?P<given>.+) \(choose from (?P<choices>.+)\)",
    "not-with": r"not allowed with argument (?P<other>.+)",
}
"""Names of our texts, and the form of Python's sentence for each."""


def complain(message: str) -> None:
    print("tavoliere:", " ".join(message.split()), file=sys.stderr)


def reworded(message: str, text: Texts) -> str:
    for name, form in COMPLAINTS.items():
        found = re.fullmatch(form, message, re.DOTALL)
        if found is not None:
            parts = found.groupdict()
            if "what" in parts:
                parts["what"] = reworded(parts["what"], text)
            return text(f"arguments.{name}", **parts)
    return message


def language_of(arguments: Sequence[str]) -> str:
    """The language that --lang asks for, looked for before anything can be wrong; else the
    environment's."""
    for before, given in zip(("", *arguments), arguments, strict=False):
        lang = given if before == "--lang" else given.removeprefix("--lang=")
        if lang in LANGUAGES and (before == "--lang" or lang != given):
            return lang
    return preferred_language()


class Parser(argparse.ArgumentParser):
    """`text` is the language of the help and of all complaints; the usage is there for who asks."""

    def __init__(self, *, text: Texts, **settings: Any) -> None:
        self._text = text

        class Formatter(argparse.HelpFormatter):
            def add_usage(
                self,
                usage: str | None,
                actions: Iterable[argparse.Action],
                groups: Iterable[Any],
                prefix: str | None = None,
            ) -> None:
                # An empty one is asked for where the usage becomes part of a name.
                head = f"{text('arguments.usage')} " if prefix is None else prefix
                super().add_usage(usage, actions, groups, head)

        super().__init__(allow_abbrev=False, add_help=False, formatter_class=Formatter, **settings)
        self._positionals.title = text("arguments.positionals")
        self._optionals.title = text("arguments.optionals")
        self.add_argument("-h", "--help", action="help", help=text("arguments.help"))

    def error(self, message: str) -> NoReturn:
        complain(reworded(message, self._text))
        raise SystemExit(USER_ERROR)
