"""What happened, kept: traces of events, journals of moves, the folder of all games, replaying them.

Knows the referee and files. Knows no hardware, no page and no clock of its own.
"""
