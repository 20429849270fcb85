"""The link for phones when nobody reads the terminal: a key that lasts, in files only root can read.

A service's output ends up in the system's log, where a key has no business. So the link lies beside
it, and the key outlives a restart: a phone that has joined once need not be invited again.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path

import segno

from engines.game import TavoliereError
from firmware_bridge.record.disk import Disk, put_whole
from firmware_bridge.texts import Texts

KEY_FILE, LINK_FILE = "key", "link"
RUNTIME = "/run/tavoliere"
"""Where the installed service has its runtime files; systemd tells the service itself."""
FORM = re.compile(r"[A-Za-z0-9_-]{22}")


def new_key() -> str:
    return secrets.token_urlsafe(16)


def lasting_key(folder: Path) -> str:
    """The key of this board, made the first time. Where nothing can be kept it ends with us."""
    path = folder / KEY_FILE
    with suppress(OSError):
        kept = path.read_text(encoding="ascii", errors="replace").strip()
        if FORM.fullmatch(kept):
            return kept
    key = new_key()
    with suppress(OSError):
        _write(path, key)
    return key


def leave_link(link: str, environment: Mapping[str, str] | None = None) -> Path | None:
    """Put the link where the service's runtime files are; None where there is no such place."""
    env = os.environ if environment is None else environment
    # systemd separates several folders with colons; ours is the first.
    folder = env.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if not folder:
        return None
    path = Path(folder) / LINK_FILE
    try:
        _write(path, link)
    except OSError:
        return None
    return path


def print_link(text: Texts, environment: Mapping[str, str] | None = None) -> None:
    """`tavoliere link`: how the first phone gets to a board that has no screen to show it."""
    env = os.environ if environment is None else environment
    path = Path(env.get("RUNTIME_DIRECTORY", RUNTIME).partition(":")[0]) / LINK_FILE
    try:
        link = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        raise TavoliereError(text("error.no-link", file=path)) from None
    except PermissionError:
        raise TavoliereError(text("error.link-for-root", file=path)) from None
    print(link)
    print_code(link)


def print_code(link: str) -> None:
    """The QR code; in half the lines where a terminal is known to draw it."""
    drawn = segno.make(link, error="m")
    if sys.stdout.isatty():
        drawn.terminal(compact=True)
    else:
        drawn.terminal(sys.stdout)


async def keep_link(
    link: Callable[[], str | None],
    pause: Callable[[], Awaitable[object]],
    environment: Mapping[str, str] | None = None,
) -> None:
    """Leave the link anew whenever it is another: a board often starts before its network does, and a
    router may move it. While there is no network the last one stays."""
    left = None
    while True:
        await pause()
        now = link()
        if now not in (None, left) and leave_link(now, environment) is not None:
            left = now


def _write(path: Path, text: str) -> None:
    """Whole or not at all, and for nobody else's eyes."""
    put_whole(Disk(), path, f"{text}\n".encode("ascii"), 0o600)
