"""`tavoliere board check` on the simulated board: terminal, JSON and page."""

from __future__ import annotations

import asyncio
import io
import itertools
import json
from urllib.request import urlopen

from firmware_bridge.cli.main import main
from firmware_bridge.maker.check import Check
from firmware_bridge.maker.check_page import page, served
from firmware_bridge.maker.run import Stage, watch
from firmware_bridge.texts import Texts
from firmware_bridge.web.listening import listen
from hardware.board import open_board

TEXT = Texts("en")


def test_a_sound_board_passes(capsys):
    assert main(["board", "check", "simulated:quadra", "--lang", "en"]) == 0
    assert capsys.readouterr().out.endswith("All is well.\n")


def test_injected_faults_are_found_by_name(capsys):
    spec = "simulated:favo?dead=f6,a1&flicker=e5&stuck=k6"
    assert main(["board", "check", spec, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["faults"] == {"dead": ["a1", "f6"], "flickering": ["e5"], "stuck": ["k6"]}
    assert report["sensors"]["b2"]["closed"] == 1
    assert report["supply"] == {"full_ma": 5524, "budget_ma": 2000}


def test_the_verdict_is_worded_in_three_languages(capsys):
    said = set()
    for lang in ("it", "en", "fr"):
        assert main(["board", "check", "simulated:quadra?dead=c3", "--lang", lang]) == 1
        said.add(capsys.readouterr().out)
    assert len(said) == 3
    assert all("c3" in text for text in said)


def test_the_page_shows_what_is_certain_and_no_more():
    board = open_board("simulated:quadra?flicker=e5&stuck=h8&dead=a1")
    findings, stage = Check(board.panel, 2), Stage.on(board, io.StringIO())
    steps = watch(board, findings, TEXT, stage, 10, live=False, quiet=True)
    for pause in itertools.islice(steps, 3 * 64 + 300):
        stage.wait(pause)
    shown = page(findings, TEXT, stage.clock())
    assert "Flickers: e5." in shown
    assert "Always reads a magnet: h8." in shown
    assert "Never felt" not in shown
    assert ">e5!</text>" in shown
    assert shown.count("<circle") == 64 + 5


def test_the_page_is_served_while_the_check_goes_on():
    """Real sockets, the check's own loop, and a browser's request in the middle of it."""
    address = listen(0, lan=False, text=TEXT)
    answers = []

    def asked():
        with urlopen(address.link, timeout=5) as answer:
            return answer.status, answer.headers["content-security-policy"], answer.read()

    async def visited():
        loop = asyncio.get_running_loop()
        visit = loop.run_in_executor(None, asked)

        def steps():
            while not visit.done():
                yield 0.001
            answers.append(visit.result())

        await served(steps(), lambda: "<p>here</p>", address)

    asyncio.run(visited())
    status, policy, body = answers[0]
    assert (status, body) == (200, b"<p>here</p>")
    assert "default-src 'none'" in policy
