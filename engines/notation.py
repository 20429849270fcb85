"""Reading and writing a position as one line of text: `turn key=value key=value …`.

Knows cells and words, no game; every rule book says which keys it has. Each error names the text,
what is wrong with it and what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.errors import InvalidLabel, InvalidPosition, Said
from engines.geometry import Board, Cell


class Line:
    """A position's text, taken apart: the player to move, `key=value` fields and single words."""

    def __init__(self, text: str, players: int) -> None:
        if not isinstance(text, str):
            raise InvalidPosition(
                Said("a position is a line of text, not {text!r}", "position.no-text", text=text)
            )
        self.text = text
        turn, *rest = text.split() or [""]
        if turn not in {str(player) for player in range(1, players + 1)}:
            raise self.wrong(
                "begins with the player to move, 1 to {players}, not '{turn}'",
                "position.turn",
                players=players,
                turn=turn,
            )
        self.turn = int(turn)
        self.fields: dict[str, str] = {}
        self.words: list[str] = []
        for token in rest:
            key, equals, value = token.partition("=")
            if not equals:
                self.words.append(token)
            elif key in self.fields:
                raise self.wrong("names '{key}' twice", "position.key-twice", key=key)
            else:
                self.fields[key] = value

    def wrong(self, english: str, key: str, /, **values: object) -> InvalidPosition:
        """The error; the words, as of a `Said`, go on behind the position."""
        what = Said(english, key, **values)
        return InvalidPosition(
            Said("position '{text}' {what}", "position.wrong", text=self.text, what=what)
        )

    def only(self, keys: Iterable[str], words: Sequence[str] = ()) -> None:
        """Refuse whatever this game's positions do not have."""
        known = list(keys)
        for key in self.fields:
            if key not in known:
                raise self.wrong(
                    "has '{key}=', expected {known}",
                    "position.key",
                    key=key,
                    known=", ".join(f"{one}=" for one in known),
                )
        for word in self.words:
            if word in words:
                continue
            if not words:
                raise self.wrong(
                    "has '{word}', expected only key=value", "position.no-words", word=word
                )
            raise self.wrong(
                "has '{word}', expected {known}", "position.word", word=word, known=", ".join(words)
            )

    def cell(self, board: Board, name: str) -> Cell:
        if name not in board:
            raise self.wrong(
                "names the cell '{cell}', which this board does not have",
                "position.cell",
                cell=name,
            )
        return name

    def items(self, key: str) -> list[str]:
        """A comma-separated list, empty when the key is absent or empty."""
        value = self.fields.get(key, "")
        return value.split(",") if value else []

    def numbers(self, key: str, separator: str, default: Sequence[int]) -> list[int]:
        """As many numbers as the default has."""
        if key not in self.fields:
            return list(default)
        parts = self.fields[key].split(separator)
        if len(parts) != len(default) or not all(
            p.isascii() and p.isdigit() and len(p) < 4 for p in parts
        ):
            form = separator.join("N" for _ in default)
            raise self.wrong(
                "has '{key}={value}', expected {key}={form}",
                "position.numbers",
                key=key,
                value=self.fields[key],
                form=form,
            )
        return [int(part) for part in parts]


class Taken:
    """Cells that a position has used, so that no two pieces share one."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._cells: set[Cell] = set()

    def __call__(self, cell: Cell) -> Cell:
        if cell in self._cells:
            raise self._line.wrong("puts two pieces on {cell}", "position.cell-twice", cell=cell)
        self._cells.add(cell)
        return cell


def cells_named(board: Board, label: str, names: Iterable[str]) -> tuple[Cell, ...]:
    """The cells a label speaks of; a piece may be put on a blank one, but not off the grid."""
    cells = tuple(names)
    for cell in cells:
        if cell not in board.places:
            raise InvalidLabel(
                Said(
                    "'{label}' names the cell '{cell}', which this board does not have",
                    "label.cell",
                    label=label,
                    cell=cell,
                )
            )
    return cells


def no_label(label: str, english: str, key: str) -> InvalidLabel:
    """The error for a text that is no label; the words say how labels are written."""
    return InvalidLabel(Said(english, key, label=label))
