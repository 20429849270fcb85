"""Verdicts and errors in words, in the language of the texts."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence

from engines.geometry import Cell
from engines.kernel import Secret
from engines.opponents.lessons import Lesson
from engines.steps import Piece
from engines.word import Word, word_of
from firmware_bridge.referee.asking import WHICH_MOVE
from firmware_bridge.referee.verdicts import (
    Accepted,
    Amended,
    Ask,
    Faulty,
    Illegal,
    OutOfTime,
    Over,
    Restore,
    Undone,
    Verdict,
)
from firmware_bridge.texts import Texts


def sentence(verdict: Verdict, text: Texts) -> str:
    """A verdict, with the texts of the game it is about."""
    match verdict:
        case Accepted(player, move):
            done = text("say.accepted", done=_capital(done_in_words(player, move, text)))
            word = word_of(move)
            after = f"move.after.{word.kind}" if word else ""
            return f"{done} {text(after)}" if after in text else done
        case Amended(player, move, was):
            done = _capital(done_in_words(player, move, text))
            return text("say.amended", done=done, was=move_in_words(was, text))
        case Undone(player, move):
            return text("say.undone", done=done_in_words(player, move, text))
        case Illegal(_, _, rule):
            return text(f"rule.{rule}")
        case Restore(missing, extra):
            if missing and extra:
                return text("say.restore", missing=", ".join(missing), extra=", ".join(extra))
            if missing:
                return text("say.restore-missing", missing=", ".join(missing))
            if extra:
                return text("say.restore-extra", extra=", ".join(extra))
            return text("say.restored")
        case Ask():
            return asked(verdict, text)
        case Over(winners, reason):
            return f"{result(winners, text)} {text(f'outcome.{reason}')}"
        case OutOfTime(player):
            return text("say.out-of-time", player=player)
        case Faulty(cell, how):
            return text(f"say.{how}", cell=cell)


def asked(ask: Ask, text: Texts, *, on_screen: bool = False) -> str:
    """The question at a board, or beside one on a screen: there every answer is in sight."""
    cells = asked_about(ask.choices)
    kind = _asked(ask.question, ask.choices, text)
    key = f"screen-question.{kind}" if on_screen else ""
    known = key if key in text else f"question.{kind}"
    return text(known, player=ask.player, cell=cells[0] if cells else "")


def _asked(question: str, choices: Sequence[str], text: Texts) -> str:
    """The question, or the game's own where all that is to choose from are moves of one kind."""
    kinds = {word.kind if (word := word_of(label)) else "" for label in choices}
    kind = kinds.pop() if len(kinds) == 1 else ""
    return kind if question == WHICH_MOVE and f"question.{kind}" in text else question


def asked_about(choices: Sequence[str]) -> tuple[Cell, ...]:
    """The cells that a question is about: what the first of its choices speaks of."""
    word = word_of(choices[0]) if choices else None
    return word.cells if word else ()


def move_in_words(label: str, text: Texts) -> str:
    """What a move would do, as a button says it."""
    word = word_of(label)
    return text(f"move.do.{word.kind}", **_named_by(word, text)) if word else label


def done_in_words(player: int, label: str, text: Texts) -> str:
    """Who did what, as a clause."""
    word = word_of(label)
    if word is None:
        return text("say.played", player=player, move=label)
    return text(f"move.done.{word.kind}", player=player, **_named_by(word, text))


def _named_by(word: Word, text: Texts) -> dict[str, object]:
    """What a move's word names, by the places that its texts may have for it."""
    values: dict[str, object] = {
        "cell": word.cells[0] if word.cells else "",
        "cells": ", ".join(word.cells),
        "named": word.player,
    }
    if word.piece:
        values["piece"] = piece_in_words(word.piece, text)
        values["colour"] = text(f"colour.{word.piece.colour}")
    return values


def piece_in_words(piece: Piece, text: Texts) -> str:
    """Its colour, or where a game has several kinds what it is called."""
    colour = text(f"colour.{piece.colour}")
    if not piece.kind:
        return colour
    # Where a colour agrees with the noun, the game says the two together.
    both = f"piece.{piece.kind}.{piece.colour}"
    return text(both) if both in text else text(f"piece.{piece.kind}", colour=colour)


def named(secret: Secret, text: Texts) -> str:
    """The pieces of a secret."""
    return ", ".join(piece_in_words(Piece(name), text) for name in secret)


def _capital(clause: str) -> str:
    return clause[:1].upper() + clause[1:]


def counted(moves: int, text: Texts) -> str:
    """How many moves there are."""
    how_many = {0: "none", 1: "one"}.get(moves, "many")
    return text(f"page.moves-{how_many}", count=moves)


def result(winners: tuple[int, ...], text: Texts) -> str:
    if not winners:
        return text("over.draw")
    if len(winners) == 1:
        return text("over.win", winner=winners[0])
    *most, last = (f"{text.who(winner):who}" for winner in winners)
    return _capital(text("over.shared", winners=f"{', '.join(most)} {text('over.and')} {last}"))


def in_words(what: object, text: Texts) -> str:
    """An error, or a part of what it says: in the language of the texts if it can be, else as it is.

    What carries no key, a stranger's error say, is in the words in which it came.
    """
    if isinstance(what, OSError) and what.errno is not None:
        if what.filename is None:
            return reason(what, text)
        return text("error.file", file=what.filename, why=reason(what, text))
    if isinstance(what, Exception) and what.args:
        what = what.args[0]
    # What comes from a driver has its words with it; it may be from another distribution.
    own = getattr(what, "others", {}).get(text.lang)
    template = own or text.translations.get(getattr(what, "key", ""))
    if template is None:
        return str(what)
    values = getattr(what, "values", {})
    return template.format(**{name: _part(value, text) for name, value in values.items()})


def _part(value: object, text: Texts) -> object:
    return in_words(value, text) if isinstance(value, str | Exception) else value


def reason(error: Exception, text: Texts) -> str:
    """Why the system refused something."""
    number = getattr(error, "errno", None)
    if number is None:
        return str(error)
    key = f"system.{errno.errorcode.get(number, '')}"
    return text(key) if key in text else os.strerror(number)


def advised(kind: str, lesson: Lesson, text: Texts) -> str:
    """What a coach says of a move, `warn` or `help`, and why where that is plain."""
    why = text(f"coach.{lesson.why}", cells=", ".join(lesson.cells)) if lesson.why else ""
    return f"{text(f'coach.{kind}', move=lesson.label)} {why}".strip()
