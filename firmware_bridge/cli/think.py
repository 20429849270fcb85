"""What the computer would do in a position, for one or for a stream of them."""

from __future__ import annotations

import argparse
import json
import sys
from time import perf_counter
from typing import Any

from engines.errors import TavoliereError
from engines.game import Game, State
from engines.opponents import LEVELS, Level, Opponent
from engines.opponents.levels import STRONGEST
from firmware_bridge.cli.arguments import USER_ERROR, complain
from firmware_bridge.cli.catalogue import opened
from firmware_bridge.record.named_files import Unreadable, lines_typed
from firmware_bridge.texts import Texts
from firmware_bridge.texts.wording import in_words, result

USUAL = 5
"""The level when none is named: as strong as a Raspberry Pi Zero is quick."""


def think(args: argparse.Namespace, text: Texts) -> int:
    game = opened(args.game, args.option, args.players, text)
    mind = _mind(game, args, text)
    given = args.stream or args.position
    if given == "-":
        return _stream(game, mind, text, as_json=args.json)
    state = game.start(args.seed) if given is None else game.position(given)
    print(_answer(game, mind, state, text, as_json=args.json), flush=True)
    return 0


def _stream(game: Game[Any, Any], mind: Opponent, text: Texts, *, as_json: bool) -> int:
    """One answer a line. A line that is no position is named, and the next one is answered."""
    code, lines = 0, lines_typed(sys.stdin)
    while True:
        try:
            state = game.position(next(lines).strip())
        except StopIteration:
            return code
        except TavoliereError as error:
            code, why = USER_ERROR, in_words(error, text)
            if not isinstance(error, Unreadable):
                why = text("error.line", number=lines.number, why=why)
            complain(why)
            if as_json:
                # Whoever reads an answer to every line waits for this one, too.
                print(json.dumps({"move": None, "error": why}), flush=True)
            continue
        print(_answer(game, mind, state, text, as_json=as_json), flush=True)


def _mind(game: Game[Any, Any], args: argparse.Namespace, text: Texts) -> Opponent:
    if args.level is not None and args.level not in LEVELS:
        raise TavoliereError(text("error.level", given=args.level, most=STRONGEST))
    if args.nodes is not None and args.nodes < 1:
        raise TavoliereError(text("error.nodes", given=args.nodes))
    level: int | Level = args.level or USUAL
    if args.nodes is not None:
        # A budget says how long to think, not how badly.
        level = LEVELS[STRONGEST]
    return Opponent(game, level, args.seed, args.nodes)


def _answer(
    game: Game[Any, Any], mind: Opponent, state: State, text: Texts, *, as_json: bool
) -> str:
    outcome = game.outcome(state)
    if outcome is not None:
        if as_json:
            over = {"winners": list(outcome.winners), "reason": outcome.reason}
            return json.dumps({"move": None, "over": over})
        return result(outcome.winners, text)
    began = perf_counter()
    move = mind.choose(state)
    nodes, seconds = mind.nodes, perf_counter() - began
    if not as_json:
        return text("think.move", move=move.label, nodes=nodes, seconds=f"{seconds:.2f}")
    ranked = {other.label: value for other, value in mind.ranked(state)}
    return json.dumps(
        {
            "move": move.label,
            "value": ranked.get(move.label, 0.0),
            "ranked": list(ranked.items()),
            "nodes": nodes,
            "seconds": round(seconds, 3),
        }
    )
