"""Simulated people at the door of a referee, and a table of what went wrong."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import engines
from firmware_bridge.people.boardtop import SENSING
from firmware_bridge.people.door import DoorClosed, door_for
from firmware_bridge.people.game_night import GameNight
from firmware_bridge.people.habits import OFTEN, Habits
from firmware_bridge.people.sights import AnyGame
from firmware_bridge.people.tally import Fault, Tally, table


def variants(name: str) -> list[AnyGame]:
    """The games a word names: `dama`, `cappuccino:players=3,early=pairs`, `dama:*` for all variants."""
    book, _, wanted = name.partition(":")
    if book not in engines.GAMES:
        raise ValueError(f"no game '{book}': choose among {', '.join(engines.GAMES)}")
    if wanted == "*":
        return [*engines.variants(engines.GAMES[book])]
    options = dict(pair.partition("=")[::2] for pair in wanted.split(",") if pair)
    return [engines.GAMES[book](**options)]


def title(game: AnyGame) -> str:
    chosen = [f"players={game.players}"] if len(game.seats) > 1 else []
    chosen += (f"{key}={value}" for key, value in game.options.items())
    return f"{game.name}:{','.join(chosen)}" if chosen else game.name


def keep(folder: Path, faults: list[Fault], name: str) -> None:
    """Write each fault's trace, and beside it what was expected."""
    folder.mkdir(parents=True, exist_ok=True)
    for n, fault in enumerate(faults, start=1):
        stem = f"{fault.kind}-{name.replace(':', '-').replace(',', '-')}-{n:03}"
        lines = "".join(json.dumps(line) + "\n" for line in fault.lines)
        (folder / f"{stem}.jsonl").write_text(lines, encoding="utf-8")
        expected = {
            "kind": fault.kind,
            "when": fault.when,
            "detail": fault.detail,
            "made": fault.truth,
            "recorded": fault.record,
        }
        text = json.dumps(expected, indent=1, ensure_ascii=False)
        (folder / f"{stem}.expected.json").write_text(text + "\n", encoding="utf-8")


def arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m firmware_bridge.people", description=__doc__)
    parser.add_argument(
        "--games", default=" ".join(engines.GAMES), help="words, each game[:options|*]"
    )
    parser.add_argument("--moves", type=int, default=1000, help="moves by hand, for each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--habits", default="all", help=f"all, none, or some of {', '.join(OFTEN)}")
    parser.add_argument("--sensing", choices=SENSING, default=SENSING[0])
    parser.add_argument("--door", default="in-process", help="in-process or subprocess:COMMAND")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--cases", type=int, default=0, help="print so many forbidden moves")
    parser.add_argument("--keep-faults", type=Path, metavar="DIR")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    args = arguments(argv)
    try:
        games = [game for name in args.games.split() for game in variants(name)]
        habits = Habits.named(args.habits)
        door = door_for(args.door)
    except (ValueError, engines.TavoliereError) as error:
        print(error, file=sys.stderr)
        return 2
    tallies: dict[str, Tally] = {}
    for game in games:
        try:
            night = GameNight(game, seed=args.seed, habits=habits, sensing=args.sensing, door=door)
            tallies[title(game)] = night.play(args.moves)
        except (DoorClosed, engines.TavoliereError) as error:
            print(error, file=sys.stderr)
            return 2
        if args.keep_faults:
            keep(args.keep_faults, night.tally.faults, title(game))
    total = Tally()
    for tally in tallies.values():
        total.add(tally)
    if args.json:
        print(json.dumps({name: tally.as_json() for name, tally in tallies.items()}, indent=1))
        return 0
    print(table({**tallies, "all": total}))
    for heading, counter in (
        ("questions", total.asked),
        ("no sensor could tell", total.indistinguishable),
        ("forbidden moves", total.kinds),
        ("forbidden moves not made, since nobody could see them", total.spared),
    ):
        print(f"\n{heading}:")
        for what, count in sorted(counter.items()):
            print(f"{count:6} {what}")
    for case in total.cases[: args.cases]:
        print(
            f"{case.game:17} {case.kind:14} {case.text:22} book {case.book:20} "
            f"expected {','.join(case.expected):40} said {case.said or '-':20} {case.position}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
