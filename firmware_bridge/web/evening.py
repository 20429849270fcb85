"""The evening of a club as its page runs it: results come from the boards, pairings go to them.

Kept in a file at every change, so that a page that is started again goes on with the same evening.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import engines
from firmware_bridge.link.evening import (
    Bout,
    Evening,
    begun,
    decided,
    evening_of,
    fields_of_evening,
    next_round,
    placed,
    standings,
)
from firmware_bridge.link.hall import MOST_RESULTS, Hall
from firmware_bridge.link.pairing import PLAYERS, Pairing
from firmware_bridge.link.tile import Tile
from firmware_bridge.record.disk import Disk, put_whole
from firmware_bridge.record.names import LONGEST, tidy

FILE = "evening.json"


class Refused(ValueError):
    """The text is an id that the texts put into words."""


class Club:
    """All boards of a hall, what has ended there, and the evening, if there is one."""

    def __init__(self, hall: Hall, file: Path | None = None) -> None:
        self.hall = hall
        self._file = file
        self._disk = Disk()
        self.evening: Evening | None = None
        self.results: dict[tuple[str, int], dict[str, Any]] = {}
        self._seen = -1
        self._changes = 0
        self._asked: set[str] = set()
        self._read()

    @property
    def version(self) -> str:
        return f"{self.hall.version}.{self._changes}"

    def follow(self) -> None:
        """See what has ended, give free boards to who waits, and tell the boards what to play."""
        if self._seen == self.hall.version:
            return
        self._seen = self.hall.version
        fresh = {key: _row(key[0], tile) for key, tile in list(self.hall.results.items())}
        changed = any(self.results.get(key) != row for key, row in fresh.items())
        self.results |= fresh
        for board in {key[0] for key in fresh}:
            # However much a board tells, it pushes out nothing but its own.
            for key in [key for key in self.results if key[0] == board][:-MOST_RESULTS]:
                del self.results[key]
        if self.evening is not None:
            now = placed(self._with_results(self.evening), sorted(self.hall.there))
            changed |= now != self.evening
            self.evening = now
        if changed:
            self._changed()
        else:
            self._ask()

    def _with_results(self, evening: Evening) -> Evening:
        last = len(evening.rounds) - 1
        for table, meeting in enumerate(evening.rounds[last] if evening.rounds else ()):
            tile = self.hall.tiles.get(meeting.board)
            if meeting.done or tile is None or tile.over is None or not tile.paired:
                continue
            # A board is believed about its own table alone, and only about who was to play there.
            if (tile.game, tile.names) == (evening.game, (meeting.first, meeting.second)):
                winner = tile.winners[0] if len(tile.winners) == 1 else 0
                evening = decided(evening, last, table, winner if winner in (1, 2) else 0)
        return evening

    def _ask(self) -> None:
        wanted: dict[str, Pairing | None] = dict.fromkeys({*self._asked, *self.hall.there})
        if self.evening is not None and self.evening.rounds:
            number = len(self.evening.rounds)
            for meeting in self.evening.rounds[-1]:
                if meeting.board and not meeting.done:
                    names = (meeting.first, meeting.second)
                    wanted[meeting.board] = Pairing(number, self.evening.game, names)
        for board, pairing in wanted.items():
            self.hall.ask(board, pairing)
        self._asked = set(wanted)

    # What the arbiter wants --------------------------------------------------------------------

    def obey(self, told: Any) -> None:
        """One wish, checked; Refused says why not."""
        match told:
            case {
                "do": "begin",
                "game": str(game),
                "system": str(system),
                "players": list(players),
            }:
                self.evening = self._begun(game, system, players)
            case {"do": "next"} if self.evening is not None:
                now = next_round(self.evening)
                if now == self.evening:
                    raise Refused("over" if self.evening.over else "unfinished")
                self.evening = now
            case {
                "do": "decide",
                "round": int(turn),
                "table": int(table),
                "winner": None | 0 | 1 | 2 as who,
            } if self.evening is not None and bool not in map(type, (turn, table, who)):
                self.evening = decided(self.evening, turn, table, who)
            case {"do": "end"}:
                self.evening = None
            case _:
                raise Refused("bad")
        if self.evening is not None:
            self.evening = placed(self.evening, sorted(self.hall.there))
        self._changed()

    def _begun(self, game: str, system: str, players: list[Any]) -> Evening:
        if game not in engines.GAMES or PLAYERS not in engines.GAMES[game].seats:
            raise Refused("bad")
        if not all(isinstance(name, str) for name in players):
            raise Refused("bad")
        names = [tidy(name) for name in players]
        if any(len(name) > LONGEST for name in names):
            raise Refused("long")
        try:
            return next_round(begun(game, system, [name for name in names if name]))
        except ValueError:
            raise Refused("players") from None

    def _changed(self) -> None:
        self._changes += 1
        self._ask()
        if self._file is not None:
            evening = None if self.evening is None else fields_of_evening(self.evening)
            told = {"evening": evening, "results": list(self.results.values())}
            # What a disk refuses is kept in memory: the evening goes on.
            with suppress(OSError, MemoryError):
                put_whole(self._disk, self._file, json.dumps(told).encode(), 0o600)

    def _read(self) -> None:
        if self._file is None:
            return
        with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
            told = json.loads(self._file.read_bytes())
            self.results = {(row["board"], row["number"]): row for row in told["results"]}
            self.evening = None if told["evening"] is None else evening_of(told["evening"])

    # What is shown -----------------------------------------------------------------------------

    def view(self) -> dict[str, Any] | None:
        evening = self.evening
        if evening is None:
            return None
        return {
            "game": evening.game,
            "system": evening.system,
            "rounds": [[asdict(meeting) for meeting in turn] for turn in evening.rounds],
            "finished": evening.round_over,
            "over": evening.over,
            "standings": [
                {**asdict(row), "points": row.points, "opponents": row.opponents / 2}
                for row in standings(evening)
            ],
        }

    def standings_csv(self) -> str:
        rows = standings(self.evening) if self.evening is not None else []
        return _csv(
            ("place", "name", "points", "opponents", "wins", "played"),
            ((r.place, r.name, r.points, r.opponents / 2, r.wins, r.played) for r in rows),
        )

    def pairings_csv(self) -> str:
        rounds = self.evening.rounds if self.evening is not None else ()
        return _csv(
            ("round", "board", "first", "second", "result"),
            (
                (number, meeting.board, meeting.first, meeting.second, _result(meeting))
                for number, turn in enumerate(rounds, start=1)
                for meeting in turn
            ),
        )

    def results_csv(self) -> str:
        keys = ("board", "number", "game", "moves", "names", "winners")
        return _csv(keys, ([row[key] for key in keys] for row in self.results.values()))


def _row(board: str, tile: Tile) -> dict[str, Any]:
    return {
        "board": board,
        "number": tile.number,
        "game": tile.game,
        "moves": tile.moves,
        "names": " - ".join(tile.names),
        "winners": " ".join(map(str, tile.winners)) or "draw",
    }


def _result(meeting: Bout) -> str:
    if not meeting.second:
        return "bye"
    return {None: "", 0: "½-½", 1: "1-0", 2: "0-1"}[meeting.winner]


def _csv(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    out = io.StringIO()
    sheet = csv.writer(out)
    sheet.writerow(head)
    sheet.writerows([_harmless(one) for one in row] for row in rows)
    return out.getvalue()


def _harmless(cell: Any) -> Any:
    """A sheet takes what begins like this for a formula, and names are anybody's."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@") else cell
