"""A panel's file with more in it. Comments, order and whatever else its writer put there stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def with_entries(source: str, found: Mapping[str, Mapping[str, Any]]) -> str:
    """The file's text with these entries in these tables, in place of what was there of their name."""
    # Only learning needs it, and loading it takes longer than anything else there.
    import tomlkit

    document = tomlkit.parse(source)
    for name, entries in found.items():
        table: Any = document[name]
        # TOML wants plain values before tables, so all of them are put there anew, in this order.
        for key in entries:
            table.pop(key, None)
        for key, value in sorted(entries.items(), key=lambda entry: isinstance(entry[1], dict)):
            table[key] = value
    return tomlkit.dumps(document)
