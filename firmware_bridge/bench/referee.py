"""The referee among simulated people: what it gets wrong, what it asks, and how long it takes.

Times are set against the time that WS2812 pixels need on the wire for the same board: what takes a
small part of that cannot be felt. They are the thread's own: nothing here waits for anything, and what
other programs take of the machine says nothing about the referee.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import product
from time import thread_time

import engines
from firmware_bridge.bench import Result
from firmware_bridge.lights.hints import hints
from firmware_bridge.lights.theme import STANDARD, glows
from firmware_bridge.people.door import InProcess, Line
from firmware_bridge.people.game_night import GameNight
from firmware_bridge.people.gestures import doing
from firmware_bridge.people.habits import OFTEN, Habits
from firmware_bridge.people.positions import DENSE
from firmware_bridge.people.tally import Tally
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header, read
from firmware_bridge.referee.lens import PRESENCE, Lens
from firmware_bridge.referee.position import AnyGame, Position
from firmware_bridge.referee.verdicts import Accepted, Amended, Event, Sensed, Verdict
from firmware_bridge.table.memory import keep_what_is_loaded

MOVES_EACH = 2400
"""Moves of each rule set, over all its variants."""
MOVES_ALONE = 100
"""Moves of each rule set with one habit alone."""
TIMED_MOVES = 300
SEED = 1


def wire_time(cells: int) -> float:
    """Seconds that a frame spends on the wire: 30 µs a pixel and the reset."""
    return cells * 30e-6 + 280e-6


def among_people(name: str, moves: int, habits: Habits, sensing: str = PRESENCE) -> Tally:
    """What people with these habits count, playing every variant in turn."""
    total = Tally()
    games = [*engines.variants(engines.GAMES[name])]
    for game in games:
        night = GameNight(game, seed=SEED, habits=habits, sensing=sensing, door=InProcess)
        total.add(night.play(max(1, moves // len(games))))
    return total


class Overheard(InProcess):
    """A door at which somebody takes down all that is said."""

    evenings: list[list[Line]]

    def __init__(self) -> None:
        super().__init__()
        self.evenings = []

    def open(self, header: Line) -> None:
        self.evenings.append([header])
        super().open(header)

    def say(self, line: Line) -> list[Line]:
        self.evenings[-1].append(line)
        return super().say(line)


def timed(lines: list[Line]) -> tuple[list[float], list[float]]:
    """An evening once more, with a watch: seconds from each edge to the finished colours, for edges
    that put nothing on the record and for those that do."""
    header, events = read(json.dumps(line) for line in lines)
    session = Session(header)
    plain, board = session.referee.feed, session.game.board
    edges: list[float] = []
    turns: list[float] = []

    def watched(event: Event, now: float) -> tuple[Verdict, ...]:
        begin = thread_time()
        said = plain(event, now)
        glows(hints(session.situation), STANDARD, board)
        took = thread_time() - begin
        if isinstance(event, Sensed):
            recorded = any(isinstance(verdict, Accepted | Amended) for verdict in said)
            (turns if recorded else edges).append(took)
        return said

    session.feed_referee = watched
    session.start(0.0)
    for heard in events:
        session.feed(heard.event, heard.when)
    return edges, turns


def same(door: Overheard) -> Overheard:
    return door


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def lifts_in_a_dense_position() -> list[float]:
    """Seconds from each edge to the colours when, among a thousand moves, every piece is taken up, put
    down on every free cell, taken up again and put back."""
    header = Header("top-hats", {}, 3, ready=True, position=DENSE)
    first = Session(header)
    board, stacks = first.game.board, first.situation.position.stacks
    times: list[float] = []
    for start, end in product(stacks, (cell for cell in board.cells if cell not in stacks)):
        session = Session(header, game=first.game)
        session.start(0.0)
        hints(session.situation)  # lit when the turn began
        edges = Sensed(start, 0), Sensed(end, 1), Sensed(end, 0), Sensed(start, 1)
        for number, edge in enumerate(edges, start=1):
            begin = thread_time()
            said = session.referee.feed(edge, number / 10)
            glows(hints(session.situation), STANDARD, board)
            took = thread_time() - begin
            if any(isinstance(verdict, Accepted) for verdict in said):
                break  # the rest is the next player's turn
            times.append(took)
    return times


def dense() -> float:
    """Seconds to work a dense position out: legal moves and footprints."""
    game: AnyGame = engines.GAMES["top-hats"](players=3)
    lens = Lens(game.board)
    times = []
    keep_what_is_loaded()  # a program that plays has not kept the people of nine benchmarks
    for _ in range(200):
        state = game.position(DENSE)
        begin = thread_time()
        Position(game, lens, state)
        times.append(thread_time() - begin)
    return percentile(times, 0.99)


def results() -> Iterator[Result]:
    yield from mistakes()
    keep_what_is_loaded()  # as play does
    yield from delays()


def _stacks(game: AnyGame) -> bool:
    """Whether its moves end on other pieces."""
    state = game.start(SEED)
    return any(doing(move, state.stacks).onto for move in game.legal_moves(state))


def mistakes() -> Iterator[Result]:
    """Per 1,000 moves, or forbidden ones, of people with all habits; then with each habit alone."""
    everywhere = Tally()
    for name in engines.GAMES:
        tally = among_people(name, MOVES_EACH, Habits.all())
        everywhere.add(tally)
        moves = f"per 1,000 of {tally.moves} moves"
        # What is put on other pieces comes down unseen.
        stacked = _stacks(engines.GAMES[name]())
        for what, count, goal in (
            ("wrong", tally.wrong, 0.2 if stacked else 0.0),
            ("lost", tally.lost, 0.0),
            ("false alarms", tally.false_alarms, 1.0),
            ("asked in the air", tally.asked_in_air, 0.0),
        ):
            yield Result(f"{what} {name}", moves, tally.per_thousand(count), goal)
    forbidden = f"per 1,000 of {everywhere.tempted} forbidden moves"
    for what, count in (
        ("unflagged", everywhere.unflagged),
        ("flagged early", everywhere.early),
        ("flagged late", everywhere.late),
        ("another rule named", everywhere.misnamed),
    ):
        yield Result(what, forbidden, 1000 * count / max(1, everywhere.tempted), 0.0)
    for habit in OFTEN:
        alone = Tally()
        for name in engines.GAMES:
            alone.add(among_people(name, MOVES_ALONE, Habits.only(habit)))
        faults = alone.wrong + alone.lost + alone.false_alarms
        compared = f"wrong, lost or falsely flagged, per 1,000 of {alone.moves} moves"
        yield Result(f"only {habit}", compared, alone.per_thousand(faults), 0.0)


def delays() -> Iterator[Result]:
    for name, book in engines.GAMES.items():
        door = Overheard()
        night = GameNight(
            book(), seed=SEED, habits=Habits.all(), sensing=PRESENCE, door=partial(same, door)
        )
        night.play(TIMED_MOVES)
        wire = wire_time(len(book.board.cells))
        edges: list[float] = []
        turns: list[float] = []
        for evening in door.evenings:
            some, others = timed(evening)
            edges += some
            turns += others
        median = percentile(edges, 0.5) / wire
        compared = f"edge to colours, p99 (p50 {median:.3f}) / LED wire time"
        yield Result(f"lights {name}", compared, percentile(edges, 0.99) / wire, 0.25)
        compared = "move accepted and next turn worked out, p99 / LED wire time"
        yield Result(f"turn {name}", compared, percentile(turns, 0.99) / wire, 2.0)
    wire = wire_time(len(engines.GAMES["top-hats"].board.cells))
    lifts = lifts_in_a_dense_position()
    median = percentile(lifts, 0.5) / wire
    compared = f"a thousand moves, p99 (p50 {median:.3f}) / LED wire time"
    yield Result("lights, dense", compared, percentile(lifts, 0.99) / wire, 0.25)
    yield Result("turn, dense", "a thousand moves, p99 / LED wire time", dense() / wire, 2.0)
