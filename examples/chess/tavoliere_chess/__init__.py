"""Chess, by the rules of python-chess: a game in a distribution and under a licence of its own."""
