"""Two players who hide nothing: alpha-beta, ever deeper, with a memory of what was seen before.

Knows kernels and no game. Values are for whoever decides in a position; a turn need not pass on.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from engines.kernel import WON, Kernel

DEEPEST = 60
EXACT, LEAST, MOST = 0, 1, 2
"""What a remembered value is: just that, at least, or at most that."""


class _OutOfNodes(Exception):
    """The budget is used up: what the last whole depth found holds."""


class AlphaBeta:
    """One search: it looks at so many nodes and no deeper than told."""

    def __init__(self, kernel: Kernel[Any, Any], nodes: int, depth: int = DEEPEST) -> None:
        self.kernel = kernel
        self.depth = depth
        self.nodes = 0
        self._budget = nodes
        self._memory: dict[Hashable, tuple[int, int, int, Any]] = {}
        self._liked: dict[Hashable, int] = {}
        """How often a move was the one that settled a position."""

    def ranked(
        self, node: Any, moves: Sequence[Any], past: Sequence[Any], *, exact: bool
    ) -> list[tuple[Any, int]]:
        """The moves with their values for whoever decides, best first. Where it need not be exact, a
        move that is no better than the best so far is only known to be that."""
        self._line = {*past, node}
        found: list[tuple[Any, int]] = [(move, 0) for move in moves]
        best = found
        try:
            for depth in range(1, self.depth + 1):
                found = self._rank(node, [move for move, _ in found], depth, exact)
                best = found
                if abs(found[0][1]) > WON // 2 and not exact:
                    break
                if self.nodes * 4 > self._budget and len(moves) == 1:
                    break
        except _OutOfNodes:
            pass
        return best

    def _rank(self, node: Any, moves: list[Any], depth: int, exact: bool) -> list[tuple[Any, int]]:
        found: list[tuple[Any, int]] = []
        best = -2 * WON
        for move in moves:
            low = -2 * WON if exact else best
            value = self._beyond(node, move, depth - 1, low, 2 * WON, 1)
            found.append((move, value))
            best = max(best, value)
        found.sort(key=lambda pair: -pair[1])
        return found

    def _beyond(self, node: Any, move: Any, depth: int, low: int, high: int, ply: int) -> int:
        kernel = self.kernel
        child = kernel.after(node, move)
        if kernel.turn(child) == kernel.turn(node):
            return self._value(child, depth, low, high, ply)
        return -self._value(child, depth, -high, -low, ply)

    def _value(self, node: Any, depth: int, low: int, high: int, ply: int) -> int:
        if node in self._line:
            return 0  # who lets a position come again wants no more than a draw
        self.nodes += 1
        if self.nodes > self._budget:
            raise _OutOfNodes
        known = self._memory.get(node)
        favourite = None
        if known is not None:
            looked, kind, value, favourite = known
            if looked >= depth:
                if kind == EXACT or (kind == LEAST and value >= high):
                    return value
                if kind == MOST and value <= low:
                    return value
        kernel = self.kernel
        moves = kernel.moves(node)
        winners = kernel.winners(node, moves)
        if winners is not None:
            if not winners:
                return 0
            # A win is worth the more the sooner it comes.
            return WON - ply if kernel.turn(node) in winners else ply - WON
        best = -2 * WON
        if depth <= 0:
            telling = kernel.telling(node, moves)
            if len(telling) < len(moves):
                balance = kernel.balance(node)
                best = balance if kernel.turn(node) == 1 else -balance
                if not telling or best >= high:
                    return best
            moves = telling
        if len(moves) > 1:
            liked = self._liked
            moves = sorted(moves, key=lambda move: -liked.get(move, 0))
            if favourite is not None and favourite in moves:
                moves.remove(favourite)
                moves.insert(0, favourite)
        first, kind, chosen = low, MOST, favourite
        self._line.add(node)
        try:
            for move in moves:
                value = self._beyond(node, move, depth - 1, max(low, best), high, ply + 1)
                if value > best:
                    best, chosen = value, move
                    if best >= high:
                        break
        finally:
            self._line.discard(node)
        if best >= high:
            kind = LEAST
            if depth > 0:
                self._liked[chosen] = self._liked.get(chosen, 0) + depth * depth
        elif best > first:
            kind = EXACT
        self._memory[node] = max(depth, 0), kind, best, chosen
        return best
