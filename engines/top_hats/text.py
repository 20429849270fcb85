"""A Top Hats position as one line of text, and back.

    turn cell=hats… [hand=5,5] [built1=cells] [left=hats] [left1=hats] [shrunk]

Only what differs from the usual is written: `hand` while stacks are still to be placed, `built1` for the
stacks of fewer than three hats known to be player 1's work, `left1` for the hats off the board that he
had hidden, `left` for all the others off the board. The neutral hat on the centre goes without saying.
A stack with `?` on top waits for its colour to be named.
"""

from __future__ import annotations

from engines.notation import Line, Taken
from engines.top_hats.hidden import consistent
from engines.top_hats.state import (
    BOARD,
    CELLS,
    CENTRE,
    COLOURS,
    FULL_HEIGHT,
    HATS_PER_COLOUR,
    NEUTRAL,
    RING,
    SETUP_RINGS,
    STACKS_EACH,
    UNKNOWN,
    Hats,
    HatState,
    Tally,
    bare_board,
)


def read(text: str, players: int, forbidden_when_shrunk: frozenset[int]) -> HatState:
    """The position that a line describes; InvalidPosition says what is wrong with it."""
    line = Line(text, players)
    built = [f"built{player}" for player in range(1, players + 1)]
    left = ["left"] + [f"left{player}" for player in range(1, players + 1)]
    others = ["hand", *built, *left]
    stacks = [key for key in line.fields if key not in others]
    line.only([*stacks, *others], ("shrunk",))
    taken = Taken(line)
    piles = list(bare_board(players).piles)
    for name in stacks:
        at = BOARD.index[taken(line.cell(BOARD, name))]
        piles[at] = _pile(line, name, line.fields[name])
    hats = Hats(
        tuple(piles),
        _builders(line, piles, built, players),
        tuple(_tally(line, key) for key in left),
    )
    hand = tuple(line.numbers("hand", ",", (0,) * players))
    shrunk = "shrunk" in line.words
    state = HatState(line.turn, hats, hand, shrunk)
    _check_hats(line, state)
    _check_phase(line, state)
    for at in forbidden_when_shrunk:
        if shrunk and piles[at]:
            raise line.wrong(
                "has a stack on {cell}, which is forbidden once shrunk",
                "top_hats.forbidden",
                cell=CELLS[at],
            )
    return state


def _pile(line: Line, name: str, hats: str) -> str:
    if BOARD.index[name] == CENTRE:
        if hats != NEUTRAL:
            raise line.wrong(
                "has '{hats}' on {cell}, where only the neutral hat n stands",
                "top_hats.centre",
                hats=hats,
                cell=name,
            )
        return hats
    if NEUTRAL in hats:
        raise line.wrong(
            "puts the neutral hat on {cell}; it stands on {centre}",
            "top_hats.neutral",
            cell=name,
            centre=CELLS[CENTRE],
        )
    if not 1 <= len(hats) <= FULL_HEIGHT:
        raise line.wrong(
            "has {count} hats on {cell}; a stack has 1 to {most}",
            "top_hats.height",
            count=len(hats),
            cell=name,
            most=FULL_HEIGHT,
        )
    for hat in hats:
        if hat not in COLOURS and hat != UNKNOWN:
            raise line.wrong(
                "has a hat '{hat}' on {cell}; hats are r, y, b or ?",
                "top_hats.hat",
                hat=hat,
                cell=name,
            )
    if len(hats) == FULL_HEIGHT and hats[-1] == UNKNOWN:
        raise line.wrong(
            "hides the top of {cell}; a stack of {full} shows its top hat",
            "top_hats.hidden-top",
            cell=name,
            full=FULL_HEIGHT,
        )
    return hats


def _builders(line: Line, piles: list[str], keys: list[str], players: int) -> bytes:
    """Who built what: of a stack of three its top tells, of others the line may."""
    builders = bytearray(len(CELLS))
    for at, pile in enumerate(piles):
        if len(pile) == FULL_HEIGHT:
            player = COLOURS.index(pile[-1]) + 1
            builders[at] = player if player <= players else 0
    for player, key in enumerate(keys, start=1):
        for name in line.items(key):
            at = BOARD.index[line.cell(BOARD, name)]
            if not piles[at] or len(piles[at]) == FULL_HEIGHT or at == CENTRE or builders[at]:
                raise line.wrong(
                    "has {cell} in {key}, expected cells of lower stacks, each once",
                    "top_hats.built",
                    cell=name,
                    key=key,
                )
            builders[at] = player
    return bytes(builders)


def _tally(line: Line, key: str) -> Tally:
    hats = line.fields.get(key, "")
    for hat in hats:
        if hat not in COLOURS:
            raise line.wrong(
                "has a hat '{hat}' in {key}; hats off the board are r, y or b",
                "top_hats.off_board",
                hat=hat,
                key=key,
            )
    return hats.count("r"), hats.count("y"), hats.count("b")


def _check_hats(line: Line, state: HatState) -> None:
    seen = "".join(state.hats.piles)
    for colour, hat in enumerate(COLOURS):
        if seen.count(hat) + sum(tally[colour] for tally in state.hats.off_board) > HATS_PER_COLOUR:
            raise line.wrong(
                "has more than {most} hats of colour '{hat}'",
                "top_hats.hats-of-colour",
                most=HATS_PER_COLOUR,
                hat=hat,
            )
    if not consistent(state.hats):
        raise line.wrong("has more hats than there are in the box", "top_hats.hats")


def _check_phase(line: Line, state: HatState) -> None:
    if any(state.hand):
        if max(state.hand) > STACKS_EACH:
            raise line.wrong(
                "has more than {most} stacks in a hand", "top_hats.stacks-in-hand", most=STACKS_EACH
            )
        if not state.hand[state.turn - 1]:
            raise line.wrong(
                "has player {player} to place, but nothing in his hand",
                "top_hats.empty-hand",
                player=state.turn,
            )
        if state.hats.uncovered():
            raise line.wrong(
                "has an uncovered hat while stacks are still to be placed",
                "top_hats.uncovered-early",
            )
        if state.shrunk:
            raise line.wrong(
                "is shrunk while stacks are still to be placed", "top_hats.shrunk-early"
            )
        free = sum(ring in SETUP_RINGS and not pile
                   for ring, pile in zip(RING, state.hats.piles, strict=True))  # fmt: skip
        if free < sum(state.hand):
            raise line.wrong("has no room for the stacks still to be placed", "top_hats.no-room")
    elif not state.hats.count():
        raise line.wrong("has no stacks", "top_hats.no-stacks")


def written(state: HatState) -> str:
    """The line that `read` turns into this position again."""
    hats = state.hats
    words = [str(state.turn)]
    words += [f"{CELLS[at]}={pile}" for at, pile in enumerate(hats.piles) if pile and at != CENTRE]
    if any(state.hand):
        words.append("hand=" + ",".join(map(str, state.hand)))
    for player in range(1, hats.players + 1):
        built = [
            CELLS[at]
            for at, pile in enumerate(hats.piles)
            if hats.builders[at] == player and len(pile) < FULL_HEIGHT
        ]
        if built:
            words.append(f"built{player}=" + ",".join(built))
    for player, tally in enumerate(hats.off_board):
        gone = "".join(hat * number for hat, number in zip(COLOURS, tally, strict=True))
        if gone:
            words.append(f"left{player or ''}={gone}")
    if state.shrunk:
        words.append("shrunk")
    return " ".join(words)
