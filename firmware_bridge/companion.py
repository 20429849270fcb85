"""The link for phones when nobody reads the terminal: a key that lasts, in files only root can read.

A service's output ends up in the system's log, where a key has no business. So the link lies beside
it, and the key outlives a restart: a phone that has joined once need not be invited again.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path

KEY_FILE, LINK_FILE = "key", "link"
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
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "w", encoding="ascii") as out:
        out.write(text + "\n")
    fresh.replace(path)
