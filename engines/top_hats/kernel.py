"""Top Hats on plain values: which moves there are, and what they leave.

What is hidden is unknown here as well, until the table names it; a search may only guess (`worlds`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from zlib import crc32

from engines.kernel import Hiding, Kernel, Secret
from engines.top_hats.hidden import Count, deduced, hidden_ten, possible_colours
from engines.top_hats.jumps import CELL_MASK, JUMPS, Chains, Ground
from engines.top_hats.sheets import NOWHERE, OUTER, Sheet
from engines.top_hats.state import (
    BOARD,
    CELLS,
    COLOURS,
    FULL_HEIGHT,
    NAMES,
    NEUTRAL,
    RING,
    SETUP_RINGS,
    STACKS_EACH,
    UNKNOWN,
    Hats,
    HatState,
)

FEW_STACKS = 5

NEIGHBOURS = tuple(tuple(sorted(BOARD.index[n] for n in BOARD.links[cell])) for cell in CELLS)
SETUP = frozenset(at for at, ring in enumerate(RING) if ring in SETUP_RINGS)

PLACE, REPORT, STEP, CHAIN, PASS, SHRINK = range(6)
Action = tuple[int, int, int]
"""What is done; then a cell, and a colour's number; or a start, and a result of the chain search."""

Numbers = tuple[int, ...]
"""For each cell which of its builder's stacks stands there, by the order in which he placed them."""
NO_STACK = -1
LETTERS = {name: letter for letter, name in NAMES.items()}
BELOW = FULL_HEIGHT - 1
"""Hats of a stack that nobody sees."""

THREAT, CAPTURE = 15, 90
BURIED = (100, 45, 20)
"""What a hat counts for its colour, the top one first: those below come to light when it is taken."""


