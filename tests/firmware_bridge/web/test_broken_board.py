"""A page beside a board with a broken sensor: its words, its mark and its legend."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from firmware_bridge.lights.hints import MEANINGS
from firmware_bridge.texts import LANGUAGES, Texts
from tests.hardware.whole_program import Table

LOOKS = Path(__file__).parents[3] / "firmware_bridge/web/static/looks.js"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_flickering_sensor_is_named_marked_and_explained(server, visit, lang):
    board = ("--board", "simulated:quadra?flicker=d4")
    link = server.start("lupo-e-pecore", *board, "--lang", lang, "--port", "0")
    page = visit(link).page
    named = Texts(lang)("say.flickering", cell="d4")
    expect(page.locator(".faulty")).to_have_text(named)
    expect(page.locator("[data-light=d4]")).to_have_attribute("data-meaning", "faulty")
    expect(page.locator("#legend")).to_contain_text(Texts(lang)("light.faulty"))
    assert server.stop().splitlines() == [f"tavoliere: {named}"]


@pytest.mark.firmware
def test_before_a_game_a_page_says_that_the_cable_is_out(tmp_path, visit):
    table = Table(tmp_path, game=None)
    try:
        page = visit(f"http://127.0.0.1:{table.port()}/").page
        page.locator(".card", has=page.locator("[value=lupo-e-pecore]")).click()
        table.cable.unplug()
        expect(page.locator("#menu .faulty")).to_have_text(Texts("en")("trouble.cable"))
        # What was being chosen is still chosen.
        expect(page.locator("input[value=lupo-e-pecore]")).to_be_checked()
        table.cable.plug()
        table.until(lambda: any(table.pico.strip))
        expect(page.locator("#menu .faulty")).to_have_count(0)
    finally:
        table.close()


def test_every_light_has_its_mark():
    marks = re.search(r"MARKS = \{(.*?)\n\};", LOOKS.read_text(encoding="utf-8"), re.DOTALL)
    assert marks
    assert set(re.findall(r"^  (\w+):", marks[1], re.MULTILINE)) == set(MEANINGS)
