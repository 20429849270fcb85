"""A game that is looked at again, as the page is told it; a review that is complete is kept on disk."""

from __future__ import annotations

from typing import Any

from firmware_bridge.record.disk import Disk
from firmware_bridge.record.reviews import keep_review
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


class Reviews:
    """Sees to it that each is kept, once."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._kept: tuple[Match, list[str]] | None = None

    def turn(self, match: Match, told: dict[str, Any] | None) -> None:
        if told is None or len(told["remarks"]) < told["moves"]:
            return
        labels = [str(entry.move.label) for entry in match.situation.record]
        if self._kept is None or self._kept[0] is not match or self._kept[1] != labels:
            self._kept = (match, labels)
            keep_review(self._disk, match.journal.path, labels, told["remarks"])


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
