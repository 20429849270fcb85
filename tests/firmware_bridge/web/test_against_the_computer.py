"""Somebody alone at the laptop: every game to its end against the computer, in the browser.

What he wants he says on the page; the simulated board carries it out by itself, as it does for the
computer.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Error, Page, expect

from engines import GAMES
from engines.opponents import Opponent
from tests.firmware_bridge.web.table import MOVES, Table

LATE = {
    "chess": "7k/5Q2/8/8/8/8/8/K7 w - - 96 90",
    "dama": "1 w=c3,e3 b=d6",
    "mangia-la-dama": "1 w=c5 b=e7,h8",
    "lupo-e-pecore": "2 sheep=b6,d6,f6,h6 wolf=c7",
    "mulino": "1 w=a1,d1,g7,b2 b=b6,d6,c3 hand=0,0",
    "mulino-misto": "1 w=a1,d1,g7,b2 b=b6,d6,c3 hand=0,0",
    "mulino-ceylonese": "1 w=a1,d1,f4 b=b6,d6,c3 hand=0,0",
    "cappuccino": "1 f6=3r f7=1b e6=2y g7=1g",
    "top-hats": "1 d4=?r f6=?y e3=ry",
    "xe-queo": "2 red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1 score=3-3",
}
"""Positions from which a game is soon over: the whole games are played without a browser's pauses."""

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
  const rests = ['waiting', 'asking', 'over'].includes(heading?.dataset.phase);
  return rests && (moves > played || heading.dataset.phase === 'over');
}"""


def play_on(table: Table, name: str, position: str, most: int = 60) -> int:
    """To the end, as somebody who knows the game; how many moves were made."""
    game, page = GAMES[name](), table.page
    mind = Opponent(game, level=4, seed=5)
    page.evaluate(HAND)
    for _ in range(most):
        state = game.position(position)
        labels = page.evaluate(MOVES)
        for label in labels:
            state = game.apply(state, game.parse(state, label))
        if game.outcome(state) is not None:
            return len(labels)
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
            page.evaluate(SAY, mind.choose(state).label)
        try:
            page.wait_for_function(STILL, arg=len(labels))
        except Error:
            status = page.locator("#status").inner_text()
            raise AssertionError(f"{status}: {page.evaluate(MOVES)}") from None
    raise AssertionError(page.evaluate(MOVES))


def over(page: Page) -> None:
    expect(page.locator("#status h1[data-phase=over]")).to_have_text(re.compile("wins|draw"))


@pytest.mark.browser
@pytest.mark.parametrize("name", LATE)
def test_every_game_is_played_to_its_end(play, name):
    position = LATE[name]
    table = play(name, "--seat", "2=computer:1", "--position", position)
    assert play_on(table, name, position) > 0
    over(table.page)
    # And looked at again.
    table.page.locator(".review-open").click()
    expect(table.page.locator(".curve")).to_be_visible()
    table.page.locator(".review-back").click()
    expect(table.page.locator(".review-move")).not_to_have_attribute("data-at", "0")


def test_no_game_is_left_out():
    assert {name for name in GAMES if name != "tris"} == LATE.keys()
