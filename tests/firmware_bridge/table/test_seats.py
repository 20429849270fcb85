"""Somebody who is not at the board: his moves come about, are carried out, and can be taken back."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict
from random import Random

import pytest

from engines import GAMES
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Ask, Chosen, TakeBack
from firmware_bridge.table.app import App
from firmware_bridge.table.thinking import MOVE, SILENT, Answer, AtOnce, OwnProcess, Thought
from firmware_bridge.web.view import match_view
from tests.firmware_bridge.room import Room


class Seated(Room):
    def new_app(self) -> App:
        return App(self.store, lambda: self.now, thinker=AtOnce(), chance=Random(5))

    def sit_down(self, name: str, *levels: int, seed: int = 1, **options: str) -> None:
        game = GAMES[name](players=len(levels), **options)
        seats = tuple(map(Seat, levels))
        self.app.start(Header(name, game.options, game.players, seed, ready=True, seats=seats))

    @property
    def labels(self) -> list[str]:
        return [entry.move.label for entry in self.match.situation.record]


def room(tmp_path) -> Seated:
    return Seated(tmp_path)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_to_its_end_against_the_computer(tmp_path, name):
    table = room(tmp_path)
    table.sit_down(name, 0, 1)
    chance = Random(3)
    for _ in range(1500):
        situation = table.match.situation
        if situation.phase is Phase.OVER:
            break
        if table.match.deciding.awaited(situation) is None and not situation.carrying:
            table.play(chance.choice(situation.game.legal_moves(situation.state)).label)
        table.wait(0.8, pace=0.1)
    assert table.match.situation.phase is Phase.OVER
    players = {entry.player for entry in table.match.situation.record}
    assert players == {1, 2}


def test_while_it_thinks_no_light_invites_to_move_its_pieces(tmp_path):
    table = room(tmp_path)
    table.sit_down("dama", 1, 0)
    table.wait(0.04)
    assert table.match.deciding.awaited(table.match.situation) == 1
    assert table.match.lit == {}
    table.wait(3)
    assert table.match.situation.state.turn == 2
    assert {hint.meaning for hint in table.match.lit.values()} == {"movable", "last"}


class Pondering(AtOnce):
    """Never comes to an end."""

    failed = False

    def answer(self) -> Answer | None:
        return None


PAWNS = "red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1"


@pytest.mark.parametrize("position", [None, f"2 ring=d4 {PAWNS} score=0-0"])
def test_while_it_thinks_nobody_is_asked_what_is_its_to_say(tmp_path, position):
    """Where the ring is laid, whom it challenges: until it cannot think, nobody answers for it."""
    table = room(tmp_path)
    pondering = table.app.thinker = Pondering()
    header = Header("xe-queo", {}, 2, 1, ready=True, position=position, seats=(Seat(3), Seat(3)))
    table.app.start(header)
    table.wait(1)
    told = match_view(table.match)
    assert told["question"] is None
    assert told["declarations"] == []
    assert told["said"]["lines"] == []
    assert told["due"]["en"] == "It is thinking."
    assert not any(isinstance(verdict, Ask) for verdict in table.match.told)
    assert {hint.meaning for hint in table.match.lit.values()} <= {"zone"}
    pondering.failed = True
    table.wait(0.1)
    assert {hint.meaning for hint in table.match.lit.values()} & {"movable", "ask"}
    told = match_view(table.match)
    assert told["question"] or told["declarations"]
    assert not told["due"] or told["due"]["en"] != "It is thinking."


def test_it_waits_for_its_turn_and_for_the_board(tmp_path):
    table = room(tmp_path)
    table.sit_down("dama", 0, 2)
    table.wait(3)
    assert table.labels == []
    hand = table.table.new_hand()
    table.table.lift(hand, "c3")
    table.wait(2)
    table.table.place(hand, "d4")
    table.wait(0.4)
    assert table.labels == ["c3-d4"]
    table.wait(2)
    assert len(table.labels) == 2
    assert table.match.situation.phase is Phase.WAITING
    assert table.match.situation.difference == 0


def test_while_a_hand_is_over_the_board_it_does_not_move(tmp_path):
    table = room(tmp_path)
    table.sit_down("dama", 0, 2)
    table.carry("c3", "d4")
    table.wait(0.4)
    assert table.labels == ["c3-d4"]
    hand = table.table.new_hand()
    table.table.lift(hand, "a3")
    table.wait(5)
    assert table.labels == ["c3-d4"]
    table.table.place(hand, "b4")
    table.wait(5)
    assert table.labels == ["c3-d4"], "what is wrong is put right first"
    table.table.lift(hand, "b4")
    table.table.place(hand, "a3")
    table.wait(3)
    assert len(table.labels) == 2


def test_a_take_back_goes_to_ones_own_last_decision(tmp_path):
    table = room(tmp_path)
    table.sit_down("dama", 0, 2)
    table.carry("c3", "d4")
    table.wait(3)
    assert len(table.labels) == 2
    table.app.changed(TakeBack())
    table.wait(0.3)
    assert table.labels == []
    # The board is put right by whoever is there; only then it goes on.
    table.table.put_right(table.match.situation.position.stacks, unseen_only=False)
    table.wait(3)
    assert table.labels == []
    table.carry("e3", "f4")
    table.wait(3)
    assert table.labels[0] == "e3-f4"
    assert len(table.labels) == 2


def test_its_move_put_back_by_hand_takes_ones_own_back(tmp_path):
    table = room(tmp_path)
    table.sit_down("dama", 0, 2)
    table.carry("c3", "d4")
    table.wait(3)
    start, end = table.labels[1].split("-")
    table.carry(end, start)
    table.wait(5)
    assert table.labels == []
    assert "c3" in table.table.standing(), "on a screen one's own piece follows by itself"
    assert table.match.situation.phase is Phase.WAITING


def test_seats_are_kept_when_a_game_is_resumed(tmp_path):
    table = room(tmp_path)
    table.sit_down("mulino", 2, 0)
    table.wait(3)
    assert len(table.labels) == 1
    table.app.leave()
    table.app.resume()
    assert table.match.session.header.seats == (Seat(2), Seat(0))
    table.play("g7" if table.labels != ["g7"] else "a1")
    table.wait(3)
    assert len(table.labels) == 3


def test_computers_play_among_themselves(tmp_path):
    table = room(tmp_path)
    table.sit_down("lupo-e-pecore", 2, 2)
    table.wait(120, pace=0.1)
    assert table.match.situation.phase is Phase.OVER


# The process that thinks -------------------------------------------------------------------------


def thought(number: int, level: int = 1, moves: tuple[str, ...] = ()) -> Thought:
    header = Header("dama", {"capture": "huff"}, 2).fields()
    return Thought(number, MOVE, header, moves, 1, level, 7)


async def answered(thinker: OwnProcess, woken: asyncio.Event):
    await asyncio.wait_for(woken.wait(), 30)
    woken.clear()
    return thinker.answer()


def in_a_loop(job) -> None:
    async def run() -> None:
        woken = asyncio.Event()
        thinker = OwnProcess(woken.set)
        try:
            await job(thinker, woken)
        finally:
            thinker.close()

    asyncio.run(run())


def test_a_process_of_its_own_answers():
    async def job(thinker, woken):
        thinker.ask(thought(1))
        first = await answered(thinker, woken)
        assert first.number == 1
        legal = GAMES["dama"]().legal_moves(GAMES["dama"]().start())
        assert first.move in [move.label for move in legal]
        thinker.ask(thought(2, moves=("c3-d4", "b6-a5")))
        assert (await answered(thinker, woken)).number == 2

    in_a_loop(job)


def test_what_is_asked_anew_is_answered_and_the_old_is_not():
    async def job(thinker, woken):
        thinker.ask(thought(1, level=8))
        thinker.ask(thought(2))
        assert (await answered(thinker, woken)).number == 2

    in_a_loop(job)


def test_a_process_that_is_killed_is_begun_again():
    async def job(thinker, woken):
        thinker.ask(thought(1, level=8))
        os.kill(thinker._process.pid, signal.SIGKILL)
        assert (await answered(thinker, woken)).number == 1
        assert not thinker.failed

    in_a_loop(job)


def test_one_that_hangs_is_begun_again_and_that_is_said(tmp_path):
    async def run() -> None:
        woken = asyncio.Event()
        table = room(tmp_path)
        thinker = OwnProcess(woken.set, clock=lambda: table.now)
        table.app.thinker = thinker
        table.sit_down("dama", 8, 0)
        table.wait(0.1)
        hanging = thinker._process
        assert hanging is not None
        os.kill(hanging.pid, signal.SIGSTOP)
        table.wait(SILENT - 1, pace=1)
        assert thinker._process is hanging
        assert table.warned == []
        due = table.match.deadline
        assert due is not None
        assert due <= table.now + 1, "a board that sleeps is woken for that"
        table.wait(2, pace=1)
        assert hanging.returncode == -signal.SIGKILL
        assert table.warned == ["trouble.thinking-again"]
        await asyncio.wait_for(woken.wait(), 30)
        table.wait(2)
        assert len(table.labels) == 1
        assert table.match.troubles == ()
        table.app.close()

    asyncio.run(run())


def test_one_that_hangs_twice_is_given_up():
    async def run() -> None:
        now = 0.0
        deaf = (sys.executable, "-c", "import sys; sys.stdin.read()")
        thinker = OwnProcess(command=deaf, clock=lambda: now)
        thinker.ask(thought(1))
        for _ in range(2):
            assert not thinker.failed
            now += SILENT
            assert thinker.answer() is None
        assert thinker.failed
        assert thinker.deadline is None
        thinker.close()

    asyncio.run(run())


def test_ctrl_c_in_the_terminal_is_not_for_it():
    async def job(thinker, woken):
        thinker.ask(thought(1))
        assert os.getpgid(thinker._process.pid) != os.getpgrp()
        assert (await answered(thinker, woken)).number == 1

    in_a_loop(job)


KILLED = """
import json, os, signal, subprocess, sys
mind = subprocess.Popen(
    [sys.executable, "-m", "firmware_bridge.table.mind"],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
)
for thought in json.loads(sys.argv[1]):
    mind.stdin.write(json.dumps(thought).encode() + b"\\n")
