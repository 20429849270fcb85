"""Who may do what: laws over all roles, messages and standings; and keys that nobody else can make."""

from __future__ import annotations

import string
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_bridge.record.trace import Header
from firmware_bridge.texts import LANGUAGES, Texts
from firmware_bridge.web.keys import HOUSE, Keys, Pass
from firmware_bridge.web.messages import (
    Choose,
    Fetch,
    GiveUp,
    Help,
    Hide,
    Hinting,
    Lift,
    Look,
    Place,
    Plain,
    Push,
    Resume,
    Review,
    ShowOut,
    Start,
)
from firmware_bridge.web.roles import GUEST, HOST, Kind, Standing, about_no_game, seat, why_not

PLAYERS = st.integers(1, 4)
SOME = st.frozensets(PLAYERS)
CELLS = st.sampled_from(["a1", "c3"])
MESSAGES = st.one_of(
    st.builds(Start, st.just(Header("dama", {}, 2)), st.just("full")),
    st.builds(Resume, st.integers(1, 9)),
    st.builds(ShowOut, st.text(max_size=5)),
    st.builds(Hinting, st.sampled_from(["full", "off"])),
    st.builds(Lift, CELLS),
    st.builds(Fetch, st.just(("white",))),
    st.builds(Place, CELLS | st.none()),
    st.builds(Push, PLAYERS, st.booleans()),
    st.builds(Choose, st.text(max_size=5)),
    st.builds(Look, st.integers(0, 4)),
    st.builds(Hide, PLAYERS, st.none() | st.just(("red",))),
    st.builds(Help, PLAYERS),
    st.builds(GiveUp, PLAYERS),
    st.builds(Review, st.none() | st.integers(0, 9)),
    st.builds(Plain, st.sampled_from(["undo", "arrange", "leave", "resume"])),
)
STANDINGS = st.builds(
    Standing,
    number=st.integers(1, 3),
    players=st.just(4),
    deciding=SOME,
    finishing=st.integers(0, 4),
    takes_back=st.integers(0, 4),
    consenting=st.booleans(),
    seated=SOME,
)
MAYBE = STANDINGS | st.none()
ABOUT = st.integers(1, 3) | st.none()
ROLES = st.one_of(st.just(HOST), st.just(GUEST), st.builds(seat, PLAYERS))


@given(MESSAGES, ABOUT, MAYBE)
def test_a_guest_changes_nothing(message, about, standing):
    assert why_not(GUEST, message, about, standing) == "guest"


@given(MESSAGES, ABOUT, MAYBE, PLAYERS)
def test_who_may_not_run_the_table_neither_starts_leaves_sets_nor_shows_out(
    message, about, standing, player
):
    runs = isinstance(message, Start | Resume | ShowOut | Hinting) or message in (
        Plain("leave"),
        Plain("resume"),
    )
    if runs:
        assert why_not(seat(player), message, about, standing) == "host-only"


@given(ROLES, MESSAGES, ABOUT, STANDINGS)
def test_what_is_about_another_game_changes_nothing(role, message, about, standing):
    if about != standing.number and not about_no_game(message):
        assert why_not(role, message, about, standing) is not None


@given(ROLES, MESSAGES, STANDINGS)
def test_nothing_is_about_a_player_who_does_not_play(role, message, standing):
    two = replace(standing, players=2)
    if getattr(message, "player", 0) > 2:
        assert why_not(role, message, two.number, two) is not None


@given(ROLES, MESSAGES, ABOUT)
def test_without_a_game_nobody_plays(role, message, about):
    if not about_no_game(message):
        assert why_not(role, message, about, None) is not None


AGREEING = Standing(
    number=1,
    players=4,
    deciding=frozenset(),
    finishing=0,
    takes_back=1,
    consenting=True,
    seated=frozenset({2}),
)


@given(MESSAGES, STANDINGS)
@example(Push(2, True), AGREEING)
@example(Push(1, True), AGREEING)
@example(Push(2, True), replace(AGREEING, consenting=False))
def test_the_host_does_everything_but_agree_and_look_for_who_is_here_himself(message, standing):
    why = why_not(HOST, message, standing.number, standing)
    if isinstance(message, Look | Hide) and message.player in standing.seated:
        assert why == "own-phone"
        return
    agrees = isinstance(message, Push) and message.down and message.player in standing.seated
    assert why == ("own-consent" if agrees and standing.consenting else None)


@given(PLAYERS, PLAYERS, st.booleans(), STANDINGS)
def test_a_seat_presses_its_own_button_at_any_time_and_no_other(player, pushed, down, standing):
    why = why_not(seat(player), Push(pushed, down), standing.number, standing)
    assert (why is None) == (player == pushed)


