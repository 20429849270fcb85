"""`tavoliere setup`: five questions, and the settings of the service are written.

Everything else in the file stays as it is: comments, and what a maker has added.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TextIO

from engines import GAMES
from engines.errors import TavoliereError
from firmware_bridge.record.named_files import named
from firmware_bridge.texts import LANGUAGES, Texts
from hardware.panels.panel_file import panel_files

SETTINGS = Path("/etc/tavoliere/tavoliere.conf")
KEY = "TAVOLIERE_PLAY="
HINTS = ("full", "forced", "off")
YES = {"y", "yes", "s", "sì", "si", "o", "oui"}
NO = {"n", "no", "non"}


def set_up(file: Path, text: Texts, typed: TextIO, say: Callable[[str], None]) -> int:
    if not file.exists():
        raise TavoliereError(text("error.no-settings", file=file))
    with named(file):
        before = file.read_text(encoding="utf-8")

    def ask(question: str, usual: str, choices: Iterable[str] = ()) -> str:
        """Until the answer is one of the choices; an empty one is the usual one."""
        known = list(choices)
        while True:
            say(f"{text(f'setup.{question}', usual=usual or '–')} ")
            line = typed.readline()
            if not line:
                raise TavoliereError(text("error.setup-ended", file=file))
            given = line.strip() or usual
            if (
                not known
                or given.lower() in known
                or (given.endswith(".toml") and Path(given).exists())
            ):
                return given if given.endswith(".toml") else given.lower()
            say(text("setup.again", given=given, choices=", ".join(known)) + "\n")

    panels = sorted(name for name in panel_files() if "-" in name)
    board = ask("board", "simulated", ["simulated", *panels])
    lang = ask("lang", text.lang, LANGUAGES)
    lan = ask("lan", "y", sorted(YES | NO)) in YES
    hints = ask("hints", "full", HINTS)
    game = ask("game", "", ["", *GAMES])
    words = [
        *([game] if game else []),
        *(["--board", board] if board != "simulated" else []),
        *(["--lan"] if lan else []),
        *(["--hints", hints] if hints != "full" else []),
        "--lang",
        lang,
    ]
    with named(file):
        file.write_text(with_play(before, shlex.join(words)), encoding="utf-8")
    say(text("setup.written", file=file) + "\n")
    return 0


def with_play(before: str, play: str) -> str:
    """The settings with another line for what is played."""
    lines = before.splitlines()
    kept = [line for line in lines if not line.startswith(KEY)]
    at = next((n for n, line in enumerate(lines) if line.startswith(KEY)), len(kept))
    return "\n".join([*kept[:at], f"{KEY}{play}", *kept[at:]]) + "\n"
