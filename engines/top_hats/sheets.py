"""The Italian and the French rule sheet: in what they differ, which is the edge of the board."""

from __future__ import annotations

from dataclasses import dataclass

from engines.top_hats.state import RING

OUTER = frozenset(at for at, ring in enumerate(RING) if ring == 4)
SECOND = frozenset(at for at, ring in enumerate(RING) if ring == 3)
NOWHERE: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one printed rule sheet says about the edge of the board."""

    shrunk_zone: frozenset[int]
    shrunk_forbidden: frozenset[int]
    shy: bool
    """Even in mid-chain the zone is entered only over an opponent."""
    zone_captures_first: bool
    """A capture by a stack in the zone goes before every other capture."""
    shrinks_by_itself: bool
    neutral_counts: bool
    """Whether the neutral is one of the few stacks left when the field shrinks."""


SHEETS = {
    "it": Sheet(SECOND, OUTER, False, True, False, False),
    "fr": Sheet(SECOND | OUTER, NOWHERE, True, False, True, True),
}
