"""Keys: who holds one is let in, in the role that it is for.

The host's key is the secret. All others are made of it: they say whom they are for and carry a mark
that nobody can make without the secret, so none has to be kept. A link invites to a role; whoever
comes by it gets a key of his own, and can be shown out without anybody else having to be invited anew.
"""

from __future__ import annotations

import hmac
import json
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.record.disk import Disk, put_whole
from firmware_bridge.web.roles import HOST, Kind, Role

LETTERS = {Kind.SEATED: "s", Kind.GUEST: "g"}
KINDS = {letter: kind for kind, letter in LETTERS.items()}
MOST_OUT = 500
"""How many that were shown out are remembered; older ones hold links that have long been renewed."""
FILE = "shown-out"


@dataclass(frozen=True, slots=True)
class Pass:
    """What a key says of who holds it."""

    role: Role
    person: str
    """A name for this one, unlike any other; empty: a link, by which anybody may come."""


HOUSE = Pass(HOST, "host")
"""Whoever is at the board itself, or has its own key."""


class Keys:
    def __init__(self, host: str, kept: Path | None = None) -> None:
        """`kept` is the file that remembers who was shown out, where the key outlives the program."""
        self.host = host
        self._kept = kept
        self._out: list[str] = []
        self._renewed: dict[str, int] = {}
        """How often the link to a role has been made anew."""
        if kept is not None:
            with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
                known = json.loads(kept.read_bytes())
                self._out = [str(one) for one in known["out"]]
                self._renewed = {str(role): int(count) for role, count in known["renewed"].items()}

    def read(self, key: str) -> Pass | None:
        """Who holds this; None: nobody who is to be let in."""
        if _same(key, self.host):
            return HOUSE
        said, _, mark = key.rpartition(".")
        if not said or not key.isascii() or not _same(mark, self._mark(said)):
            return None
        # Only we can have written it: it has the form that we give it.
        letter, player, renewed, person = said.split(".")
        role = Role(KINDS[letter], int(player))
        good = person not in self._out if person else int(renewed) == self._times(role)
        return Pass(role, person) if good else None

    def invitation(self, role: Role) -> str:
        """What a link to this role carries."""
        return self.host if role == HOST else self._written(role, "")

    def own(self, one: Pass, key: str) -> str:
        """The key that he shall have from now on: his own, if he came by a link."""
        return key if one.person else self._written(one.role, secrets.token_urlsafe(6))

    def show_out(self, one: Pass) -> None:
        """Neither his key nor the link that he came by is good any more."""
        self._out = [*self._out, one.person][-MOST_OUT:]
        self._renewed[_name(one.role)] = self._times(one.role) + 1
        if self._kept is not None:
            known = json.dumps({"out": self._out, "renewed": self._renewed})
            # Where it cannot be kept it holds until the program ends.
            with suppress(OSError):
                put_whole(Disk(), self._kept, known.encode(), 0o600)

    def _times(self, role: Role) -> int:
        return self._renewed.get(_name(role), 0)

    def _written(self, role: Role, person: str) -> str:
        said = f"{_name(role)}.{self._times(role)}.{person}"
        return f"{said}.{self._mark(said)}"

    def _mark(self, said: str) -> str:
        mark = hmac.digest(self.host.encode(), said.encode(), "sha256")[:16]
        return urlsafe_b64encode(mark).decode().rstrip("=")


def _name(role: Role) -> str:
    return f"{LETTERS[role.kind]}.{role.player}"


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(), right.encode())
