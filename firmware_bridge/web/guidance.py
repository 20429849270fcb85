"""What is to be done now, in words: what the rules demand, what is left of a move, what puts it right.

In every language at once: two pages at one table may differ in theirs. Words do not depend on how much
the lights may give away, except where a rule book only helps: with lights for next to nothing, nobody
is told what he must find himself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engines.geometry import Cell
from firmware_bridge.lights.hints import OFF
from firmware_bridge.record.called import tongues_of
from firmware_bridge.record.coaches import HELP
from firmware_bridge.referee.difference import putting_right
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.table.match import Match
from firmware_bridge.texts import LANGUAGES, Tongues, tongues
from firmware_bridge.texts.wording import advised, named, piece_in_words

FEW = 3
"""Cells up to which words name each of them."""

Spoken = dict[str, str]
"""A sentence in every language we speak."""


class Due(NamedTuple):
    """What is to be done, and the cells that the words speak of."""

    words: Spoken
    cells: frozenset[Cell] = frozenset()


def phrase(key: str, texts: Tongues | None = None, **values: object) -> Spoken:
    """One of the texts, in the words of a game where they are given."""
    return {lang: text(key, **values) for lang, text in (texts or tongues()).items()}


def due(match: Match) -> Due | None:
    """What the rules demand or allow beyond the usual, and why."""
    situation = match.situation
    position, game = situation.position, match.session.game
    first = together((secrets_due(match), advice(match)))
    if first is not None:
        return first
    if match.company.thinks(situation):
        return Due(phrase("page.due-thinking"))
    if situation.phase is Phase.MOVING:
        return left_to_do(situation, touched=_touched(match)) or in_hand(match)
    if situation.phase is Phase.RESTORING:
        return None if match.carries_itself else mending(situation)
    if situation.phase is not Phase.WAITING:
        return None
    huffs = [cell for cell, hint in match.lit.items() if hint.meaning == "huff"]
    told = [
        None if match.hinting == OFF else demanded(situation),
        _of("huff", huffs) if huffs else None,
    ]
    if any(told):
        return together(told)
    if game.reserve(position.state).get(position.state.turn):
        return Due(phrase("page.due-place-or-move" if may_move(situation) else "page.due-place"))
    return None


def may_move(situation: Situation) -> bool:
    """Whether a piece that stands may be moved."""
    return any(kind.sources for kind in situation.position.by_hand)


def secrets_due(match: Match) -> Due | None:
    """Who has still to choose what he keeps to himself, and what comes to light."""
    situation, keeping = match.situation, match.keeping
    texts = tongues_of(match.session.header)
    waits = keeping.waits_for(situation)
    if waits:
        return Due(
            {
                lang: text(
                    "page.due-secret", players=", ".join(f"{text.who(p):call}" for p in waits)
                )
                for lang, text in texts.items()
            }
        )
    opened = keeping.opened(situation)
    if keeping.answer(situation) is not None:
        opened = keeping.uncovered(situation)
        if not opened:
            return Due(phrase("page.due-shows-itself"))
    if not opened:
        return None
    return together(
        Due(
            {
                lang: text("page.due-opened", player=player, pieces=named(secret, text))
                for lang, text in texts.items()
            },
            frozenset(keeping.knows(situation, player)),
        )
        for player, secret in opened.items()
    )


def uncovered(match: Match) -> list[Spoken]:
    """The cards that have just said what was asked."""
    keeping, situation = match.keeping, match.situation
    if keeping.asked(situation):
        return []
    texts = tongues_of(match.session.header)
    return [
        {
            lang: text("page.was-opened", player=player, pieces=named(secret, text))
            for lang, text in texts.items()
        }
        for player, secret in keeping.uncovered(situation).items()
    ]


def advice(match: Match) -> Due | None:
    """What the coach has to say, and why where that is plain."""
    told = match.coaching.advice(match.situation)
    if told is None:
        return None
    texts = tongues(match.session.game.name)
    words = {lang: advised(told.kind, told.lesson, text) for lang, text in texts.items()}
    return Due(words, frozenset(told.lesson.cells))


def helps(match: Match) -> dict[int, int | None]:
    """Who may ask for a good move now, and how often still; None: as often as he likes."""
    player, coaching = match.situation.state.turn, match.coaching
    if match.situation.phase is not Phase.WAITING or coaching.helps.of(player).kind != HELP:
        return {}
    return {player: coaching.helps.left(player)}


def demanded(situation: Situation) -> Due | None:
    """Which pieces must move, and why."""
    position = situation.position
    kinds = [kind for kind in position.by_hand if kind in position.demanded]
    if not kinds:
        return None
    starts = {cell for kind in kinds for cell in situation.lens.cells_of(kind.sources)}
    if kinds[0].victims:
        return _of("capture", starts)
    demand = position.game.compulsory(position.state)
    why = Due(phrase(f"rule.{demand.rule}", tongues(position.game.name))) if demand else None
    return together([why, _of("move", starts)])


def _touched(match: Match) -> bool | None:
    """Whether one touch of the screen takes a piece off; None: nothing that could be taken is lit."""
    if match.hinting == OFF:
        return None
    return match.simulation is not None and not match.tidying.by_hand


def left_to_do(situation: Situation, *, touched: bool | None = None) -> Due | None:
    """What must still happen once the piece has come down. `touched`: how what is lit is taken off."""
    position, changed = situation.position, situation.difference
    if situation.to_crown:
        return _of("crown", situation.to_crown)
    cells, every = to_take(situation)
    if cells and len(cells) > FEW and not every and touched is not None:
        # So many names would have to be looked for: all of them are lit.
        return Due(phrase("page.due-take-touch" if touched else "page.due-take-lit"))
    if cells:
        return _of("take", cells, every)
    if cells is not None:
        return None
    trail = situation.trail
    if len(trail) > 1 and changed & ~position.picture and position.leads_on(trail):
        return Due(phrase("page.due-goes-on", cell=trail[-1]), frozenset(trail[-1:]))
    return None


def in_hand(match: Match) -> Due | None:
    """That a piece is off the board; a simulated one knows whether it was laid aside."""
    table = match.simulation
    held = table is None or any(hand.pieces for hand in table.hands)
    if table is not None and held and not match.situation.airborne:
        # What is missing makes a move by itself: it may be taken off.
        return Due(phrase("page.due-drop"))
    if not match.situation.airborne or to_take(match.situation)[0] is not None:
        return None
    return Due(phrase("page.due-in-hand" if held else "page.due-aside"))


def to_take(situation: Situation) -> tuple[set[Cell] | None, bool]:
    """What is still to be taken off once the piece has come down, and whether all of it is; None: it
    has not come down."""
    changed, ignore = situation.difference, situation.ignore
    standing = [
        kind.change & ~changed & ~ignore
        for kind in situation.arrived
        if not kind.change & ~changed & ~kind.victims & ~ignore
    ]
    if not standing:
        return None, False
    cells = {cell for bits in standing for cell in situation.lens.cells_of(bits)}
    return cells, all(bits == standing[0] for bits in standing)


def mending(situation: Situation) -> Due | None:
    """The next of the fewest moves that put the board right, and how many there are."""
    position, lens = situation.position, situation.lens
    if situation.to_crown:
        return _of("crown", situation.to_crown)

    def fits(here: Cell, there: Cell) -> bool:
        """Whether the piece here may be the one that belongs there, as far as sensors tell."""
        if there not in position.stacks:
            return True
        whole = lens.stack_bits(there, position.stacks[there])
        # A stack that is only higher or lower than it should be is mended piece by piece.
        part = lens.heights and (situation.seen & lens.all_bits(there) or here in position.stacks)
        return not part and lens.read_back(here, situation.seen) == lens.read_back(there, whole)

    moves = putting_right(situation.wrong, position.game.board.places, fits)
    if not moves:
        return None
    start, end = moves[0]
    if end is None and (end := _carried_to(situation, start)) is not None:
        moves = tuple(move for move in moves if move != (None, end))
    cells = frozenset(cell for cell in (start, end) if cell is not None)
    count = more(situation, end or start or "")
    if lens.heights and count and (start is None or end is None):
        how = "more" if start is None else "fewer"
        words = phrase(f"page.mend-{how}", cell=end or start, count=abs(count), moves=len(moves))
        if start is not None or situation.seen & lens.all_bits(end or "") or count > 1:
            return Due(words, cells)
    if start is None and end is not None:
        piece, game = position.stacks[end][-1], position.game.name
        words = {
            lang: text("page.mend-on", end=end, piece=piece_in_words(piece, text), moves=len(moves))
            for lang, text in tongues(game).items()
        }
        return Due(words, cells)
    how = "move" if end else "off"
    return Due(phrase(f"page.mend-{how}", start=start, end=end, moves=len(moves)), cells)


def _carried_to(situation: Situation, start: Cell | None) -> Cell | None:
    """Where a move that was decided elsewhere takes what stands there, though no sensor sees it land."""
    if not situation.carrying or not situation.record:
        return None
    last = situation.record[-1]
    travels = last.move.deed(last.before.stacks, situation.game.board).travels
    return next((travel.end for travel in travels if travel.start == start), None)


def more(situation: Situation, cell: Cell) -> int:
    """How many pieces more belong on a cell than stand there, as far as sensors count."""
    lens, stack = situation.lens, situation.position.stacks.get(cell, ())
    wanted, stands = abs(lens.reading(stack)), abs(lens.read_back(cell, situation.seen))
    return wanted - stands


def together(told: Iterable[Due | None]) -> Due | None:
    """Several sentences as one."""
    parts = [part for part in told if part]
    if not parts:
        return None
    words = {lang: " ".join(part.words[lang] for part in parts) for lang in LANGUAGES}
    return Due(words, frozenset().union(*(part.cells for part in parts)))


def _of(what: str, cells: Iterable[Cell], every: bool = False) -> Due:
    """What is due of one cell, of each of several, or of one of them."""
    names = sorted(cells)
    key = f"page.due-{what}" if every or len(names) == 1 else f"page.due-{what}-one"
    return Due(phrase(key, cells=", ".join(names)), frozenset(names))
