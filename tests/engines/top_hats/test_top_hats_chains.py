"""The chain search against one that walks every path, and what is still open in mid-chain."""

from __future__ import annotations

import random
import time

import pytest

from engines.top_hats.book import TopHats
from tests.engines.top_hats.top_hats_tables import FAR

GAMES = [
    pytest.param(TopHats(players=players, rules=rules), id=f"{rules}-{players}")
    for rules in ("it", "fr")
    for players in (2, 3)
]
every_table = pytest.mark.parametrize("game", GAMES)

DENSE = (
    "1 c5=??r c6=??b d6=??r e6=??r e7=??y e8=??b f6=??y f7=??r f8=??y "
    "g5=??y g6=??y g7=??r g8=??b h6=??b h8=??b"
)
"""21,000 paths, 1,057 results."""
PATHS_AT_LEAST, RESULTS_AT_LEAST = 20_000, 1_000


def ring(cell):
    row, number = ord(cell[0]) - ord("e"), int(cell[1]) - 5
    return max(abs(row), abs(number), abs(row - number))


def shifted(cell, way, times):
    row, number = ord(cell[0]) + way[0] * times, int(cell[1]) + way[1] * times
    name = f"{chr(row)}{number}"
    return name if "a" <= name[0] <= "i" and 1 <= number <= 9 and ring(name) <= 4 else None


WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))


class Naive:
    """The rule sheets read word by word: every path is walked to its end."""

    def __init__(self, game, state):
        self.french = game.options["rules"] == "fr"
        self.tops = {cell: stack[-1].colour for cell, stack in state.stacks.items()}
        self.colour = ("red", "yellow", "blue")[state.turn - 1]
        self.zone = {4}
        self.forbidden = set()
        if state.shrunk and self.french:
            self.zone = {3, 4}
        elif state.shrunk:
            self.zone, self.forbidden = {3}, {4}
        self.paths = 0

    def opponent(self, cell):
        return self.tops[cell] not in (self.colour, "neutral")

    def chains(self, start):
        """(label, end, jumped opponents, whether it may stop there) of every path."""
        found = []

        def walk(cell, label, jumped):
            for way in WAYS:
                over, land = shifted(cell, way, 1), shifted(cell, way, 2)
                if land is None or over not in self.tops or over == start or over in jumped:
                    continue
                if (land in self.tops and land != start) or ring(land) in self.forbidden:
                    continue
                self.paths += 1
                hostile = self.opponent(over)
                in_zone = ring(land) in self.zone
                now = jumped | {over}
                taken = frozenset(c for c in now if self.opponent(c))
                text = f"{label}{'x' if hostile else '^'}{land}"
                going_out = not taken and ring(start) in self.zone and ring(land) < ring(start)
                if (hostile or not in_zone or going_out) and (land != start or taken):
                    found.append((text, land, taken))
                if hostile or not in_zone or not self.french:
                    walk(land, text, now)

        walk(start, start, frozenset())
        return found

    def steps(self, start):
        for way in WAYS:
            end = shifted(start, way, 1)
            if end is None or end in self.tops or ring(end) in self.forbidden:
                continue
            going_out = ring(start) in self.zone and ring(end) < ring(start)
            if ring(end) not in self.zone or going_out:
                yield f"{start}-{end}"

    def labels(self):
        own = [cell for cell, colour in self.tops.items() if colour == self.colour]
        best: dict[tuple[str, str, frozenset[str]], tuple[int, str]] = {}
        quiet_steps = {start: list(self.steps(start)) for start in own}
        for start in own:
            for label, end, taken in self.chains(start):
                key = (start, end, taken)
                best[key] = min(best.get(key, (99, "")), (len(label), label))
        captures = {key: label for key, (_, label) in best.items() if key[2]}
        in_zone = {start for start in own if ring(start) in self.zone}
        if captures and not self.french:
            captures = {k: v for k, v in captures.items() if k[0] in in_zone} or captures
        if captures:
            return sorted(captures.values())
        quiet = [(start, label) for start in own for label in quiet_steps[start]]
        quiet += [(key[0], label) for key, (_, label) in best.items()]
        quiet = [found for found in quiet if found[0] in in_zone] or quiet
        return sorted(label for _, label in quiet) or ["pass"]


def random_position(game, chance):
    """Stacks close together, so that they are in each other's way; often some on the edge."""
    colours = "ryb"[: game.players]
    shrunk = chance.random() < 0.3
    middle = chance.choice(game.board.cells)
    x, y = game.board.positions[middle]
    near = sorted(
        (cell for cell in game.board.cells if cell != "e5"),
        key=lambda c: (game.board.positions[c].x - x) ** 2 + (game.board.positions[c].y - y) ** 2,
    )[: chance.randint(10, 30)]
    if shrunk and game.options["rules"] == "it":
        near = [cell for cell in near if ring(cell) < 4]
    cells = chance.sample(near, min(len(near), chance.randint(2, 11)))
    weights = chance.choice(([1, 1, 1], [3, 1, 1], [1, 3, 3]))[: game.players]
    stacks = [f"{cell}={chance.choices(colours, weights)[0]}" for cell in cells]
    return " ".join([str(chance.randint(1, game.players)), *stacks, *["shrunk"] * shrunk])


