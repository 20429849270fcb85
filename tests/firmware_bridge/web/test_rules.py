"""The rules of the games: complete in every language, and shown in the one that is chosen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import engines
from firmware_bridge.texts import LANGUAGES
from firmware_bridge.texts.books import rules_page
from firmware_bridge.web.learn import illustrated
from firmware_bridge.web.markdown import html
from tests.firmware_bridge.web.asking import ask

TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]
OURS = [name for name, book in engines.GAMES.items() if book.__module__.startswith("engines.")]
SOURCES = {
    "en": "Where the rules come from",
    "it": "Da dove vengono le regole",
    "fr": "D'où viennent les règles",
}
NUMBER = re.compile("[¹²³⁰⁴-⁹]+")
PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
MAKERS = {"en": "For makers", "it": "Per chi programma", "fr": "Pour qui programme"}
PROGRAMMING = re.compile(r"tavoliere play|--\w|`\w+=\w+`|\bT\d|\[[EIG]\b")


def source(name: str, lang: str) -> str:
    return rules_page(engines.GAMES[name], lang)


def numbered(name: str, lang: str) -> tuple[list[int], list[list[int]]]:
    """The numbers at the rules, and those that each line of the appendix explains."""
    rules, line, appendix = source(name, lang).partition("\n---\n")
    assert line
    notes = re.search(rf"\n## {SOURCES[lang]}\n(.*?)\n## ", appendix, re.DOTALL)
    assert notes
    items = re.findall(r"^\* (.*)", notes[1], re.MULTILINE)
    lists = [re.search(r"(?:^|: )(\d+(?:, \d+)*)(?:\.$| ?:)", item) for item in items]
    told = [[int(one) for one in found[1].split(",")] for found in lists if found]
    assert len(told) == len(items)
    return [int(found.translate(PLAIN)) for found in NUMBER.findall(rules)], told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_where_a_rule_comes_from_is_told_once_in_the_appendix(name, lang):
    marks, told = numbered(name, lang)
    assert marks == [*range(1, len(marks) + 1)]
    assert sorted(number for line in told for number in line) == marks


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("name", OURS)
def test_where_a_rule_comes_from_is_told_alike_in_every_language(name, lang):
    assert source(name, lang) != source(name, "en")
    assert numbered(name, lang) == numbered(name, "en")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_what_only_makers_need_comes_last(name, lang):
    players, heading, makers = source(name, lang).partition(f"\n## {MAKERS[lang]}\n")
    assert heading
    # The colour of an uncovered hat is a move that players read in the record.
    assert [*PROGRAMMING.findall(players)] in ([], ["`c4=red`"])
    assert "tavoliere play" in makers
    assert not re.search(r"^## ", makers, re.MULTILINE)


def test_the_server_gives_the_language_asked_for_or_english(server):
    link = server.start("--port", "0")
    for name in engines.GAMES:
        for lang in LANGUAGES:
            status, body, headers = ask(link, f"/rules/{name}?lang={lang}")
            assert (status, body) == (200, illustrated(html(source(name, lang)), name, lang))
            assert headers["content-language"] == lang
    for other in ("", "?lang=", "?lang=de", "?lang=..", "?lang=%2Fetc", "?lang=it%2F.."):
        status, body, headers = ask(link, f"/rules/dama{other}")
        assert (status, body) == (200, illustrated(html(source("dama", "en")), "dama", "en"))
        assert headers["content-language"] == "en"


@pytest.mark.browser
def test_the_page_shows_them_in_the_language_chosen_on_it(play):
    table = play("lupo-e-pecore", locale="it-IT")
    for lang, heading in (("it", "Che cosa serve"), ("fr", "Matériel"), ("en", "What you need")):
        table.page.locator("#language").select_option(lang)
        expect(table.page.locator("html")).to_have_attribute("lang", lang)
        table.page.locator("#open-rules").click()
        expect(table.page.locator("#rules .rules-text")).to_have_attribute("lang", lang)
        expect(table.page.locator("#rules h2").first).to_have_text(heading)
        table.page.locator("#rules .close").click()


@pytest.mark.browser
def test_a_link_opens_the_rules_of_the_other_game(play):
    table = play("mulino-misto", locale="it-IT")
    table.page.locator("#open-rules").click()
    expect(table.page.locator("#rules h1")).to_have_text("Mulino misto")
    table.page.locator("#rules a").first.click()
    expect(table.page.locator("#rules h1")).to_have_text("Mulino")
    table.page.locator("#rules .close").click()
    expect(table.page.locator("#rules")).not_to_be_visible()


@pytest.mark.browser
def test_where_rules_come_from_and_commands_are_folded_at_the_end(play):
    table = play("dama")
    table.page.locator("#open-rules").click()
    rules = table.page.locator("#rules .rules-text")
    folds = rules.locator("details")
    expect(folds.locator("summary")).to_have_text(["Where the rules come from", "For makers"])
    expect(rules.get_by_text("our decision")).not_to_be_visible()
    expect(rules.get_by_text("tavoliere play")).not_to_be_visible()
    folds.first.locator("summary").click()
    expect(rules.get_by_text("our decision")).to_be_visible()
    expect(rules.locator(":scope > :last-child")).to_have_js_property("tagName", "DETAILS")


@pytest.mark.browser
def test_however_far_one_has_read_title_and_way_out_are_in_sight(play):
    table = play("dama", viewport={"width": 390, "height": 844})
    table.page.locator("#open-rules").click()
    rules = table.page.locator("#rules")
    rules.evaluate("node => node.scrollTo(0, 700)")
    expect(rules.locator("h1")).to_be_in_viewport(ratio=1)
    expect(rules.locator(".close")).to_be_in_viewport(ratio=1)
