"""Xe Queo! on plain numbers: which moves there are, what they leave, and what a move gives away.

Cells are numbers in the order of the alphabet. Which pawn is whose only the cards know: in a game they
are UNKNOWN here, and a search guesses the other's from what he did.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from engines.geometry import square
from engines.kernel import HOPE, Hiding, Kernel, Secret
from engines.xe_queo.beliefs import (
    EVEN,
    PAWNS,
    Beliefs,
    aimlessness,
    challenges,
    likely,
    pushed,
    renewed,
    shown,
    untouched,
)

if TYPE_CHECKING:
    from engines.xe_queo.book import QueoState

BOARD = square(7)
SIDE = 7
CELLS = tuple(sorted(BOARD.cells))
NUMBER = {cell: n for n, cell in enumerate(CELLS)}
LINKS = tuple(tuple(NUMBER[near] for near in BOARD.links[cell]) for cell in CELLS)
BEYOND = tuple(
    {NUMBER[near]: NUMBER[to] for near in BOARD.links[cell] if (to := BOARD.beyond(cell, near))}
    for cell in CELLS
)
"""For each cell and its neighbours, the cell straight behind."""
NOWHERE = UNKNOWN = -1
ANY = -2
"""The card of somebody who moves, enters the ring with and names whatever he touches: any."""
RINGS_TO_WIN = 4
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "white")

Pawns = tuple[int, ...]
Node = tuple[int, Pawns, int, int, int, int, int, int]
"""Whose turn it is; where each pawn stands; the ring; the cell that a challenge names; the rings that
each player has; each player's card."""
RING, GO, QUEO, WINS = range(4)
Action = tuple[int, int, int]
"""What is done; then a start and an end, or the one cell, or the player."""

STEPS = 20
"""So many steps nearer to the ring are worth as much as the ring."""
ASTRAY = STEPS * 5 // 7
"""Who moves whatever he touches takes one ring of seven: he stands as if he were so far from it."""
KNOWN = 0.5
"""Who names a card that is this likely gains as much as he loses by it."""
SLIGHT = 0.02
"""A world that is less likely than this is not worth a look."""


@cache
def ahead(first: int, second: int) -> int:
    """What the first player's rings are worth against the second's, if either wins each round as often:
    what a ring is worth hangs on how many more are needed."""
    if max(first, second) >= RINGS_TO_WIN:
        return HOPE if first > second else 0
    return (ahead(first + 1, second) + ahead(first, second + 1)) // 2


def at_stake(first: int, second: int) -> int:
    """Half of what lies between winning and losing the next ring."""
    return ahead(first + 1, second) - ahead(first, second + 1)


@cache
def distance(one: int, two: int) -> int:
    """The square of the straight line, in cells: a diagonal is longer than a file or a rank."""
    files, ranks = one // SIDE - two // SIDE, one % SIDE - two % SIDE
    return files * files + ranks * ranks


def ring_cells(pawns: Pawns) -> list[int]:
    """Free cells with no pawn next to them. There always is one: of the nine cells a1 a4 a7 d1 … g7
    no pawn touches two, and there are only seven pawns."""
    near = {n for at in pawns if at != NOWHERE for n in (at, *LINKS[at])}
    return [NUMBER[cell] for cell in BOARD.cells if NUMBER[cell] not in near]


def hop_ends(pawns: Pawns, start: int, here: int) -> Iterator[int]:
    """Where the pawn that left `start` can hop from `here`; the cell it left is empty."""
    for over in LINKS[here]:
        if over in pawns and over != start:
            end = BEYOND[here].get(over)
            if end is not None and (end == start or end not in pawns):
                yield end


def hop_paths(pawns: Pawns, ring: int, start: int) -> dict[int, tuple[int, ...]]:
    """For every cell a chain can end on, the way with the fewest hops, the first in the alphabet.
    Nothing goes on from the ring."""
    paths: dict[int, tuple[int, ...]] = {start: (start,)}
    edge = [start]
    while edge:
        found: dict[int, tuple[int, ...]] = {}
        for here in edge:
            if here == ring:
                continue
            for end in hop_ends(pawns, start, here):
                path = (*paths[here], end)
                if end not in paths and (end not in found or path < found[end]):
                    found[end] = path
        paths.update(found)
        edge = list(found)
    del paths[start]
    return paths


def is_chain(pawns: Pawns, ring: int, trail: Sequence[int]) -> bool:
    """Whether each cell of the trail is one hop from the one before, and none goes on from the ring."""
    return all(
        here != ring and there in hop_ends(pawns, trail[0], here)
        for here, there in zip(trail, trail[1:], strict=False)
    )


