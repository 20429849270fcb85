"""Panels as TOML files: finding and reading them; `profile` checks what they say."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from hardware.errors import ProfileError, Said
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
        raise ProfileError(
            Said(
                "there is no panel '{name}'; there are {known}",
                "profile.unknown",
                name=name,
                known=", ".join(files),
            )
        )
    return read_panel(files[name])


def read_panel(path: Path) -> Panel:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise ProfileError(
            Said(
                "there is no file {file}: tavoliere board list shows the panels",
                "profile.no-file",
                file=path,
            )
        ) from None
    except IsADirectoryError:
        raise ProfileError(
            Said("{file} is a folder: name the TOML file in it", "profile.folder", file=path)
        ) from None
    except UnicodeDecodeError:
        raise ProfileError(
            Said("{file} is not a text in UTF-8", "file.no-text", file=path)
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(path, error) from None
    return panel_from(document, path.stem, str(path))


def _no_toml(path: Path, error: tomllib.TOMLDecodeError) -> ProfileError:
    place = re.search(r"at line (\d+), column (\d+)", str(error))
    if place is None:
        return ProfileError(
            Said("{file}: this is not TOML: {why}", "profile.no-toml", file=path, why=error)
        )
    return ProfileError(
        Said(
            "{file}: this is not TOML: look at line {line}, column {column}",
            "profile.no-toml-at",
            file=path,
            line=place[1],
            column=place[2],
        )
    )
