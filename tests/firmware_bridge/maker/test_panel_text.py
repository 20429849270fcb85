"""Whatever a panel's file says and whatever was learned: what is written reads as it was meant."""

from __future__ import annotations

import tomllib

import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.maker.panel_text import with_entries

NAMES = st.text("abcdefgh12345678", min_size=1, max_size=3)
# A surrogate alone is no character, and no file can hold it.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
VALUES = st.one_of(
    st.lists(NAMES, max_size=4), st.dictionaries(NAMES, st.integers(0, 1023), max_size=8)
)
ENTRIES = st.dictionaries(st.sampled_from(["flipped", "rest", "channels"]), VALUES)


@given(TEXTS, ENTRIES, ENTRIES, ENTRIES)
def test_entries_replace_what_was_there_and_nothing_else(about, before, first, second):
    document = {"about": about, "sensors": {"driver": "hall", **before}, "lights": {"pin": 10}}
    source = tomlkit.dumps(document)
    text = with_entries(with_entries(source, {"sensors": first}), {"sensors": second})
    wanted = {**document, "sensors": {"driver": "hall", **before, **first, **second}}
    assert tomllib.loads(text) == wanted
