"""What the tests of journals and disks do with short games, done with longer ones and counted.

make disk                  all games, about ten minutes
make disk ARGS=--quick     the same with the tests' short games
make disk ARGS=--many      only the folder with 100,000 old games
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from engines import GAMES, variants
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.record.upkeep import AT_HAND, OLD
from firmware_bridge.referee.verdicts import Accepted
from firmware_bridge.table.app import App
from tests.firmware_bridge.record import damage, power, refusals

MANY = 100_000
ROUNDS = 15
DAMA = Header("dama", {"capture": "huff"}, 2, ready=True)


def line(what: str, counted: Counter[str], seconds: float) -> None:
    told = ", ".join(f"{number:,} {name}" for name, number in sorted(counted.items()))
    print(f"{what}: {told}  ({seconds:.0f} s)", flush=True)


def timed(what: str, count: Callable[[], Counter[str]]) -> Counter[str]:
    begun = perf_counter()
    counted = count()
    line(what, counted, perf_counter() - begun)
    return counted


def damaged(moves: int) -> Counter[str]:
    total: Counter[str] = Counter()
    for book in GAMES.values():
        for game in variants(book):
            bits, lines = damage.count(game, moves)
            total.update({f"bits {what}": number for what, number in bits.items()})
            total.update({f"lines {what}": number for what, number in lines.items()})
    return total


def cut(moves: int) -> Counter[str]:
    total: Counter[str] = Counter()
    for book in GAMES.values():
        for game in variants(book):
            total += power.through_power_cuts(game, moves)
    return total


def refused(moves: int, step: int) -> Counter[str]:
    total: Counter[str] = Counter()
    for name in GAMES:
        total += refusals.every_refusal(name, moves, step)
    return total


# Many old games --------------------------------------------------------------------------------


def filled(folder: Path, *, tidy: bool) -> Path:
    """100,000 games, put away as this program does it, or all in one folder."""
    store = Store(folder)
    journal = store.begin(DAMA)
    journal.note(Accepted(1, "c3-d4"))
    store.part_with(journal)
    game = journal.path.read_bytes()
    journal.path.unlink()
    away = folder / OLD
    away.mkdir()
    for number in range(1, MANY + 1):
        at_hand = not tidy or number > MANY - AT_HAND
        (folder if at_hand else away).joinpath(f"{number:04}-dama.jsonl").write_bytes(game)
    return folder


def started(folder: Path) -> tuple[float, float]:
    """Seconds to come to know the games at the start, and to go back to the menu from one."""
    store = Store(folder)
    begun = perf_counter()
    store.open()
    app = App(store, perf_counter)
    app.look_for_unfinished()
    start = perf_counter() - begun
    app.start(DAMA)
    begun = perf_counter()
    app.leave()
    menu = perf_counter() - begun
    app.close()
    store.close()
    return start, menu


def many() -> None:
    with tempfile.TemporaryDirectory() as top:
        few = Path(top, "few")
        # As many games at hand as there ever are, so that only the old ones make the difference.
        store = Store(few)
        for _ in range(AT_HAND):
            journal = store.begin(DAMA)
            journal.note(Accepted(1, "c3-d4"))
            store.part_with(journal)
        folders = {
            "an empty folder": Path(top, "empty"),
            f"{AT_HAND} games": few,
            f"{MANY:,} games, the old ones put away": filled(Path(top, "many"), tidy=True),
            f"{MANY:,} games, never tidied": filled(Path(top, "heap"), tidy=False),
        }
        took: dict[str, list[tuple[float, float]]] = {name: [] for name in folders}
        for _ in range(ROUNDS):
            for name, folder in folders.items():
                took[name].append(started(folder))
    base = [median(times) for times in zip(*took[f"{AT_HAND} games"], strict=True)]
    for name, times in took.items():
        start, menu = (median(one) for one in zip(*times, strict=True))
        print(
            f"{name}: start {1000 * start:.1f} ms ({start / base[0]:.2f}), "
            f"menu {1000 * menu:.1f} ms ({menu / base[1]:.2f})",
            flush=True,
        )


def main() -> int:
    quick = "--quick" in sys.argv
    bad = 0
    if "--many" not in sys.argv:
        bits = timed("damaged journals", lambda: damaged(5 if quick else 12))
        bad += bits["bits changed"] + bits["lines changed"]
        timed("power cuts", lambda: cut(10 if quick else 60))
        timed("refused calls", lambda: refused(3, 8 if quick else 1))
        if not quick:
            timed("refused calls in long games", lambda: refused(40, 41))
    if "--faults" not in sys.argv:
        many()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
