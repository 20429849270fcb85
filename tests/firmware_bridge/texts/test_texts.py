"""Three languages say the same things, and there is a text for all that the rule books can say."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random
from string import Formatter

import pytest

from engines import GAMES, variants
from engines.word import Label, Word, word_of
from firmware_bridge.lights.hints import hints
from firmware_bridge.lights.theme import STANDARD
from firmware_bridge.referee.verdicts import Accepted, Amended, Ask, Undone
from firmware_bridge.texts import LANGUAGES, MissingText, Texts, preferred_language
from firmware_bridge.texts.wording import counted, move_in_words, sentence
from tests.firmware_bridge.scenes import Table

ENGINES = Path(__file__).parents[3] / "engines"
BRIDGE = ENGINES.with_name("firmware_bridge")
ALL = [Texts(lang) for lang in LANGUAGES]

RULES = """
    not-your-piece capture-compulsory chain-unfinished not-forward not-adjacent cell-taken off-limits
    leave-zone too-tall not-nearer ring-too-close mill-protected must-remove not-in-setup-zone
    needs-two-neighbours impossible-colour wrong-piece-removed not-a-move
""".split()


def placeholders(template: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def test_all_languages_have_the_same_keys():
    keys = [set(text) for text in ALL]
    assert keys[0] == keys[1] == keys[2]


@pytest.mark.parametrize("key", list(ALL[0]))
def test_a_text_is_there_and_takes_the_same_values_in_all_languages(key):
    templates = [text.raw(key) for text in ALL]
    assert all(template.strip() == template != "" for template in templates)
    assert len({tuple(placeholders(template)) for template in templates}) == 1


def named_in_the_code() -> tuple[set[str], tuple[str, ...]]:
    """Keys that are written out, and the beginnings of those that are put together."""
    whole: set[str] = set()
    begun: set[str] = set()
    for path in BRIDGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                begun.add(str(node.values[0].value))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
    for path in BRIDGE.rglob("*.js"):
        source = path.read_text(encoding="utf-8")
        whole |= set(re.findall(r'"([\w.-]+)"', source))
        begun |= set(re.findall(r"`([\w.-]+)\$\{", source))
    # What a game says in its own words is the contract's to check.
    begun |= {"game."}
    return whole, tuple(head for head in begun if re.fullmatch(r"[a-z-]+\.([a-z-]*-)?", head))


def test_no_text_is_left_over():
    whole, begun = named_in_the_code()
    assert [key for key in ALL[0] if key not in whole and not key.startswith(begun)] == []


@pytest.mark.parametrize("text", ALL, ids=LANGUAGES)
def test_every_rule_and_reason_is_a_sentence(text):
    for key in text:
        if key.startswith(("rule.", "outcome.")):
            assert re.fullmatch(r"[A-ZÀ-Ü].*\.", text(key)), key


@pytest.mark.parametrize("key", [f"rule.{r}" for r in RULES] + [f"light.{n}" for n in STANDARD])
def test_the_public_rules_and_lights_have_texts(key):
    assert all(key in text for text in ALL)


def test_a_missing_text_is_named():
    with pytest.raises(MissingText, match=r"the texts in 'it' have no 'play.nonsense'"):
        Texts("it")("play.nonsense")


def test_a_language_we_do_not_speak():
    with pytest.raises(ValueError, match="no texts in 'de', only in it, en, fr"):
        Texts("de")


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "it_IT.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_CH.UTF-8", "LANG": "it_IT"}, "fr"),
    ],
)
def test_the_environment_chooses(environment, lang):
    assert preferred_language(environment) == lang


def words_met(name: str) -> set[str]:
    """Labels of a game that random play meets and that say more than cells."""
    found: set[str] = set()
    for game in variants(GAMES[name]):
        rng, state = Random(1), game.start(seed=1)
        for _ in range(300):
            if game.outcome(state):
                break
            moves = game.legal_moves(state)
            found |= {move.label for move in moves if word_of(move.label)}
            state = game.apply(state, rng.choice(moves))
    return found


SIGNS = re.compile(r"[a-z]{3,}")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_of_the_notation_is_left_in_what_people_read(name, lang):
    text = Texts(lang, name)
    for label in words_met(name):
        told = sentence(Accepted(1, label), text)
        assert re.match(r"[A-ZÀ-Ü].*[^.]\.", told)
        for verdict in (Amended(1, label, "c3-b4"), Undone(1, label)):
            assert re.fullmatch(r"[A-ZÀ-Ü].*[^.]\.", sentence(verdict, text))
        assert move_in_words(label, text) != label or (lang, label) == ("en", "pass")
        if lang != "en":
            assert not set(SIGNS.findall(label)) & set(SIGNS.findall(told)), told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_move_of_cells_is_its_label(lang):
    text = Texts(lang, "dama")
    assert move_in_words("c3-d4", text) == "c3-d4"
    assert sentence(Accepted(1, "c3-d4"), text).endswith(": c3-d4.")


def test_who_takes_the_ring_is_said_of_the_one_who_takes_it():
    verdict = Accepted(1, Label("wins 2", Word("wins", player=2)))
    assert sentence(verdict, Texts("en", "xe-queo")) == "Player 2 takes the ring."
    assert sentence(verdict, Texts("fr", "xe-queo")) == "Le joueur 2 prend l'anneau."


def test_after_the_ring_everybody_chooses_a_pawn():
    text, ring = Texts("en", "xe-queo"), Label("ring d4", Word("ring", ("d4",)))
    assert "secretly chooses a pawn" in sentence(Accepted(2, ring), text)
    assert "secretly" not in sentence(Undone(2, ring), text)


def test_a_question_about_a_cell_names_it():
    asked = Ask(1, "colour", (Label("c4=red", Word("uncover", ("c4",))), "c4=blue"))
    assert "c4" in sentence(asked, Texts("it", "top-hats"))


@pytest.mark.parametrize(
    ("lang", "none", "one", "two"),
    [
        ("en", "no move yet", "one move so far", "2 moves so far"),
        ("it", "ancora nessuna mossa", "una mossa finora", "2 mosse finora"),
        ("fr", "aucun coup encore", "un coup jusqu'ici", "2 coups jusqu'ici"),
    ],
)
def test_one_move_is_not_several(lang, none, one, two):
    assert [counted(moves, Texts(lang)) for moves in (0, 1, 2)] == [none, one, two]


@pytest.mark.parametrize(
    ("lang", "foreign"),
    [
        # Italian says tu and French vous; the words that give the other away.
        (
            "it",
            r"\b(vostr|voi\b|\w+(at|et|it)e(lo|la)\b|(fa|usa|passa|guarda|cerca|controlla)te\b)",
        ),
        ("it", r"\b(mette|toglie|preme)te\b"),
        ("fr", r"\b(tu|toi|ton|ta|tes|tien|tienne|prends|écris)\b"),
    ],
)
def test_people_are_spoken_to_in_one_way(lang, foreign):
    text = Texts(lang)
    told = {**{key: text.raw(key) for key in text}, **text.translations}
    assert [key for key, words in told.items() if re.search(foreign, words, re.IGNORECASE)] == []


def test_a_pair_that_may_be_taken_off_is_not_called_huffed_or_captured():
    lit = hints(Table("cappuccino", "1 f6=2r f7=1y c3=1r c4=1y", early="pairs").referee)
    assert (lit["f6"].meaning, lit["f7"].meaning) == ("movable", "capture")
    text = Texts("en")
    assert "taken off" in text("game.cappuccino.light.movable")
    assert "uses no turn" in text("game.cappuccino.light.capture")
