"""What goes wrong with a file names the file: the system says so only when it is opened.

Reading and writing may fail later, and a user who is told of an input/output error wants to know of
which of his files.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from engines.errors import Said, TavoliereError

LONGEST_LINE = 20_000
"""Signs; the longest line that anything of ours writes has a twentieth of that."""


@contextmanager
def named(path: Path | str) -> Iterator[None]:
    """Whatever the system refuses in here is about this file, unless it names another one."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


class Unreadable(TavoliereError, ValueError):
    """A line that cannot be read; its words name its number. The next one can be."""


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a text, one by one; a byte order mark, as some editors write it, is passed over."""
    with named(path), path.open(encoding="utf-8-sig", errors="surrogateescape") as lines:
        yield from Lines(lines, str(path))


def lines_typed(source: TextIO) -> Lines:
    """The lines that another program or a person writes, each as soon as it is whole."""
    if isinstance(source, TextIOWrapper):
        # What is no text must not take away the lines before it, which came in the same piece.
        source.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
    return Lines(source, "-")


class Lines:
    """Whoever goes on asking after a line that cannot be read gets the line behind it."""

    def __init__(self, source: TextIO, name: str) -> None:
        self._source = source
        self._name = name
        self.number = 0

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> str:
        line = self._source.readline(LONGEST_LINE + 1)
        if not line:
            raise StopIteration
        self.number += 1
        where = {"number": self.number, "file": self._name}
        if len(line) > LONGEST_LINE:
            while line and not line.endswith("\n"):
                line = self._source.readline(LONGEST_LINE)
            raise Unreadable(
                Said(
                    "line {number} of {file} is longer than {most} signs",
                    "file.long-line",
                    **where,
                    most=LONGEST_LINE,
                )
            )
        try:
            line.encode()
        except UnicodeError:
            raise Unreadable(
                Said("line {number} of {file} is not a text in UTF-8", "file.no-text", **where)
            ) from None
        return line
