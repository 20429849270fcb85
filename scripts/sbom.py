"""Writes the software bill of materials: `make sbom` puts a CycloneDX file per lock into dist/.

From the lock files alone, so that it can be made anywhere and comes out the same everywhere.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from scripts.licences import OURS, licences
from scripts.locked import LOCKS, ROOT, Locked, locked

FORMAT = "1.6"


def component(one: Locked, licence: str) -> dict[str, Any]:
    purl = f"pkg:pypi/{one.name}@{one.version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": one.name,
        "version": one.version,
        "purl": purl,
        "licenses": [{"expression": licence}],
        # One per file that the lock allows: the source, and a wheel for each kind of machine.
        "properties": [{"name": "tavoliere:sha256", "value": digest} for digest in one.hashes],
    }


def bill(lock: str, root: Path = ROOT) -> dict[str, Any]:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    known = licences(root)
    parts = [component(one, known[one.name]) for one in locked(lock, root)]
    ours = f"pkg:pypi/{project['name']}@{project['version']}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": FORMAT,
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": ours,
                "name": project["name"],
                "version": project["version"],
                "purl": ours,
                "description": project["description"],
                "licenses": [{"expression": OURS}],
            }
        },
        "components": parts,
        # Which of them needs which other is in the lock files' comments; all of them are needed.
        "dependencies": [{"ref": ours, "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def main() -> int:
    (ROOT / "dist").mkdir(exist_ok=True)
    for lock in LOCKS:
        path = ROOT / "dist" / f"tavoliere-{lock}.cdx.json"
        told = bill(lock)
        path.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
        print(f"sbom: {path.relative_to(ROOT)}, {len(told['components'])} components")
    return 0


if __name__ == "__main__":
    sys.exit(main())