class HatKernel(Kernel[HatState, Action]):
    hidden = True
    severity = 0.75
    """Captures are compulsory and there are many of them: one that is overlooked costs little."""

    def __init__(self, sheet: Sheet, players: int) -> None:
        self.sheet = sheet
        self.players = players

    def node(self, state: HatState) -> HatState:
        return state

    def turn(self, node: HatState) -> int:
        return node.turn

    # Moves -----------------------------------------------------------------------------------

    def moves(self, node: HatState) -> list[Action]:
        return [action for action, _ in self.options(node)]

    def options(self, node: HatState) -> list[tuple[Action, Chains | None]]:
        """Every move; with the journey of a stack the search it comes from, which knows its ways."""
        hats = node.hats
        if any(node.hand):
            return [((PLACE, at, 0), None) for at in sorted(SETUP) if not hats.piles[at]]
        if uncovered := hats.uncovered():
            return [
                ((REPORT, at, COLOURS.index(colour)), None)
                for at in uncovered
                for colour in possible_colours(hats, at)
            ]
        if len(hats.tops()) == 1:
            return []
        found: list[tuple[Action, Chains | None]] = [
            ((what, chains.start, end), chains) for what, chains, end in self._travels(node)
        ]
        if not found:
            found.append(((PASS, 0, 0), None))
        if self._may_shrink(node):
            found.append(((SHRINK, 0, 0), None))
        return found

    def _travels(self, node: HatState) -> Iterator[tuple[int, Chains, int]]:
        """The moves of stacks that the order of priorities leaves."""
        zone = self.zone(node)
        ground = self.ground(node)
        searches = [
            Chains(ground, start, inner=self.inward(node, start)) for start in self.own(node)
        ]
        capturing = [chains for chains in searches if chains.captures]
        if self.sheet.zone_captures_first:
            capturing = [chains for chains in capturing if chains.start in zone] or capturing
        if capturing:
            for chains in capturing:
                for end in chains.captures:
                    yield CHAIN, chains, end
            return
        leaving = [chains for chains in searches if chains.start in zone]
        quiet = [travel for chains in leaving for travel in self._quiet(node, chains)]
        yield from quiet or (t for chains in searches for t in self._quiet(node, chains))

    def _quiet(self, node: HatState, chains: Chains) -> Iterator[tuple[int, Chains, int]]:
        """The steps and the chains without capture of one stack."""
        start, allowed = chains.start, self.inward(node, chains.start)
        banned = (self.zone(node) | self.forbidden(node)) - allowed
        for end in NEIGHBOURS[start]:
            if not node.hats.piles[end] and end not in banned:
                yield STEP, chains, end
        for end in chains.quiet:
            yield CHAIN, chains, end

    def own(self, node: HatState) -> list[int]:
        """The cells of the stacks of the player to move."""
        colour = COLOURS[node.turn - 1]
        return [at for at, pile in enumerate(node.hats.piles) if pile and pile[-1] == colour]

    def ground(self, node: HatState) -> Ground:
        return Ground(
            node.hats,
            COLOURS[node.turn - 1],
            self.forbidden(node),
            self.zone(node),
            shy=self.sheet.shy,
        )

    def inward(self, node: HatState, start: int) -> frozenset[int]:
        """Cells of the zone where a stack on its way out may rest: further in, but still zone."""
        zone = self.zone(node)
        if start not in zone:
            return NOWHERE
        return frozenset(at for at in zone if RING[at] < RING[start])

    def zone(self, node: HatState) -> frozenset[int]:
        return self.sheet.shrunk_zone if node.shrunk else OUTER

    def forbidden(self, node: HatState) -> frozenset[int]:
        return self.sheet.shrunk_forbidden if node.shrunk else NOWHERE

    def _few_left(self, hats: Hats) -> bool:
        return hats.count() + self.sheet.neutral_counts <= FEW_STACKS

    def _may_shrink(self, node: HatState) -> bool:
        return (
            not self.sheet.shrinks_by_itself
            and not node.shrunk
            and self._few_left(node.hats)
            and not any(node.hats.piles[at] for at in OUTER)
        )

    # What moves do ---------------------------------------------------------------------------

    def after(self, node: HatState, move: Action) -> HatState:
        what, first, second = move
        if what == PLACE:
            return self._placed(node, first)
        if what == SHRINK:
            return HatState(node.turn, node.hats, node.hand, shrunk=True, quiet=node.quiet)
        if what == PASS:
            return self._turn_over(node, node.hats, quiet=node.quiet + 1)
        if what == REPORT:
            hats = node.hats.with_named(first, COLOURS[second])
            return self._turn_over(node, deduced(hats, hats.uncovered())[0], quiet=0)
        taken = self.ground(node).captured(second) if what == CHAIN else ()
        moved = node.hats.with_moved(first, second & CELL_MASK, taken)
        return self._turn_over(node, deduced(moved, taken)[0], quiet=0 if taken else node.quiet + 1)

    def _placed(self, node: HatState, at: int) -> HatState:
        hand = list(node.hand)
        hand[node.turn - 1] -= 1
        hats = node.hats.with_built(at, node.turn)
        if not any(hand):
            # As if the last player had just moved: player 1 placed first and moves first.
            last = HatState(self.players, hats, tuple(hand))
            return self._turn_over(last, hats, quiet=0)
        turn = next(player for player in self._after_player(node.turn) if hand[player - 1])
        return HatState(turn, hats, tuple(hand))

    def _turn_over(self, node: HatState, hats: Hats, *, quiet: int) -> HatState:
        """The turn passes on, unless there are uncovered hats to be named first."""
        if hats.uncovered():
            return HatState(node.turn, hats, node.hand, node.shrunk)
        tops = hats.tops()
        turn = next(
            (player for player in self._after_player(node.turn) if COLOURS[player - 1] in tops),
            node.turn,
        )
        shrunk = node.shrunk or (self.sheet.shrinks_by_itself and self._few_left(hats))
        if quiet == 0 or shrunk != node.shrunk:
            return HatState(turn, hats, node.hand, shrunk, quiet)
        earlier = (*node.earlier, (node.hats.piles, node.turn))
        times = earlier.count((hats.piles, turn)) + 1
        return HatState(turn, hats, node.hand, shrunk, quiet, earlier, times)

    def _after_player(self, player: int) -> list[int]:
        """The players in turn order, beginning with the next one and ending with this one."""
        return [(player + n) % self.players + 1 for n in range(self.players)]

    def still(self, node: HatState) -> bool:
        # Who cannot move passes: only the last colour ends the game.
        return len(node.hats.tops()) > 1

    def winners(self, node: HatState, moves: Sequence[Action]) -> tuple[int, ...] | None:
        if moves:
            return None
        tops = node.hats.tops()
        return tuple(n for n in range(1, self.players + 1) if COLOURS[n - 1] in tops)

    # What a position is worth ------------------------------------------------------------------

    def worth(self, node: HatState) -> tuple[int, ...]:
        """The hats of each colour, those nearer to the top count more; and the stacks that could be
        jumped, above all by whoever is to move: he must."""
        worth = dict.fromkeys(COLOURS, 0)
        piles, mover = node.hats.piles, COLOURS[node.turn - 1]
        captures = False
        for at, pile in enumerate(piles):
            if not pile or pile[-1] not in COLOURS:
                continue
            for hat, counts in zip(reversed(pile), BURIED, strict=False):
                if hat != UNKNOWN:
                    worth[hat] += counts
            top = pile[-1]
            for over, land in JUMPS[at]:
                if piles[over] and not piles[land] and piles[over][-1] not in (top, NEUTRAL):
                    worth[top] += THREAT
                    captures = captures or top == mover
        if captures:
            worth[mover] += CAPTURE
        return tuple(worth[colour] for colour in COLOURS[: self.players])

    # What the hats hide ------------------------------------------------------------------------

    def hides(self, node: HatState, seen: Numbers | None) -> Mapping[int, Hiding]:
        """Before anything stands everybody builds his stacks."""
        if any(left != STACKS_EACH for left in node.hand):
            return {}
        return {
            player: Hiding(self._hidden_hats(player), STACKS_EACH, BELOW, placed=True)
            for player in range(1, self.players + 1)
        }

    def prepared(self, player: int, hiding: Hiding, rng: Random) -> Secret:
        """An own hat right below the top as long as there are any: that stack is still one's own when
        its top is taken. Which stack goes without is left to chance."""
        own = NAMES[COLOURS[player - 1]]
        dealt = hiding.dealt(rng)
        others = [hat for hat in dealt if hat != own]
        lowest, rest = others[: hiding.piles], others[hiding.piles :]
        seconds = [own] * dealt.count(own) + rest
        rng.shuffle(seconds)
        return tuple(hat for pile in zip(lowest, seconds, strict=True) for hat in pile)

    def _hidden_hats(self, builder: int) -> Secret:
        ten = zip(COLOURS, hidden_ten(self.players, builder), strict=True)
        return tuple(NAMES[colour] for colour, count in ten for _ in range(count))

    def learned(self, seen: Numbers | None, node: HatState, move: Action) -> Numbers:
        what, first, second = move
        numbers = list(seen or (NO_STACK,) * len(CELLS))
        if what == PLACE:
            numbers[first] = STACKS_EACH - node.hand[node.turn - 1]
        elif what in (STEP, CHAIN):
            moving, numbers[first] = numbers[first], NO_STACK
            numbers[second & CELL_MASK] = moving
        return tuple(numbers)

    def answer(
        self, node: HatState, secrets: Mapping[int, Secret], seen: Numbers | None
    ) -> Action | None:
        for at in node.hats.uncovered():
            secret = secrets.get(node.hats.builders[at])
            if secret is not None and seen is not None and seen[at] != NO_STACK:
                action = REPORT, at, COLOURS.index(self._stack(node, at, secret, seen)[-1])
                return action if action in self.moves(node) else None
        return None

    def knows(
        self, node: HatState, player: int, secret: Secret, seen: Numbers | None
    ) -> Mapping[str, Secret]:
        return {
            CELLS[at]: tuple(NAMES[hat] for hat in self._stack(node, at, secret, seen or ()))
            for at in self._built(node, player, seen)
        }

    def _built(self, node: HatState, player: int, seen: Numbers | None) -> list[int]:
        """Where the stacks of a builder are now."""
        piles, builders = node.hats.piles, node.hats.builders
        return [
            at
            for at, number in enumerate(seen or ())
            if number != NO_STACK and piles[at] and builders[at] == player
        ]

    def _stack(self, node: HatState, at: int, secret: Secret, seen: Numbers) -> str:
        """A pile as its builder knows it."""
        below = secret[seen[at] * BELOW : (seen[at] + 1) * BELOW]
        hats = (*(LETTERS[name] for name in below), COLOURS[node.hats.builders[at] - 1])
        return "".join(hats[: len(node.hats.piles[at])])

    def worlds(
        self, node: HatState, secret: Secret | None, seen: Numbers | None, rng: Random, most: int
    ) -> list[tuple[HatState, float]]:
        known = node if secret is None else self._with_own(node, secret, seen)
        return [(self._world(known, rng), 1.0) for _ in range(most)]

    def _with_own(self, node: HatState, secret: Secret, seen: Numbers | None) -> HatState:
        """With all that whoever decides has built himself known."""
        hats = node.hats
        for at in self._built(node, node.turn, seen):
            stack = self._stack(node, at, secret, seen or ())
            while UNKNOWN in hats.piles[at]:
                hats = hats.with_guessed(at, stack[hats.piles[at].rindex(UNKNOWN)])
        return replace(node, hats=hats)

    def _world(self, node: HatState, rng: Random) -> HatState:
        """Every hat that nobody has seen gets a colour it can have, the likelier the more are left."""
        hats = node.hats
        for at in rng.sample(range(len(CELLS)), len(CELLS)):
            while UNKNOWN in hats.piles[at]:
                count, builder = Count(hats), hats.builders[at]
                possible = [c for c in range(self.players) if count.allows(builder, c)]
                weights = [min(count.pools[builder][c], count.box[c]) for c in possible]
                (colour,) = rng.choices(possible, weights)
                hats = hats.with_guessed(at, COLOURS[colour])
        return replace(node, hats=hats)

    def chances(self, node: HatState) -> list[int] | None:
        if any(node.hand) or not node.hats.uncovered():
            return None
        count = Count(node.hats)
        return [
            min(count.pools[node.hats.builders[at]][colour], count.box[colour])
            for _, at, colour in self.moves(node)
        ]

    def marks(self, node: HatState, moves: Sequence[Action]) -> list[int]:
        here = hash((node.turn, crc32(",".join(node.hats.piles).encode())))
        return [hash((here, move)) for move in moves]
