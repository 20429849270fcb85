"""The table people sit at: the loop and its clock, a match, the simulated board, a game on its panel.

Knows referee, lights, record and the boards that `hardware` opens. Knows no page and no command line:
those sit at the table, too.
"""
