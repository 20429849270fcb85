"""Who a sentence is about, by name where there is one."""

from __future__ import annotations

import pytest

import engines
from firmware_bridge.record.called import called, tongues_of
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import Accepted, OutOfTime, Over
from firmware_bridge.texts import LANGUAGES, Texts
from firmware_bridge.texts.who import FORMS, Called
from firmware_bridge.texts.wording import sentence

DAMA = engines.GAMES["dama"]()
MISSED = DAMA.position("1 w=a1 b=e5 huff=e5")
HUFF = DAMA.parse(MISSED, "huff e5").label
NAMED = Header("dama", {"capture": "huff"}, 2, names=("Anna", ""), seats=(Seat(), Seat(3)))


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (Accepted(1, "c3-d4"), ("Anna: c3-d4.", "Anna: c3-d4.", "Anna : c3-d4.")),
        (Accepted(2, "b6-a5"), ("Computer: b6-a5.", "Computer: b6-a5.", "Ordinateur : b6-a5.")),
        (
            Accepted(1, HUFF),
            (
                "Anna soffia la pedina in e5.",
                "Anna huffs the man on e5.",
                "Anna souffle le pion en e5.",
            ),
        ),
        (
            OutOfTime(1),
            ("Il tempo di Anna è scaduto.", "Anna is out of time.", "Anna n'a plus de temps."),
        ),
        (
            OutOfTime(2),
            (
                "Il tempo del computer è scaduto.",
                "The computer is out of time.",
                "L'ordinateur n'a plus de temps.",
            ),
        ),
    ],
)
def test_verdicts_name_the_players(verdict, words):
    texts = tongues_of(NAMED)
    assert tuple(sentence(verdict, texts[lang]) for lang in LANGUAGES) == words


def test_the_winner_has_a_name():
    texts = tongues_of(NAMED)
    won = [sentence(Over((1,), "no-pieces"), texts[lang]).split(".")[0] for lang in LANGUAGES]
    assert won == ["Vince Anna", "Anna wins", "Anna gagne"]
    shared = sentence(Over((1, 2), "no-pieces"), texts["en"])
    assert shared.startswith("Anna and the computer share the win.")


def test_without_names_players_are_numbered():
    header = Header("dama", {"capture": "huff"}, 2)
    assert called(header) == (Called(), Called())
    assert sentence(Accepted(2, "b6-a5"), tongues_of(header)["it"]) == "Giocatore 2: b6-a5."
    assert sentence(Over((2,), "no-pieces"), Texts("fr", "dama")).startswith("Le joueur 2 gagne.")


def test_several_computers_are_told_apart():
    header = Header("dama", {"capture": "huff"}, 2, seats=(Seat(1), Seat(3)))
    assert sentence(Accepted(2, "b6-a5"), tongues_of(header)["en"]) == "Computer 2: b6-a5."


def test_a_name_is_no_template():
    text = Texts("en", "dama", [Called("named", "{player:who}"), Called()])
    assert sentence(Accepted(1, "c3-d4"), text) == "{player:who}: c3-d4."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_form_is_there(lang):
    for kind in ("player", "named", "computer", "computers", "board"):
        for form in FORMS:
            assert Texts(lang).raw(f"who.{kind}.{form}")
