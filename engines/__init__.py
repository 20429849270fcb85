"""The rule books of Tavoliere. Standard library only: no clock, no I/O, no hardware, no language.

    game = engines.GAMES["dama"](capture="strict")
    state = game.start()
    state = game.apply(state, game.legal_moves(state)[0])
"""
