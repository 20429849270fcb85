"""The tools at work on an open board: the loop, the terminal, the files.

Clock, waiting and output are passed in. On a simulated board a robot does what people would do, and
time passes as fast as it can be computed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Protocol, TextIO

from engines.errors import Said
from firmware_bridge.maker.check import SIGNS, Check
from firmware_bridge.maker.learn import STACKS, Learned, Learner
from firmware_bridge.maker.panel_text import with_entries
from firmware_bridge.maker.robot import Robot
from firmware_bridge.record.named_files import named
from firmware_bridge.texts import Texts
from firmware_bridge.texts.columns import table
from hardware.board import OpenBoard
from hardware.errors import ProfileError
from hardware.lights import RGB, UNLIT, Glow, still
from hardware.panels.panel import Panel
from hardware.parts.simulated_board import SimulatedBoard
from hardware.sensors import Counting, Doubting, Measuring

POLL = 0.005
REDRAW = 0.1
CLEAR = "\x1b[H\x1b[J"
LOST = 2.0
"""Seconds after which pixels that have not said that they are lit are passed over."""
SEEN = 0.02
"""Seconds that a lit pixel needs to be seen."""
WALK = (RGB(200, 0, 0), RGB(0, 200, 0), RGB(0, 0, 200))


class Hands(Protocol):
    """Somebody who does what people would do."""

    def walk(self) -> bool:
        """Go on with the walk over the board; False when it is done."""

    def follow(self, wanted: str | None) -> None:
        """Put a magnet where it is asked for, and take it off where none is."""


@dataclass
class Stage:
    """What a tool needs of the world."""

    out: TextIO
    clock: Callable[[], float] = monotonic
    wait: Callable[[float], None] = sleep
    robot: Hands | None = None

    @classmethod
    def on(cls, board: OpenBoard, out: TextIO, *, real_time: bool = False) -> Stage:
        """The real clock for a real board; a robot, and its own time, for a simulated one."""
        if not isinstance(board.sensors, SimulatedBoard):
            return cls(out)
        if real_time:
            return cls(out, robot=Robot(board.sensors, board.panel))
        time = [0.0]

        def pass_time(seconds: float) -> None:
            time[0] += seconds

        return cls(out, lambda: time[0], pass_time, Robot(board.sensors, board.panel))

    def say(self, line: str) -> None:
        print(line, file=self.out, flush=True)


def check(board: OpenBoard, text: Texts, stage: Stage, *, patience: float, as_json: bool) -> int:
    """Pixels in turn, then every sensor and button; 0 when all is well, 1 when something is wrong."""
    findings = Check(board.panel, len(board.buttons.down()))
    live = stage.out.isatty() and not as_json
    # Ctrl-C means that enough was seen: the verdict is about that.
    with suppress(KeyboardInterrupt):
        for pause in watch(board, findings, text, stage, patience, live=live, quiet=as_json):
            stage.wait(pause)
    return verdict(board, findings, text, stage, as_json=as_json)


def verdict(board: OpenBoard, findings: Check, text: Texts, stage: Stage, *, as_json: bool) -> int:
    board.lights.show([UNLIT] * board.lights.pixels)
    if as_json:
        stage.say(json.dumps(findings.report(), indent=2))
    else:
        _say_verdict(findings, text, stage)
    return 1 if findings.faults() else 0


def watch(
    board: OpenBoard,
    findings: Check,
    text: Texts,
    stage: Stage,
    patience: float,
    *,
    live: bool,
    quiet: bool,
) -> Iterator[float]:
    """The check step by step; yields how long to wait before the next one."""
    if not quiet:
        stage.say(text("check.pixels"))
    yield from _walk_pixels(board)
    findings.hear(board.symptoms())
    if not quiet:
        stage.say(text("check.begin"))
    yield from _watch_sensors(board, findings, text, stage, patience, live=live)


def _walk_pixels(board: OpenBoard) -> Iterator[float]:
    count = board.lights.pixels
    for colour in WALK:
        for pixel in range(count):
            shown = [UNLIT] * count
            shown[pixel] = Glow(colour)
            board.lights.show(shown)
            yield from _arriving(board)


def _arriving(board: OpenBoard) -> Iterator[float]:
    """Until the pixels have what they were sent, and somebody has seen it: good pixels must not look
    dead because a slow board has passed over a frame."""
    for _ in range(round(LOST / POLL)):
        board.readings()  # a serial board talks only while it is read
        if board.lights.arrived:
            break
        yield POLL
    yield SEEN


def _watch_sensors(
    board: OpenBoard, findings: Check, text: Texts, stage: Stage, patience: float, *, live: bool
) -> Iterator[float]:
    last_news = drawn = stage.clock()
    while not findings.complete:
        now = stage.clock()
        ghosts = board.sensors.ghosts if isinstance(board.sensors, Doubting) else ()
        if findings.observe(board.readings(), board.buttons.down(), ghosts, now):
            last_news = now
        if isinstance(board.sensors, Counting):
            findings.measure(board.sensors.figures, now)
        findings.hear(board.symptoms())
        board.lights.show(still(findings.colours()))
        if live and now - drawn >= REDRAW:
            drawn = now
            stage.out.write(CLEAR + _live(findings, text, now))
            stage.out.flush()
        if stage.robot is not None:
            if not stage.robot.walk():
                return
        elif now - last_news > patience:
            return
        yield POLL


def _live(findings: Check, text: Texts, now: float) -> str:
    lines = "\n".join(changes(findings, text, now))
    return f"{findings.picture()}\n\n{_legend(text)}\n\n{lines}\n"


def changes(findings: Check, text: Texts, now: float) -> list[str]:
    """The last changes, the newest first."""
    return [
        text("check.change", place=place, reading=reading, ago=f"{now - when:.1f}")
        for when, place, reading in reversed(findings.changes)
    ]


def _legend(text: Texts) -> str:
    return "  ".join(f"{sign} {text(f'check.{state}')}" for state, sign in SIGNS.items())


def _say_verdict(findings: Check, text: Texts, stage: Stage) -> None:
    stage.say(f"{findings.picture()}\n\n{_legend(text)}\n")
    if findings.figures:
        stage.say(f"{counted(findings, text)}\n")
    for line in worded(findings, text):
        stage.say(line)


def counted(findings: Check, text: Texts) -> str:
    """How surely stacks are counted, place by place, in hundredths of one piece."""
    heads = [text(f"check.{head}") for head in ("place", "noise", "step", "margin")]
    found = ((place.name, findings.figures.get(place.channel)) for place in findings.panel.places)
    rows = [
        (name, *(f"{100 * value:.1f}" for value in figures)) for name, figures in found if figures
    ]
    return f"{text('check.figures')}\n{table(heads, rows)}"


def worded(findings: Check, text: Texts) -> list[str]:
    """What the check has found so far, in words, the verdict last."""
    full, budget = findings.supply()
    faults = findings.faults()
    return [
        text("check.supply", full=round(full), budget=round(budget)),
        *(text(f"check.fault-{fault}", names=", ".join(names)) for fault, names in faults.items()),
        text("check.bad" if faults else "check.good"),
    ]


def learn(
    board: OpenBoard,
    text: Texts,
    stage: Stage,
    target: Path,
    *,
    patience: float,
    pixels: bool,
    every_stack: bool = False,
) -> int:
    """Ask for place after place; what is known is kept beside the target until all is."""
    part = target.with_suffix(".part")
    known = _known(part, board.panel, text, stage)
    learner = Learner(board.panel, known, pixels=pixels, every_stack=every_stack)
    target.parent.mkdir(parents=True, exist_ok=True)
    asked: tuple[str, object] | None = None
    since = stage.clock()
    while learner.stage != "done":
        now = stage.clock()
        readings = board.readings()
        before = learner.complaint
        raw = board.sensors.raw if isinstance(board.sensors, Measuring) else None
        if learner.observe(readings, now, raw):
            _keep(learner.learned, board.panel, part)
        elif learner.complaint is not None and learner.complaint != before:
            fault, place = learner.complaint
            stage.say(text(f"learn.{fault}", place=place))
            asked = None  # it is asked for once more
        board.lights.show(still(learner.colours()))
        question = (learner.stage, learner.wanted or learner.pixel)
        if question != asked and not learner.lifting:
            asked, since = question, now
            stage.say(_question(learner, text))
        elif learner.stage != "rest" and not learner.lifting and now - since > patience:
            stage.say(text("learn.skipped", place=learner.skip()))
        if stage.robot is not None:
            stage.robot.follow(learner.wanted)
        stage.wait(POLL)
    board.lights.show([UNLIT] * board.lights.pixels)
    source = Path(board.panel.file)
    with named(source):
        learned = with_entries(source.read_text(encoding="utf-8-sig"), learner.entries())
    with named(target):
        target.write_text(learned, encoding="utf-8")
    part.unlink(missing_ok=True)
    stage.say(text("learn.done", file=target))
    return 1 if learner.learned.skipped or learner.learned.dark else 0


def _known(part: Path, panel: Panel, text: Texts, stage: Stage) -> Learned | None:
    """What an earlier run with this panel has left, if one has; says so."""
    try:
        left = json.loads(part.read_text(encoding="utf-8"))
        whose = left.pop("panel", None)
        known = Learned(**left)
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, AttributeError):
        raise ProfileError(
            Said(
                "{file} cannot be read: delete it, and learning begins anew",
                "learn.unreadable",
                file=part,
            )
        ) from None
    # Places of another panel may have the same names, and its sensors other channels.
    if whose != panel.name or not set(known.channels) <= set(panel.by_name):
        stage.say(text("learn.other-panel", file=part, panel=panel.name))
        return None
    stage.say(text("learn.resumed", count=len(known.channels)))
    return known


def _keep(learned: Learned, panel: Panel, part: Path) -> None:
    """Whole or not at all: somebody may pull the plug in the middle of learning."""
    fresh = part.with_suffix(".new")
    with named(fresh):
        left = {"panel": panel.name, **asdict(learned)}
        fresh.write_text(json.dumps(left), encoding="utf-8")
    fresh.replace(part)


def _question(learner: Learner, text: Texts) -> str:
    if learner.stage == "rest":
        return text("learn.rest")
    if learner.stage == "sensors":
        return text("learn.place", place=learner.wanted)
    if learner.stage in STACKS:
        return text(f"learn.{learner.stage}", place=learner.wanted)
    return text("learn.pixel")
