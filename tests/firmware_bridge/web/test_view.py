"""Views and their differences. No browser: an old view and its changes make the new one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import GAMES
from firmware_bridge.lights.theme import STANDARD
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header, header_of
from firmware_bridge.referee.verdicts import Illegal, Sensed
from firmware_bridge.table.fitting import DoesNotFit, fitting
from firmware_bridge.texts import tongues
from firmware_bridge.texts.who import Called
from firmware_bridge.web.guidance import left_to_do, mending, phrase
from firmware_bridge.web.markdown import html
from firmware_bridge.web.moments import moment
from firmware_bridge.web.offered import fixed
from firmware_bridge.web.server import refusal
from firmware_bridge.web.view import changes
from hardware.panels.panel_file import panel_named
from hardware.parts.rhythms import RHYTHMS, STEPS, strength
from tests.firmware_bridge.scenes import Table


def patched(view, told):
    """What link.js does with the changes."""
    view = dict(view)
    view.update(told.get("set", {}))
    for key, patch in told.get("cells", {}).items():
        merged = {**view[key], **patch}
        view[key] = {cell: value for cell, value in merged.items() if value is not None}
    for key, (keep, more) in told.get("more", {}).items():
        view[key] = [*view[key][:keep], *more]
    for key in told.get("gone", ()):
        del view[key]
    return view


cells = st.dictionaries(st.sampled_from(["a1", "b2", "c3", "d4"]), st.lists(st.text(max_size=2)))
views = st.fixed_dictionaries(
    {"screen": st.sampled_from(["menu", "game"])},
    optional={
        "pieces": cells, "lights": cells, "history": st.lists(st.integers(0, 3)),
        "turn": st.integers(1, 3), "question": st.none() | st.text(),
    },
)  # fmt: skip


@given(views, views)
def test_the_old_view_and_its_changes_make_the_new_one(old, new):
    assert patched(old, changes(old, new)) == new


def test_nothing_changed_nothing_told():
    assert changes({"turn": 1, "pieces": {}}, {"turn": 1, "pieces": {}}) == {}


def test_a_move_is_a_few_cells_and_one_line():
    old = {"pieces": {f"c{n}": ["white"] for n in range(30)}, "history": [[1, "x"]] * 50}
    new = {
        "pieces": {**{f"c{n}": ["white"] for n in range(1, 30)}, "d9": ["white"]},
        "history": [*old["history"], [2, "c0-d9"]],
    }
    assert changes(old, new) == {
        "cells": {"pieces": {"d9": ["white"], "c0": None}},
        "more": {"history": [50, [[2, "c0-d9"]]]},
    }


def test_a_page_gets_every_rhythm_of_the_theme_in_samples():
    told = fixed(0.0)
    known = {name: (number, period) for number, (name, period, _) in enumerate(RHYTHMS)}
    for _, rhythm in told["theme"].values():
        number, period = known[rhythm]
        samples = told["rhythms"][rhythm]
        assert samples["period"] == period / 1000
        assert samples["shades"][0] == round(strength(number, 0) / STEPS, 3)
    assert set(told["theme"]) == set(STANDARD)


def test_a_phrase_is_said_in_every_language():
    assert set(phrase("page.due-take", cells="c3")) == {"it", "en", "fr"}


def test_what_is_refused_is_explained_in_every_language():
    with pytest.raises(DoesNotFit) as refused:
        fitting(GAMES["cappuccino"]().board, "cappuccino", panel_named("quadra").places)
    why = refusal(refused.value)["why"]
    assert why["en"] == str(refused.value)
    assert why["it"].startswith("la casella ")
    assert why["fr"].startswith("la case ")


def page(source: str) -> str:
    """Without the line breaks that no browser shows."""
    return re.sub(r">\n<|\n$", lambda gap: gap[0].replace("\n", ""), html(source)).replace(
        "\n", " "
    )


def test_rules_become_safe_html():
    source = (
        "# A <b>game</b>\n\n* one *two*\n  goes on\n* `<x>`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    assert page(source) == (
        "<h1>A &lt;b&gt;game&lt;/b&gt;</h1>"
        "<ul><li>one <em>two</em> goes on</li><li><code>&lt;x&gt;</code></li></ul>"
        "<table><thead><tr><th>a</th><th>b</th></tr></thead>"
        "<tbody><tr><td>1</td><td>2</td></tr></tbody></table>"
    )


def test_rules_keep_sums_and_lists_in_lists():
    assert page("2*3*4 cells of *two* colours") == "<p>2*3*4 cells of <em>two</em> colours</p>"
    assert page("*mine*, **2*3**, 4**2") == "<p><em>mine</em>, <strong>2*3</strong>, 4**2</p>"
    assert page("1. one\n   * inner\n2. two") == (
        "<ol><li>one <ul><li>inner</li></ul></li><li>two</li></ol>"
    )


def test_links_in_the_rules_lead_to_other_rules():
    assert page("as in [*Mulino*](mulino-misto.md)") == (
        '<p>as in <a href="#" data-rules="mulino-misto"><em>Mulino</em></a></p>'
    )


def test_other_links_in_the_rules_lead_nowhere():
    assert page("see [this](javascript:alert) **now**") == "<p>see this <strong>now</strong></p>"
    assert page("[out](../mulino.md) [up](https://x/y.md)") == "<p>out up</p>"
    assert page("```\n<script>\n```") == "<pre><code>&lt;script&gt; </code></pre>"


def test_the_way_back_is_told_in_the_fewest_moves():
    table = Table("dama", "1 w=c3,e3 b=h8")
    table.move("c3", "b2")
    table.wait()
    told = mending(table.referee)
    assert told is not None
    assert told.words["en"] == "Move the piece on b2 to c3. (To be done: 1.)"
    table.lift("b2")
    table.wait(0.05)
    told = mending(table.referee)
    assert told is not None
    assert told.words["en"] == "Put the missing piece (white) on c3. (To be done: 1.)"
    assert told.cells == {"c3"}


def test_like_goes_back_to_like():
    table = Table("dama", "2 w=b4,h2 b=a7,h8", sensing="polarity")
    table.lift("a7")
    table.place("a5", reading=-1)
    table.lift("b4")
    table.place("c5")
    table.wait()
    told = mending(table.referee)
    assert told is not None
    assert told.words["en"] == "Move the piece on c5 to b4. (To be done: 2.)"
    table.lift("c5")
    table.place("b4")
    table.wait()
    told = mending(table.referee)
    assert told is not None
    assert told.words["en"] == "Move the piece on a5 to a7. (To be done: 1.)"


def test_a_man_of_the_wrong_side_goes_off_first():
    table = Table("mulino", "1 w=a1 b=g7 hand=8,8", sensing="polarity")
    table.place("d1", reading=-1)
    table.wait()
    told = mending(table.referee)
    assert told is not None
    assert told.words["it"] == "Togli dal tavoliere ciò che sta in d1. (Da fare: 1.)"


def test_one_of_several_is_due():
    table = Table("mulino", "1 w=a1,d1,b4 b=a7,g7,e5,f4 hand=3,3")
    table.place("g1")
    table.wait(0.1)
    told = left_to_do(table.referee)
    assert told is not None
    assert told.words["en"] == "Still to be taken off: one of a7, e5, f4, g7."
    assert told.cells == {"a7", "e5", "f4", "g7"}
    table = Table("dama", "1 w=c1 b=d2,f4,h8", capture="strict")
    table.move("c1", "e3")
    table.wait(0.1)
    told = left_to_do(table.referee)
    assert told is not None
    assert told.words["en"] == "The piece on e3 goes on from there."


def test_many_to_choose_from_are_lit_and_not_listed():
    table = Table("mulino", "1 w=a1,d1,b4 b=a7,g7,e5,f4 hand=3,3")
    table.place("g1")
    table.wait(0.1)
    at_a_board = left_to_do(table.referee, touched=False)
    on_a_screen = left_to_do(table.referee, touched=True)
    assert at_a_board is not None
    assert on_a_screen is not None
    assert at_a_board.words["en"] == "Take off one of the lit pieces."
    assert on_a_screen.words["it"] == "Tocca uno dei pezzi illuminati: se ne va da sé."
    assert not at_a_board.cells | on_a_screen.cells, "no names cover what is lit"


def test_a_mill_names_whose_man_it_takes():
    table = Table("mulino", "1 w=a1,d1,b4 b=a7,g7,e5,f4 hand=3,3")
    table.place("g1")
    table.wait(0.1)
    called = (Called(), Called("named", "Bruno"))
    told = moment(table.referee, tongues("mulino", called))
    assert told is not None
    assert told[1] == {
        "it": "Mulino! Togli una pedina di Bruno.",
        "en": "Mill! Take one of Bruno's men.",
        "fr": "Moulin ! Retirez un pion de Bruno.",
    }


@pytest.mark.parametrize("on_screen", [True, False])
def test_what_a_mill_takes_is_chosen_at_leisure_only_where_nothing_is_overlooked(on_screen):
    position = "1 w=a1,d1,g4 b=a7,d7,b6 hand=0,0"
    session = Session(Header("mulino", {}, 2, ready=True, position=position, on_screen=on_screen))
    session.start(0.0)
    session.feed(Sensed("g4", 0), 1.0)
    session.feed(Sensed("g1", 1), 1.5)
    told = session.pass_time(30.0)
    assert any(isinstance(verdict, Illegal) for _, verdict in told) is not on_screen
    assert header_of(session.header.fields(), 1) == session.header