def journeys(pawns: Pawns, ring: int, start: int) -> Iterator[tuple[int, ...]]:
    """Every step and every chain that ends nearer to the ring. The pawn nearest to it always has one:
    whatever stood in the way would be nearer still."""
    far = distance(start, ring)
    for end in LINKS[start]:
        if end not in pawns and distance(end, ring) < far:
            yield start, end
    # Hops change file and rank by two or not at all, so no chain ends beside its start: a step and
    # a chain never lead to the same cell.
    for end, path in hop_paths(pawns, ring, start).items():
        if distance(end, ring) < far:
            yield path


class QueoKernel(Kernel[Node, Action]):
    hidden = True
    severity = 0.6
    """What is overlooked counts little: the other does not know either which pawn matters."""
    horizon = 2
    """A search knows both cards in every world it imagines. One's own move and the answer can be told
    that way; a plan for later would count on knowing the card by then."""
    lead = at_stake(0, 0)
    """The first ring."""

    def node(self, state: QueoState) -> Node:
        pawns = tuple(NUMBER[cell] if cell else NOWHERE for cell in state.pawns)
        ring, named = (NUMBER[cell] if cell else NOWHERE for cell in (state.ring, state.named))
        return (state.turn, pawns, ring, named, *state.won, UNKNOWN, UNKNOWN)

    def turn(self, node: Node) -> int:
        return node[0]

    def moves(self, node: Node) -> list[Action]:
        _, pawns, ring, named, first, second, *cards = node
        if max(first, second) >= RINGS_TO_WIN:
            return []
        if ring == NOWHERE:
            return [(RING, NOWHERE, at) for at in ring_cells(pawns)]
        if named != NOWHERE or ring in pawns:
            taker = self._taker(node, cards)
            return [(WINS, player, 0) for player in (1, 2) if taker in (None, player)]
        standing = [at for at in pawns if at != NOWHERE]
        found = [
            (GO, path[0], path[-1]) for start in standing for path in journeys(pawns, ring, start)
        ]
        if min(cards) < 0:
            # A search that knows both cards must not let anybody name what he could only guess.
            found += [(QUEO, at, NOWHERE) for at in standing]
        return found

    def _taker(self, node: Node, cards: Sequence[int]) -> int | None:
        """Who takes the ring by the cards, of a claim or of a challenge; None where they do not say."""
        turn, pawns, ring, named, *_ = node
        own, others = cards[turn - 1], cards[2 - turn]
        if named != NOWHERE:
            return None if others < 0 else turn if pawns.index(named) == others else 3 - turn
        # One card is enough where it speaks against the claim.
        entered = pawns.index(ring)
        if own not in (entered, UNKNOWN, ANY) or others == entered:
            return 3 - turn
        return None if min(cards) < 0 else turn

    def after(self, node: Node, move: Action) -> Node:
        turn, pawns, ring, named, first, second, *cards = node
        what, start, end = move
        one, two = cards
        if what == WINS:
            first, second = first + (start == 1), second + (start == 2)
            return 3 - start, pawns, NOWHERE, NOWHERE, first, second, one, two
        if what == RING:
            return 3 - turn, pawns, end, NOWHERE, first, second, one, two
        if what == QUEO:
            return turn, pawns, ring, start, first, second, one, two
        gone = tuple(end if at == start else at for at in pawns)
        # Who enters the ring shows his card: the decision is still his.
        return turn if end == ring else 3 - turn, gone, ring, named, first, second, one, two

    def winners(self, node: Node, moves: Sequence[Action]) -> tuple[int, ...] | None:
        if moves:
            return None
        return (1,) if node[4] >= RINGS_TO_WIN else (2,)

    def worth(self, node: Node) -> tuple[int, int]:
        _, pawns, ring, _, first, second, one, two = node
        worth = ahead(first, second)
        if ring == NOWHERE:
            return worth, HOPE - worth
        stake = at_stake(first, second)
        return (
            worth - stake * _way(pawns, one, ring) // STEPS,
            HOPE - worth - stake * _way(pawns, two, ring) // STEPS,
        )

    def anew(self, node: Node) -> bool:
        return node[2] == NOWHERE

    def still(self, node: Node) -> bool:
        return max(node[4], node[5]) < RINGS_TO_WIN and not _asked(node)

    def telling(self, node: Node, moves: Sequence[Action]) -> Sequence[Action]:
        """A claim or a challenge is worth what the cards say."""
        return moves if _asked(node) else ()

    def marks(self, node: Node, moves: Sequence[Action]) -> list[int]:
        # Whoever looks does not know the cards: he overlooks the same whatever they are.
        return super().marks((*node[:6], UNKNOWN, UNKNOWN), moves)

    # What the cards hide -----------------------------------------------------------------------

    def hides(self, node: Node, seen: Beliefs | None) -> Mapping[int, Hiding]:
        """The ring lies and no pawn has gone yet: both choose a card."""
        _, pawns, ring, named, *_ = node
        if ring == NOWHERE or ring in pawns or named != NOWHERE or (seen and not untouched(seen)):
            return {}
        pool = tuple(COLOURS[n] for n, at in enumerate(pawns) if at != NOWHERE)
        return {player: Hiding(pool) for player in (1, 2)}

    def answer(self, node: Node, secrets: Mapping[int, Secret], seen: Any) -> Action | None:
        if not _asked(node):
            return None
        cards = [COLOURS.index(secrets[n][0]) if n in secrets else UNKNOWN for n in (1, 2)]
        taker = self._taker(node, cards)
        return None if taker is None else (WINS, taker, 0)

    def knows(self, node: Node, player: int, secret: Secret, seen: Any) -> Mapping[str, Secret]:
        at = node[1][COLOURS.index(secret[0])]
        # Before the ring lies, the cards are those of the round before.
        return {} if NOWHERE in (at, node[2]) else {CELLS[at]: secret}

    def chances(self, node: Node) -> list[int] | None:
        turn, pawns, ring, named, _, _, *cards = node
        if _asked(node):
            found = self.moves(node)
            if ANY not in cards or len(found) == 1:
                return [1 for _ in found]
            # Any card of so many: one is that which is named, or that of the pawn in the ring.
            others = sum(at != NOWHERE for at in pawns) - 1
            hit = turn if named != NOWHERE else 1 + cards.index(ANY)
            return [1 if player == hit else others for _, player, _ in found]
        return [1 for _ in self.moves(node)] if ring != NOWHERE and cards[turn - 1] == ANY else None

    def learned(self, seen: Beliefs | None, node: Node, move: Action) -> Beliefs:
        turn, pawns, ring, challenged, *_ = node
        what, start, end = move
        beliefs = list(seen or EVEN)
        mover, other = turn - 1, 2 - turn
        if what == WINS:
            won = start == turn
            if challenged != NOWHERE:
                named = pawns.index(challenged)
                beliefs[other] = shown(beliefs[other], named, won, not won)
            else:
                # Who wins has that card and the other has not; who loses has another, or both have it.
                same = 1 / PAWNS
                fits = (1 - same, 0) if won else (same, 1)
                beliefs[mover] = shown(beliefs[mover], pawns.index(ring), *fits)
            return tuple(renewed(theirs) for theirs in beliefs)
        if what == QUEO:
            beliefs[mover] = challenges(beliefs[mover], beliefs[other], pawns.index(start))
        if what == GO:
            left = [
                pawn
                for pawn, at in enumerate(pawns)
                if at not in (NOWHERE, start)
                and any(path[-1] == ring for path in journeys(pawns, ring, at))
            ]
            pawn = pawns.index(start)
            beliefs[mover] = pushed(beliefs[mover], pawn, left, entered=end == ring)
        return tuple(beliefs)

    def betrays(self, node: Node, move: Action, secret: Secret, seen: Beliefs | None) -> int:
        """Who is likelier known than not will be challenged; in the ring nothing is left to hide, and
        from somebody who learns nothing there is nothing either."""
        turn, _, ring, _, first, second, *_ = node
        what, _, end = move
        if what != GO or end == ring:
            return 0
        beliefs = self.learned(seen, node, move)
        weights = likely(beliefs[turn - 1])
        known = weights[COLOURS.index(secret[0])] / sum(weights)
        minds = 1 - aimlessness(beliefs[2 - turn])
        return round(2 * at_stake(first, second) * minds * max(0.0, known - KNOWN))

    def worlds(
        self, node: Node, secret: Secret | None, seen: Beliefs | None, rng: Random, most: int
    ) -> list[tuple[Node, float]]:
        """Every card that the other may have, with what was learned about it; and that he moves whatever
        he touches."""
        turn, pawns, *_ = node
        standing = [n for n, at in enumerate(pawns) if at != NOWHERE]
        begun = node[2] != NOWHERE
        own = COLOURS.index(secret[0]) if secret and begun else rng.choice(standing)
        *weights, aimless = (seen or EVEN)[2 - turn]
        found = [(card, weights[card]) for card in standing]
        if seen is not None:
            found.append((ANY, aimless * len(standing)))
        least = SLIGHT * sum(likely for _, likely in found)
        return [
            ((*node[:6], *((own, card) if turn == 1 else (card, own))), likely)
            for card, likely in found
            if likely >= least
        ]


def _asked(node: Node) -> bool:
    """Whether the cards have to say who takes the ring."""
    _, pawns, ring, named, *_ = node
    return ring != NOWHERE and (named != NOWHERE or ring in pawns)


def _way(pawns: Pawns, card: int, ring: int) -> int:
    """How many steps a player's pawn still is from the ring."""
    if card == ANY:
        return ASTRAY
    if card == UNKNOWN or pawns[card] == NOWHERE:
        return 0
    at = pawns[card]
    return max(abs(at // SIDE - ring // SIDE), abs(at % SIDE - ring % SIDE)) - 1
