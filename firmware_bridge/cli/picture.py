"""A position as text, for the terminal: pieces where the board's millimetres say they stand.

Knows no game. A piece is the first letter of its colour, with the letter of its kind where a game has
several; a stack has its height behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engines.geometry import Board, Cell
from engines.steps import Piece, Stacks
from firmware_bridge.looks.look import Kind

MM_PER_COLUMN = 10
"""A grid of 40 mm gets four columns a cell: room for a letter, two digits and a gap."""
EMPTY = "·"
SIGNS = {"unknown": "?"}
"""Pieces whose first letter would say something else."""


def sign(piece: Piece, kinds: Mapping[str, Kind]) -> str:
    letter = kinds[piece.kind].letter if piece.kind in kinds else ""
    return SIGNS.get(piece.colour, piece.colour[:1]) + letter


def _entry(stack: tuple[Piece, ...], kinds: Mapping[str, Kind]) -> str:
    if not stack:
        return EMPTY
    height = str(len(stack)) if len(stack) > 1 else ""
    return sign(stack[-1], kinds) + height


def picture(board: Board, stacks: Stacks, kinds: Mapping[str, Kind] = MappingProxyType({})) -> str:
    """The board, seen from player 1; each row between the names of its first and last cell."""
    left = min(board.positions[cell].x for cell in board.cells)
    rows: dict[int, list[Cell]] = {}
    for cell in board.cells:
        rows.setdefault(round(board.positions[cell].y), []).append(cell)
    lines: list[str] = []
    for _, cells in sorted(rows.items(), reverse=True):
        cells.sort(key=lambda cell: board.positions[cell].x)
        line = cells[0].rjust(3) + "  "
        for cell in cells:
            line = line.ljust(5 + _column(board, cell, left)) + _entry(stacks.get(cell, ()), kinds)
        lines.append(f"{line}  {cells[-1]}")
    files = _files(board, left)
    return "\n".join([*_evened(lines), *([files] if files else [])])


def _column(board: Board, cell: Cell, left: float) -> int:
    return round((board.positions[cell].x - left) / MM_PER_COLUMN)


def _evened(lines: list[str]) -> Iterable[str]:
    """The lines with their right-hand names below each other."""
    bodies = [line.rpartition("  ") for line in lines]
    width = max(len(body) for body, _, _ in bodies)
    return (f"{body.ljust(width)}  {last}" for body, _, last in bodies)


def _files(board: Board, left: float) -> str:
    """The letters under the columns, where each column has one letter (not on hexagons)."""
    letters: dict[int, set[str]] = {}
    for cell in board.cells:
        letters.setdefault(_column(board, cell, left), set()).add(cell[0])
    if any(len(names) > 1 for names in letters.values()):
        return ""
    line = ""
    for column, names in sorted(letters.items()):
        line = line.ljust(5 + column) + names.pop()
    return line
