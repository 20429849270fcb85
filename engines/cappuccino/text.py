"""A position of Cappuccino as a line of text: `2 f6=3r f7=1b`, heights with the colour on top.

Three more words, each only where there is something to say: `under=f6:?y` the cups below the top,
bottom first, `?` for one that nobody remembers; `hand=16,15` the cups still to be placed and
`taken=5r,2y` those taken off early, both by colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engines.cappuccino.cups import (
    BOARD,
    COLOURS,
    CUPS_EACH,
    NONE,
    PLAIN,
    CupState,
    changed,
    standing,
)
from engines.geometry import Cell
from engines.notation import Line
from engines.steps import Piece

ALL_CUPS = CUPS_EACH * len(COLOURS)
LETTERS = {colour[0]: n for n, colour in enumerate(COLOURS)}
COUNTED = re.compile(r"([1-9][0-9]?)([rybg])")


def read(text: str, players: int, pieces: tuple[Piece, ...], expert: bool) -> CupState:
    """`pieces`: a cup of each colour, with its owner. `expert`: cups may still be in the hand."""
    line = Line(text, players)
    for word in line.words:
        raise line.wrong(
            "has '{word}', expected cell=heightColour such as f6=3r", "cappuccino.cup", word=word
        )
    cups: dict[Cell, tuple[Piece, ...]] = {}
    for key, value in line.fields.items():
        if key not in ("under", "hand", "taken"):
            height, colour = _counted(line, value, f"{line.cell(BOARD, key)}=")
            cups[key] = (PLAIN,) * (height - 1) + (pieces[colour],)
    for cell, lower in _under(line, pieces):
        if len(lower) != len(cups.get(cell, ())) - 1:
            raise line.wrong(
                "has {count} cups under the top of {cell}, where it has no such stack",
                "cappuccino.under-stack",
                count=len(lower),
                cell=cell,
            )
        cups[cell] = (*lower, cups[cell][-1])
    taken = NONE
    for item in line.items("taken"):
        count, colour = _counted(line, item, "taken=")
        if taken[colour]:
            raise line.wrong(
                "names '{colour}' twice under 'taken='",
                "cappuccino.taken-twice",
                colour=COLOURS[colour][0],
            )
        taken = changed(taken, colour, count)
    hand = _hand(line, sum(1 for piece in pieces if piece.player), expert)
    if any(hand) and any(len(stack) > 1 for stack in cups.values()):
        raise line.wrong(
            "has a stack, but nothing is stacked while cups are in the hand",
            "cappuccino.stacked-early",
        )
    for piece, held in zip(pieces, hand, strict=True):
        if held + sum(stack.count(piece) for stack in cups.values()) > CUPS_EACH:
            raise line.wrong(
                "has more than {most} cups of colour '{colour}'",
                "cappuccino.cups-of-colour",
                most=CUPS_EACH,
                colour=piece.colour[0],
            )
    total = sum(map(len, cups.values())) + sum(taken) + sum(hand)
    if not 0 < total <= ALL_CUPS:
        raise line.wrong(
            "has {count} cups, expected 1 to {most}", "cappuccino.cups", count=total, most=ALL_CUPS
        )
    return standing(line.turn, cups, taken, hand)


def _counted(line: Line, value: str, where: str) -> tuple[int, int]:
    match = COUNTED.fullmatch(value)
    if match is None or int(match[1]) > ALL_CUPS:
        raise line.wrong(
            "has '{where}{value}', expected {where}heightColour: 1 to {most}, then r, y, b or g",
            "cappuccino.counted",
            where=where,
            value=value,
            most=ALL_CUPS,
        )
    return int(match[1]), LETTERS[match[2]]


def _under(line: Line, pieces: tuple[Piece, ...]) -> Iterator[tuple[Cell, tuple[Piece, ...]]]:
    known = {"?": PLAIN} | {letter: pieces[n] for letter, n in LETTERS.items()}
    seen: set[Cell] = set()
    for item in line.items("under"):
        cell, _, letters = item.partition(":")
        if line.cell(BOARD, cell) in seen:
            raise line.wrong(
                "names {cell} twice under 'under='", "cappuccino.under-twice", cell=cell
            )
        seen.add(cell)
        if not set(letters) <= set(known):
            raise line.wrong(
                "has 'under={item}', expected cell:colours, each r, y, b, g or ?",
                "cappuccino.under",
                item=item,
            )
        yield cell, tuple(known[letter] for letter in letters)


def _hand(line: Line, colours: int, expert: bool) -> tuple[int, ...]:
    if "hand" not in line.fields:
        return NONE
    if not expert:
        raise line.wrong(
            "has 'hand=', but cups are placed by hand only with setup=expert",
            "cappuccino.hand-expert",
        )
    counts = line.numbers("hand", ",", [0] * colours)
    return tuple(counts + [0] * (len(COLOURS) - colours))


def written(state: CupState, colours: int) -> str:
    """`colours`: how many of them are in play."""
    words = [str(state.turn)]
    words += (f"{cell}={len(s)}{s[-1].colour[0]}" for cell, s in state.cups.items())
    under = [
        f"{cell}:{''.join('?' if cup == PLAIN else cup.colour[0] for cup in stack[:-1])}"
        for cell, stack in state.cups.items()
        if any(cup != PLAIN for cup in stack[:-1])
    ]
    if under:
        words.append(f"under={','.join(under)}")
    if any(state.hand):
        words.append(f"hand={','.join(map(str, state.hand[:colours]))}")
    if any(state.taken):
        counts = zip(state.taken, COLOURS, strict=True)
        words.append("taken=" + ",".join(f"{n}{colour[0]}" for n, colour in counts if n))
    return " ".join(words)
