"""Coverage-guided fuzzing of the same targets: `make fuzz`, `make fuzz ARGS="journal --seconds 600"`.

Needs atheris, which `make fuzz` installs; the usual tests do without it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def guided(name: str, seconds: int) -> None:
    """One target, in this process; ends the process."""
    import atheris  # type: ignore[import-untyped,import-not-found,unused-ignore]

    with atheris.instrument_imports(include=["engines", "firmware_bridge", "hardware"]):
        from tests.fuzz.targets import TARGETS, seeds
    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate(seeds(name)):
            (Path(corpus) / str(number)).write_bytes(data)
        options = [f"-max_total_time={seconds}", "-timeout=10", "-max_len=4096", "-verbosity=1"]
        atheris.Setup([sys.argv[0], *options, corpus], TARGETS[name])
        atheris.Fuzz()


def main() -> int:
    from tests.fuzz.targets import TARGETS

    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("targets", nargs="*", help=", ".join(TARGETS))
    ask.add_argument("--seconds", type=int, default=60, help="for each target")
    args = ask.parse_args()
    bad = []
    for name in args.targets or TARGETS:
        # Each in a process of its own: libFuzzer ends the one it runs in.
        code = f"from tests.fuzz.guided import guided; guided({name!r}, {args.seconds})"
        ran = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
        )
        runs = [line for line in ran.stderr.splitlines() if line.startswith("Done ")]
        print(f"{name}: {runs[-1] if runs else 'stopped'}", flush=True)
        if ran.returncode:
            bad.append(name)
            print(ran.stdout[-3000:], ran.stderr[-6000:], sep="\n", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
