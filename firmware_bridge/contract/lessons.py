"""The lesson of a game, where it has one: every move in it is legal and what it claims to be."""

from __future__ import annotations

from engines.shelf import Book
from firmware_bridge.table.lessons import fault_of, lesson_of


def check_lesson(book: Book) -> None:
    """Positions can be read, moves are legal, claims are true, three languages say what to do."""
    for step in lesson_of(book):
        fault = fault_of(book, step)
        assert fault is None, fault
