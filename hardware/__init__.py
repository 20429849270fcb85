"""Sensors, lights and buttons. Knows channels and pixels as integers; knows no game.

Drivers and the libraries they need are imported only when a profile asks for them, so this package
imports on any machine.
"""
