"""The page in the browser: what it is told, what it may say, and who is let in.

Knows the table. Knows no sensor and no pixel; what is legal it asks nobody but the referee.
"""
