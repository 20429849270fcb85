"""What the command line asks to be played: a new game, the unfinished one, or whatever people choose."""

from __future__ import annotations

from argparse import Namespace

from engines.errors import TavoliereError
from firmware_bridge.cli.catalogue import opened
from firmware_bridge.record import coaches
from firmware_bridge.record.journal import Resumed
from firmware_bridge.record.limits import OFF, limit_of
from firmware_bridge.record.seats import assigned
from firmware_bridge.record.trace import Header
from firmware_bridge.texts import Texts


def asked_for(args: Namespace, text: Texts, *, ready: bool) -> Header | None:
    """The game named on the command line, checked; None when none is named."""
    if args.game is None:
        if args.option or args.players or args.position or args.seat or args.coach or args.clock:
            raise TavoliereError(text("error.no-game"))
        return None
    game = opened(args.game, args.option, args.players, text)
    if args.position is not None:
        game.position(args.position)
    return Header(
        game.name,
        game.options,
        game.players,
        args.seed,
        ready=ready,
        position=args.position,
        seats=assigned(args.seat, game.players),
        coaches=coaches.assigned(args.coach, game.players),
        clock=limit_of(args.clock or OFF),
    )


def goes_on(left: Resumed, asked: Header) -> bool:
    """Whether the unfinished game is the one that is asked for: a position is always a new one."""
    same_seats = not asked.seats or asked.seats == left.header.seats
    same_coaches = not asked.coaches or asked.coaches == left.header.coaches
    same_clock = not asked.clock or asked.clock == left.header.clock
    same = left.header.game == asked.game and same_seats and same_coaches and same_clock
    return same and asked.position is None
