"""The same game once more, with sides changed: everybody moves up one seat. Pure."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from firmware_bridge.record.trace import Header

PER_PLAYER = ("seats", "coaches", "names")
"""What of a game belongs to who plays and not to where he sits."""


def rematch_of(header: Header) -> Header:
    """Who was first is last now. Where the book deals at random it deals anew."""
    moved: dict[str, Any] = {
        one.name: _moved_up(getattr(header, one.name))
        for one in fields(header)
        if one.name in PER_PLAYER
    }
    return replace(header, seed=(header.seed + 1) % 2**31, **moved)


def _moved_up(seats: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*seats[1:], *seats[:1])
