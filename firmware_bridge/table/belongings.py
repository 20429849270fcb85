"""What belongs to a game and to each player: colours, pieces beside the board, a simulated board."""

from __future__ import annotations

from engines.steps import Act, Piece
from firmware_bridge.record.session import Session
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.table.simulation import Simulation


def player_colours(session: Session) -> dict[int, list[str]]:
    """The colours that belong to each player, from what the game begins with."""
    game = session.game
    state = game.start(session.header.seed)
    pieces = [piece for stack in state.stacks.values() for piece in stack]
    pieces += [piece for hand in game.reserve(state).values() for piece in hand]
    owned: dict[int, list[str]] = {}
    for player, colour in sorted({(piece.player, piece.colour) for piece in pieces}):
        if player:
            owned.setdefault(player, []).append(colour)
    return owned


def beside_the_board(situation: Situation) -> dict[int, list[tuple[Piece, ...]]]:
    """What each player has still to place, in the piles it is placed in."""
    position = situation.position
    piles = [
        len(travel.pieces)
        for moves in position.by_hand.values()
        for travel in position.deed(moves[0]).travels
        if travel.pieces
    ]
    height = max(piles, default=0) or 1
    return {
        player: [tuple(hand[n : n + height]) for n in range(0, len(hand), height)]
        for player, hand in situation.game.reserve(position.state).items()
    }


def tray_of(situation: Situation) -> list[tuple[Piece, ...]]:
    """All that lies beside a board that stands as recorded: what is still to be placed, and what the
    moves on the record took off and did not put on again."""
    taken: list[tuple[Piece, ...]] = []
    for entry in situation.record:
        stacks = dict(entry.before.stacks)
        reserve = situation.game.reserve(entry.before)
        waiting = {piece.name for hand in reserve.values() for piece in hand}
        for step in entry.move.steps:
            stack = stacks.get(step.cell, ())
            if step.act is Act.REMOVE:
                taken.append(stack[-step.count :])
                stacks[step.cell] = stack[: -step.count]
            elif step.act is Act.PLACE:
                stacks[step.cell] = stack + step.pieces
                for piece in step.pieces:
                    if piece.name not in waiting:
                        _put_on_again(piece, taken)
    beside = [pile for piles in beside_the_board(situation).values() for pile in piles]
    return [*beside, *(pile for pile in taken if pile)]


def _put_on_again(piece: Piece, taken: list[tuple[Piece, ...]]) -> None:
    """A crown is a piece that was taken before, where there is one; else it comes out of the box."""
    for n, pile in enumerate(taken):
        for at, one in enumerate(pile):
            if one.name == piece.name:
                taken[n] = pile[:at] + pile[at + 1 :]
                return


def wanted(situation: Situation) -> set[tuple[Piece, ...]]:
    """The piles that now have to come from beside the board, whether the tray has them or not."""
    position = situation.position
    if situation.phase is Phase.RESTORING:
        return {position.stacks[cell] for cell in situation.wrong.missing}
    return {
        travel.pieces
        for moves in position.by_hand.values()
        # Moves that look alike all place something, or none does.
        if any(travel.pieces for travel in position.deed(moves[0]).travels)
        for move in moves
        for travel in position.deed(move).travels
        if travel.pieces
    }


def simulated(session: Session) -> Simulation:
    """A simulated board with the pieces of this game: on it, or in the tray to be set up by hand."""
    lens, game = session.situation.lens, session.game
    simulation = Simulation(lens.cells, game.players, polarity=lens.polarity, heights=lens.heights)
    stacks = session.situation.position.stacks
    beside = tray_of(session.situation)
    if session.header.ready:
        simulation.lay_out(stacks, beside)
    else:
        simulation.lay_out({}, [*stacks.values(), *beside])
    return simulation
