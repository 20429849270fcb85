"""The referee among simulated people: what it gets wrong, what it asks, and how long it takes.

Times are set against the time that WS2812 pixels need on the wire for the same board: what takes a
small part of that cannot be felt. They are the thread's own: nothing here waits for anything, and what
other programs take of the machine says nothing about the referee.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from time import thread_time

import engines
from firmware_bridge.bench import Result
from firmware_bridge.lights.hints import hints
from firmware_bridge.lights.theme import STANDARD, frame
from firmware_bridge.people.people import People
from firmware_bridge.people.positions import DENSE
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.reconcile import AnyGame, Position
from firmware_bridge.referee.sight import POLARITY, PRESENCE, Sight
from firmware_bridge.referee.verdicts import Accepted, Amended, Event, Sensed, Verdict
from firmware_bridge.table.garbage import keep_what_is_loaded

GAMES_EACH = 200
TIMED_GAMES = 12
MISTAKES = ("wrong", "lost", "false alarms", "not flagged", "not recovered", "not taken back")


def wire_time(cells: int) -> float:
    """Seconds that a frame spends on the wire: 30 µs a pixel and the reset."""
    return cells * 30e-6 + 280e-6


def headers(name: str, games: int) -> Iterator[tuple[Header, int]]:
    """Games with every combination of options and players in turn."""
    ways = [
        (game, sensing)
        for game in engines.variants(engines.GAMES[name])
        for sensing in (PRESENCE, POLARITY)
    ]
    for seed in range(games):
        game, sensing = ways[seed % len(ways)]
        yield Header(name, game.options, game.players, seed, sensing, ready=True), seed


def among_people(name: str, games: int) -> Counter[str]:
    total: Counter[str] = Counter()
    for header, seed in headers(name, games):
        total += People(header, seed).play()
    return total


class Watched(People):
    """The same, with a watch: from the edge to the finished colours."""

    def __init__(self, header: Header, seed: int) -> None:
        super().__init__(header, seed)
        self.edges: list[float] = []
        self.turns: list[float] = []
        referee = self.session.referee
        plain = referee.feed

        def timed(event: Event, now: float) -> tuple[Verdict, ...]:
            begin = thread_time()
            said = plain(event, now)
            frame(hints(referee), STANDARD, now, self.game.board)
            took = thread_time() - begin
            if isinstance(event, Sensed):
                recorded = any(isinstance(verdict, Accepted | Amended) for verdict in said)
                (self.turns if recorded else self.edges).append(took)
            return said

        self.session.feed_referee = timed


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def lifts_in_a_dense_position() -> list[float]:
    """Seconds from each edge to the colours when, among a thousand moves, every piece is taken up, put
    down on every free cell, taken up again and put back."""
    header = Header("top-hats", {}, 3, ready=True, position=DENSE)
    referee = Session(header).referee
    board, stacks = referee.game.board, referee.position.stacks
    times: list[float] = []
    for start, end in product(stacks, (cell for cell in board.cells if cell not in stacks)):
        referee = Session(header, game=referee.game).referee
        referee.start(0.0)
        hints(referee)  # lit when the turn began
        edges = Sensed(start, 0), Sensed(end, 1), Sensed(end, 0), Sensed(start, 1)
        for number, edge in enumerate(edges, start=1):
            begin = thread_time()
            said = referee.feed(edge, number / 10)
            frame(hints(referee), STANDARD, number / 10, board)
            took = thread_time() - begin
            if any(isinstance(verdict, Accepted) for verdict in said):
                break  # the rest is the next player's turn
            times.append(took)
    return times


def dense() -> float:
    """Seconds to work a dense position out: legal moves and footprints."""
    game: AnyGame = engines.GAMES["top-hats"](players=3)
    sight = Sight(game.board)
    times = []
    keep_what_is_loaded()  # a program that plays has not kept the people of nine benchmarks
    for _ in range(200):
        state = game.position(DENSE)
        begin = thread_time()
        Position(game, sight, state)
        times.append(thread_time() - begin)
    return percentile(times, 0.99)


def results() -> Iterator[Result]:
    for name in engines.GAMES:
        total = among_people(name, GAMES_EACH)
        wrong = sum(total[kind] for kind in MISTAKES)
        antics = f"{total['moves']} moves, {total['forbidden']} forbidden, {total['knocks']} knocks"
        yield Result(f"mistakes {name}", f"per move: {total['games']} games, {antics}", wrong, 0.0)
        if total["needed"]:
            asked = f"{total['questions']} asked, {total['needed']} that sensors cannot answer"
            yield Result(f"questions {name}", asked, total["questions"] / total["needed"], 1.0)
    keep_what_is_loaded()  # as play does
    for name, book in engines.GAMES.items():
        wire = wire_time(len(book.board.cells))
        edges: list[float] = []
        turns: list[float] = []
        for header, seed in headers(name, TIMED_GAMES):
            people = Watched(header, seed)
            people.play()
            edges += people.edges
            turns += people.turns
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
