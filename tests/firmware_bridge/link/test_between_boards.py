"""Two programs, a board each, and a real Mosquitto between them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

import engines
from firmware_bridge.link.broker import Broker
from firmware_bridge.record.store import Store
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import GiveUp
from firmware_bridge.table.app import App
from firmware_bridge.table.elsewhere import Elsewhere
from tests.firmware_bridge.link.mosquitto import CONFIGURATION, Mosquitto, free_port, until
from tests.firmware_bridge.link.tables import SPEED, Table

GAMES = sorted(set(engines.GAMES) & {
    "dama", "mangia-la-dama", "lupo-e-pecore", "mulino", "mulino-misto", "mulino-ceylonese",
    "cappuccino", "top-hats", "xe-queo",
})  # fmt: skip


@pytest.fixture
def broker(tmp_path):
    one = Mosquitto(tmp_path)
    yield one
    one.kill()


def tables(tmp_path, broker: Mosquitto, name: str) -> tuple[Table, Table]:
    for player in "12":
        (tmp_path / player).mkdir()
    url = broker.url(f"room-{name}")
    one, two = (Table(tmp_path / str(n), url, name, n) for n in (1, 2))
    return one, two


def played(one: Table, two: Table, moves: int, rng: Random, between=lambda _: None) -> None:
    """So many moves, or to the end, each board in its turn and at its pace."""
    done = 0
    limit = monotonic() + 240
    while done < moves and not (one.over and two.over):
        for table in (one, two):
            table.turn()
            if len(one.moves) == len(two.moves) and table.play(rng) is not None:
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


def test_the_end_is_told_by_a_board_that_was_off_when_it_came(tmp_path, broker):
    """The last move, the broker away, the program ended: the other board hears of it later."""
    one, two = tables(tmp_path, broker, "dama")
    played(one, two, 3, Random(1))
    until(lambda: agreed(one, two), both(one, two))
    broker.kill()
    one.app.changed(GiveUp(1))
    assert one.match.situation.phase is Phase.OVER
    one.close()
    broker.start()
    later = Store(one.folder)
    later.open()
    app = App(later, lambda: monotonic() * SPEED, elsewhere=Elsewhere(Broker))
    app.look_for_unfinished()
    assert app.left.open is None

    def turn() -> None:
        app.turn()
        two.turn()
        sleep(0.001)

    until(lambda: two.match.situation.phase is Phase.OVER, turn)
    outcome = two.match.situation.position.outcome
    assert outcome is not None
    assert outcome.winners == (2,)
    app.close()
    later.close()
    two.close()


BRIDGED = """
connection other
address 127.0.0.1:{port}
topic # both 1 tavoliere/rooms/ tavoliere/rooms/
restart_timeout 1
"""


def test_boards_at_two_bridged_brokers(tmp_path):
    """As docs/federation.md has it; one of them dies and comes back."""
    far = Mosquitto(folder(tmp_path / "far"))
    configuration = tmp_path / "near.conf"
    port = free_port()
    configuration.write_text(
        CONFIGURATION.format(port=port) + BRIDGED.format(port=far.port), encoding="utf-8"
    )
    near = Mosquitto(tmp_path, configuration, port)
    one = Table(folder(tmp_path / "1"), near.url("linden"), "dama", 1)
    two = Table(folder(tmp_path / "2"), far.url("linden"), "dama", 2)
    rng = Random(2)

    def mishap(done: int) -> None:
        if done == 5:
            near.kill()
            near.start()

    played(one, two, 10, rng, mishap)
    until(lambda: agreed(one, two), both(one, two))
    assert len(one.moves) == 10
    for end in (one, two, near, far):
        (end.close if isinstance(end, Table) else end.kill)()


def folder(path: Path) -> Path:
    path.mkdir()
    return path