@given(PLAYERS, PLAYERS, STANDINGS)
def test_a_seat_keeps_its_own_secret_and_sees_no_other(player, other, standing):
    def may(message):
        return why_not(seat(player), message, standing.number, standing) is None

    assert may(Hide(other, None)) == (player == other)
    assert not may(Look(other))


@given(PLAYERS, STANDINGS)
def test_a_seat_decides_what_is_its_decision(player, standing):
    def may(message):
        return why_not(seat(player), message, standing.number, standing) is None

    assert may(Choose("x")) == (player in standing.deciding)
    assert may(Plain("undo")) == (player == standing.takes_back)
    assert may(Lift("a1")) == (player in standing.deciding or player == standing.finishing)
    # What is in the hand can always be put down.
    assert may(Place("a1"))


@given(PLAYERS, MESSAGES, STANDINGS)
def test_a_seat_may_do_no_more_than_the_host_unless_it_is_his_own_to_say(player, message, standing):
    alone = replace(standing, consenting=False, seated=frozenset())
    if why_not(seat(player), message, alone.number, alone) is None:
        assert why_not(HOST, message, alone.number, alone) is None


@given(ROLES, MESSAGES, ABOUT, MAYBE)
def test_every_refusal_has_words_in_every_language(role, message, about, standing):
    why = why_not(role, message, about, standing)
    if why is not None:
        assert all(f"page-error.{why}" in Texts(lang) for lang in LANGUAGES)


# Keys ------------------------------------------------------------------------------------------

SECRET = "abcdefghijklmnopqrstuv"
OTHERS = st.just(GUEST) | st.builds(seat, PLAYERS)


def taken(keys: Keys, link: str) -> str:
    """The key of somebody who came by this link."""
    return keys.own(known(keys, link), link)


def known(keys: Keys, key: str) -> Pass:
    found = keys.read(key)
    assert found is not None
    return found


@given(OTHERS)
def test_a_link_gives_everybody_a_key_of_his_own(role):
    keys = Keys(SECRET)
    link = keys.invitation(role)
    one, other = keys.read(link), keys.read(link)
    assert one is not None
    assert one.person == ""
    mine, yours = keys.own(one, link), keys.own(one, link)
    assert mine != yours
    held = keys.read(mine)
    assert held is not None
    assert held.role == role
    assert other == one
    # A key that is his own stays the same.
    assert keys.own(held, mine) == mine


@given(OTHERS, OTHERS)
def test_who_is_shown_out_stays_out_and_nobody_else(role, other):
    keys = Keys(SECRET)
    links = [keys.invitation(role), keys.invitation(role), keys.invitation(other)]
    held = [taken(keys, link) for link in links]
    keys.show_out(known(keys, held[0]))
    assert keys.read(held[0]) is None
    assert keys.read(links[0]) is None, "the link that he came by must not let him in again"
    assert keys.read(held[1]) is not None
    assert keys.read(held[2]) is not None
    assert keys.read(keys.invitation(role)) is not None
    assert keys.read(SECRET) == HOUSE


@given(OTHERS, st.integers(0, 60), st.sampled_from(string.ascii_letters + string.digits + ".-_"))
def test_a_key_that_was_changed_anywhere_is_none(role, at, letter):
    keys = Keys(SECRET)
    link = keys.invitation(role)
    mine = taken(keys, link)
    for key in (link, mine):
        changed = key[: at % len(key)] + letter + key[at % len(key) + 1 :]
        # The last letter of 16 bytes in base64 has bits to spare, which are never set.
        assert changed == key or keys.read(changed) is None


@given(st.text(max_size=60))
def test_nobody_makes_a_key(text):
    assert Keys(SECRET).read(text) is None
    assert Keys("another-board-altogeth").read(Keys(SECRET).invitation(GUEST)) is None


@pytest.mark.parametrize("spoiled", [b"", b"{", b"[]", b'{"out": 3}', b'{"out": [], "renewed": 1}'])
def test_it_is_remembered_who_was_shown_out(tmp_path, spoiled):
    kept = tmp_path / "shown-out"
    keys = Keys(SECRET, kept)
    link = keys.invitation(seat(2))
    mine = taken(keys, link)
    keys.show_out(known(keys, mine))
    again = Keys(SECRET, kept)
    assert again.read(mine) is None
    assert again.read(link) is None
    assert known(again, again.invitation(seat(2))).role.kind is Kind.SEATED
    kept.write_bytes(spoiled)
    assert Keys(SECRET, kept).read(SECRET) == HOUSE
