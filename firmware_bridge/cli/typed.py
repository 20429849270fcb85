"""What a terminal is to a game, lines in and lines out, and the choice of a game in it."""

from __future__ import annotations

from collections.abc import Callable

from engines import GAMES
from firmware_bridge.record.journal import Resumed
from firmware_bridge.texts import Texts
from firmware_bridge.texts.wording import counted

Read = Callable[[str], str | None]
"""Shows a prompt and returns the line typed, None when there will be no more."""
Write = Callable[[str], None]

RESUME = "0"
"""What is typed in the menu to go on with the unfinished game."""


def read_line(prompt: str) -> str | None:
    """From the keyboard or a pipe."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        # The prompt still stands on its line.
        print()
        return None


def write_line(line: str) -> None:
    print(line, flush=True)


def chosen_in_menu(
    read: Read, write: Write, text: Texts, left: Resumed | None = None
) -> str | None:
    """The name of a game, or RESUME; None when the user leaves without choosing."""
    names = list(GAMES)
    numbers = [str(number) for number in range(1, len(names) + 1)]
    if left is not None:
        write(f"{RESUME:>3}  {text('page.resume')}. {offer(left, text)}")
    for number, name in zip(numbers, names, strict=True):
        write(f"{number:>3}  {text(f'game.{name}.title')} ({name})")
    write(text("play.menu"))
    while (line := read(f"{text('play.choose')}> ")) is not None:
        given = line.strip().lower()
        if given in ("quit", text("play.quit")):
            break
        if given in names or (given == RESUME and left is not None):
            return given
        if given in numbers:
            return names[numbers.index(given)]
        if given:
            write(text("play.menu-again", given=given))
    return None


def offer(left: Resumed, text: Texts) -> str:
    title = text(f"game.{left.header.game}.title")
    return text("page.resume-offer", game=title, moves=counted(len(left.record), text))
