"""The plug is pulled: what was confirmed is there again, and nothing that was not."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

import engines
from firmware_bridge.bench.page import Visitor
from firmware_bridge.record.journal import Journal
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Accepted, Amended, Undone
from firmware_bridge.table.app import App
from firmware_bridge.table.wired import WiredBoard
from tests.engines.playing import every_game

PLAY = [sys.executable, "-m", "firmware_bridge", "play", "--no-browser", "--port", "0"]
FAVO = ("cappuccino", "top-hats")


@every_game
def test_a_journal_cut_at_every_byte_gives_the_last_confirmed_position(tmp_path, game):
    """With a move taken back and one changed on the way."""
    chance = random.Random(3)
    journal = Journal(tmp_path / "0001-game.jsonl")
    journal.begin(Header(game.name, game.options, game.players, seed=3))
    states = [game.start(3)]
    """What is right after each line."""
    for _ in range(3):
        state = states[-1]
        moves = game.legal_moves(state)
        move, other = chance.choice(moves), chance.choice(moves)
        player = move.by or state.turn
        journal.note(Accepted(player, move.label))
        states.append(game.apply(state, move))
        if other is not move:
            journal.note(Amended(player, other.label, move.label))
            states.append(game.apply(state, other))
            if chance.random() < 0.5:
                journal.note(Undone(player, other.label))
                states.append(state)
    journal.close()
    whole = journal.path.read_bytes()
    store = Store(tmp_path)
    for cut in range(len(whole) + 1):
        journal.path.write_bytes(whole[:cut])
        found = store.resumable()
        lines = whole[:cut].count(b"\n")
        if not lines:
            assert found is None
            continue
        assert found is not None
        assert found[1].state == states[lines - 1]
        found[0].close()
        assert journal.path.read_bytes() == whole[: whole[:cut].rindex(b"\n") + 1]


@pytest.mark.parametrize("name", engines.GAMES)
def test_a_resumed_game_guides_the_pieces_to_where_they_stood(tmp_path, name):
    header = Header(name, {}, 2, seed=3)
    game = header.rule_book()
    store = Store(tmp_path)
    journal = store.begin(header)
    state, chance = game.start(3), random.Random(1)
    for _ in range(8):
        going_on = [m for m in game.legal_moves(state) if not game.outcome(game.apply(state, m))]
        move = chance.choice(going_on)
        journal.note(Accepted(move.by or state.turn, move.label))
        state = game.apply(state, move)
    journal.close()
    app = App(store, lambda: 0.0)
    app.board = WiredBoard("simulated:favo" if name in FAVO else "simulated:quadra")
    app.look_for_unfinished()
    app.resume()
    match = app.match
    assert match is not None
    assert match.situation.state == state
    assert match.situation.phase is Phase.RESTORING
    assert {cell for cell, hint in match.lit.items() if hint.meaning == "missing"} == set(
        state.stacks
    )
    app.close()


class Playing:
    """The real program in a process of its own, and a page that plays on it."""

    def __init__(self, folder: Path, game: str) -> None:
        self.running = subprocess.Popen(
            [*PLAY, game, "--seed", "3"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "TAVOLIERE_STATE": str(folder)},
        )
        assert self.running.stdout is not None
        line = self.running.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, line
        self.page = Visitor(int(found[1]))
        self.page.until(lambda view: view.get("screen") == "game")

    @property
    def history(self) -> list[str]:
        return [label for _, label in self.page.view["history"]]

    def kill(self) -> None:
        self.running.send_signal(signal.SIGKILL)
        self.running.communicate()
        self.page.close()


def played_until(playing: Playing, game, chance: random.Random, end: float) -> list[str]:
    """Moves as fast as the board takes them, until the plug is pulled; all that was asked for."""
    page, asked = playing.page, playing.history
    state = game.start(3)
    for label in asked:
        state = game.apply(state, game.parse(state, label))
    while (moves := game.legal_moves(state)) and monotonic() < end:
        move = chance.choice(moves)
        state = game.apply(state, move)
        asked.append(move.label)
        page.say({"do": "choose", "label": move.label})
        page.say({"do": "arrange"})
        while len(page.view["history"]) < len(asked) or page.view["phase"] == "restoring":
            # Listening ends with the time, wherever the program is just then.
            if not page.listen(end - monotonic()):
                playing.kill()
                return asked
    playing.kill()
    return asked


@pytest.mark.parametrize("name", engines.GAMES)
def test_killed_at_a_random_instant_nothing_confirmed_is_lost(tmp_path, name):
    game = engines.GAMES[name]()
    chance = random.Random(f"{name} 5")
    confirmed: list[str] = []
    for _ in range(2):
        playing = Playing(tmp_path, name)
        before = playing.history
        assert before[: len(confirmed)] == confirmed
        asked = played_until(playing, game, chance, monotonic() + chance.uniform(0.02, 0.3))
        confirmed = playing.history
        assert asked[: len(confirmed)] == confirmed
        found = Store(tmp_path).resumable()
        if found is None:
            return  # it came to its end
        found[0].close()
    assert found is not None
    resumed = found[1]
    kept = [entry.move.label for entry in resumed.record]
    # What the page has been shown is there; besides it at most the move that was on its way.
    assert kept in (confirmed, asked)
    state = game.start(3)
    for label in kept:
        state = game.apply(state, game.parse(state, label))
    assert resumed.state == state