mind.stdin.flush()
mind.stdout.readline()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_when_the_program_is_killed_it_ends_in_the_middle_of_a_thought():
    long = [asdict(thought(number, level=8)) for number in range(1, 100)]
    table = subprocess.run(
        [sys.executable, "-c", KILLED, json.dumps(long)],
        stderr=subprocess.PIPE,
        timeout=30,
        check=False,
    )
    # Both have had that pipe: that it has ended says that they have.
    assert table.returncode == -signal.SIGKILL
    assert table.stderr == b""


def test_one_that_keeps_dying_is_given_up():
    async def run() -> None:
        woken = asyncio.Event()
        thinker = OwnProcess(woken.set, (sys.executable, "-c", "pass"))
        thinker.ask(thought(1))
        await asyncio.wait_for(woken.wait(), 30)
        assert thinker.failed
        assert thinker.answer() is None
        thinker.close()

    asyncio.run(run())


def test_that_it_cannot_think_is_said_and_people_may_choose_for_it(tmp_path):
    async def run() -> None:
        woken = asyncio.Event()
        table = room(tmp_path)
        thinker = OwnProcess(woken.set, (sys.executable, "-c", "pass"))
        table.app.thinker = thinker
        table.sit_down("dama", 1, 0)
        table.wait(0.1)
        await asyncio.wait_for(woken.wait(), 30)
        table.wait(0.1)
        assert [trouble.key for trouble in table.match.troubles] == ["trouble.thinking"]
        assert "trouble.thinking" in table.warned
        told = match_view(table.match)["faulty"]
        assert "Choose its move on the page" in told[0]["en"]
        table.play("c3-d4")
        assert table.labels == ["c3-d4"]
        thinker.close()

    asyncio.run(run())


