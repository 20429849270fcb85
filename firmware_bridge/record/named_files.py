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


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a text, one by one; a byte order mark, as some editors write it, is passed over."""
    with named(path), path.open(encoding="utf-8-sig") as lines:
        yield from _read(lines, str(path))


def lines_typed(source: TextIO) -> Iterator[str]:
    """The lines that another program or a person writes, each as soon as it is whole."""
    if isinstance(source, TextIOWrapper):
        # What is no text must not take away the lines before it, which came in the same piece.
        source.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
    yield from _read(source, "-")


def _read(lines: TextIO, name: str) -> Iterator[str]:
    number = 0
    while True:
        try:
            line = lines.readline(LONGEST_LINE + 1)
            line.encode()
        except UnicodeError:
            raise TavoliereError(
                Said("{file} is not a text in UTF-8", "file.no-text", file=name)
            ) from None
        if not line:
            return
        number += 1
        if len(line) > LONGEST_LINE:
            raise TavoliereError(
                Said(
                    "line {number} of {file} is longer than {most} signs",
                    "file.long-line",
                    number=number,
                    file=name,
                    most=LONGEST_LINE,
                )
            )
        yield line
