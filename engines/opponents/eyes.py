"""What a player sees of his and of others' possibilities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engines.kernel import Kernel

Eyes = Callable[[Any, Sequence[Any]], Sequence[Any]]
"""Of a position's moves, those that are seen."""

_PRIME = 0x9E3779B97F4A7C15
_WORD = (1 << 64) - 1


def keen(_node: Any, moves: Sequence[Any]) -> Sequence[Any]:
    """Nothing is overlooked."""
    return moves


def weak(kernel: Kernel[Any, Any], overlooks: float, seed: int) -> Eyes:
    """Each move is overlooked with that likelihood: in one position always the same ones, however
    often he looks, and always at least one is seen."""
    if not overlooks:
        return keen
    threshold = int(overlooks * (_WORD + 1))

    def clearness(mark: int) -> int:
        """A number that looks random and depends on nothing but position, move and seed."""
        mixed = (mark ^ seed * _PRIME) * _PRIME & _WORD
        return (mixed ^ mixed >> 29) * _PRIME & _WORD

    def seen(node: Any, moves: Sequence[Any]) -> Sequence[Any]:
        if len(moves) < 2:
            return moves
        marks = [clearness(mark) for mark in kernel.marks(node, moves)]
        found = [move for move, mark in zip(moves, marks, strict=True) if mark >= threshold]
        return found or [moves[marks.index(max(marks))]]

    return seen
