"""Two boards that play one game: what each tells the other, and what follows from it.

Knows records of moves, and a broker that carries words. Knows no board, no lights and no page: what was
decided at the other board comes to the match like any move that was decided elsewhere.
"""
