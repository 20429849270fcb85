"""What each weight is worth: the same people at a referee that has it, and at one that does not.

    python -m firmware_bridge.bench.weights [WEIGHT ...] [--moves 1000] [--evenings 2] [--games GAME ...]

Prints a table in Markdown; a weight that changes nothing here has to be worth its line elsewhere.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import partial

import engines
from firmware_bridge.people.door import InProcess
from firmware_bridge.people.game_night import GameNight
from firmware_bridge.people.habits import Habits
from firmware_bridge.people.tally import Tally
from firmware_bridge.referee.lens import PRESENCE
from firmware_bridge.referee.weights import WEIGHTS, Weights

NAMES = tuple(each.name for each in fields(Weights))
TITLES = (
    "without",
    "wrong",
    "lost",
    "false alarms",
    "forbidden moves misjudged",
    "needless questions",
)


def counted(weights: Weights, games: Sequence[str], moves: int, evenings: int) -> Tally:
    """What people with every habit count over these games."""
    total = Tally()
    door = partial(InProcess, weights)
    for seed in range(1, evenings + 1):
        for book in map(engines.GAMES.__getitem__, games):
            night = GameNight(book(), seed=seed, habits=Habits.all(), sensing=PRESENCE, door=door)
            total.add(night.play(moves))
    return total


def row(name: str, tally: Tally) -> str:
    """Per 1,000 moves; forbidden moves per 1,000 of those made."""
    misjudged = tally.unflagged + tally.early + tally.late + tally.misnamed
    cells = [
        f"{tally.per_thousand(count):.2f}"
        for count in (tally.wrong, tally.lost, tally.false_alarms)
    ]
    cells.append(f"{1000 * misjudged / max(1, tally.tempted):.1f}")
    cells.append(f"{tally.per_thousand(tally.needless):.1f}")
    return f"| {' | '.join([name, *cells])} |"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m firmware_bridge.bench.weights", description=__doc__
    )
    parser.add_argument("names", nargs="*", metavar="WEIGHT", help="those to do without: all")
    parser.add_argument("--games", nargs="+", choices=[*engines.GAMES], default=[*engines.GAMES])
    parser.add_argument("--moves", type=int, default=1000, help="moves by hand, for each rule set")
    parser.add_argument("--evenings", type=int, default=1, help="so many seeds, from 1")
    args = parser.parse_args(argv)
    unknown = [name for name in args.names if name not in NAMES]
    if unknown:
        print(f"no weight '{unknown[0]}': choose among {', '.join(NAMES)}", file=sys.stderr)
        return 2
    print(f"| {' | '.join(TITLES)} |\n|{'---|' * len(TITLES)}")
    print(row("nothing", counted(WEIGHTS, args.games, args.moves, args.evenings)), flush=True)
    for name in args.names or NAMES:
        without = replace(WEIGHTS, **{name: 0.0})
        print(row(f"`{name}`", counted(without, args.games, args.moves, args.evenings)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
