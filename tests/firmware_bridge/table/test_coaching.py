"""A coach at the table: warns of what throws the game, helps when asked, teaches by lights."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.opponents import LEVELS, Opponent
from engines.opponents.lessons import lessons
from engines.opponents.review import BLUNDER
from firmware_bridge.record.coaches import BadCoach, Coach, assigned, read_back, written
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.trace import Header
from firmware_bridge.table.app import App
from firmware_bridge.table.company import WARNED
from firmware_bridge.table.thinking import Answer, AtOnce
from firmware_bridge.web.guidance import due
from tests.firmware_bridge.room import Room

THROWS = "1 w=c3,Kf6 b=Ke7,Kg7,h8"
HANGING = "1 w=c3,e1 b=e5,h8"


class School(Room):
    def new_app(self) -> App:
        return App(self.store, lambda: self.now, thinker=AtOnce())

    def begin(self, name: str, *coaches: str, position: str | None = None, rival: int = 0) -> None:
        game = GAMES[name]()
        header = Header(
            name,
            game.options,
            game.players,
            ready=True,
            position=position,
            seats=(Seat(), Seat(rival)) if rival else (),
            coaches=assigned(coaches, game.players),
        )
        self.app.start(header)
        self.wait(0.1)

    def lit(self, meaning: str) -> set[str]:
        return {cell for cell, hint in self.match.lit.items() if hint.meaning == meaning}

    @property
    def words(self) -> str:
        told = due(self.match)
        return told.words["en"] if told else ""

    def hold(self, player: int) -> None:
        self.table.board.push(player, True)
        self.wait(1.5)
        self.table.board.push(player, False)
        self.wait(0.2)


def test_a_coach_is_written_as_it_is_typed():
    given = assigned(["1=help:3", "2=teach"], 2)
    assert written(given) == ["help:3", "teach"]
    assert read_back(written(given), 2) == given
    assert assigned([], 2) == () == assigned(["2=off"], 2)
    assert given[0] == Coach("help", 3)


@pytest.mark.parametrize(
    "text",
    ["1", "3=warn", "0=warn", "1=shout", "1=warn:2", "1=help:", "1=help:0", "1=help:-2", "x=warn"],
)
def test_a_bad_coach_is_refused(text):
    with pytest.raises(BadCoach):
        assigned([text], 2)


@pytest.mark.parametrize("texts", ["warn", ["warn"], ["warn", 1], ["warn", "loud"], None])
def test_what_was_not_written_by_us_is_refused(texts):
    with pytest.raises(BadCoach):
        read_back(texts, 2)


def said_of(name: str, position: str) -> dict[str, tuple[bool, str]]:
    game = GAMES[name]()
    state = game.position(position)
    ranked = Opponent(game, LEVELS[8], nodes=3000).ranked(state)
    return {one.label: (one.good, one.why) for one in lessons(game, state, ranked)}


def test_why_a_move_is_bad_is_said_where_it_is_plain():
    told = said_of("dama", HANGING)
    assert told["c3-d4"] == (False, "loses")
    assert any(good for good, _ in told.values())


@pytest.mark.parametrize("score", ["0-0", "3-3"])
def test_a_step_in_vain_is_small_and_a_name_in_the_dark_throws_the_game(score):
    """Nobody has moved yet: no card is likelier than another."""
    game = GAMES["xe-queo"]()
    state = game.position(
        f"1 ring=d4 red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1 score={score}"
    )
    ranked = Opponent(game, LEVELS[8], nodes=3000).ranked(state)
    told = lessons(game, state, ranked)
    assert all(one.lost < BLUNDER / 2 for one in told if " " not in one.label)
    assert all(one.throws for one in told if one.label.startswith("queo"))


def test_a_book_has_reasons_of_its_own():
    told = said_of("mulino", "1 w=a1,a4,a7,d6 b=c3,d3,f4,g7 hand=0,0")
    assert {why for _, why in told.values()} & {"opens-mill", "takes", "loses"}
    game = GAMES["mulino"]()
    state = game.position("1 w=a1,a4,a7,d6 b=c3,d3,f4,g7 hand=0,0")
    opening = game.lesson(state, game.parse(state, "a4-b4"))
    assert opening is not None
    assert opening.kind == "opens-mill"
    assert game.lesson(state, game.parse(state, "d6-b6")) is None


def test_a_move_that_throws_the_game_is_warned_of_while_it_can_be_changed(tmp_path):
    room = School(tmp_path)
    room.begin("dama", "1=warn", position=HANGING, rival=1)
    room.carry("c3", "d4")
    room.wait(1.5)
    assert room.record == ["c3-d4"], "the computer gives him time"
    assert room.lit("doubtful") == {"d4"}
    assert "can still be taken back" in room.words
    assert "d4" in room.words
    room.carry("d4", "c3")
    room.wait(1.0)
    assert room.record == []
    assert room.lit("doubtful") == set()
    room.carry("c3", "b4")
    room.wait(2.0)
    assert len(room.record) == 2
    assert room.lit("doubtful") == set()


def test_who_stays_with_his_move_is_answered_after_a_while(tmp_path):
    room = School(tmp_path)
    room.begin("dama", "1=warn", position=HANGING, rival=1)
    room.carry("c3", "d4")
    room.wait(WARNED + 2)
    assert len(room.record) == 2


def test_a_good_move_is_shown_when_asked_and_so_often(tmp_path):
    room = School(tmp_path)
    room.begin("dama", "1=help:1", position=HANGING)
    assert room.lit("good") == set()
    room.hold(1)
    good = room.lit("good")
    assert "c3" not in good or "d4" not in good
    assert len(good) == 2
    assert "A good move" in room.words
    assert room.record == []
    assert room.match.coaching.helps.left(1) == 0
    room.app.leave()
    room.app.look_for_unfinished()
    room.app.resume()
    room.wait(0.2)
    assert room.match.coaching.helps.of(1) == Coach("help", 1)
    assert room.match.coaching.helps.left(1) == 0, "a restart gives nobody more help"
    room.hold(1)
    assert room.lit("good") == set()
    assert room.match.situation.consents is None


def test_a_hold_with_a_piece_in_the_hand_is_no_take_back_either(tmp_path):
    room = School(tmp_path)
    room.begin("dama", "1=help:1", position=HANGING)
    room.play("c3-b4", "e5-f4")
    hand = room.table.new_hand()
    room.table.lift(hand, "e1")
    room.wait(0.5)
    room.hold(1)
    assert room.match.situation.consents is None
    assert [trouble.key for trouble in room.match.notices] == ["page-error.no-help"]
    room.hold(2)
    assert room.match.situation.consents == frozenset()


def test_where_a_long_press_declares_something_it_still_does(tmp_path):
    room = School(tmp_path)
    pawns = "ring=d4 red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1 score=0-0"
    room.begin("xe-queo", "1=help", position=f"1 {pawns}")
    room.hold(1)
    question = room.match.situation.question
    assert question is not None
    assert question.id == "declare"


def test_every_landing_is_judged(tmp_path):
    room = School(tmp_path)
    room.begin("dama", "1=teach", position=HANGING)
    hand = room.table.new_hand()
    room.table.lift(hand, "c3")
    room.wait(0.3)
    assert room.match.lit["d4"].meaning == "doubtful"
    assert room.match.lit["b4"].meaning == "good"
    room.table.place(hand, "c3")


def test_where_pieces_are_placed_every_cell_is_judged_at_once(tmp_path):
    room = School(tmp_path)
    room.begin("mulino", "1=teach", position="1 w=a1,d1 b=b6,d6 hand=3,3")
    judged = room.lit("good") | room.lit("doubtful")
    assert len(judged) == 20
    assert "g1" in room.lit("good")


def test_nobody_else_is_coached(tmp_path):
    room = School(tmp_path)
    room.begin("dama", "2=teach", position=HANGING)
    hand = room.table.new_hand()
    room.table.lift(hand, "c3")
    room.wait(0.3)
    assert not room.lit("good") | room.lit("doubtful")
    room.table.place(hand, "c3")


def test_it_helps_too_where_the_computer_had_nothing_to_carry(tmp_path):
    """What is only said leaves the board at rest: computer and coach come to think in one moment."""
    school = School(tmp_path)
    school.begin("xe-queo", "1=help:1", rival=2)
    school.wait(2)
    assert [label.split()[0] for label in school.record] == ["ring"]
    assert school.match.help(1)
    school.wait(0.1)
    assert school.lit("good")
    assert "A good move" in school.words
    assert "Still to choose in private" in school.words


class Slow(AtOnce):
    """Has no answer before it is given the time."""

    hurry = True

    def answer(self) -> Answer | None:
        return None if self.hurry else super().answer()


def test_it_asks_again_what_the_computer_did_not_let_it_finish(tmp_path):
    school = School(tmp_path)
    slow = school.app.thinker = Slow()
    school.begin("dama", "1=help", rival=2)
    school.play("c3-d4")
    school.match.take_back(school.now)
    school.wait(1)
    assert school.record == []
    slow.hurry = False
    assert school.match.help(1)
    school.wait(0.1)
    assert school.lit("good")


class Dying(AtOnce):
    """Dies over every thought, until it is well again."""

    failed = True

    def answer(self) -> Answer | None:
        return None if self.failed else super().answer()


def test_a_help_that_cannot_be_given_is_not_counted(tmp_path):
    school = School(tmp_path)
    dying = Dying()
    for thinker in (None, dying):
        school.app.thinker = thinker
        school.begin("dama", "1=help:3")
        assert not school.match.help(1)
        assert school.match.coaching.helps.left(1) == 3
    dying.failed = False
    school.play("c3-d4", "b6-a5")
    assert school.match.help(1)
    school.wait(0.1)
    assert school.lit("good")
