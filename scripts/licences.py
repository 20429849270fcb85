"""Lists the licence of everything that is shipped: `make licences`.

Licences are kept in requirements/licences.toml, because what only runs on a Raspberry Pi is not
installed here. A package that is missing there, or is there in vain, is an error.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from scripts.locked import ROOT, shipped

OURS = "MIT"


def licences(root: Path = ROOT) -> dict[str, str]:
    """By name of the package, as SPDX expressions."""
    text = (root / "requirements" / "licences.toml").read_text(encoding="utf-8")
    known: dict[str, str] = tomllib.loads(text)
    needed = {one.name for one in shipped(root)}
    if known.keys() != needed:
        missing = ", ".join(sorted(needed - known.keys())) or "none"
        surplus = ", ".join(sorted(known.keys() - needed)) or "none"
        raise SystemExit(
            f"licences: requirements/licences.toml does not fit the lock files: "
            f"missing {missing}; not locked any more {surplus}"
        )
    return known


def main() -> int:
    known = licences()
    print(f"{'tavoliere':42} {OURS}")
    for one in shipped():
        print(f"{one.name + ' ' + one.version:42} {known[one.name]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
