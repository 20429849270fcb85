"""Who may do what: one pure table over roles, messages and how the game stands.

The host's page is the board's own: several people play on it, so it may do nearly everything. A phone
that took a seat acts for that player alone. Guests watch. docs/contract.md holds the same as a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from firmware_bridge.web.messages import (
    Call,
    Choose,
    GiveUp,
    Help,
    Hide,
    Hinting,
    Join,
    Look,
    Message,
    Place,
    Plain,
    Push,
    PutAway,
    Resume,
    Review,
    ShowOut,
    Start,
)


class Kind(Enum):
    HOST = "host"
    SEATED = "seat"
    GUEST = "guest"


@dataclass(frozen=True, slots=True)
class Role:
    kind: Kind
    player: int = 0
    """Whose seat it is; 0: nobody's."""


HOST, GUEST = Role(Kind.HOST), Role(Kind.GUEST)


def seat(player: int) -> Role:
    return Role(Kind.SEATED, player)


class Denied(Exception):
    """The text is an id that the texts put into words."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What of a game decides who may do something in it."""

    number: int
    """The game's, as its journal has it."""
    players: int
    deciding: frozenset[int]
    """Whose decision it is; while the board is being put right, everybody's."""
    finishing: int
    """Who has just moved and may still have to take something off, or go on; 0: nobody."""
    takes_back: int
    """Whose decision a take-back goes back to; 0: nobody's."""
    consenting: bool
    """Everybody is asked to agree to a take-back."""
    seated: frozenset[int]
    """Players whose phones are here."""


RUNNING = (Start, Join, Resume, Hinting, PutAway, ShowOut)
"""What is for who runs the table."""
OF_A_PLAYER = (Push, Look, Hide, Help, GiveUp)


def about_no_game(message: Message) -> bool:
    """Whether it means the same whatever game is under way."""
    beginning = (Plain("resume"), Plain("pairing"))
    return isinstance(message, Start | Join | Resume | PutAway | ShowOut) or message in beginning


def why_not(
    role: Role, message: Message, about: int | None, standing: Standing | None
) -> str | None:
    """None: it may be done. `about` is the number of the game that the page meant; no standing: no
    game is under way."""
    if role.kind is Kind.GUEST:
        return "guest"
    runs = isinstance(message, RUNNING) or message in (
        Plain("leave"),
        Plain("rematch"),
        Plain("resume"),
        Plain("pairing"),
    )
    if runs and role.kind is not Kind.HOST:
        return "host-only"
    if about_no_game(message):
        return None
    if standing is None:
        return "no-game"
    if about != standing.number:
        return "other-game"
    if isinstance(message, OF_A_PLAYER) and message.player > standing.players:
        return "bad-message"
    if role.kind is Kind.HOST:
        return _not_the_hosts(message, standing)
    return _not_his(role.player, message, standing)


def _not_the_hosts(message: Message, standing: Standing) -> str | None:
    """Only what a player must say or see himself, where his own phone is here for it."""
    if isinstance(message, Look | Hide) and message.player in standing.seated:
        return "own-phone"
    theirs = isinstance(message, Push) and message.down and message.player in standing.seated
    return "own-consent" if theirs and standing.consenting else None


def _not_his(player: int, message: Message, standing: Standing) -> str | None:
    match message:
        case Push(pushed) | Help(pushed) | GiveUp(pushed):
            return None if pushed == player else "not-yours"
        case Hide(whose, _):
            return None if whose == player else "not-your-secret"
        case Look():
            return "host-only"
        case Place() | Review() | Call():
            # Whatever he holds he must be able to put down; a game that is over is everybody's.
            return None
        case Choose():
            return None if player in standing.deciding else "not-your-turn"
        case Plain("undo"):
            return None if player == standing.takes_back else "not-your-move"
    his = player in standing.deciding or player == standing.finishing
    return None if his else "not-your-turn"
