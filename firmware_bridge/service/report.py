"""`tavoliere report`: what a bug report needs, packed into one file.

Version, system, the last game's journal and traces, and the board's profile. Journals and traces are
the whole story of a game; keys are in none of these files, and should one turn up all the same, in a
profile's comment say, it is blotted out. So is whose home folder something lies in.
"""

from __future__ import annotations

import io
import json
import os
import platform
import re
import tarfile
from argparse import Namespace
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engines.errors import Said, TavoliereError
from firmware_bridge.record.named_files import named
from firmware_bridge.record.store import Store, state_folder
from firmware_bridge.service.companion import KEY_FILE
from firmware_bridge.texts import Texts

MOST_BYTES = 5_000_000
"""Of each file: the end of a longer one is what matters."""
PACKAGES = ("gpiozero", "lgpio", "pyserial", "starlette", "uvicorn", "wsproto")
SECRET = re.compile(rb"(key=)[A-Za-z0-9_-]{16,}")
HOME = re.compile(rb"(?:/(?:home|Users)/[^/\s\"':;,]+|/root)(?![A-Za-z0-9._-])")
SERVICE = Path("/var/lib/tavoliere")
"""Where the installed service keeps its games, for its own eyes and root's."""


def report(args: Namespace, text: Texts) -> int:
    target = Path(args.out)
    folder = played_in()
    members = dict(contents(folder, args.board))
    with named(target), tarfile.open(target, "w:gz") as packed:
        for name, data in members.items():
            entry = tarfile.TarInfo(f"tavoliere-report/{name}")
            entry.size = len(data)
            packed.addfile(entry, io.BytesIO(data))
    print(text("report.written", file=target, count=len(members)))
    return 0


def played_in(environment: Mapping[str, str] | None = None, service: Path = SERVICE) -> Path:
    """The folder whose last game is meant: this user's, or the service's where he has none."""
    env = os.environ if environment is None else environment
    own = state_folder(env)
    if env.get("TAVOLIERE_STATE"):
        return own
    if Store(own).latest() is not None:
        return own
    try:
        return own if Store(service).latest() is None else service
    except PermissionError:
        raise TavoliereError(
            Said(
                "only root may read the games in {folder}: run it with sudo",
                "report.root",
                folder=service,
            )
        ) from None


def contents(folder: Path, board: str | None) -> Iterator[tuple[str, bytes]]:
    """The names and contents of all that goes in."""
    key = _key(folder)
    yield "version.json", json.dumps(about(), indent=2).encode() + b"\n"
    for path in game_files(folder):
        yield path.name, blotted(_tail(path), key)
    if board is not None:
        profile = profile_path(board)
        yield f"profile-{profile.name}", blotted(_tail(profile), key)


def about() -> dict[str, object]:
    def installed(name: str) -> str | None:
        try:
            return version(name)
        except PackageNotFoundError:
            return None

    model = Path("/proc/device-tree/model")
    return {
        "tavoliere": installed("tavoliere"),
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": model.read_text().strip("\0\n") if model.exists() else platform.machine(),
        "packages": {name: installed(name) for name in PACKAGES},
    }


def game_files(folder: Path) -> list[Path]:
    """The journal of the last game and its traces, in the order they were written."""
    latest = Store(folder).latest()
    if latest is None:
        return []
    traces = folder.glob(f"{latest.stem}.*.trace")
    return [latest, *sorted(traces, key=lambda path: (len(path.name), path.name))]


def profile_path(board: str) -> Path:
    """The file of a profile, named as `--board` names it."""
    from hardware.panels.panel_file import panel_files

    name = board.removeprefix("simulated:").partition("?")[0]
    files = panel_files()
    if name in files:
        return files[name]
    path = Path(name)
    if not path.is_file():
        raise TavoliereError(
            Said(
                "there is no profile '{board}' to put into the report",
                "report.no-profile",
                board=board,
            )
        )
    return path


def blotted(data: bytes, key: bytes | None) -> bytes:
    if key:
        data = data.replace(key, b"...")
    data = data.replace(os.fsencode(Path.home()) + b"/", b"~/")
    return HOME.sub(b"~", SECRET.sub(rb"\1...", data))


def _key(folder: Path) -> bytes | None:
    try:
        return (folder / KEY_FILE).read_bytes().strip()
    except OSError:
        return None


def _tail(path: Path) -> bytes:
    with named(path):
        return path.read_bytes()[-MOST_BYTES:]
