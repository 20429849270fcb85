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
from engines.kernel import Hiding, Kernel, Secret

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
RINGS_TO_WIN = 4
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "white")

Pawns = tuple[int, ...]
Node = tuple[int, Pawns, int, int, int, int, int, int]
"""Whose turn it is; where each pawn stands; the ring; the cell that a challenge names; the rings that
each player has; each player's card."""
RING, GO, QUEO, WINS = range(4)
Action = tuple[int, int, int]
"""What is done; then a start and an end, or the one cell, or the player."""
Beliefs = tuple[tuple[float, ...], ...]
"""For each player, how well what he did fits each card; last, how well it fits somebody who moves
whatever he touches."""

RING_WON, STEP_NEARER = 300, 15
OWN_PAWN = 4.0
"""Whoever moves a pawn is so much likelier to have its card: people help themselves first."""
LEFT_OUT = 0.05
"""Whoever could have entered the ring with a pawn and did something else hardly has its card."""
KNOWN = 0.5
"""Who names a card that is this likely gains as much as he loses by it."""
AIMLESS, ANY_PAWN = 0.2, 10 / 7
"""So likely, beside each card, is somebody who moves anything: whoever is taken for cleverer than he is
is read wrong. Such a player moves a pawn that is not his oftener than others do."""
EVEN: Beliefs = ((*(1.0 for _ in COLOURS), AIMLESS),) * 2


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
    severity = 0.5
    """What is overlooked hardly counts: the other does not know either which pawn matters."""

    def node(self, state: QueoState) -> Node:
        pawns = tuple(NUMBER[cell] if cell else NOWHERE for cell in state.pawns)
        ring, named = (NUMBER[cell] if cell else NOWHERE for cell in (state.ring, state.named))
        return (state.turn, pawns, ring, named, *state.won, UNKNOWN, UNKNOWN)

    def turn(self, node: Node) -> int:
        return node[0]

    def moves(self, node: Node) -> list[Action]:
        _, pawns, ring, named, first, second, card, _ = node
        if max(first, second) >= RINGS_TO_WIN:
            return []
        if ring == NOWHERE:
            return [(RING, NOWHERE, at) for at in ring_cells(pawns)]
        if named != NOWHERE or ring in pawns:
            if card != UNKNOWN:
                return [(WINS, self._taker(node), 0)]
            return [(WINS, 1, 0), (WINS, 2, 0)]
        standing = [at for at in pawns if at != NOWHERE]
        found = [
            (GO, path[0], path[-1]) for start in standing for path in journeys(pawns, ring, start)
        ]
        if card == UNKNOWN:
            # A search that knows both cards must not let anybody name what he could only guess.
            found += [(QUEO, at, NOWHERE) for at in standing]
        return found

    def _taker(self, node: Node) -> int:
        """Who takes the ring by the cards: of a claim, or of a challenge."""
        turn, pawns, ring, named, _, _, *cards = node
        other = 3 - turn
        if named != NOWHERE:
            return turn if pawns.index(named) == cards[other - 1] else other
        entered = pawns.index(ring)
        return turn if cards[turn - 1] == entered != cards[other - 1] else other

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
        return (
            RING_WON * first - _way(pawns, one, ring),
            RING_WON * second - _way(pawns, two, ring),
        )

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
        if ring == NOWHERE or ring in pawns or named != NOWHERE or seen not in (None, EVEN):
            return {}
        pool = tuple(COLOURS[n] for n, at in enumerate(pawns) if at != NOWHERE)
        return {player: Hiding(pool) for player in (1, 2)}

    def answer(self, node: Node, secrets: Mapping[int, Secret], seen: Any) -> Action | None:
        turn, pawns, ring, named, *_ = node
        other = 3 - turn
        if not _asked(node):
            return None
        cards = {player: COLOURS.index(secret[0]) for player, secret in secrets.items()}
        if named != NOWHERE:
            if other not in cards:
                return None
            return WINS, turn if pawns.index(named) == cards[other] else other, 0
        # One card is enough where it speaks against the claim.
        entered = pawns.index(ring)
        if cards.get(turn, entered) != entered or cards.get(other) == entered:
            return WINS, other, 0
        return (WINS, turn, 0) if len(cards) == 2 else None

    def knows(self, node: Node, player: int, secret: Secret, seen: Any) -> Mapping[str, Secret]:
        at = node[1][COLOURS.index(secret[0])]
        # Before the ring lies, the cards are those of the round before.
        return {} if NOWHERE in (at, node[2]) else {CELLS[at]: secret}

    def chances(self, node: Node) -> list[int] | None:
        return [1 for _ in self.moves(node)] if _asked(node) else None

    def learned(self, seen: Beliefs | None, node: Node, move: Action) -> Beliefs:
        turn, pawns, ring, *_ = node
        what, start, _ = move
        if seen is None or what in (RING, WINS):
            seen = EVEN  # new cards for a new round
        if what != GO:
            return seen
        *weights, aimless = seen[turn - 1]
        for pawn, at in enumerate(pawns):
            if at == NOWHERE:
                continue
            if at == start:
                weights[pawn] *= OWN_PAWN
            elif any(path[-1] == ring for path in journeys(pawns, ring, at)):
                weights[pawn] *= LEFT_OUT
        theirs = (*weights, aimless * ANY_PAWN)
        return (theirs, seen[1]) if turn == 1 else (seen[0], theirs)

    def betrays(self, node: Node, move: Action, secret: Secret, seen: Beliefs | None) -> int:
        """Who is likelier known than not will be challenged; in the ring nothing is left to hide."""
        turn, ring = node[0], node[2]
        what, _, end = move
        if what != GO or end == ring:
            return 0
        weights = _likely(self.learned(seen, node, move)[turn - 1])
        known = weights[COLOURS.index(secret[0])] / sum(weights)
        return round(2 * RING_WON * max(0.0, known - KNOWN))

    def worlds(
        self, node: Node, secret: Secret | None, seen: Beliefs | None, rng: Random, most: int
    ) -> list[tuple[Node, float]]:
        """Every card that the other may have, with what was learned about it."""
        turn, pawns, *_ = node
        standing = [n for n, at in enumerate(pawns) if at != NOWHERE]
        begun = node[2] != NOWHERE
        own = COLOURS.index(secret[0]) if secret and begun else rng.choice(standing)
        weights = _likely((seen or EVEN)[2 - turn])
        found: list[tuple[Node, float]] = []
        for card in standing:
            cards = (own, card) if turn == 1 else (card, own)
            found.append(((*node[:6], *cards), weights[card]))
        return found


def _likely(beliefs: tuple[float, ...]) -> list[float]:
    """How likely each card is: one who moves anything may have any."""
    *weights, aimless = beliefs
    return [weight + aimless for weight in weights]


def _asked(node: Node) -> bool:
    """Whether the cards have to say who takes the ring."""
    _, pawns, ring, named, *_ = node
    return ring != NOWHERE and (named != NOWHERE or ring in pawns)


def _way(pawns: Pawns, card: int, ring: int) -> int:
    """How far a player's pawn still is from the ring."""
    if ring == NOWHERE or card == UNKNOWN or pawns[card] == NOWHERE:
        return 0
    at = pawns[card]
    return STEP_NEARER * max(abs(at // SIDE - ring // SIDE), abs(at % SIDE - ring % SIDE))
