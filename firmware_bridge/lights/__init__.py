"""What each cell means now, and the colour and rhythm of every meaning.

Knows the referee's situation and the board's geometry. Knows no pixel, no driver and no clock: who shows
a frame says what time it is.
"""
