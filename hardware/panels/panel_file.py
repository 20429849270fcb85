"""Panels as TOML files: finding and reading them; `profile` checks what they say."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from hardware.errors import ProfileError
from hardware.panels import complaints
from hardware.panels.panel import Panel
from hardware.panels.profile import panel_from

OURS = Path(__file__).parent


def own_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where users keep their own panels."""
    env = os.environ if environment is None else environment
    base = env.get("XDG_CONFIG_HOME") or Path(env.get("HOME", "~")).expanduser() / ".config"
    return Path(base) / "tavoliere" / "panels"


def panel_files(own: Path | None = None) -> dict[str, Path]:
    """Every panel by name; a user's own hides ours of the same name."""
    found: dict[str, Path] = {}
    for folder in (OURS, own_folder() if own is None else own):
        found.update({path.stem: path for path in sorted(folder.glob("*.toml"))})
    return found


def panel_named(name: str, own: Path | None = None) -> Panel:
    """A panel by its name, or by the path of its file."""
    if name.endswith(".toml"):
        return read_panel(Path(name))
    files = panel_files(own)
    if name not in files:
        raise ProfileError(complaints.NO_PANEL(name=name, known=", ".join(files)))
    return read_panel(files[name])


def read_panel(path: Path) -> Panel:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise ProfileError(complaints.NO_FILE(file=path)) from None
    except IsADirectoryError:
        raise ProfileError(complaints.A_FOLDER(file=path)) from None
    except UnicodeDecodeError:
        raise ProfileError(complaints.NOT_UTF8(file=path)) from None
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(path, error) from None
    return panel_from(document, path.stem, str(path))


def _no_toml(path: Path, error: tomllib.TOMLDecodeError) -> ProfileError:
    place = re.search(r"at line (\d+), column (\d+)", str(error))
    if place is None:
        return ProfileError(complaints.NO_TOML(file=path, why=error))
    return ProfileError(complaints.NO_TOML_AT(file=path, line=place[1], column=place[2]))
