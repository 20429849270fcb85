"""A game that is looked at again, as the page is told it. Pure."""

from __future__ import annotations

from typing import Any

from firmware_bridge.table.match import Match
from firmware_bridge.table.reviewing import Remark
from firmware_bridge.texts import LANGUAGES, Texts


def review(match: Match) -> dict[str, Any] | None:
    """None: nobody looks at it again. A move without a remark left nobody a choice."""
    reviewing = match.reviewing
    if reviewing.at is None:
        return None
    record = match.situation.record
    remarks = [
        None if remark is None else [record[n].player, *_told(remark, match.session.game.name)]
        for n, remark in enumerate(reviewing.remarks)
    ]
    return {"at": reviewing.at, "moves": len(record), "remarks": remarks}


def _told(remark: Remark, game: str) -> tuple[float, str, dict[str, str]]:
    """How he stood after it, what kind of move it was, and what is to be said of it."""
    words = {}
    for lang in LANGUAGES:
        text, made = Texts(lang, game), remark.made
        if remark.kind == "good":
            words[lang] = ""
            continue
        why = text(f"coach.{made.why}", cells=", ".join(made.cells)) if made.why else ""
        words[lang] = f"{text(f'review.{remark.kind}', best=remark.best.label)}. {why}".strip()
    return remark.made.value, remark.kind, words
