"""What the sensors show becomes verdicts: which move was made, which rule was broken, what to ask.

Knows games only through their moves' steps. Knows no clock (time comes with each event), no files, no
hardware, no language and no lights.
"""
