"""What each cell means now, and the colour and rhythm of every meaning.

Knows the referee's situation and the board's geometry. Knows no pixel, no driver and no clock: a
rhythm is a number, and drivers bring it to life.
"""
