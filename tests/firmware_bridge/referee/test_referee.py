"""The referee, scene by scene: order of hands, polarity, buttons, and what it says is wrong."""

from __future__ import annotations

import pytest

from firmware_bridge.referee.verdicts import Accepted, Amended, Illegal, Restore
from tests.firmware_bridge.scenes import Table


class TestOrder:
    @pytest.mark.parametrize(
        "order",
        ["d4- c3- e5+", "c3- d4- e5+", "c3- e5+ d4-", "c3- c3+ c3- e5+ d4-", "d4- d4+ c3- e5+ d4-"],
    )
    def test_a_capture_is_accepted_at_once_in_any_order(self, order):
        table = Table("dama", "1 w=c3 b=d4,h8")
        for touch in order.split():
            (table.place if touch[2] == "+" else table.lift)(touch[:2])
        table.wait(0.02)
        assert table.verdicts == [Accepted(1, "c3xe5")]

    def test_hop_by_hop_with_rests_on_the_way(self):
        table = Table("dama", "1 w=c3 b=d4,d6,h8")
        table.move("c3", "e5")
        table.wait(2)
        assert table.verdicts == []
        table.move("e5", "c7")
        table.lift("d4", "d6")
        table.wait(0.02)
        assert table.verdicts == [Accepted(1, "c3xe5xc7")]

    def test_in_one_sweep(self):
        table = Table("dama", "1 w=c3 b=d4,d6,h8")
        table.move("c3", "c7")
        table.lift("d4", "d6")
        table.wait(0.02)
        assert table.moves == ["c3xe5xc7"]

    def test_a_mill_waits_for_its_victim(self):
        table = Table("mulino", "1 w=a1,d1 b=g7,b6 hand=7,7")
        table.place("g1")
        table.wait(2)
        assert table.verdicts == []
        table.lift("b6")
        table.wait(0.02)
        assert table.moves == ["g1xb6"]

    def test_a_ceylonese_extra_stays_with_the_player(self):
        table = Table("mulino-ceylonese", "1 w=a1,d1 b=g7,b6 hand=7,7")
        table.place("g1", "c3")
        table.wait()
        assert table.verdicts == [Accepted(1, "g1"), Accepted(1, "c3")]

    def test_a_huff_and_then_the_move(self):
        table = Table("dama", "2 w=f2,c3 b=d4,h8 huff=c3")
        table.lift("c3")
        table.wait(0.6)
        table.move("h8", "g7")
        table.wait()
        assert table.moves == ["huff c3", "h8-g7"]

    def test_a_victim_taken_first_with_a_pause_is_no_huff_in_the_end(self):
        table = Table("dama", "2 w=b4,a1 b=c5,h8 huff=b4")
        table.lift("b4")
        table.wait(0.8)
        assert table.moves == []
        table.move("c5", "a3")
        table.wait()
        assert table.verdicts == [Accepted(2, "c5xa3")]

    def test_nor_when_the_pause_was_longer_than_anybodys(self):
        table = Table("dama", "2 w=b4,a1 b=c5,h8 huff=b4")
        table.lift("b4")
        table.wait(2.6)
        assert table.moves == ["huff b4"]
        table.move("c5", "a3")
        table.wait()
        assert table.verdicts[-1] == Amended(2, "c5xa3", "huff b4")
        assert table.moves == ["c5xa3"]

    def test_hands_that_cross_on_the_way(self):
        table = Table("dama", "1 w=a3,c1 b=h6,f8")
        table.lift("a3", "h6")
        table.place("b4", "g5")
        table.wait()
        assert table.moves == ["a3-b4", "h6-g5"]


class TestPolarity:
    def test_a_man_of_the_wrong_side_is_seen(self):
        table = Table("mulino", sensing="polarity")
        table.place("d2", reading=-1)
        table.wait()
        assert isinstance(table.verdicts[0], Illegal)
        table.lift("d2")
        table.place("d2", reading=1)
        table.wait()
        assert table.moves == ["d2"]

    def test_presence_is_enough_for_games_without_two_sides(self):
        table = Table("xe-queo", sensing="polarity")
        assert not table.referee.lens.polarity


class TestPress:
    def test_done_judges_at_once(self):
        table = Table("dama", "1 w=c3 b=d4,d6,h8", capture="strict")
        table.move("c3", "e5")
        table.lift("d4")
        table.press(1)
        assert table.verdicts[0] == Illegal(1, ("c3", "d4", "e5"), "chain-unfinished")

    def test_a_mill_without_its_victim_is_told_so(self):
        table = Table("mulino", "1 w=a1,d1 b=g7,b6 hand=7,7")
        table.place("g1")
        table.press(1)
        assert table.verdicts[0] == Illegal(1, ("g1",), "must-remove")

    def test_a_press_for_nothing_does_nothing(self):
        table = Table("dama")
        table.press(1)
        table.press(2)
        assert table.verdicts == []


class TestFaults:
    """What the referee says is wrong must be true, and the most specific thing that is."""

    @pytest.mark.parametrize(
        ("game", "position", "start", "end"),
        [
            ("dama", "1 w=c3 b=h8", "c3", "d4"),
            ("mulino", "1 w=a7,d7,g1,b4 b=b6,d6,f2,g4 hand=0,0", "a7", "a4"),
            ("lupo-e-pecore", "1 sheep=b2,c1,e1,g1 wolf=d8", "b2", "a3"),
        ],
    )
    def test_the_other_sides_piece_on_a_legal_cell(self, game, position, start, end):
        table = Table(game, position, sensing="polarity")
        table.lift(start)
        table.place(end, reading=-1)
        table.wait()
        assert table.verdicts[0] == Illegal(1, (start, end), "not-your-piece")

    def test_the_other_sides_man_from_beside_the_board(self):
        table = Table("mulino", sensing="polarity")
        table.place("d2", reading=-1)
        table.wait()
        assert table.verdicts[0] == Illegal(1, ("d2",), "not-your-piece")

    def test_a_victim_that_was_left_standing(self):
        table = Table("dama", "1 w=c3 b=d4,h8")
        table.move("c3", "e5")
        table.wait()
        table.press(1)
        assert table.verdicts[0] == Illegal(1, ("c3", "e5"), "must-remove")

    def test_the_first_thing_that_went_wrong(self):
        table = Table("dama", "1 w=c3 b=d4,f6,a7")
        table.move("c3", "e5")
        table.lift("d4")
        table.wait(2)
        table.move("a7", "b6")
        table.wait()
        assert isinstance(table.verdicts[0], Illegal)
        assert table.verdicts[0].rule == "chain-unfinished"

    def test_a_colour_that_cannot_be(self):
        table = Table("top-hats", "1 c3=rrr c4=?y g7=yr left=rrrrrrrrrrr", players=3)
        table.move("c3", "c5")
        table.wait()
        table.choose("c4=red")
        assert table.verdicts[-1] == Illegal(1, ("c4",), "impossible-colour")

    def test_a_choice_while_the_board_is_wrong_is_answered(self):
        table = Table("dama", "1 w=c3 b=h8", ready=False)
        table.choose("c3-d4")
        assert table.verdicts == [Restore(("c3", "h8"), ())] * 2
