"""The check of the kernel finds one that tells another game than its book."""

from __future__ import annotations

from typing import Any

import pytest

from engines import GAMES
from engines.kernel import Kernel, PlainKernel
from firmware_bridge.contract.kernel import check_kernel

TRIS: Any = GAMES["tris"]


class Backwards(PlainKernel):
    def moves(self, node):
        return super().moves(node)[::-1]


class Forgetful(PlainKernel):
    def moves(self, node):
        return super().moves(node)[:1]


class Partial(PlainKernel):
    """Player 1 wins every game."""

    def winners(self, node, moves):
        return None if super().winners(node, moves) is None else (1,)


class Hasty(PlainKernel):
    def winners(self, node, moves):
        return ()


class Lopsided(PlainKernel):
    def worth(self, node):
        return super().worth(node)[:1]


class Calm(PlainKernel):
    """Says that nothing is telling, and tells."""

    def still(self, node):
        return True

    def telling(self, node, moves):
        return moves


class Texts(PlainKernel):
    """Its nodes are lines of text, and it leaves `marks` alone."""

    marks = Kernel.marks

    def node(self, state):
        return self.game.describe(state)

    def turn(self, node):
        return self.game.position(node).turn

    def moves(self, node):
        return [move.label for move in super().moves(self.game.position(node))]

    def after(self, node, move):
        state = self.game.position(node)
        return self.game.describe(self.game.apply(state, self.game.parse(state, move)))

    def winners(self, node, moves):
        return super().winners(self.game.position(node), moves)

    def worth(self, node):
        return super().worth(self.game.position(node))


@pytest.mark.parametrize(
    ("kernel", "says"),
    [
        (Backwards, "the kernel comes elsewhere"),
        (Forgetful, "1 moves of the kernel"),
        (Partial, "says the kernel"),
        (Hasty, "over for the kernel"),
        (Lopsided, "not one number a player"),
        (Calm, "still, and yet"),
        (Texts, "override `marks`"),
    ],
)
def test_a_kernel_that_tells_another_game_is_found_out(kernel, says):
    def begin(self, **options):
        TRIS.__init__(self, **options)
        self.kernel = kernel(self)

    with pytest.raises(AssertionError, match=says):
        check_kernel(type("Book", (TRIS,), {"__init__": begin}))


def test_one_that_tells_the_same_is_content():
    check_kernel(TRIS)
