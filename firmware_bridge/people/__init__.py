"""Simulated people at a simulated table, and stand-ins for real parts, for tests and benchmarks.

Knows the moves' steps and what the referee says aloud. Knows nothing of how it decides.
"""
