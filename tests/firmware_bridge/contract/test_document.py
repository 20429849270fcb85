"""What the document says of the book, the look and the contract is so."""

from __future__ import annotations

import inspect
import re
import tomllib
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

from engines.game import Game, Move
from engines.kernel import Kernel
from firmware_bridge.contract import CHECKS
from firmware_bridge.looks.look import Colour, Kind, Shape, Surface, common, read_look

DOCUMENT = (Path(__file__).parents[3] / "docs" / "games.md").read_text(encoding="utf-8")
IMPORTS = re.findall(r"^from (engines[\w.]*|firmware_bridge[\w.]*) import (.*)$", DOCUMENT, re.M)
LOOK = DOCUMENT.partition("## Look")[2].partition("```toml\n")[2].partition("```")[0]


@pytest.mark.parametrize(("module", "names"), IMPORTS)
def test_what_it_imports_is_there(module, names):
    for name in names.split(", "):
        assert hasattr(import_module(module), name)


def test_it_has_every_method_with_its_signature():
    for name, method in vars(Game).items():
        if not inspect.isfunction(method) or name.startswith("__"):
            continue
        if name in ("_illegal", "_legal", "moves_from", "underway"):
            continue  # for those who use a book, not for those who write one
        shown = re.search(rf"`{name}\((self, [^)]*)\) -> ", DOCUMENT)
        if shown is None:
            assert f"`{name}`" in DOCUMENT, name
            continue
        told = [part.partition(":")[0].strip() for part in shown[1].split(",")]
        assert told == [*inspect.signature(method).parameters], name


def test_it_names_every_method_of_a_kernel():
    for name, method in vars(Kernel).items():
        if inspect.isfunction(method):
            shown = re.search(rf"`{name}(?:\((self, [^)]*)\).*)?`", DOCUMENT)
            assert shown, name
            if shown[1]:
                told = [part.partition(":")[0].strip() for part in shown[1].split(",")]
                assert told == [*inspect.signature(method).parameters], name


@pytest.mark.parametrize("name", ["word", "by", "answer", "penalty"])
def test_it_has_what_a_move_may_set(name):
    assert hasattr(Move, name)
    assert f"| `{name}: " in DOCUMENT


@pytest.mark.parametrize("check", CHECKS)
def test_it_names_every_check(check):
    assert f"`{check}`" in DOCUMENT


def test_its_look_is_one_and_shows_every_key():
    read = tomllib.loads(LOOK)
    read_look(read, common())
    for table, kind in (
        (read["board"], Surface),
        (read["kind"]["knight"], Kind),
        (read["shape"]["knight"], Shape),
        (read["colour"]["ivory"], Colour),
    ):
        assert set(table) == {one.name for one in fields(kind)}
