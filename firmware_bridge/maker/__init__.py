"""Tools for building a board: check, learn, wiring, printed sheets.

Knows panels and games' boards. Knows no match.
"""
