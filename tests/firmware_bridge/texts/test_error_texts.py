"""What is raised in English, where no language is known, has the same words in the other languages."""

from __future__ import annotations

import ast
import errno
import os
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from engines import GAMES, InvalidPosition, TavoliereError
from engines.errors import Said
from firmware_bridge.cli.main import main
from firmware_bridge.record.journal import Journal
from firmware_bridge.table.fitting import fitting
from firmware_bridge.texts import LANGUAGES, Texts
from firmware_bridge.texts.books import own_errors
from firmware_bridge.texts.wording import in_words, reason
from hardware.errors import HardwareError, NoDevice
from hardware.panels.panel_file import panel_named, read_panel

ROOT = Path(__file__).parents[3]
KEY = re.compile(r"[a-z]+\.[a-z-]+")
OTHERS = [Texts(lang) for lang in LANGUAGES if lang != "en"]
ITALIAN, FRENCH = OTHERS


def calls() -> Iterator[ast.Call]:
    for package in ("engines", "hardware", "firmware_bridge"):
        for path in (ROOT / package).rglob("*.py"):
            if path.with_name("words").exists():
                continue  # a book's own errors are among its own words
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield node


def raised() -> dict[str, str]:
    """Every English sentence that is given together with its key, as far as files of texts know it."""
    found: dict[str, str] = {}
    for call in calls():
        words = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args]
        for english, key in zip(words, words[1:], strict=False):
            if isinstance(english, str) and isinstance(key, str) and KEY.fullmatch(key):
                assert found.setdefault(key, english) == english, f"{key} says two things"
    return found


RAISED = raised()


def places(template: str) -> set[tuple[str, str | None, str | None]]:
    """The places that values fill, with the form they are given."""
    parts = Formatter().parse(template)
    return {(name, form, how) for _, name, form, how in parts if name is not None}


def test_the_source_was_read():
    assert RAISED["position.key-twice"] == "names '{key}' twice"
    assert {"trace.wrong", "fitting.far"} <= set(RAISED)


@pytest.mark.parametrize("text", OTHERS, ids=lambda text: text.lang)
@pytest.mark.parametrize("key", sorted(RAISED))
def test_every_error_has_its_words_with_the_same_places(key, text):
    template = text.translations.get(key)
    assert template, f"errors-{text.lang}.toml has no '{key}'"
    assert template.strip() == template
    assert places(template) == places(RAISED[key])


@pytest.mark.parametrize("text", OTHERS, ids=lambda text: text.lang)
def test_no_words_are_left_over(text):
    own = {key for book in GAMES.values() for key in own_errors(book, text.lang)}
    assert set(text.translations) - own == set(RAISED)


def families(error: type[Exception]) -> Iterator[str]:
    yield error.__name__
    for kind in error.__subclasses__():
        yield from families(kind)


def test_no_error_is_raised_with_a_sentence_that_nobody_can_translate():
    kinds = {*families(TavoliereError), *families(HardwareError)}
    for call in calls():
        name = ast.unparse(call.func).rpartition(".")[2]
        if name in kinds and call.args:
            assert not isinstance(call.args[0], ast.Constant | ast.JoinedStr), ast.unparse(call)


def test_a_sentence_is_english_and_knows_its_parts():
    inner = Said("of {count}", "some.part", count=3)
    said = Said("a row {what}", "some.whole", what=inner)
    assert said == "a row of 3"
    assert (said.key, said.values) == ("some.whole", {"what": inner})
    again = pickle.loads(pickle.dumps(InvalidPosition(said)))
    assert (str(again), again.args[0].key) == ("a row of 3", "some.whole")


def refused(action, *arguments):
    with pytest.raises((TavoliereError, HardwareError)) as caught:
        action(*arguments)
    return caught.value


def test_parts_are_translated_too(tmp_path):
    dama = GAMES["dama"]()
    error = refused(dama.position, "1 w=z9")
    assert in_words(error, ITALIAN) == (
        "la posizione '1 w=z9' nomina la casella 'z9', che questo tavoliere non ha"
    )
    assert in_words(error, Texts("en")) == str(error)

    profile = tmp_path / "mine.toml"
    profile.write_text("[grid]\nshape = 'round'\n[sensors]\n")
    assert in_words(refused(read_panel, profile), FRENCH) == (
        f"{profile} : [grid] shape = 'round' n'est pas parmi square, hexagon (square ou hexagon)"
    )

    journal = tmp_path / "game.jsonl"
    journal.write_text('{"journal": 1, "game": "dama"}\n{"move": "c3-c4"}\n')
    assert in_words(refused(Journal(journal).resume), ITALIAN) == (
        f"la riga 2 di {journal} non va: 'c3-c4' non è una mossa lecita del giocatore 1: "
        "not-forward; ricomincia con --new"
    )

    cups = GAMES["cappuccino"]()
    error = refused(fitting, cups.board, "cappuccino", panel_named("quadra").places)
    assert re.fullmatch(r"la case '\w+' de cappuccino est à \d+ mm du .*", in_words(error, FRENCH))


