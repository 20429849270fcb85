"""Builds sdist and wheel so that whoever builds them gets the same bytes: `make dist`.

From a copy of the files that belong to them, with times, owners, modes and order that are the same
everywhere. The build back-end sees to the wheel itself when it is told the time; the sdist is packed
anew.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PARTS = ("engines", "hardware", "firmware_bridge", "pyproject.toml", "README.md", "LICENSE")
UV = Path(sys.executable).with_name("uv")
BUILD = (UV, "build", "--quiet", "--no-build-isolation", "--python", sys.executable)
EPOCH = 1_735_689_600
"""The first of January 2025: a time that is the same for everybody, and that zip files can hold."""


def copied(target: Path, root: Path = ROOT) -> None:
    for part in PARTS:
        source = root / part
        if source.is_dir():
            shutil.copytree(source, target / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target / part)
    for path in target.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
        os.utime(path, (EPOCH, EPOCH), follow_symlinks=False)


def packed_anew(sdist: Path) -> None:
    """The same files, in order, without a trace of who packed them and when."""
    with tarfile.open(sdist) as old:
        members = sorted(old.getmembers(), key=lambda member: member.name)
        held = [(one, old.extractfile(one) if one.isfile() else None) for one in members]
        plain = io.BytesIO()
        with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as new:
            for member, data in held:
                member.mtime, member.uid, member.gid = EPOCH, 0, 0
                member.uname = member.gname = ""
                member.mode = 0o755 if member.isdir() else 0o644
                member.pax_headers = {}
                new.addfile(member, data)
    with sdist.open("wb") as out, gzip.GzipFile("", "wb", 9, out, mtime=EPOCH) as packing:
        packing.write(plain.getvalue())


def built(out: Path, root: Path = ROOT) -> list[Path]:
    """The sdist and the wheel, in a folder of their own."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "source")
        copy.mkdir()
        copied(copy, root)
        for kind in ("--sdist", "--wheel"):
            subprocess.run(
                [*BUILD, kind, "--out-dir", out, copy],
                check=True,
                umask=0o022,
                env={**os.environ, "SOURCE_DATE_EPOCH": str(EPOCH), "UV_OFFLINE": "1"},
            )
    made = sorted([*out.glob("*.tar.gz"), *out.glob("*.whl")])
    for path in made:
        if path.name.endswith(".tar.gz"):
            packed_anew(path)
    return made


def main() -> int:
    out = ROOT / "dist"
    for old in [*out.glob("*.tar.gz"), *out.glob("*.whl")]:
        old.unlink()
    for path in built(out):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        print(f"{digest}  {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
