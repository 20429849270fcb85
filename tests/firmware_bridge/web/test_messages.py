"""What pages may say, and how fast. No browser: texts in, values out."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import InvalidOption
from firmware_bridge.table.allowance import Allowance
from firmware_bridge.web.messages import (
    BadMessage,
    Choose,
    Fetch,
    Help,
    Hide,
    Lift,
    Look,
    Place,
    Plain,
    Push,
    Resume,
    Review,
    ShowOut,
    Start,
    read,
)


def start(**changes):
    fields = {
        "do": "start", "game": "dama", "players": 2, "options": {"capture": "strict"},
        "seed": 7, "hinting": "full", "ready": True,
    }  # fmt: skip
    return json.dumps({**fields, **changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"do":"lift","cell":"c3"}', Lift("c3")),
        ('{"do":"lift","cell":"c3","count":1}', Lift("c3", 1)),
        ('{"do":"place","cell":null}', Place(None)),
        ('{"do":"fetch","pile":["unknown","red"]}', Fetch(("unknown", "red"))),
        ('{"do":"push","player":2,"down":true}', Push(2, True)),
        ('{"do":"choose","label":"c4=red"}', Choose("c4=red")),
        ('{"do":"undo"}', Plain("undo")),
        ('{"do":"resume","number":3}', Resume(3)),
        ('{"do":"show-out","person":"x"}', ShowOut("x")),
        ('{"do":"look","player":2}', Look(2)),
        ('{"do":"hide","player":2,"pieces":["red"]}', Hide(2, ("red",))),
        ('{"do":"hide","player":2,"pieces":null}', Hide(2, None)),
        ('{"do":"help","player":1}', Help(1)),
        ('{"do":"review","at":3}', Review(3)),
        ('{"do":"review","at":null}', Review(None)),
    ],
)
def test_good_messages(text, message):
    assert read(text) == (message, None)
    assert read(f'{text[:-1]},"about":12}}') == (message, 12)


@pytest.mark.parametrize("about", ['"1"', "true", "1.0", "[]"])
def test_a_game_is_named_by_its_number(about):
    with pytest.raises(BadMessage):
        read(f'{{"do":"undo","about":{about}}}')


def test_a_start_is_checked_by_the_rule_book():
    message, _ = read(start())
    assert isinstance(message, Start)
    assert message.header.options == {"capture": "strict"}
    assert message.header.ready


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "{", '"undo"', "[" * 5000, "x" * 3000,
        '{"do":"undo","twice":1}', '{"do":"dance"}', '{"do":7}', "{}",
        '{"do":"lift"}', '{"do":"lift","cell":3}', '{"do":"lift","cell":"c3","count":0}',
        '{"do":"lift","cell":"c3","count":true}', '{"do":"lift","cell":"c3","count":1e99}',
        '{"do":"lift","cell":"c3","by":"me"}', '{"do":"place"}', '{"do":"place","cell":[]}',
        '{"do":"fetch","pile":[]}', '{"do":"fetch","pile":[1]}', '{"do":"push","player":1}',
        '{"do":"push","player":"1","down":true}', '{"do":"hinting","hinting":"loud"}',
        '{"do":"look"}', '{"do":"look","player":-1}', '{"do":"look","player":true}',
        '{"do":"hide","player":1}', '{"do":"hide","player":1,"pieces":[]}',
        '{"do":"hide","player":1,"pieces":[1]}', '{"do":"hide","player":0,"pieces":null}',
        '{"do":"help","player":0}', '{"do":"help"}', '{"do":"review"}', '{"do":"review","at":true}',
        '{"do":"review","at":"1"}', start(coaches=["warn"]), start(coaches=["warn", "loud"]),
        '{"do":"resume","number":"1"}', '{"do":"resume","number":true}',
        json.dumps({"do": "choose", "label": "x" * 500}),
        start(game="tic-tac-toe"), start(players=9), start(options={"size": "10"}),
        start(options={"capture": 1}), start(options={"players": "2"}), start(seed=-1),
        start(seed=2**40), start(hinting="loud"), start(ready="yes"), start(position="1 w=a1"),
        start(options=[]), start(players=True, game="top-hats"),
    ],
)  # fmt: skip
def test_bad_messages_are_refused(text):
    with pytest.raises((BadMessage, InvalidOption)):
        read(text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda part: (
            st.lists(part) | st.dictionaries(st.sampled_from(["do", "cell", "pile", "x"]), part)
        ),
    )
)
def test_whatever_comes_is_read_or_refused(value):
    with contextlib.suppress(BadMessage, InvalidOption):
        read(json.dumps(value))


def test_an_allowance_is_a_rate_with_some_more_at_once():
    allowance = Allowance(rate=10, most=120)
    assert all(allowance.spend(0.0) for _ in range(120))
    assert not allowance.spend(0.0)
    assert allowance.spend(0.11)
    assert not allowance.spend(0.11)
