"""The command line: what was typed becomes one call, what went wrong one line.

Knows every room. Nobody knows it.
"""
