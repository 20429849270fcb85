"""A board that runs by itself: what the service manager hears, the key for phones, reports of bugs.

Knows the record and the machine it runs on. Knows no table: whoever plays asks these for what they need.
"""
