"""The lines of the Pi's lock file that hold for one Python on a 64-bit Raspberry Pi.

pip judges a line's condition by the machine that it runs on, which need not be the one that the package
is for: `python -m scripts.pi_lock 3.13`
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
LOCK = "pi5"
"""Of all Pis: it has all that the others need, and what only a Pi 5 does."""
PI = {
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "aarch64",
    "platform_python_implementation": "CPython",
    "platform_system": "Linux",
    "sys_platform": "linux",
}


def lines(python: str, root: Path = ROOT) -> Iterator[str]:
    text = (root / "requirements" / f"{LOCK}.txt").read_text(encoding="utf-8")
    there = {**PI, "python_version": python, "python_full_version": f"{python}.0"}
    for line in text.replace("\\\n", " ").splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        wanted, _, hashes = line.partition("--hash=")
        package = Requirement(wanted)
        if package.marker is None or package.marker.evaluate(there):
            yield f"{package.name}{package.specifier} --hash={' '.join(hashes.split())}"


def main() -> int:
    print("\n".join(lines(sys.argv[1])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
