"""What a page is told: the game as plain data, and the difference between two such tellings. Pure.

It is made from what the table knows, so it holds no secret: a covered hat is `unknown` here as it is
everywhere. What one player alone may see is for private.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import cache, lru_cache
from typing import Any

from engines.geometry import Board
from engines.steps import Act, Piece
from firmware_bridge.lights.hints import Hints
from firmware_bridge.lights.theme import depths
from firmware_bridge.link.pairing import Pairing
from firmware_bridge.looks.look import Look, Surface, look_of, shades
from firmware_bridge.record.called import tongues_of
from firmware_bridge.record.seats import written
from firmware_bridge.record.store import Unfinished
from firmware_bridge.record.upkeep import number_of
from firmware_bridge.referee.position import Position
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Ask
from firmware_bridge.table.belongings import beside_the_board, wanted
from firmware_bridge.table.joining import Meeting
from firmware_bridge.table.match import Match
from firmware_bridge.table.simulation import colours, magnet
from firmware_bridge.table.troubles import Trouble
from firmware_bridge.texts import Tongues, tongues
from firmware_bridge.texts.wording import result
from firmware_bridge.web.guidance import Due, Spoken, due, helps, phrase, to_take, uncovered
from firmware_bridge.web.hands import not_due
from firmware_bridge.web.moments import moment
from firmware_bridge.web.private import public
from firmware_bridge.web.questions import declarations, question, spoken
from firmware_bridge.web.review import review

View = dict[str, Any]
MANY = 6
"""Cells from which on names would cover a board on which all of them are lit."""
BY_CELL = ("pieces", "lights")
"""Parts that change cell by cell."""
GROWING = ("history",)
"""Parts that mostly get longer."""


def worded(trouble: Trouble) -> Spoken:
    return {lang: trouble.words(text) for lang, text in tongues().items()}


@cache
def look_view(look: Look) -> View:
    """What the page draws with: every piece there may be by its name, shapes and colours."""
    pieces = {
        Piece(colour, kind=kind).name: [
            colour,
            kind,
            shape if kind else look.painted.get(colour, shape),
        ]
        for kind, shape in (("", look.shape), *((k, one.shape) for k, one in look.kinds.items()))
        for colour in look.colours
    }
    return {
        "board": asdict(look.board),
        "shape": look.shape,
        "crown": look.crown,
        "pieces": pieces,
        "shapes": {name: asdict(shape) for name, shape in look.shapes.items()},
        "colours": {name: asdict(colour) for name, colour in look.colours.items()},
    }


@cache
def board_view(board: Board, surface: Surface) -> View:
    inward, shade = depths(board), shades(board, surface)
    return {
        "name": board.name,
        "cells": {
            cell: [round(spot.x, 2), round(spot.y, 2), round(inward[cell], 3), shade[cell]]
            for cell, spot in board.places.items()
        },
        "blanks": list(board.blanks),
        "lines": sorted({tuple(sorted((a, b))) for a, near in board.links.items() for b in near}),
    }


def menu_view(
    resumable: Unfinished | None,
    troubles: Iterable[Trouble] = (),
    unfinished: Iterable[Unfinished] = (),
    meeting: Meeting | None = None,
    pairing: Pairing | None = None,
) -> View:
    """Before a game: what can be resumed at once, the older games that were left, and where other boards
    are met, and what the club asks for."""
    rooms = meeting and {"broker": meeting.broker, "code": meeting.code, "joining": meeting.room}
    return {
        "rooms": rooms,
        "pairing": None if pairing is None else asdict(pairing),
        "screen": "menu",
        "resume": resumable._asdict() if resumable is not None else None,
        "unfinished": [one._asdict() for one in unfinished],
        "faulty": [*map(worded, troubles)],
    }


def match_view(match: Match) -> View:
    situation, game = match.situation, match.session.game
    position, state = situation.position, situation.state
    texts = tongues_of(match.session.header)
    thinks = match.company.thinks(situation)
    answered = thinks or match.keeping.tells(situation)
    on_screen = match.simulation is not None
    asked = None if answered else question(situation, texts, on_screen=on_screen)
    to_do = due(match)
    look = look_of(game)
    return {
        "screen": "game",
        "game": {
            "name": game.name,
            "number": number_of(match.journal.path),
            "players": game.players,
            "options": game.options,
            "colours": match.colours,
            "names": list(match.session.header.names),
            "seats": written(match.session.header.seats),
        },
        "board": board_view(game.board, look.board),
        "look": look_view(look),
        "companion": match.simulation is None,
        "hinting": match.hinting,
        "pieces": standing(match),
        "lights": lights(match.lit),
        "swaps": swaps(position) if match.simulation else [],
        "takes": takes(match),
        "air": air(match),
        "last": list(situation.record[-1].move.landings) if situation.record else [],
        "zones": {name: sorted(cells) for name, cells in game.zones(state).items()},
        "tray": tray(match),
        "untidy": untidy(match),
        "reserve": {p: len(piles) for p, piles in beside_the_board(situation).items()},
        "turn": state.turn,
        "phase": situation.phase.value,
        "placing": not match.set_up,
        "carried": match.carries_itself,
        "score": dict(game.score(state)),
        "history": [(entry.player, entry.move.label) for entry in situation.record],
        "takes_back": match.takes_back,
        "question": asked,
        "secrets": public(match),
        "helps": helps(match),
        "declarations": [] if thinks else declarations(situation, texts),
        "consents": sorted(situation.consents) if situation.consents is not None else None,
        "due": to_do.words if to_do else None,
        "named": named(asked, to_do),
        "said": {
            "no": match.version_of_speech,
            "lines": [
                # Hands that have put everything back have withdrawn what was asked.
                *(
                    asked["text"] if asked and isinstance(verdict, Ask) else spoken(verdict, texts)
                    for verdict in match.told
                    if asked is not None or not isinstance(verdict, Ask)
                ),
                *uncovered(match),
                *map(worded, match.notices),
            ],
        },
        "moment": moment(situation, texts),
        "illegal": spoken(match.illegal, texts) if match.illegal else None,
        "faulty": [*map(worded, match.troubles)],
        "over": over(position, texts),
        "review": review(match),
        "clock": clock(match),
    }


def named(asked: View | None, to_do: Due | None) -> list[str]:
    """The cells that the words beside the board speak of, to be found on it."""
    cells = set(to_do.cells) if to_do else set()
    if asked:
        answers = {cell for one in asked["choices"] for cell in one["cells"]}
        cells |= {*asked["cells"], *answers} if len(answers) <= MANY else set()
    return sorted(cells)


def standing(match: Match) -> dict[str, list[str]]:
    """What is to be seen on the board; beside a real one, what the sensors leave of the record."""
    past = match.reviewing.stacks(match.situation)
    if past is not None:
        return {cell: [piece.name for piece in stack] for cell, stack in past.items()}
    if match.simulation is not None:
        return {cell: list(pile) for cell, pile in match.simulation.standing().items()}
    situation = match.situation
    stacks = situation.position.stacks
    seen = {
        *situation.lens.cells_of(situation.seen),
        *(c for c in situation.ignored if c in stacks),
    }
    return {
        cell: [piece.name for piece in stacks[cell]] if cell in stacks else ["unknown"]
        for cell in sorted(seen)
    }


def takes(match: Match) -> dict[str, int]:
    """Cells of which one touch takes something off, where it is the player's to choose, and how many
    pieces: a stack may only lose its top."""
    situation = match.situation
    if match.simulation is None or match.tidying.by_hand:
        return {}
    cells = to_take(situation)[0] or set()
    found: dict[str, int] = {}
    for kind in situation.arrived if cells else ():
        for step in situation.position.by_hand[kind][0].steps:
            if step.act is Act.REMOVE and step.cell in cells:
                found[step.cell] = min(step.count, found.get(step.cell, step.count))
    return found


def air(match: Match) -> dict[str, list[str]]:
    """What hands hold over the cells that they took it from."""
    if match.simulation is None:
        return {}
    return {
        hand.origin: list(colours(hand.pieces))
        for hand in match.simulation.hands
        if hand.pieces and hand.origin is not None
    }


def lights(lit: Hints) -> dict[str, list[str]]:
    return {
        cell: [hint.meaning, Piece(hint.colour, kind=hint.kind).name] for cell, hint in lit.items()
    }


@lru_cache(maxsize=2)
def swaps(position: Position) -> list[str]:
    """Cells that a piece may go to by taking what stands there: hands exchange the two in one go."""
    retaken = 0
    for kind in position.by_hand:
        retaken |= kind.retaken
    return sorted(position.lens.cells_of(retaken))


def tray(match: Match) -> list[View]:
    """The piles beside the board, and those that are wanted now and come out of the box."""
    if match.simulation is None:
        return []
    heaps = dict(match.simulation.heaps())
    by_hand = () if match.carries_itself or crowns_itself(match) else wanted(match.situation)
    needed = {colours(map(magnet, pile)) for pile in by_hand}
    waiting = not_due(match.situation)
    piles = sorted({*heaps, *needed}, key=lambda pile: (pile[-1], len(pile), pile))
    return [
        {
            "pile": list(pile),
            "count": heaps.get(pile, 0),
            "wanted": pile in needed,
            "due": pile not in waiting,
        }
        for pile in piles
    ]


def crowns_itself(match: Match) -> bool:
    """Whether all that a move needs from beside the board is put on by itself once the piece has come
    down: a crown, where nobody has anything left to place."""
    situation = match.situation
    placing = situation.game.reserve(situation.state).get(situation.state.turn)
    return not (placing or match.tidying.by_hand or situation.phase is Phase.RESTORING)


def untidy(match: Match) -> bool:
    """Whether help is offered: the board has to be put right, or is wrong where no sensor sees it."""
    simulation, situation = match.simulation, match.situation
    if simulation is None or match.carries_itself:
        return False
    if situation.phase is Phase.RESTORING:
        return True
    if (
        match.tidying.untidy
        or situation.difference
        or any(hand.pieces for hand in simulation.hands)
    ):
        return False
    stacks = situation.position.stacks
    should = {cell: tuple(piece.name for piece in stack) for cell, stack in stacks.items()}
    return simulation.standing() != should


def over(position: Position, texts: Tongues) -> View | None:
    outcome = position.outcome
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "text": {lang: result(outcome.winners, text) for lang, text in texts.items()},
        "why": phrase(f"outcome.{outcome.reason}", texts),
    }


def clock(match: Match) -> View | None:
    """None: nobody counts. `since` is on the program's own clock, which the page knows."""
    clocks = match.clocks
    if clocks.limit is None:
        return None
    return {
        "limit": str(clocks.limit),
        "left": [round(seconds, 2) for seconds in clocks.left],
        "running": clocks.running,
        "since": round(clocks.since, 3),
        "out": sorted(clocks.out),
    }


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> View:
    """What turns the old view into the new one: `set` whole parts, `cells` by cell, `more` at the end
    of a list that is first cut to a length; `gone` parts are dropped."""
    told: View = {}
    for key, value in new.items():
        before = old.get(key)
        if key in old and before == value:
            continue
        if key in BY_CELL and isinstance(before, dict):
            patch = {cell: v for cell, v in value.items() if before.get(cell) != v}
            patch.update((cell, None) for cell in before if cell not in value)
            told.setdefault("cells", {})[key] = patch
        elif key in GROWING and isinstance(before, list):
            keep = 0
            while keep < min(len(before), len(value)) and before[keep] == value[keep]:
                keep += 1
            told.setdefault("more", {})[key] = [keep, value[keep:]]
        else:
            told.setdefault("set", {})[key] = value
    gone = [key for key in old if key not in new]
    if gone:
        told["gone"] = gone
    return told