@every_table
def test_the_same_labels_as_walking_every_path(game):
    chance = random.Random(1997)
    chains = captures = 0
    for _ in range(1500):
        state = game.position(random_position(game, chance))
        if game.outcome(state) is not None:
            continue
        found = [move.label for move in game.legal_moves(state) if move.label != "shrink"]
        expected = Naive(game, state).labels()
        assert sorted(found) == expected, game.describe(state)
        chains += sum("^" in label or "x" in label for label in found)
        captures += sum(label.count("x") > 1 for label in found)
    assert chains > 2500
    assert captures > 500


def test_a_later_way_may_stop_where_an_earlier_one_could_only_pass():
    # i7 is reached first over a friend, on the way; only the longer way captures its way into it.
    game = TopHats()
    state = game.position("1 g5=r g6=y h5=r h6=r h7=r i6=y")
    found = sorted(move.label for move in game.legal_moves(state))
    assert "g5^i7^g7xg5^i5xi7" in found
    assert found == Naive(game, state).labels()


def test_a_dense_position_has_many_paths_and_its_results_are_right():
    game = TopHats(players=3)
    state = game.position(DENSE)
    naive = Naive(game, state)
    expected = naive.labels()
    assert naive.paths > PATHS_AT_LEAST
    assert len(expected) > RESULTS_AT_LEAST
    assert sorted(move.label for move in game.legal_moves(state)) == expected


def seconds(job):
    begun = time.perf_counter()
    job()
    return time.perf_counter() - begun


def test_results_are_searched_not_paths():
    game = TopHats(players=3)
    states = [game.position(DENSE) for _ in range(10)]
    searched = min(seconds(lambda state=state: game.legal_moves(state)) for state in states)
    walked = seconds(Naive(game, states[0]).labels)
    # It is hundreds of times as long; twenty leaves room for a busy machine.
    assert searched * 20 < walked


# In mid-chain --------------------------------------------------------------------------------


def open_to(game, text, *trail):
    return {move.label for move in game.underway(game.position(text), trail)}


def test_underway_before_and_after_the_first_jump():
    game = TopHats()
    text = f"1 c3=r c4=y d6=y d3=r {FAR}"
    assert open_to(game, text, "c3") == {"c3xc5", "c3xc5xe7"}
    assert open_to(game, text, "c3", "c5") == {"c3xc5", "c3xc5xe7"}
    assert open_to(game, text, "c3", "c5", "e7") == {"c3xc5xe7"}
    assert open_to(game, text, "c3", "e7") == set()
    assert open_to(game, text, "c3", "d3") == set()
    assert open_to(game, text, "h7") == set()
    assert open_to(game, text, "c3", "z9") == set()


def test_underway_knows_steps_too():
    game = TopHats()
    assert open_to(game, f"1 c3=r {FAR}", "c3", "d3") == {"c3-d3"}
    assert open_to(game, f"1 c3=r {FAR}", "c3", "d3", "d4") == set()


def test_underway_the_other_way_round_is_the_same_move():
    game = TopHats()
    state = game.position(f"1 b2=r b3=y c4=y c3=y {FAR}")
    (move,) = game.underway(state, ("b2", "d4", "b4", "b2"))
    assert move.label == "b2xb4xd4xb2"
    assert any(move is legal for legal in game.legal_moves(state))


def test_back_at_the_start_without_a_capture_nothing_is_done():
    game = TopHats()
    state = game.position(f"1 b2=r b3=r c4=r c3=r {FAR}")
    start, *trail = (game.board.index[cell] for cell in ("b2", "b4", "d4", "b2"))
    chains = game.chains(state, start, tuple(trail))
    assert chains.stop is None
    assert start not in chains.ends
    assert start not in game.chains(state, start, tuple(trail[:2])).ends


def test_underway_is_true_to_every_path():
    chance = random.Random(46)
    for game in (TopHats(players=3), TopHats(players=3, rules="fr")):
        for _ in range(60):
            state = game.position(random_position(game, chance))
            legal = {move.label for move in game.legal_moves(state)}
            naive = Naive(game, state)
            by_result: dict[tuple[str, str, frozenset[str]], tuple[int, str]] = {}
            paths = []
            for start, colour in naive.tops.items():
                if colour == naive.colour:
                    for label, end, taken in naive.chains(start):
                        trail = tuple(label.replace("x", "^").split("^"))
                        paths.append((trail, (start, end, taken)))
                        key = by_result.setdefault((start, end, taken), (len(label), label))
                        by_result[start, end, taken] = min(key, (len(label), label))
            for trail, _ in chance.sample(paths, min(10, len(paths))):
                for length in range(2, len(trail) + 1):
                    begun = trail[:length]
                    expected = {
                        by_result[result][1]
                        for path, result in paths
                        if path[:length] == begun and by_result[result][1] in legal
                    }
                    found = {move.label for move in game.underway(state, begun)}
                    assert found == expected, (game.describe(state), begun)
