"""A game in the terminal: one reads the board as text and types moves by their labels.

Lines come from a function and go to a function, so that a keyboard, a pipe and a test are the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from engines import GAMES
from engines.game import Game, IllegalMove, InvalidLabel, Move, Outcome
from engines.steps import Piece
from firmware_bridge.catalogue import opened
from firmware_bridge.picture import picture, sign
from firmware_bridge.texts import Texts
from firmware_bridge.wording import result

Read = Callable[[str], str | None]
"""Shows a prompt and returns the line typed, None when there will be no more."""
Write = Callable[[str], None]


def read_line(prompt: str) -> str | None:
    """From the keyboard or a pipe."""
    try:
        return input(prompt)
    except EOFError:
        # The prompt still stands on its line.
        print()
        return None


def write_line(line: str) -> None:
    print(line, flush=True)


def chosen_in_menu(read: Read, write: Write, text: Texts) -> str | None:
    """The name of a game; None when the user leaves without choosing."""
    names = list(GAMES)
    numbers = [str(number) for number in range(1, len(names) + 1)]
    for number, name in zip(numbers, names, strict=True):
        write(f"{number:>3}  {text(f'game.{name}.title')} ({name})")
    write(text("play.menu"))
    while (line := read(f"{text('play.choose')}> ")) is not None:
        given = line.strip().lower()
        if given in ("quit", text("play.quit")):
            break
        if given in names:
            return given
        if given in numbers:
            return names[numbers.index(given)]
        if given:
            write(text("play.menu-again", given=given))
    return None


class Table:
    """One game under way: every position so far, and the move that led to each."""

    def __init__(
        self, game: Game[Any, Any], seed: int, read: Read, write: Write, text: Texts
    ) -> None:
        self.game = game
        self.read = read
        self.write = write
        self.text = text
        self.states: list[Any] = [game.start(seed)]
        self.labels: list[str] = []

    @property
    def state(self) -> Any:
        return self.states[-1]

    def play(self) -> Outcome | None:
        """Until the game is over, or the players leave."""
        text = self.text
        title = text(f"game.{self.game.name}.title")
        undo, leave = text("play.undo"), text("play.quit")
        self.write(text("play.begin", title=title, undo=undo, quit=leave))
        self.show()
        while (outcome := self.game.outcome(self.state)) is None:
            line = self.read(f"{self.whose_turn()}> ")
            given = " ".join((line or "").split()).lower()
            if line is None or given in ("quit", leave):
                self.write(text("play.left"))
                return None
            if given == "?":
                labels = (move.label for move in self.game.legal_moves(self.state))
                self.write(text("play.moves", moves=", ".join(labels)))
            elif given in ("undo", undo):
                self.take_back()
            elif given:
                self.move(given)
        self.write(verdict(outcome, text))
        return outcome

    def move(self, label: str) -> None:
        """Play the move of that label, or say in one line why it cannot be played."""
        try:
            move: Move = self.game.parse(self.state, label)
        except InvalidLabel:
            self.write(self.text("play.not-a-label", given=label))
        except IllegalMove as error:
            rule = self.text(f"rule.{error.rule}")
            self.write(self.text("play.illegal", label=label, rule=rule))
        else:
            self.states.append(self.game.apply(self.state, move))
            self.labels.append(move.label)
            self.show()

    def take_back(self) -> None:
        if not self.labels:
            self.write(self.text("play.nothing-to-undo"))
            return
        self.states.pop()
        self.write(self.text("play.undone", label=self.labels.pop()))
        self.show()

    def whose_turn(self) -> str:
        player = self.state.turn
        colours = dict.fromkeys(p.colour for p in self.pieces() if p.player == player)
        if not colours:
            return self.text("play.turn", player=player)
        colour = "/".join(self.text(f"colour.{colour}") for colour in colours)
        return self.text("play.turn-colour", player=player, colour=colour)

    def pieces(self) -> list[Piece]:
        """Each kind of piece on the board or in a hand, once, player 1's first."""
        standing = {piece for stack in self.state.stacks.values() for piece in stack}
        in_hand = {p for hand in self.game.reserve(self.state).values() for p in hand}
        return sorted(standing | in_hand, key=lambda piece: (piece.player or 9, piece.colour))

    def show(self) -> None:
        text, state = self.text, self.state
        self.write("")
        self.write(picture(self.game.board, state.stacks))
        legend = [
            text(
                "play.legend-player" if piece.player else "play.legend",
                sign=sign(piece),
                colour=text(f"colour.{piece.colour}"),
                player=piece.player,
            )
            for piece in self.pieces()
        ]
        if legend:
            self.write(", ".join(legend))
        for player, hand in self.game.reserve(state).items():
            if hand:
                self.write(text("play.hand", player=player, pieces=len(hand)))
        for player, score in self.game.score(state).items():
            self.write(text("play.score", player=player, score=score))


def verdict(outcome: Outcome, text: Texts) -> str:
    """How the game ended, in a sentence or two."""
    return f"{text(f'outcome.{outcome.reason}')} {result(outcome.winners, text)}"


def play(
    name: str | None, options: Sequence[str], players: str | None, seed: int, text: Texts
) -> int:
    """The command: choose a game when none is named, and play it."""
    if sys.stdin.isatty():
        # Brings line editing and a history to input().
        import readline  # noqa: F401
    if name is None:
        name = chosen_in_menu(read_line, write_line, text)
        if name is None:
            write_line(text("play.left-menu"))
            return 0
    Table(opened(name, options, players, text), seed, read_line, write_line, text).play()
    return 0
