"""Many boards in one process, without their tables: as much traffic as a full house makes.

    python -m firmware_bridge.bench.crowd PORT BOARDS SECONDS PACE

Board 2n and 2n+1 sit in one room. At random moments, PACE seconds apart on average, a board says a word
to its room and tells its tile to the club, of the size that games have. One selector instead of a thread
for each board, so that the measurement is of the broker and not of a thousand threads. Prints `ready`
once all are connected, and at the end one line of JSON.
"""

from __future__ import annotations

import json
import selectors
import sys
from random import Random
from time import perf_counter
from typing import Any

from firmware_bridge.link.broker import PREFIX as ROOMS
from firmware_bridge.link.broker import THERE, connected
from firmware_bridge.link.hall import PREFIX as BOARDS
from firmware_bridge.link.tile import Tile
from firmware_bridge.link.word import Word, word_of

PIECES = {f"{file}{rank}": ["white"] for file in "abcdefgh" for rank in (1, 2, 3)}
MOVES = 40
"""Of an average game: the words of a crowd are half as long as the longest."""
GRACE = 15.0
"""Seconds in which what is on its way may come."""


class Board:
    def __init__(self, port: int, number: int) -> None:
        self.number = number
        self.room = f"{ROOMS}/room-{number // 2}"
        self.told = 0
        self.heard = 0
        """The newest that came from the other board."""
        self.messages = 0
        self.client = client = connected(f"mqtt://127.0.0.1:{port}", None)
        client.on_connect = self._connected
        client.on_message = self._came
        client.connect("127.0.0.1", port, keepalive=60)

    def _connected(self, client: Any, *_: Any) -> None:
        client.subscribe(f"{self.room}/{2 - self.number % 2}/word", qos=1)
        client.publish(f"{BOARDS}/board-{self.number}/there", THERE, qos=1, retain=True)

    def _came(self, _client: Any, _data: Any, message: Any) -> None:
        word = word_of(bytes(message.payload))
        self.messages += 1
        if word is not None:
            self.heard = max(self.heard, word.epoch)

    def play(self) -> None:
        self.told += 1
        player = 1 + self.number % 2
        moves = tuple(f"c3-d{n % 8}" for n in range(min(self.told, MOVES)))
        word = Word("bench", {"game": "dama"}, (player,), self.told, moves, "0" * 64)
        tile = Tile("dama", 2, player, self.told, "c3-d4", PIECES, {"en": "so", "it": "così"})
        topic = f"{self.room}/{player}/word"
        self.client.publish(topic, word.text(), qos=1, retain=True)
        self.client.publish(f"{BOARDS}/board-{self.number}/tile", tile.text(), qos=1, retain=True)


class Crowd:
    def __init__(self, port: int, count: int) -> None:
        self._selector = selectors.DefaultSelector()
        self.boards = []
        for number in range(count):
            board = Board(port, number)
            self.boards.append(board)
            self._selector.register(board.client.socket(), selectors.EVENT_READ, board)
            self.turn(0)
        while not all(board.client.is_connected() for board in self.boards):
            self.turn(0.01)

    def turn(self, wait: float) -> None:
        for board in self.boards:
            if board.client.want_write():
                board.client.loop_write()
        for key, _ in self._selector.select(wait):
            key.data.client.loop_read()

    def lost(self) -> int:
        """Boards that have not heard the other's last word."""
        pairs = zip(self.boards[::2], self.boards[1::2], strict=False)
        return sum((a.heard != b.told) + (b.heard != a.told) for a, b in pairs)


def main(port: int, count: int, seconds: float, pace: float) -> dict[str, float]:
    rng = Random(1)
    crowd = Crowd(port, count)
    print("ready", flush=True)
    due = [(rng.random() * pace, board) for board in crowd.boards]
    begun = perf_counter()
    while (now := perf_counter() - begun) < seconds:
        for at, (when, board) in enumerate(due):
            if when <= now:
                board.play()
                due[at] = (now + pace * (0.5 + rng.random()), board)
        crowd.turn(0.005)
        for board in crowd.boards[:: max(1, count // 20)]:
            board.client.loop_misc()
    while crowd.lost() and perf_counter() - begun < seconds + GRACE:
        crowd.turn(0.005)
    said = sum(board.told for board in crowd.boards)
    result = {
        "published a second": 2 * said / seconds,
        "words lost": crowd.lost(),
        "told": {f"board-{board.number}": board.told for board in crowd.boards},
    }
    print(json.dumps(result), flush=True)
    # They stay for as long as somebody looks at what they told.
    sys.stdin.read()
    return {}


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]))
