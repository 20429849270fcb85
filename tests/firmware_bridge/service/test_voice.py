"""The voice at the board: another program, which nothing waits for."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from firmware_bridge.record.limits import limit_of
from firmware_bridge.service.voice import Voice
from firmware_bridge.table.aloud import Aloud
from firmware_bridge.texts import Texts
from tests.firmware_bridge.room import DAMA, Room


def stand_in(folder: Path) -> tuple[str, Path]:
    """A program that speaks into a pipe: whoever opens it hears when it has begun."""
    pipe, program = folder / "heard", folder / "espeak-ng"
    os.mkfifo(pipe)
    program.write_text(f'#!/bin/sh\n(echo "$@"; cat) > "{pipe}"\n')
    program.chmod(0o755)
    return str(program), pipe


def test_it_is_told_the_language_and_the_words(tmp_path):
    program, pipe = stand_in(tmp_path)
    voice = Voice("it", program)
    assert voice.there
    voice.say("--version è una frase")
    assert pipe.read_text() == "-v it -s 160 --stdin\n--version è una frase"


def test_nothing_waits_for_it_and_the_newest_is_said(tmp_path):
    """It speaks into a pipe that nobody listens to yet: what comes meanwhile does not pile up."""
    program, pipe = stand_in(tmp_path)
    voice = Voice("en", program)
    voice.say("first")
    assert "first" in pipe.read_text()
    for number in range(100):
        voice.say(f"move {number}")
    said = pipe.read_text()
    while "move 99" not in said:
        said = pipe.read_text()
    assert said.endswith("move 99")


def test_without_the_program_play_goes_on(tmp_path):
    program = "from firmware_bridge.service.voice import Voice; print(Voice('en').there)"
    silent = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert silent.stdout == "False\n"


def test_verdicts_and_turns_are_said_once(tmp_path):
    room = Room(tmp_path)
    said: list[str] = []
    room.app.watchers.append(Aloud(room.app, Texts("fr"), said.append))
    room.app.start(DAMA)
    room.play("c3-d4")
    assert len([words for words in said if "c3-d4" in words]) == 1
    assert said[-1].endswith(f"{Texts('fr')('page.turn', player=2)}.")


def test_out_of_time_is_said(tmp_path):
    room = Room(tmp_path)
    said: list[str] = []
    room.app.watchers.append(Aloud(room.app, Texts("it"), said.append))
    room.app.start(replace(DAMA, clock=limit_of("move:30")))
    room.play("c3-d4")
    room.wait(31, pace=1.0)
    assert "Il tempo del giocatore 2 è scaduto." in said[-1]
