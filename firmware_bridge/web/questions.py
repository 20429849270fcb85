"""What is asked, and what may be said instead of a move, each with its way over the board. Pure."""

from __future__ import annotations

from typing import Any

from engines.game import Move
from firmware_bridge.referee.asking import NO_MOVE
from firmware_bridge.referee.position import Position
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.referee.verdicts import Ask, Verdict
from firmware_bridge.texts import Tongues
from firmware_bridge.texts.wording import asked, asked_about, move_in_words, sentence
from firmware_bridge.web.guidance import Spoken, phrase

View = dict[str, Any]


def spoken(verdict: Verdict, texts: Tongues) -> Spoken:
    """With the texts of the game that it is about."""
    return {lang: sentence(verdict, text) for lang, text in texts.items()}


def question(situation: Situation, texts: Tongues, *, on_screen: bool) -> View | None:
    """What is open; `on_screen`: the board is only there, and so is every answer."""

    def words_of(ask: Ask) -> Spoken:
        return {lang: asked(ask, text, on_screen=on_screen) for lang, text in texts.items()}

    if situation.consents is not None:
        words = words_of(Ask(situation.state.turn, "take-back", ()))
        return {"id": "take-back", "player": 0, "text": words, "choices": [], "cells": []}
    open_question = situation.question
    if open_question is None:
        return None
    ask = Ask(open_question.player, open_question.id, open_question.labels)
    choices = [choice(move, open_question.bases[move], texts) for move in open_question.choices]
    if open_question.id == "moved":
        nothing = phrase("page.nothing-moved")
        choices.append(
            {
                "label": NO_MOVE,
                "words": nothing,
                "cells": [],
                "way": [],
                "takes": [],
                "answer": 0,
                "piece": "",
            }
        )
    return {
        "id": open_question.id,
        "player": open_question.player,
        "text": words_of(ask),
        "choices": choices,
        "cells": list(asked_about(ask.choices)),
    }


def choice(move: Move, position: Position, texts: Tongues) -> View:
    return {
        "label": move.label,
        "words": {lang: move_in_words(move.label, text) for lang, text in texts.items()},
        "cells": sorted(position.named_cells(move)),
        **way(move, position),
        "answer": move.answer,
        "piece": move.word.piece.name if move.word and move.word.piece else "",
    }


def way(move: Move, position: Position) -> View:
    """The way of a move over the board, cell by cell, and what it takes: for drawing it."""
    board, deed = position.game.board, position.deed(move)
    return {
        "way": list(move.landings) if deed.travels else [],
        "takes": [*board.among(deed.cleared), *board.among(deed.lowered)],
    }


def declarations(situation: Situation, texts: Tongues) -> list[View]:
    """What the player to move may say instead of moving a piece."""
    position = situation.position
    if not position.by_hand or situation.phase is not Phase.WAITING:
        return []
    return [choice(move, position, texts) for move in position.spoken]