def test_an_error_without_a_key_is_said_as_it_came():
    assert in_words(TavoliereError("hm"), ITALIAN) == "hm"
    assert in_words(NoDevice("hm"), ITALIAN) == "hm"
    assert in_words(ValueError(), ITALIAN) == ""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "name", ["ENOENT", "EACCES", "EISDIR", "ENOTDIR", "ENOSPC", "EROFS", "EIO"]
)
def test_what_the_system_refuses_is_in_the_users_language(name, lang):
    number = getattr(errno, name)
    told = in_words(OSError(number, "in English", "file.txt"), Texts(lang))
    assert re.fullmatch(r"file\.txt ?: .+", told)
    assert os.strerror(number) not in told


def test_what_the_system_rarely_refuses_is_in_its_own_words():
    assert reason(OSError(errno.ELOOP, ""), ITALIAN) == os.strerror(errno.ELOOP)
    assert reason(OverflowError("too big"), ITALIAN) == "too big"


def ended(arguments: str) -> object:
    """The exit code, however the command ends."""
    try:
        return main(arguments.split())
    except SystemExit as end:
        return end.code


@pytest.mark.parametrize(
    ("arguments", "italian", "french"),
    [
        ("dance", "'dance' non è fra le scelte", "'dance' n'est pas parmi les choix"),
        ("perft", "mancano questi argomenti: GAME, DEPTH", "il manque ces arguments : GAME, DEPTH"),
        ("perft dama x", "argomento DEPTH: 'x' non è", "argument DEPTH : 'x' n'est pas"),
        ("perft dama 1 2", "argomenti sconosciuti: 2", "arguments inconnus : 2"),
        ("perft dama 1 --players", "vuole un valore", "demande une valeur"),
        ("play --new=1", "non vuole un valore, ma ha", "ne prend pas de valeur, mais a"),
        ("board check", "serve uno di questi argomenti", "il faut un de ces arguments"),
        ("board check quadra --board favo", "non va insieme all'", "ne va pas avec l'argument"),
        ("board wiring nix", "non c'è un pannello 'nix'", "il n'y a pas de panneau 'nix'"),
        ("board check simulated:quadra?wet=a1", "non sa fare 'wet'", "ne sait pas faire 'wet'"),
        ("board overlay cappuccino --panel quadra", "dal sensore più vicino", "du capteur le plus"),
        ("perft dama 1 -o capture=no", "l'opzione capture di dama", "l'option capture de dama"),
        ("perft dama 1 --players 3", "dama è per 2 giocatori", "dama se joue à 2 joueurs"),
        (
            "perft cappuccino 1 -o colours=2 --players 3",
            "due colori a testa solo per 2",
            "deux couleurs chacun qu'à 2",
        ),
        ("play dama --position 3", "la posizione '3' comincia con", "la position '3' commence par"),
        ("replay /nowhere", "/nowhere: il file o la cartella", "/nowhere : le fichier ou le"),
        ("replay /dev/null", "la traccia è vuota", "la trace est vide"),
        ("report --board nix", "non c'è un profilo 'nix'", "il n'y a pas de profil 'nix'"),
    ],
)
def test_the_command_line_answers_in_the_users_language(
    arguments, italian, french, monkeypatch, capsys
):
    for variable, says in (("it_IT.UTF-8", italian), ("fr_FR.UTF-8", french)):
        monkeypatch.setenv("LC_ALL", variable)
        code = ended(arguments)
        told = capsys.readouterr().err
        assert code == 2
        assert says in told
        assert (told[:11], told.count("\n")) == ("tavoliere: ", 1)


@pytest.mark.parametrize("asked", [["--lang", "it"], ["--lang=it"]])
def test_the_language_asked_for_holds_for_what_is_wrong_with_the_rest(asked, capsys):
    with pytest.raises(SystemExit):
        main(["play", "dama", "--port", "x", *asked])
    assert capsys.readouterr().err == ("tavoliere: argomento --port: 'x' non è un numero intero\n")


@pytest.mark.parametrize(
    ("lang", "heads"),
    [
        ("it", ("uso: tavoliere play", "opzioni:", "mostra questo aiuto")),
        ("fr", ("usage : tavoliere play", "à nommer:", "affiche cette aide")),
    ],
)
def test_the_help_is_in_one_language(lang, heads, capsys):
    with pytest.raises(SystemExit) as end:
        main(["play", "--lang", lang, "--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    assert shown.startswith(heads[0])
    assert all(head in shown for head in heads)
    assert "usage: usage" not in shown
