"""Compares the locked versions with known vulnerabilities: `make audit`, without a network.

    make audit                        with the snapshot in requirements/advisories.json
    make audit ARGS="--from all.zip"  takes a new snapshot first, from an archive of OSV records

The archive is the one that the OSV database publishes for PyPI. The snapshot keeps only the records
about packages of the lock files, and how new they are.
"""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

from scripts.locked import ROOT, Locked, locked

SNAPSHOT = ROOT / "requirements" / "advisories.json"
LOCKS = ("dev", "run", "pi", "pi5", "fuzz")
Record = dict[str, Any]


def everything() -> list[Locked]:
    return sorted({one for lock in LOCKS for one in locked(lock)})


def affected(one: Locked, record: Record) -> bool:
    """Whether an OSV record is about this version of this package."""
    return any(
        one.version in part.get("versions", ())
        or any(
            _within(one.version, span["events"]) for span in part.get("ranges", ()) if _pip(span)
        )
        for part in record.get("affected", ())
        if _name(part["package"]["name"]) == _name(one.name)
    )


def _pip(span: Record) -> bool:
    return bool(span["type"] == "ECOSYSTEM")


def _name(name: str) -> str:
    """As the package index compares names."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _within(version: str, events: list[dict[str, str]]) -> bool:
    inside, ours = False, Version(version)
    for event in events:
        for what, edge in event.items():
            try:
                at = Version(edge)
            except InvalidVersion:
                continue
            if what == "introduced" and ours >= at:
                inside = True
            elif (what == "fixed" and ours >= at) or (what == "last_affected" and ours > at):
                inside = False
    return inside


def records_in(archive: Path) -> Iterator[Record]:
    with zipfile.ZipFile(archive) as packed:
        for name in packed.namelist():
            if name.endswith(".json"):
                yield json.loads(packed.read(name))


def taken(archive: Path, packages: list[Locked]) -> Record:
    """A snapshot: the records about these packages, whatever their version, and how new they are."""
    names = {_name(one.name) for one in packages}
    kept, newest = [], ""
    for record in records_in(archive):
        newest = max(newest, str(record.get("modified", "")))
        about = {_name(part["package"]["name"]) for part in record.get("affected", ())}
        if about & names and not record.get("withdrawn"):
            wanted = ("id", "aliases", "summary", "modified", "affected")
            kept.append({key: record[key] for key in wanted if key in record})
    return {"taken": newest[:10], "records": sorted(kept, key=lambda record: record["id"])}


def findings(snapshot: Record, packages: list[Locked]) -> list[str]:
    return [
        f"{one.name} {one.version}: {record['id']} {record.get('summary', '')}".rstrip()
        for one in packages
        for record in snapshot["records"]
        if affected(one, record)
    ]


def main(arguments: list[str], snapshot: Path = SNAPSHOT) -> int:
    try:
        return compared(arguments, snapshot)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        what = arguments[1] if arguments else snapshot
        print(f"audit: {what} cannot be read ({error}): take another one", file=sys.stderr)
        return 2


def compared(arguments: list[str], snapshot: Path) -> int:
    packages = everything()
    if arguments[:1] == ["--from"] and len(arguments) == 2:
        told = taken(Path(arguments[1]), packages)
        snapshot.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    elif arguments:
        print('audit: usage: make audit, or make audit ARGS="--from all.zip"', file=sys.stderr)
        return 2
    if not snapshot.exists():
        print(
            f"audit: skipped, nothing was compared: there is no {snapshot.name}; "
            'take one with make audit ARGS="--from all.zip" (OSV\'s archive for PyPI)'
        )
        return 0
    known = json.loads(snapshot.read_text(encoding="utf-8"))
    found = findings(known, packages)
    for line in found:
        print("audit:", line)
    print(
        f"audit: {len(packages)} locked versions against {len(known['records'])} records "
        f"as of {known['taken']}: {len(found)} findings"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
