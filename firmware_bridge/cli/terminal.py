"""A game in the terminal: one reads the board as text and types moves by their labels.

Lines come from a function and go to a function, so that a keyboard, a pipe and a test are the same.
Every move is in the journal before the board is shown again: however the terminal ends, the game can be
resumed, here or on the page.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from engines import GAMES, Game, IllegalMove, InvalidLabel, Move, Outcome, Piece
from firmware_bridge.cli.arguments import complain
from firmware_bridge.cli.asked import asked_for, goes_on
from firmware_bridge.cli.computers import Computers
from firmware_bridge.cli.picture import picture, sign
from firmware_bridge.cli.tutor import Tutor
from firmware_bridge.cli.typed import (
    RESUME,
    Read,
    Write,
    chosen_in_menu,
    offer,
    read_line,
    write_line,
)
from firmware_bridge.looks.look import look_of
from firmware_bridge.record.journal import Journal, Resumed
from firmware_bridge.record.secrets import SecretFile
from firmware_bridge.record.store import Store, state_folder
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.verdicts import Accepted, Over, Undone, Verdict
from firmware_bridge.table.troubles import Crier, disk_trouble
from firmware_bridge.texts import Texts
from firmware_bridge.texts.wording import advised, in_words, named, piece_in_words, result


class Table:
    """One game under way: the position, and the moves that led to it."""

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any,
        read: Read,
        write: Write,
        text: Texts,
        *,
        record: tuple[Entry, ...] = (),
        journal: Journal | None = None,
        computers: Computers | None = None,
        tutor: Tutor | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.read = read
        self.write = write
        self.text = text
        self.record = list(record)
        self.journal = journal
        self._tutor = tutor
        self._warned = False
        """Somebody was warned of his move: the computer waits with its answer."""
        self._crier = Crier()
        self._computers = computers

    @property
    def labels(self) -> list[str]:
        return [entry.move.label for entry in self.record]

    def play(self) -> Outcome | None:
        """Until the game is over, or the players leave."""
        text = self.text
        title = text(f"game.{self.game.name}.title")
        undo, leave, ask = text("play.undo"), text("play.quit"), text("play.help")
        self.write(text("play.begin", title=title, undo=undo, quit=leave))
        if self._tutor is not None and self._tutor.helpful:
            self.write(text("play.begin-help", help=ask))
        self.show()
        while (outcome := self.game.outcome(self.state)) is None:
            waits = self._warned and self._sits(self.state.turn)
            if not waits and self.decided_elsewhere():
                continue
            self._warned = False
            line = self.read(f"{text('play.go-on', undo=undo) if waits else self.whose_turn()}> ")
            given = " ".join((line or "").split()).lower()
            if line is None or given in ("quit", leave):
                self.write(text("play.left"))
                return None
            if given in ("undo", undo):
                self.take_back()
            elif waits:
                continue
            elif given == "?":
                self.write(self.moves_in_words())
            elif given in ("help", ask):
                self.write(self.help_in_words())
            elif given:
                self.move(given)
        self.note(Over(outcome.winners, outcome.reason))
        if self._computers is not None:
            self._computers.end()
        self.write(verdict(outcome, text.of(self.game.name)))
        return outcome

    def moves_in_words(self) -> str:
        """All that can be done; for whoever is taught with what it is worth."""
        tutor = self._advisor()
        judged = tutor.judged(self.labels, self.state.turn) if tutor is not None else ()
        if judged:
            worth = (f"{lesson.label} {round(100 * lesson.value):+d}" for lesson in judged)
            return self.text("play.judged", moves=", ".join(worth))
        labels = (move.label for move in self.game.legal_moves(self.state))
        return self.text("play.moves", moves=", ".join(labels))

    def help_in_words(self) -> str:
        tutor = self._advisor()
        lesson = tutor.help(self.labels, self.state.turn) if tutor is not None else None
        if lesson is None:
            return self.text("play.no-help")
        return advised("help", lesson, self.text.of(self.game.name))

    def _advisor(self) -> Tutor | None:
        """Nobody advises where nothing is to be chosen."""
        kernel = self.game.kernel
        return self._tutor if kernel.chances(kernel.node(self.state)) is None else None

    def _warn(self, tutor: Tutor | None, player: int) -> None:
        """Of the move that was just made, where it throws the game and can still be taken back."""
        if tutor is None or self._sits(player) or self.game.outcome(self.state) is not None:
            return
        lesson = tutor.warning(self.labels, player)
        if lesson is not None:
            self._warned = True
            self.write(advised("warn", lesson, self.text.of(self.game.name)))

    def decided_elsewhere(self) -> bool:
        """Let the computer do what is its to do, or say what it keeps; else it is for people."""
        if self._computers is None:
            return False
        label = self._computers.decided(self.record, self.state)
        if label is None:
            for player, secret in self._computers.shown(self.record, self.state).items():
                pieces = named(secret, self.text.of(self.game.name))
                self.write(self.text("page.due-opened", player=player, pieces=pieces))
            return False
        self.write(f"{self.whose_turn()}> {label}")
        self.move(label)
        return True

    def _sits(self, player: int) -> bool:
        """Whether the computer decides for a player."""
        return self._computers is not None and player in self._computers

    def _by_people(self, entry: Entry) -> bool:
        """Whether people decided it. Where computers play, nobody decides what their cards say."""
        kernel = self.game.kernel
        told = kernel.chances(kernel.node(entry.before)) is not None and bool(self._computers)
        return not told and not self._sits(entry.player)

    def move(self, label: str) -> None:
        """Play the move of that label, or say in one line why it cannot be played."""
        try:
            move: Move = self.game.parse(self.state, label)
        except InvalidLabel:
            self.write(self.text("play.not-a-label", given=label))
        except IllegalMove as error:
            rule = self.text.of(self.game.name)(f"rule.{error.rule}")
            self.write(self.text("play.illegal", label=label, rule=rule))
        else:
            entry, tutor = Entry(self.state, move, move.by or self.state.turn), self._advisor()
            self.state = self.game.apply(self.state, move)
            self.record.append(entry)
            self.note(Accepted(entry.player, move.label))
            self.show()
            self._warn(tutor, entry.player)

    def take_back(self) -> None:
        if not any(map(self._by_people, self.record)):
            self.write(self.text("play.nothing-to-undo"))
            return
        last = self.record.pop()
        self.state = last.before
        self.note(Undone(last.player, last.move.label))
        self.write(self.text("play.undone", label=last.move.label))
        if not self._by_people(last):
            self.take_back()  # back to a decision of somebody who can decide otherwise
            return
        self.show()

    def note(self, verdict: Verdict) -> None:
        """Onto the disk; one that does not take it is spoken of, and offered it again."""
        if self.journal is None:
            return
        self.journal.note(verdict)
        trouble = disk_trouble(self.journal.trouble)
        come, over = self._crier.news([trouble] if trouble is not None else [])
        for news in (*come, *over):
            self.write(news.words(self.text))

    def whose_turn(self) -> str:
        player = self.state.turn
        colours = dict.fromkeys(p.colour for p in self.pieces() if p.player == player)
        if not colours:
            return self.text("play.turn", player=player)
        text = self.text.of(self.game.name)
        colour = "/".join(text(f"colour.{colour}") for colour in colours)
        return self.text("play.turn-colour", player=player, colour=colour)

    def pieces(self) -> list[Piece]:
        """Each kind of piece on the board or in a hand, once, player 1's first."""
        standing = {piece for stack in self.state.stacks.values() for piece in stack}
        in_hand = {p for hand in self.game.reserve(self.state).values() for p in hand}
        return sorted(standing | in_hand, key=lambda piece: (piece.player or 9, piece.colour))

    def show(self) -> None:
        text, state = self.text, self.state
        self.write("")
        kinds = look_of(self.game).kinds
        self.write(picture(self.game.board, state.stacks, kinds))
        legend = [
            text(
                "play.legend-player" if piece.player else "play.legend",
                sign=sign(piece, kinds),
                colour=piece_in_words(piece, text.of(self.game.name)),
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


def play(args: Namespace, text: Texts) -> int:
    """The command: resume the unfinished game or begin the one named, else ask for one."""
    if sys.stdin.isatty():
        # Brings line editing and a history to input().
        import readline  # noqa: F401
    header = asked_for(args, text, ready=True)
    store = Store(state_folder())
    store.open()
    try:
        found = None if args.new else store.resumable()
        for passed in store.unreadable:
            complain(text("error.passed-over", what=in_words(passed, text)))
        sit_down(header, store, found, read_line, write_line, text, seed=args.seed)
    finally:
        for lost in store.close():
            complain(text("error.unsaved", file=lost))
    return 0


def sit_down(
    asked: Header | None,
    store: Store,
    found: tuple[Journal, Resumed] | None,
    read: Read,
    write: Write,
    text: Texts,
    *,
    seed: int = 0,
) -> None:
    """Play what is asked for, or chosen; `found` is the unfinished game, if there is one."""
    resuming = found is not None and asked is not None and goes_on(found[1], asked)
    if asked is None:
        name = chosen_in_menu(read, write, text, found[1] if found else None)
        resuming = name == RESUME
        if name is not None and name in GAMES:
            game = GAMES[name]()
            asked = Header(game.name, game.options, game.players, seed, ready=True)
    if found is not None and resuming:
        journal, left = found
        table = resumed_table(journal, left, read, write, text)
    else:
        if found is not None:
            store.part_with(found[0])
        if asked is None:
            write(text("play.left-menu"))
            return
        journal = store.begin(asked)
        table = new_table(journal, asked, read, write, text)
    try:
        table.play()
    except KeyboardInterrupt:
        write(text("play.left"))
    finally:
        store.part_with(journal)


def resumed_table(journal: Journal, left: Resumed, read: Read, write: Write, text: Texts) -> Table:
    """The unfinished game as it was left; says so."""
    write(text("play.resumed", offer=offer(left, text)))
    if left.torn:
        write(text("page.torn"))
    game = left.header.rule_book()
    return Table(
        game,
        left.state,
        read,
        write,
        text,
        record=left.record,
        journal=journal,
        computers=Computers(left.header, SecretFile(journal.path, journal.disk)),
        tutor=tutor_for(left.header, journal, left.helped),
    )


def new_table(journal: Journal, header: Header, read: Read, write: Write, text: Texts) -> Table:
    game = header.rule_book()
    return Table(
        game,
        header.opening(game),
        read,
        write,
        text,
        journal=journal,
        computers=Computers(header, SecretFile(journal.path, journal.disk)),
        tutor=tutor_for(header, journal),
    )


def tutor_for(header: Header, journal: Journal, helped: Sequence[int] = ()) -> Tutor | None:
    return Tutor(header, helped, journal.help_given) if header.coaches else None
