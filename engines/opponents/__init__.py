"""Who can be played against: search, what weak players overlook, levels. Knows any book, none by name.

Pure like the books: no clock, no files. Thinking is bounded by a number of positions, so that the same
seed makes the same choice on every machine.
"""

from engines.opponents.levels import LEVELS, Level
from engines.opponents.opponent import Opponent

__all__ = ["LEVELS", "Level", "Opponent"]
