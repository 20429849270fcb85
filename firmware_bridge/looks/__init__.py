"""How games look, on the screen and on the printed sheet, as data.

Reads `look.toml` in the folder of a game's book, and the colours and shapes here that all games may use.
Knows boards, pieces and colours; no rule, no move and no word.
"""
