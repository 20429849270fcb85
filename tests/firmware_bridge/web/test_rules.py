"""The rules of the games: complete in every language, and shown in the one that is chosen."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

import engines
from firmware_bridge.texts import LANGUAGES
from firmware_bridge.texts.books import rules_page
from firmware_bridge.web.learn import figures
from firmware_bridge.web.markdown import html
from tests.firmware_bridge.web.asking import ask

TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]
OURS = [name for name, book in engines.GAMES.items() if book.__module__.startswith("engines.")]
MARK = re.compile(r"\[(sheet|follows|ours)\b")
MAKERS = {"en": "For makers", "it": "Per chi programma", "fr": "Pour qui programme"}
PROGRAMMING = re.compile(r"tavoliere play|--\w|`\w+=\w+`|\bT\d|\[[EIG]\b")
TONGUES = {
    "it": {"foglio": "sheet", "segue": "follows", "nostra": "ours"},
    "fr": {"feuille": "sheet", "suit": "follows", "nôtre": "ours"},
}


def source(name: str, lang: str) -> str:
    return rules_page(engines.GAMES[name], lang)


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("name", OURS)
def test_where_a_rule_comes_from_is_marked_alike_in_every_language(name, lang):
    ours, theirs = source(name, "en"), source(name, lang)
    assert theirs != ours
    for word, mark in TONGUES[lang].items():
        theirs = re.sub(rf"\[{word}\b", f"[{mark}", theirs)
    assert Counter(MARK.findall(theirs)) == Counter(MARK.findall(ours))


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
            assert (status, body) == (200, figures(name, lang) + html(source(name, lang)))
            assert headers["content-language"] == lang
    for other in ("", "?lang=", "?lang=de", "?lang=..", "?lang=%2Fetc", "?lang=it%2F.."):
        status, body, headers = ask(link, f"/rules/dama{other}")
        assert (status, body) == (200, figures("dama", "en") + html(source("dama", "en")))
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
