"""The benchmark of a hostile page, shortened: the player is heard, and the rowdy one thrown out."""

from __future__ import annotations

from firmware_bridge.bench.load import Rowdy, waits
from firmware_bridge.bench.page import Visitor
from firmware_bridge.web.server import MOST_REFUSED


def test_the_player_is_heard_through_the_noise():
    alone, crowded, sent = waits(moves=8)
    assert alone > 0
    # Machines that run tests are busy: here it only has to go on; `tavoliere bench` measures.
    assert crowded < 1.0
    assert sent > 300


def test_who_only_sends_rubbish_is_thrown_out_and_changes_nothing(server):
    server.start("dama", "--port", "0")
    page = Visitor(int(server.port))
    page.until(lambda view: view.get("phase") == "waiting")
    before = dict(page.view)
    rowdy = Rowdy(int(server.port))
    while not rowdy.thrown_out:
        rowdy.shout(1)
    assert rowdy.sent >= MOST_REFUSED
    page.say({"do": "choose", "label": "c3-d4"})
    page.until(lambda view: len(view["history"]) == 1)
    assert before["history"] == []
    page.close()
