"""`tavoliere review`: a game from the folder of games, move by move with what was better."""

from __future__ import annotations

import argparse
import json
from typing import Any

from engines.errors import TavoliereError
from engines.opponents.review import Remark, reviewed
from firmware_bridge.record.journal import Resumed
from firmware_bridge.record.store import Store, state_folder
from firmware_bridge.texts import Texts
from firmware_bridge.texts.columns import table

CURVE = 20
"""How many signs wide the picture of who stands how is."""


def review(args: argparse.Namespace, text: Texts) -> int:
    found = Store(state_folder()).read(args.number)
    if found is None:
        raise TavoliereError(text("error.no-such-game", number=args.number, folder=state_folder()))
    game = found.header.rule_book()
    remarks = reviewed(game, [(entry.before, entry.move) for entry in found.record])
    rows = []
    for number, (entry, remark) in enumerate(zip(found.record, remarks, strict=True), start=1):
        if args.json:
            print(json.dumps(_fields(number, entry.player, entry.move.label, remark)), flush=True)
        else:
            rows.append(_row(number, entry.player, entry.move.label, remark, text))
    if not args.json:
        heads = [
            text(f"review.{head}") for head in ("number", "player", "move", "stands", "better")
        ]
        print(text("review.of", game=text(f"game.{game.name}.title"), number=args.number))
        print(table(heads, rows))
        print(_counted(found, rows, text))
    return 0


def _fields(number: int, player: int, label: str, remark: Remark | None) -> dict[str, Any]:
    fields: dict[str, Any] = {"number": number, "player": player, "move": str(label)}
    if remark is not None:
        fields |= {
            "value": remark.value,
            "best": str(remark.best.label),
            "best_value": remark.best_value,
            "lost": remark.lost,
            "kind": remark.kind,
        }
    return fields


def _row(
    number: int, player: int, label: str, remark: Remark | None, text: Texts
) -> tuple[str, ...]:
    if remark is None:
        return str(number), str(player), label, "", ""
    better = ""
    if remark.kind != "good":
        better = text(f"review.{remark.kind}", best=remark.best.label)
    return str(number), str(player), label, _curve(remark.value), better


def _curve(value: float) -> str:
    """Where the player stands between lost (left) and won (right)."""
    at = round((value + 1) / 2 * CURVE)
    return "".join("●" if n == at else "·" if n != CURVE // 2 else "|" for n in range(CURVE + 1))


def _counted(found: Resumed, rows: list[tuple[str, ...]], text: Texts) -> str:
    remarked = sum(bool(row[-1]) for row in rows)
    return text("review.counted", moves=len(found.record), remarked=remarked)