# What a simulated board does by itself -----------------------------------------------------------


def test_what_is_chosen_on_the_page_is_carried_out_where_it_can_be_seen(tmp_path):
    table = room(tmp_path)
    table.sit_down("dama", 0, 0)
    table.app.changed(Chosen("c3-d4"))
    assert {hint.meaning for hint in table.match.lit.values()} >= {"carry"}
    assert "c3" in table.table.standing()
    table.wait(1.0)
    assert "c3" not in table.table.standing()
    assert "d4" in table.table.standing()
    assert table.match.situation.phase is Phase.WAITING


def test_a_take_back_is_carried_out_too(tmp_path):
    table = room(tmp_path)
    table.sit_down("dama", 0, 0)
    table.carry("c3", "d4")
    table.wait(1.0)
    table.app.changed(TakeBack())
    table.wait(1.0)
    assert table.labels == []
    assert "c3" in table.table.standing()
    assert table.match.situation.phase is Phase.WAITING


def test_the_last_move_of_a_game_is_carried_out_too(tmp_path):
    table = room(tmp_path)
    game = GAMES["dama"]()
    position = "1 w=c3 b=d4"
    table.app.start(Header("dama", game.options, 2, ready=True, position=position))
    table.app.changed(Chosen("c3xe5"))
    table.wait(1.0)
    assert table.match.situation.phase is Phase.OVER
    assert set(table.table.standing()) == {"e5"}


def test_what_hands_did_wrong_is_theirs_to_put_right(tmp_path):
    table = room(tmp_path)
    table.sit_down("dama", 0, 0)
    table.carry("c3", "c5")
    table.wait(4.0)
    assert table.match.situation.phase is Phase.RESTORING
    assert "c3" not in table.table.standing()


def test_a_last_move_chosen_before_the_board_has_rested_stays(tmp_path):
    table = room(tmp_path)
    header = Header("dama", GAMES["dama"]().options, 2, ready=True, position="1 w=c3,a1 b=d4")
    table.app.start(header)
    table.wait(1.0)
    hand = table.table.new_hand()
    table.table.lift(hand, "a1")
    table.wait(0.3)
    table.table.place(hand, "a1")
    table.wait(0.1)
    table.app.changed(Chosen("c3xe5"))
    table.wait(5.0)
    assert table.labels == ["c3xe5"]
    assert table.match.situation.phase is Phase.OVER
    assert set(table.table.standing()) == {"a1", "e5"}
