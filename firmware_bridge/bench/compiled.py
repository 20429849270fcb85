"""What compiling the opponents with mypyc would give: the same thoughts, compiled and not, in turns.

    python -m firmware_bridge.bench.compiled

Compiles a copy of `engines` in a temporary folder; needs a C compiler and the development set-up.
Prints for each game the time of the strongest level, compiled over not compiled.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import engines

ROUNDS = 5
GAMES = ("cappuccino", "dama", "mangia-la-dama", "mulino", "mulino-ceylonese", "top-hats")
COMPILED = ("kernel.py", "*/kernel.py", "opponents/*.py", "wolf/solved.py")
THOUGHT = """
import sys, time
from random import Random
sys.path.insert(0, sys.argv[1])
from engines import GAMES
from engines.opponents import Opponent
game, rng = GAMES[sys.argv[2]](), Random(1)
state = game.start(1)
for _ in range(8):
    state = game.apply(state, rng.choice(game.legal_moves(state)))
begin = time.process_time()
move = Opponent(game, 8, 1).choose(state)
print(time.process_time() - begin, move.label)
"""


def thought(folder: Path, game: str) -> tuple[float, str]:
    """Seconds of the processor, and what was chosen."""
    command = [sys.executable, "-c", THOUGHT, str(folder), game]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    seconds, label = said.split(maxsplit=1)
    return float(seconds), label


def compiled_into(folder: Path) -> None:
    source = Path(engines.__file__).parent
    shutil.copytree(source, folder / "engines", ignore=shutil.ignore_patterns("__pycache__"))
    files = [str(path) for name in COMPILED for path in sorted((folder / "engines").glob(name))]
    mypyc = str(Path(sys.executable).with_name("mypyc"))
    subprocess.run([mypyc, *files], cwd=folder, capture_output=True, check=True)


def main() -> None:
    with TemporaryDirectory() as name:
        folder, plain = Path(name), Path(engines.__file__).parent.parent
        compiled_into(folder)
        for game in GAMES:
            pairs = [(thought(folder, game), thought(plain, game)) for _ in range(ROUNDS)]
            if any(one[1] != other[1] for one, other in pairs):
                raise SystemExit(f"{game}: compiled, it chooses another move")
            ratio = statistics.median(one[0] / other[0] for one, other in pairs)
            sys.stdout.write(f"{game:20} {ratio:.2f}\n")


if __name__ == "__main__":
    main()
