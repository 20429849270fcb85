"""Hints and themes: what each cell means, and how it glows."""

from __future__ import annotations

import itertools

import engines
from firmware_bridge.lights.hints import HINTING, MEANINGS, Hint, hints
from firmware_bridge.lights.theme import STANDARD, depths, glows
from firmware_bridge.looks.look import common
from firmware_bridge.referee.verdicts import Broken
from hardware.parts.rhythms import STEPS, strength
from tests.firmware_bridge.scenes import Table


class TestHints:
    def test_what_may_move_before_anything_is_lifted(self):
        assert Table("dama").lights() == {"movable": {"a3", "c3", "e3", "g3"}}

    def test_where_it_may_go_once_it_is_lifted(self):
        table = Table("dama")
        table.lift("c3")
        table.wait(0.05)
        assert table.lights() == {"target": {"b4", "d4"}}

    def test_forced_captures_and_victims_are_lit_before_anything_is_lifted(self):
        table = Table("dama", "1 w=c3,g1 b=d4,h8")
        assert table.lights("forced") == {"forced": {"c3"}, "capture": {"d4"}}
        assert table.lights("full") == {"forced": {"c3"}, "capture": {"d4"}, "movable": {"g1"}}
        assert table.lights("off") == {}

    def test_a_victim_stays_lit_until_it_is_off(self):
        table = Table("dama", "1 w=c3 b=d4,h8")
        table.move("c3", "e5")
        table.wait(0.05)
        assert table.lights() == {"capture": {"d4"}}

    def test_the_last_move_a_crown_and_a_man_that_may_be_huffed(self):
        table = Table("dama", "1 w=c7,b2 b=c3,h4")
        table.move("c7", "d8")
        table.wait()
        lit = table.lights()
        assert lit["crown"] == {"d8"}
        assert lit["huff"] == {"b2"}
        assert lit["last"] == {"c7"}

    def test_the_zone_and_how_it_shrinks(self):
        table = Table("top-hats", "1 e7=?r c5=?y g5=?y")
        before = table.lights("off")
        assert len(before["zone"]) == 24
        table.hold(1)
        after = table.lights("off")
        assert len(after["zone"]) == 18
        assert after["forbidden"] == before["zone"]

    def test_what_to_put_right(self):
        table = Table("dama", "1 w=c3 b=h8")
        table.move("c3", "b2")
        table.wait()
        for hinting in HINTING:
            assert table.lights(hinting) == {"missing": {"c3"}, "extra": {"b2"}}

    def test_a_dealt_set_up_shows_which_colour_goes_where(self):
        table = Table("xe-queo", ready=False, seed=3)
        wanted = {c: stack[-1].colour for c, stack in table.referee.state.stacks.items()}
        missing = {c: h for c, h in hints(table.referee).items() if h.meaning == "missing"}
        assert missing == {c: Hint("missing", k) for c, k in wanted.items()}
        first = next(iter(wanted))
        table.place(first)
        table.wait(0.05)
        assert first not in hints(table.referee)

    def test_a_piece_set_up_on_a_wrong_cell_is_shown_at_once(self):
        table = Table("lupo-e-pecore", ready=False)
        table.place("b2")
        table.wait(0.02)
        assert table.lights()["extra"] == {"b2"}

    def test_the_winner(self):
        table = Table("dama", "1 w=c3,a1 b=d4")
        table.move("c3", "e5")
        table.lift("d4")
        table.wait()
        assert table.lights()["win"] == {"a1", "e5"}

    def test_what_is_asked_about(self):
        table = Table("cappuccino", "1 f6=1r f7=1y e5=1y g9=1y")
        table.lift("f6")
        table.wait(2.6)
        assert table.lights()["ask"] == {"f7", "e5"}


class TestTheme:
    def test_every_meaning_glows(self):
        assert set(STANDARD) == set(MEANINGS)

    def test_no_two_meanings_share_both_colour_and_rhythm(self):
        glows = list(STANDARD.values())
        assert len(set(glows)) == len(glows)

    def test_urgent_meanings_differ_in_rhythm_or_much_in_brightness(self):
        """Without colour vision: what differs must differ in rhythm, or in lightness by a third."""

        def lightness(glow):
            red, green, blue = glow.colour
            return 0.299 * red + 0.587 * green + 0.114 * blue

        for together in (
            ("movable", "forced", "capture", "huff", "crown", "last", "zone", "forbidden"),
            ("target", "capture", "zone", "forbidden"),
            ("missing", "extra", "zone", "forbidden"),
            ("ask", "capture", "last", "zone", "forbidden"),
        ):
            for one, other in itertools.combinations(together, 2):
                a, b = STANDARD[one], STANDARD[other]
                apart = abs(lightness(a) - lightness(b)) / max(lightness(a), lightness(b))
                assert a.rhythm != b.rhythm or apart > 0.3, (one, other)

    def test_what_lives_is_a_pure_function_of_hints(self):
        board = engines.GAMES["top-hats"]().board
        lit = {"a1": Hint("zone"), "e5": Hint("ask"), "c3": Hint("missing", "red")}
        assert glows(lit, STANDARD, board) == glows(lit, STANDARD, board)
        assert glows(lit, STANDARD, board, common().lamps)["c3"].colour == common().lamps["red"]

    def test_the_zone_closes_in(self):
        """The wave reaches the rim before it reaches the cells further in."""
        board = engines.GAMES["top-hats"]().board
        inward = depths(board)
        assert inward["a1"] < inward["c3"]
        living = glows({"a1": Hint("zone"), "c3": Hint("zone")}, STANDARD, board)

        def crest(cell):
            _, rhythm, phase = living[cell]
            return next(t for t in range(3000, 6000) if strength(rhythm, t, phase) == STEPS)

        assert crest("a1") < crest("c3")


def test_a_broken_sensor_is_seen_in_the_zone_as_well():
    table = Table("top-hats", "1 d4=?r d5=?y e6=?y f9=?y")
    assert "a1" in table.lights()["zone"]
    table.session.referee.feed(Broken("a1", "flickering"), 1.0)
    for hinting in HINTING:
        assert table.lights(hinting)["faulty"] == {"a1"}
