"""A terminal whose keyboard is a list of lines."""

from __future__ import annotations

from collections.abc import Sequence


class Screen:
    """Types the lines given, then reports the end of the input; keeps what was shown."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []

    def read(self, prompt: str) -> str | None:
        self.shown.append(prompt)
        return self.lines.pop(0) if self.lines else None

    def write(self, line: str) -> None:
        self.shown.append(line)
