"""How strong an opponent is: what it overlooks, and how far and how much it looks.

The same table for every game. Budgets are of nodes, not of seconds: the same level plays the same moves
on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    overlooks: float
    """How likely a possibility, own or foreign, is not seen at all, in a game of common severity
    (`Kernel.severity`): what beginners do."""
    depth: int
    """How many moves ahead."""
    nodes: int
    """How many positions at the most."""
    attentive: bool = False
    """Whether it makes something of what it has seen others do: beginners look at the board alone."""
    guarded: float = 0.0
    """How much it minds what its own moves tell others of its secret; 1: as much as that costs."""
    learned: bool = False
    """Whether it knows by heart how some positions end, and how a secret is best prepared."""


LEVELS: Mapping[int, Level] = {
    1: Level(0.84, 1, 60),
    2: Level(0.64, 3, 120),
    3: Level(0.44, 5, 250),
    4: Level(0.26, 6, 500),
    5: Level(0.14, 7, 1_000, attentive=True),
    6: Level(0.06, 8, 2_000, attentive=True, guarded=0.15),
    7: Level(0.02, 10, 4_000, attentive=True, guarded=0.3),
    8: Level(0.0, 60, 20_000, attentive=True, guarded=1.0, learned=True),
}
STRONGEST = max(LEVELS)
