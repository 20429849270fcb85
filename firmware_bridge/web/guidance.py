"""What is to be done now, in words: what the rules demand, what is left of a move, what puts it right.

In every language at once: two pages at one table may differ in theirs. Words do not depend on how much
the lights may give away, except where a rule book only helps: with lights for next to nothing, nobody
is told what he must find himself.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.geometry import Cell
from firmware_bridge.lights.hints import OFF
from firmware_bridge.referee.difference import putting_right
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.table.match import Match
from firmware_bridge.texts import LANGUAGES, Texts

Spoken = dict[str, str]
"""A sentence in every language we speak."""


def phrase(key: str, **values: object) -> Spoken:
    return {lang: Texts(lang)(key, **values) for lang in LANGUAGES}


def due(match: Match) -> Spoken | None:
    """What the rules demand or allow beyond the usual, and why."""
    situation = match.situation
    position, game = situation.position, match.session.game
    if situation.phase is Phase.MOVING:
        return left_to_do(situation)
    if situation.phase is Phase.RESTORING:
        return mending(situation)
    if situation.phase is not Phase.WAITING:
        return None
    huffs = [cell for cell, hint in match.lit.items() if hint.meaning == "huff"]
    told = [
        None if match.level == OFF else demanded(situation),
        _of("huff", huffs) if huffs else None,
    ]
    if any(told):
        return together(told)
    if game.reserve(position.state).get(position.state.turn):
        return phrase("page.due-place")
    return None


def demanded(situation: Situation) -> Spoken | None:
    """Which pieces must move, and why."""
    position = situation.position
    kinds = [kind for kind in position.by_hand if kind in position.demanded]
    if not kinds:
        return None
    starts = {cell for kind in kinds for cell in situation.lens.cells_of(kind.sources)}
    if kinds[0].victims:
        return _of("capture", starts)
    demand = position.game.compulsory(position.state)
    return together([phrase(f"rule.{demand.rule}") if demand else None, _of("move", starts)])


def left_to_do(situation: Situation) -> Spoken | None:
    """What must still happen once the piece has come down."""
    position, changed = situation.position, situation.difference
    standing = [
        kind.change & ~changed & ~situation.ignore
        for kind in situation.going
        if not kind.change & ~changed & ~kind.victims & ~situation.ignore
    ]
    if standing:
        cells = {cell for bits in standing for cell in situation.lens.cells_of(bits)}
        every = all(bits == standing[0] for bits in standing)
        return _of("take", cells, every) if cells else None
    trail = situation.trail
    if len(trail) > 1 and changed & ~position.picture and position.leads_on(trail):
        return phrase("page.due-goes-on", cell=trail[-1])
    return phrase("page.due-in-hand") if situation.airborne else None


def mending(situation: Situation) -> Spoken | None:
    """The next of the fewest moves that put the board right, and how many there are."""
    position, lens = situation.position, situation.lens

    def fits(here: Cell, there: Cell) -> bool:
        """Whether the piece here may be the one that belongs there, as far as sensors tell."""
        if not lens.polarity or there not in position.stacks:
            return True
        return bool(situation.seen & lens.stack_bits(here, position.stacks[there]))

    moves = putting_right(situation.wrong, position.game.board.places, fits)
    if not moves:
        return None
    start, end = moves[0]
    if start is None and end is not None:
        colour = f"colour.{position.stacks[end][-1].colour}"
        return {
            lang: text("page.mend-on", end=end, colour=text(colour), moves=len(moves))
            for lang, text in ((lang, Texts(lang)) for lang in LANGUAGES)
        }
    return phrase(f"page.mend-{'move' if end else 'off'}", start=start, end=end, moves=len(moves))


def together(told: Iterable[Spoken | None]) -> Spoken | None:
    """Several sentences as one."""
    parts = [part for part in told if part]
    return {lang: " ".join(part[lang] for part in parts) for lang in LANGUAGES} if parts else None


def _of(what: str, cells: Iterable[Cell], every: bool = False) -> Spoken:
    """What is due of one cell, of each of several, or of one of them."""
    names = sorted(cells)
    key = f"page.due-{what}"
    return phrase(key if every or len(names) == 1 else f"{key}-one", cells=", ".join(names))
