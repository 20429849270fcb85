"""The players' buttons on several pages at one table."""

from __future__ import annotations

from firmware_bridge.bench.page import Visitor

XE_QUEO = {
    "do": "start", "game": "xe-queo", "players": 2, "options": {}, "seed": 4, "level": "full",
    "ready": True,
}  # fmt: skip


def history(view):
    return [label for _, label in view.get("history", [])]


def test_a_button_that_was_down_when_a_game_was_left_is_up_in_the_next(server):
    server.start("dama", "--port", "0")
    one, other = Visitor(int(server.port)), Visitor(int(server.port))
    for page in (one, other):
        page.until(lambda view: view.get("phase") == "waiting")
    one.say({"do": "push", "player": 1, "down": True})
    other.say({"do": "leave"})
    one.until(lambda view: view["screen"] == "menu")
    # In the menu there is no button that could go up.
    one.say({"do": "push", "player": 1, "down": False})
    other.say(XE_QUEO)
    other.until(lambda view: view.get("question"))
    ring = other.view["question"]["choices"][0]["label"]
    other.say({"do": "choose", "label": ring})
    other.until(lambda view: view["declarations"])
    challenge = other.view["declarations"][0]["label"]
    other.say({"do": "choose", "label": challenge})
    other.until(lambda view: history(view) == [ring, challenge])
    other.say({"do": "push", "player": 1, "down": True})
    while other.listen(0.1):
        pass  # a press is as long as a finger's
    other.say({"do": "push", "player": 1, "down": False})
    other.until(lambda view: history(view) == [ring, challenge, "wins 1"])
    one.close()
    other.close()
