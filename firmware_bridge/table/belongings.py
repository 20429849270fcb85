"""What belongs to a game and to each player: colours, pieces beside the board, a simulated board."""

from __future__ import annotations

from engines.steps import Piece
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


def beside_the_board(session: Session) -> dict[int, list[tuple[Piece, ...]]]:
    """What each player has still to place, in the piles it is placed in."""
    position = session.situation.position
    piles = [
        len(travel.pieces)
        for moves in position.by_hand.values()
        for travel in position.deed(moves[0]).travels
        if travel.pieces
    ]
    height = max(piles, default=0) or 1
    return {
        player: [tuple(hand[n : n + height]) for n in range(0, len(hand), height)]
        for player, hand in session.game.reserve(position.state).items()
    }


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
    beside = [pile for piles in beside_the_board(session).values() for pile in piles]
    if session.header.ready:
        simulation.lay_out(stacks, beside)
    else:
        simulation.lay_out({}, [*stacks.values(), *beside])
    return simulation
