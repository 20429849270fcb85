"""The map of the program is true: what it names is there, and every room is on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_dependency_rule import ROOMS

ROOT = Path(__file__).parent.parent
MAP = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WAY = MAP.partition("## How an edge becomes a pixel")[2].partition("\n## ")[0]
NAMED = sorted(set(re.findall(r"`((?:engines|hardware|firmware_bridge|tests)/[^`]*)`", MAP)))


@pytest.mark.parametrize("place", NAMED)
def test_what_the_map_names_is_there(place):
    assert (ROOT / place).exists()


def test_the_way_of_an_edge_has_a_dozen_stops_at_most_each_with_its_file():
    stops = re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |\Z)", WAY, re.MULTILINE | re.DOTALL)
    assert [int(number) for number, _ in stops] == [*range(1, len(stops) + 1)]
    assert len(stops) <= 12
    assert all(re.search(r"`\w+(/\w+)+\.py`", stop) for _, stop in stops)


def test_the_rooms_stand_in_the_order_in_which_they_may_know_each_other():
    table = MAP.partition("### firmware_bridge")[2]
    assert tuple(re.findall(r"^\| `firmware_bridge/(\w+)/`", table, re.MULTILINE)) == ROOMS


def test_every_folder_of_a_book_is_on_the_map():
    books = {path.parent for path in (ROOT / "engines").glob("*/book.py")}
    assert {f"engines/{folder.name}/" for folder in books} <= set(NAMED)
    for folder in books:
        assert (folder / "look.toml").exists()
        assert {path.stem for path in (folder / "words").iterdir()} == {"it", "en", "fr"}
        assert {path.name for path in (folder / "pages").iterdir()} == {"it", "en", "fr"}
