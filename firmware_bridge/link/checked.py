"""What comes over a broker is anybody's: the checks that every message passes before it is looked at."""

from __future__ import annotations

import json
from typing import Any

LONGEST_TEXT = 400
HIGHEST = 1 << 31


def fields_of(data: bytes, longest: int) -> dict[str, Any] | None:
    """The JSON object that these bytes are; None when they are none, or too many."""
    if len(data) > longest:
        return None
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


def numbers(found: list[Any], below: int = HIGHEST) -> bool:
    """Whether all are whole numbers that somebody could have counted to."""
    return all(type(one) is int and 0 <= one < below for one in found)


def texts(found: list[Any], longest: int = LONGEST_TEXT) -> bool:
    return all(isinstance(one, str) and len(one) <= longest for one in found)


def written(fields: dict[str, Any]) -> str:
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False)
