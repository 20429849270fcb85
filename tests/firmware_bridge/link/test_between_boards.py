"""Two programs, a board each, and a real Mosquitto between them."""

from __future__ import annotations

from random import Random
from time import monotonic, sleep

import pytest

import engines
from firmware_bridge.link.broker import Broker
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.ledger import is_report
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.table.app import App
from tests.firmware_bridge.link.mosquitto import Mosquitto, until

GAMES = sorted(set(engines.GAMES) & {
    "dama", "mangia-la-dama", "lupo-e-pecore", "mulino", "mulino-misto", "mulino-ceylonese",
    "cappuccino", "top-hats", "xe-queo",
})  # fmt: skip
SPEED = 20.0
"""How much faster than a real one the clock of these boards goes: nobody waits for a hand."""


class Table:
    """A program with a simulated board, where one player sits and the other is elsewhere."""

    def __init__(self, folder, broker: Mosquitto, name: str, player: int, room: str) -> None:
        self.folder, self.player = folder, player
        url = broker.url(room)
        seats = tuple(Seat() if n == player else Seat(link=url) for n in (1, 2))
        book = engines.GAMES[name](players=2)
        self.header = Header(name, book.options, 2, seed=3, ready=True, seats=seats)
        self.open()

    def open(self) -> None:
        store = Store(self.folder)
        store.open()
        self.app = App(
            store, lambda: monotonic() * SPEED, connect=Broker, chance=Random(self.player)
        )
        self.app.look_for_unfinished()
        if self.app.resumable is None:
            self.app.start(self.header)
        else:
            self.app.resume()

    def close(self) -> None:
        self.app.close()
        self.app.store.close()

    @property
    def match(self):
        assert self.app.match is not None
        return self.app.match

    @property
    def moves(self) -> list[str]:
        return [str(entry.move.label) for entry in self.match.situation.record]

    @property
    def over(self) -> bool:
        return self.match.situation.game.outcome(self.match.situation.state) is not None

    def turn(self) -> None:
        self.app.turn()

    def play(self, rng: Random) -> bool:
        """His own move, if it is his turn and the board stands as it should."""
        situation = self.match.situation
        if self.over or situation.phase not in (Phase.WAITING, Phase.ASKING):
            return False
        for player in self.match.keeping.waits_for(situation):
            self.match.keeping.choose(situation, player, None)
        # What comes to light is said by whoever keeps it.
        mine = [
            move
            for move in situation.game.legal_moves(situation.state)
            if (move.by or situation.state.turn) == self.player and not is_report(move)
        ]
        if not mine:
            return False
        self.match.feed(Chosen(str(rng.choice(mine).label)), self.app.clock())
        return True


@pytest.fixture
def broker(tmp_path):
    one = Mosquitto(tmp_path)
    yield one
    one.kill()


def tables(tmp_path, broker: Mosquitto, name: str) -> tuple[Table, Table]:
    for player in "12":
        (tmp_path / player).mkdir()
    one, two = (Table(tmp_path / str(n), broker, name, n, f"room-{name}") for n in (1, 2))
    return one, two


def played(one: Table, two: Table, moves: int, rng: Random, between=lambda _: None) -> None:
    """So many moves, or to the end, each board in its turn and at its pace."""
    done = 0
    limit = monotonic() + 240
    while done < moves and not (one.over and two.over):
        for table in (one, two):
            table.turn()
            if len(one.moves) == len(two.moves) and table.play(rng):
                done += 1
                between(done)
        sleep(0.001)
        assert monotonic() < limit, (one.moves, two.moves)


def agreed(one: Table, two: Table) -> bool:
    return one.moves == two.moves and not one.match.troubles and not two.match.troubles


def both(one: Table, two: Table):
    def turn() -> None:
        one.turn()
        two.turn()
        sleep(0.001)

    return turn


@pytest.mark.parametrize("name", GAMES)
def test_a_game_between_two_boards(tmp_path, broker, name):
    one, two = tables(tmp_path, broker, name)
    played(one, two, 24, Random(1))
    until(lambda: agreed(one, two), both(one, two))
    assert len(one.moves) >= 8
    assert one.match.situation.state == two.match.situation.state
    one.close()
    two.close()


def test_the_broker_is_killed_and_a_board_is_switched_off(tmp_path, broker):
    one, two = tables(tmp_path, broker, "dama")
    rng = Random(5)

    def mishap(done: int) -> None:
        if done % 4 == 1:
            broker.kill()
            broker.start()
        elif done % 4 == 3:
            table = rng.choice((one, two))
            table.close()
            table.open()

    played(one, two, 16, rng, mishap)
    until(lambda: agreed(one, two), both(one, two))
    assert len(one.moves) >= 12
    one.close()
    two.close()
