"""Alpha-beta, ever deeper, with a memory of what was seen before.

Knows kernels and no game. One player thinks, and takes everybody else to play against him: with two that
is how it is, with more it is the safe way to look at it. A turn need not pass on.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from operator import mul
from typing import Any

from engines.kernel import HOPE, WON, Ending, Kernel
from engines.opponents.eyes import Eyes, keen

DEEPEST = 60
EXACT, LEAST, MOST = 0, 1, 2
"""What a remembered value is: just that, at least, or at most that."""
AS_GOOD = 8
"""Moves that differ by less are equally good: games should not repeat themselves."""
SURE = WON // 2
"""Beyond this a value means a win that is known, not one that is hoped for."""
SEEN = WON - 1000
"""Beyond this the win itself has been seen."""


LATE = 4
"""Moves from this number on hardly are the best."""


class _OutOfNodes(Exception):
    """The budget is used up: what the last whole depth found holds."""


class AlphaBeta:
    """One search: it looks at so many nodes and no deeper than told. Values are for the player who
    decides where it begins."""

    def __init__(
        self,
        kernel: Kernel[Any, Any],
        player: int,
        nodes: int,
        depth: int = DEEPEST,
        eyes: Eyes = keen,
        *,
        learned: bool = True,
    ) -> None:
        """`learned`: it knows by heart what is known of some positions."""
        self.kernel = kernel
        self.player = player
        self.depth = depth
        self.nodes = 0
        self._budget = nodes
        self._eyes = eyes
        self._learned = learned
        self._line: set[Hashable] = set()
        self._memory: dict[Hashable, tuple[int, int, int, Any, Sequence[Any]]] = {}
        """How deep a position was looked at, what kind of value was found and which, the best move, and
        the moves that are seen there."""
        self._liked: dict[Hashable, int] = {}
        """How often a move was the one that settled a position."""

    def ranked(
        self, node: Any, moves: Sequence[Any], past: Sequence[Any] = (), *, exact: bool = False
    ) -> list[tuple[Any, int]]:
        """The moves with their values, best first. Where it need not be exact, a move that is no better
        than the best is only known to be that."""
        self._line = {*past, node}
        best = [(move, 0) for move in moves]
        try:
            for depth in range(1, self.depth + 1):
                best = self._rank(node, [move for move, _ in best], depth, exact)
                if best[0][1] > SEEN or best[0][1] < -SEEN or len(best) == 1:
                    break
        except _OutOfNodes:
            pass
        return best

    def _rank(self, node: Any, moves: list[Any], depth: int, exact: bool) -> list[tuple[Any, int]]:
        found: list[tuple[Any, int]] = []
        best = -2 * WON
        for move in moves:
            # What is nearly as good as the best is told apart from it, for whoever likes variety.
            low = -2 * WON if exact else best - AS_GOOD
            value = self._value(self.kernel.after(node, move), depth - 1, low, 2 * WON, 1)
            found.append((move, value))
            best = max(best, value)
        found.sort(key=lambda pair: -pair[1])
        return found

    def _value(self, node: Any, depth: int, low: int, high: int, ply: int) -> int:
        if node in self._line:
            return 0  # who lets a position come again wants no more than a draw
        self.nodes += 1
        if self.nodes > self._budget:
            raise _OutOfNodes
        kernel = self.kernel
        remembered = self._memory.get(node)
        if remembered is not None:
            looked, kind, value, favourite, moves = remembered
            if looked >= depth and (
                kind == EXACT
                or (kind == LEAST and value >= high)
                or (kind == MOST and value <= low)
            ):
                return value
        elif (depth <= 0 or kernel.anew(node)) and kernel.still(node):
            return self._as_it_stands(node, ply)
        else:
            favourite, moves = None, kernel.moves(node)
            winners = kernel.winners(node, moves)
            if winners is not None:
                return self._won(winners, ply)
            known = kernel.known(node) if self._learned else None
            if known is not None and known.moves is not None:
                return self._ended(node, known, ply)
            if depth <= 0 and not kernel.telling(node, moves):
                return self._as_it_stands(node, ply)
        chances = kernel.chances(node) if kernel.hidden else None
        if chances is not None:
            return self._by_chance(node, moves, chances, depth, ply)
        if remembered is None:
            moves = self._eyes(node, moves)
        mine = kernel.turn(node) == self.player
        best = -2 * WON if mine else 2 * WON
        tried = moves
        if depth <= 0:
            tried = kernel.telling(node, moves)
            if len(tried) < len(moves):
                best = self._as_it_stands(node, ply)
                if not tried or (best >= high if mine else best <= low):
                    return best
        if len(tried) > 1:
            tried = self._ordered(tried, favourite)
        lower, upper, chosen = low, high, favourite
        self._line.add(node)
        for number, move in enumerate(tried):
            after = kernel.after(node, move)
            hopes = True
            if number and depth > 1:
                # Moves are tried in a good order: of the later ones it is enough to see that they are no
                # better, of the last ones at less depth.
                less = 1 if depth > 2 and number >= LATE else 0
                one, other = (lower, lower + 1) if mine else (upper - 1, upper)
                value = self._value(after, depth - 1 - less, one, other, ply + 1)
                hopes = (value > lower) if mine else (value < upper)
            if hopes:
                value = self._value(after, depth - 1, lower, upper, ply + 1)
            if value > best if mine else value < best:
                best, chosen = value, move
                if mine:
                    lower = max(lower, best)
                else:
                    upper = min(upper, best)
                if lower >= upper:
                    self._liked[chosen] = self._liked.get(chosen, 0) + max(depth, 0) ** 2
                    break
        self._line.discard(node)
        kind = LEAST if best >= high else MOST if best <= low else EXACT
        self._memory[node] = max(depth, 0), kind, best, chosen, moves
        return best

    def _by_chance(
        self, node: Any, moves: Sequence[Any], chances: Sequence[int], depth: int, ply: int
    ) -> int:
        """Nobody chooses: what each move leaves counts as much as it is likely. It takes nothing of the
        depth: what can be told of the answer is told by one's own next move."""
        values = []
        self._line.add(node)
        for move in moves:
            after = self.kernel.after(node, move)
            values.append(self._value(after, depth, -2 * WON, 2 * WON, ply + 1))
        self._line.discard(node)
        value = hoped(values, chances)
        self._memory[node] = max(depth, 0), EXACT, value, None, moves
        return value

    def _ordered(self, moves: Sequence[Any], favourite: Any) -> list[Any]:
        liked = self._liked
        found = sorted(moves, key=lambda move: -liked.get(move, 0))
        if favourite is not None and favourite in found:
            found.remove(favourite)
            found.insert(0, favourite)
        return found

    def _as_it_stands(self, node: Any, ply: int) -> int:
        """Without looking any further."""
        known = self.kernel.known(node) if self._learned else None
        return self._weighed(node) if known is None else self._ended(node, known, ply)

    def _ended(self, node: Any, known: Ending, ply: int) -> int:
        if not known.result:
            # The other must still hold the draw: so what the position is worth counts, a little.
            return self._weighed(node) // 4
        sign = known.result if self.kernel.turn(node) == self.player else -known.result
        if known.moves is not None:
            return sign * (WON - ply - known.moves)
        # A sure win must still be made: among its ways what the position is worth decides.
        return sign * (SURE + WON // 4) + self._weighed(node)

    def _weighed(self, node: Any) -> int:
        """How the player stands against the others on average: whatever is taken from one of them
        counts, not only from the best."""
        worth = self.kernel.worth(node)
        own = worth[self.player - 1]
        return own - (sum(worth) - own) // (len(worth) - 1)

    def _won(self, winners: tuple[int, ...], ply: int) -> int:
        if not winners:
            return 0
        if self.player not in winners:
            return ply - WON
        # A shared win is half of one; any win is worth the more the sooner it comes.
        return WON - ply if len(winners) == 1 else SURE // 2 - ply


def hoped(values: Sequence[int], weights: Sequence[float]) -> int:
    """What a move is worth that has one value in each world. A win in one world of seven is no more
    than a hope."""
    sure = all(value > SURE for value in values) or all(value < -SURE for value in values)
    bounded = values if sure else [max(-HOPE, min(HOPE, value)) for value in values]
    hope: float = sum(map(mul, bounded, weights))
    return round(hope / sum(weights))
