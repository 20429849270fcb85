"""Benchmarks: each compares two ways of doing the same thing, side by side in the same run.

Only ratios are reported, because a time says more about the machine than about the program. A
benchmark is a module of this package with a function `results()`; it joins by its name below. Knows
every room but the command line.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from time import perf_counter

from engines.game import TavoliereError
from firmware_bridge.texts import Texts
from firmware_bridge.texts.columns import table

BENCHMARKS = ("engines", "thinking", "referee", "hardware", "heights", "page", "load")


@dataclass(frozen=True, slots=True)
class Result:
    """`ratio` is the cost of ours over the cost of theirs; good is at most `goal`."""

    name: str
    compared: str
    ratio: float
    goal: float

    @property
    def met(self) -> bool:
        return self.ratio <= self.goal


class MissingPackage(TavoliereError):
    """A benchmark compares with a library that only the development set-up installs."""


def results() -> Iterator[Result]:
    for name in BENCHMARKS:
        module = import_module(f"firmware_bridge.bench.{name}")
        yield from module.results()


Clock = Callable[[], float]


def cost(job: Callable[[], int], clock: Clock = perf_counter) -> float:
    """Seconds per unit of a job that returns how many units it did."""
    begin = clock()
    units = job()
    return (clock() - begin) / units


def ratios(
    ours: Sequence[Callable[[], int]],
    theirs: Callable[[], int],
    rounds: int,
    clock: Clock = perf_counter,
) -> list[float]:
    """For each of ours, its cost over theirs: the median over rounds that take turns.

    Taking turns makes a machine that slows down slow both sides down. The first round, which fills
    caches on both sides, does not count.
    """
    measured: list[list[float]] = [[] for _ in ours]
    for turn in range(rounds + 1):
        base = cost(theirs, clock)
        for job, kept in zip(ours, measured, strict=True):
            ratio = cost(job, clock) / base
            if turn:
                kept.append(ratio)
    return [statistics.median(kept) for kept in measured]


def run(text: Texts, *, as_json: bool) -> int:
    """Runs them all and prints what they found."""
    try:
        found = list(results())
    except ModuleNotFoundError as error:
        raise MissingPackage(text("error.package", package=error.name)) from None
    if as_json:
        print(json.dumps([{**asdict(result), "met": result.met} for result in found], indent=2))
        return 0
    rows = [
        (
            result.name,
            result.compared,
            f"{result.ratio:.2f}",
            f"≤ {result.goal:.2f} {text('table.met' if result.met else 'table.missed')}",
        )
        for result in found
    ]
    heads = [text(f"table.{head}") for head in ("benchmark", "compared", "ratio", "goal")]
    print(table(heads, rows))
    return 0
