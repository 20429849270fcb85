"""Somebody alone at the laptop: every game to its end against the computer, in the browser.

He carries his pieces with the mouse, as at a table; what no hand can show (a ring, a challenge) he says
on the page. What the computer wants the simulated board carries out by itself.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Error, Page, expect

from engines import GAMES
from engines.game import Move, State
from engines.opponents import Opponent
from engines.steps import Act
from tests.firmware_bridge.web.table import MOVES, Table

LATE = {"chess": "7k/5Q2/8/8/8/8/8/K7 w - - 96 90"}
"""Where a game that is too long to be played whole is soon over."""

HAND = """() => new Promise((ready) => {
  window.hand = new WebSocket(`ws://${location.host}/table`);
  window.hand.onmessage = (event) => {
    const news = JSON.parse(event.data);
    if (news.full) { window.about = news.full.game.number; ready(); }
  };
})"""
SAY = "label => window.hand.send(JSON.stringify({do: 'choose', label, about: window.about}))"
STILL = """played => {
  const moves = document.querySelectorAll('.moves li').length;
  const heading = document.querySelector('#status h1');
  return moves > played && ['waiting', 'asking', 'over'].includes(heading?.dataset.phase);
}"""


def by_hand(table: Table, state: State, move: Move) -> None:
    """One step after the other, with the mouse."""
    heights = {cell: len(stack) for cell, stack in state.stacks.items()}
    before = {step.cell: table.pieces(step.cell) for step in move.steps}
    start = ""
    for step in move.steps:
        height = heights.get(step.cell, 0)
        if step.act is Act.REVEAL:
            continue  # a hat that is uncovered shows its colour by itself
        if step.act is Act.LIFT:
            start = step.cell
        elif step.act is Act.REMOVE:
            # Who takes his time over a chain sees that what he took first has gone by itself.
            if table.pieces(step.cell) == before.get(step.cell):
                (table.take_off if step.count == height else table.take_top_off)(step.cell)
        elif step.pieces and height:
            # A king is crowned by itself.
            table.stands(step.cell, " ".join(piece.name for piece in step.pieces * 2))
        elif step.pieces:
            table.put(" ".join(piece.name for piece in step.pieces), step.cell)
        else:
            table.drag(start, step.cell)
        heights[step.cell] = height + (step.count if step.act is Act.PLACE else -step.count)


class Played(NamedTuple):
    """Who decided how often, and how often with his own hands."""

    person: int
    computer: int
    by_hand: int


def play_on(table: Table, name: str, position: str | None, most: int = 300) -> Played:
    """To the end, as somebody who knows the game. None: from the very beginning."""
    game, page = GAMES[name](), table.page
    hands = 0
    mind = Opponent(game, level=4, seed=5)
    page.evaluate(HAND)
    for _ in range(most):
        state = game.start(1) if position is None else game.position(position)
        deciders = [0, 0, 0]
        labels = page.evaluate(MOVES)
        for label in labels:
            deciders[state.turn] += 1
            state = game.apply(state, game.parse(state, label))
        if game.outcome(state) is not None:
            return Played(deciders[1], deciders[2], hands)
        door = page.locator("[data-secret].main")
        if door.count():
            door.first.click()
            page.locator(".alone").click()
            page.locator(".shuffle").click()
            expect(page.locator("[data-kept]")).to_be_visible()
            page.locator("#alone .close").click()
            expect(door).to_have_count(0)
        kernel = game.kernel
        reports = kernel.chances(kernel.node(state)) is not None
        kept = page.evaluate("document.querySelectorAll('.choices [data-label]').length") == 0
        if state.turn == 1 or (reports and not kept):
            move = mind.choose(state)
            if any(step.act is not Act.REVEAL for step in move.steps):
                by_hand(table, state, move)
                hands += 1
            else:
                page.evaluate(SAY, move.label)
        try:
            page.wait_for_function(STILL, arg=len(labels))
        except Error:
            status = page.locator("#status").inner_text()
            raise AssertionError(f"{status}: {page.evaluate(MOVES)}") from None
    raise AssertionError(page.evaluate(MOVES))


def over(page: Page) -> None:
    expect(page.locator("#status h1[data-phase=over]")).to_have_text(re.compile("wins|draw"))


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if name != "tris"])
def test_every_game_is_played_to_its_end(play, name):
    position = LATE.get(name)
    begun = ["--seed", "1"] if position is None else ["--position", position]
    table = play(name, "--seat", "2=computer:1", *begun)
    played = play_on(table, name, position)
    # Nobody won by himself: both have decided, and he with his hands.
    assert min(played) > 0
    over(table.page)
    # And looked at again.
    table.page.locator(".review-open").click()
    expect(table.page.locator(".curve")).to_be_visible()
    table.page.locator(".review-back").click()
    expect(table.page.locator(".review-move")).not_to_have_attribute("data-at", "0")
