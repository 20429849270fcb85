"""The coach in the terminal: what is to be said of a move that was made, or of those that can be made.

Knows how the game began and the labels of its moves, and says nothing itself. It thinks while people
wait for it, with the parts that the table's coach has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.opponents.lessons import Lesson
from engines.opponents.levels import STRONGEST
from firmware_bridge.record.coaches import HELP, TEACH, WARN
from firmware_bridge.record.helps import Helps
from firmware_bridge.record.trace import Header
from firmware_bridge.table.thinking import LESSONS, AtOnce, Thought


class Tutor:
    def __init__(
        self,
        header: Header,
        helped: Sequence[int] = (),
        note: Callable[[int], None] = lambda _player: None,
    ) -> None:
        """`helped`: the players who were helped before, as often as they were; `note` is told of each
        who is helped from now on."""
        self._header = header
        self._note = note
        self.helps = Helps(header.coaches, helped)
        self._thinker = AtOnce()
        self._known: tuple[tuple[str, ...], tuple[Lesson, ...]] | None = None
        """The moves before a position, and what is to be said of those that can follow."""
        self._shown: tuple[str, ...] | None = None
        """The moves after which somebody was last helped."""

    @property
    def helpful(self) -> bool:
        """Whether anybody may ask for a good move."""
        players = range(1, self._header.players + 1)
        return any(self.helps.of(player).kind == HELP for player in players)

    def warning(self, moves: Sequence[str], player: int) -> Lesson | None:
        """The last move of the player throws the game."""
        if self.helps.of(player).kind != WARN:
            return None
        *before, last = moves
        told = (lesson for lesson in self._lessons(before, player) if lesson.label == last)
        lesson = next(told, None)
        return lesson if lesson is not None and lesson.throws else None

    def help(self, moves: Sequence[str], player: int) -> Lesson | None:
        """A good move; None: he has no such coach, or no help left. To hear it again costs none."""
        again = self._shown == tuple(moves)
        if self.helps.of(player).kind != HELP or not (again or self.helps.left(player) != 0):
            return None
        if not again:
            self._shown = tuple(moves)
            self.helps.given.append(player)
            self._note(player)
        return self._lessons(moves, player)[0]

    def judged(self, moves: Sequence[str], player: int) -> tuple[Lesson, ...]:
        """Every move that can be made, the best first; none where nobody is taught."""
        return self._lessons(moves, player) if self.helps.of(player).kind == TEACH else ()

    def _lessons(self, moves: Sequence[str], player: int) -> tuple[Lesson, ...]:
        before = tuple(moves)
        if self._known is None or self._known[0] != before:
            header = self._header
            chance = header.seed + player
            self._thinker.ask(
                Thought(0, LESSONS, header.fields(), before, player, STRONGEST, chance)
            )
            answer = self._thinker.answer()
            assert answer is not None
            self._known = before, answer.lessons
        return self._known[1]
