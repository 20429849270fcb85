"""A trace fed through the same referee: every verdict, and the lights if wanted.

Each line is answered before the next is asked for, so that a program may write them as it goes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engines.geometry import Cell
from firmware_bridge.lights.hints import hints
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header, read
from firmware_bridge.referee.verdicts import (
    Accepted,
    Amended,
    Ask,
    Faulty,
    Illegal,
    OutOfTime,
    Over,
    Restore,
    Undone,
    Verdict,
)
from firmware_bridge.referee.weights import PACE, WEIGHTS, Pace, Weights
from firmware_bridge.texts import Texts
from firmware_bridge.texts.wording import sentence

Line = dict[str, Any]
Shown = dict[Cell, str]
"""What each lit cell means."""


@dataclass(frozen=True, slots=True)
class Echo:
    """The word of a line, said back: all that came of the lines up to it has been said."""

    word: str


Told = Verdict | Shown | Echo


def replay(
    lines: Iterable[str],
    *,
    lights: bool = False,
    pace: Pace = PACE,
    weights: Weights = WEIGHTS,
    begun_with: Callable[[Header], object] = lambda _: None,
) -> Iterator[tuple[float, Told]]:
    """Every verdict with its time and, if wanted, the meaning of all lit cells when it changes.

    `begun_with` hears the header before anything is said: the words of a verdict are the game's.
    """
    header, events = read(lines)
    begun_with(header)
    session = Session(header, pace=pace, weights=weights)
    lit: Shown = {}

    def told(said: list[tuple[float, Verdict]], now: float) -> Iterator[tuple[float, Told]]:
        nonlocal lit
        yield from said
        if lights:
            shown = {cell: hint.meaning for cell, hint in sorted(hints(session.situation).items())}
            if shown != lit:
                lit = shown
                yield now, shown

    now = 0.0
    begun = False
    for heard in events:
        now = heard.when
        if not begun:
            yield from told(session.start(now), now)
            begun = True
        # Between two events time passes in the steps in which something happens by itself.
        while (deadline := session.deadline) is not None and deadline <= now:
            yield from told(session.pass_time(deadline), deadline)
        yield from told(session.feed(heard.event, now), now)
        if heard.echo is not None:
            yield now, Echo(heard.echo)
    if not begun:
        yield from told(session.start(now), now)
    end = now + session.debounce.settle
    yield from told(session.finish(end), end)


def as_json(when: float, told: Told, text: Texts) -> str:
    if isinstance(told, dict):
        line: Line = {"lights": told}
    elif isinstance(told, Echo):
        line = {"echo": told.word}
    else:
        line = as_line(told, text)
    return json.dumps({"t": round(when, 4), **line}, ensure_ascii=False)


def as_text(when: float, told: Told, text: Texts) -> str:
    if isinstance(told, dict):
        words = ", ".join(f"{cell} {meaning}" for cell, meaning in told.items())
    elif isinstance(told, Echo):
        words = told.word
    else:
        words = sentence(told, text)
        if isinstance(told, Illegal):
            words = f"{'-'.join(told.cells)}: {words}"
        elif isinstance(told, Ask) and told.choices:
            words += f" ({', '.join(told.choices)})"
    return f"{when:9.3f}  {words}"


def as_line(verdict: Verdict, text: Texts) -> Line:
    """A verdict as the public surface spells it."""
    match verdict:
        case Accepted(player, move):
            return {"verdict": "accepted", "player": player, "move": move}
        case Amended(player, move, was):
            return {"verdict": "amended", "player": player, "move": move, "was": was}
        case Undone(player, move):
            return {"verdict": "undone", "player": player, "move": move}
        case Illegal(player, cells, rule):
            illegal: Line = {"verdict": "illegal", "player": player, "cells": list(cells)}
            return {**illegal, "rule": rule, "text": sentence(verdict, text)}
        case Restore(missing, extra):
            return {"verdict": "restore", "missing": list(missing), "extra": list(extra)}
        case Ask(player, _, choices):
            ask: Line = {"verdict": "ask", "player": player, "question": sentence(verdict, text)}
            return {**ask, "choices": list(choices)}
        case Over(winners, reason):
            return {"verdict": "over", "winners": list(winners), "reason": reason}
        case OutOfTime(player):
            return {"verdict": "out-of-time", "player": player}
        case Faulty(cell, how):
            return {"verdict": "faulty", "cell": cell, "how": how}
