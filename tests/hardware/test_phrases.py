"""What hardware says is said in three languages, wherever it is said."""

from __future__ import annotations

import ast
import pickle
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from string import Formatter

import pytest

import hardware
from firmware_bridge.texts import LANGUAGES, Texts
from firmware_bridge.texts.wording import in_words
from hardware.errors import HardwareError, NoDevice
from hardware.phrases import Phrase

MODULES = [
    import_module(found.name)
    for found in walk_packages(hardware.__path__, "hardware.")
    if "firmware" not in found.name
]


def named(module):
    """Every phrase of a module, those in its tables too."""
    for name, value in vars(module).items():
        entries = value.items() if isinstance(value, dict) else [("", value)]
        for key, phrase in entries:
            if isinstance(phrase, Phrase):
                yield f"{module.__name__}.{name}.{key}".rstrip("."), phrase


ALL = dict(entry for module in MODULES for entry in named(module))


def places(template):
    """The places that values fill, with the form they are given."""
    return {(name, form, how) for _, name, form, how in Formatter().parse(template) if name}


def test_the_modules_were_read():
    assert {"hardware.panels.complaints.WRONG", "hardware.drivers.hall.KEYS.rest"} <= set(ALL)
    assert len(ALL) > 120


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_phrase_is_complete_in_three_languages(name):
    phrase = ALL[name]
    for template in (phrase.en, phrase.it, phrase.fr):
        assert template
        assert template.strip() == template
        assert places(template) == places(phrase.en)


def test_a_phrase_is_english_and_can_be_said_in_the_others():
    inner = Phrase("{count} rows", it="{count} righe", fr="{count} rangées")(count=3)
    said = Phrase("it has {what}", it="ha {what}", fr="il a {what}")(what=inner)
    assert said == "it has 3 rows"
    again = pickle.loads(pickle.dumps(NoDevice(said)))
    spoken = [in_words(again, Texts(lang)) for lang in LANGUAGES]
    assert spoken == ["ha 3 righe", "it has 3 rows", "il a 3 rangées"]


def test_a_driver_that_speaks_only_english_is_understood():
    assert in_words(Phrase("hm {why}")(why="so"), Texts("fr")) == "hm so"


def families(error):
    yield error.__name__
    for kind in error.__subclasses__():
        yield from families(kind)


def test_no_error_is_raised_with_words_that_nobody_can_translate():
    kinds = set(families(HardwareError))
    raised = 0
    for path in Path(hardware.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in kinds:
                raised += 1
                assert isinstance(call.args[0], ast.Call), ast.unparse(call)
    assert raised > 20
