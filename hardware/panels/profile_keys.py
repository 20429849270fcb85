"""What the keys of a profile mean, table by table, as an error about one of them explains it.

These are all the keys there are. Their names in the texts of other languages are `meaning.table-key`.
"""

from __future__ import annotations

TOP = {
    "about": "one line that tells people which board this is",
    "grid": "where the sensors lie",
    "sensors": "how the sensors are wired",
    "lights": "how the pixels are wired",
    "buttons": "how the players' buttons are wired",
}
GRID = {
    "shape": "square or hexagon",
    "columns": "places in a row of a square grid",
    "rows": "rows of a square grid",
    "radius": "rings around the middle of a hexagon",
    "pitch": "millimetres between neighbouring sensors",
    "origin": "millimetres from the boards' origin to the first place, or to the hexagon's middle",
}
SENSORS = {
    "driver": "matrix, hall, serial or simulated",
    "rows": "pins that drive the rows, the row of a1 first",
    "columns": "pins that read the columns, the column of a1 first",
    "pull": "up, down, or none where resistors outside do it",
    "active": "low or high: what a closed contact reads",
    "diodes": "whether every switch has its diode",
    "settle_us": "microseconds that a driven row needs before its columns are read",
    "port": "path of the serial port, or usb:vendor:product",
    "converters": "chip-select pins of the MCP3008 converters",
    "select": "the four address pins of the 16-way multiplexers, lowest bit first",
    "on": "steps of the converter from rest at which a piece is felt",
    "off": "steps from rest at which it is gone",
    "drift_s": "seconds in which rest values follow the temperature",
    "polarity": "whether a simulated sensor tells which way round a magnet lies",
    "channels": "place = channel, where learning found another order",
    "rest": "place = what its sensor reads with nothing on it",
    "flipped": "places whose sensor is soldered the other way round",
}
LIGHTS = {
    "driver": "neopixel, serial, simulated or none",
    "pin": "the data pin",
    "path": "rows: each row from the left; serpentine: to and fro",
    "first": "number of the first board pixel on the strip",
    "order": "order of the colours on the strip",
    "brightness": "0 to 1",
    "gamma": "1 for none; 2.2 suits the eye",
    "budget_ma": "milliamperes that all pixels together may draw",
    "pixels": "place = pixel, where learning found another order",
}
BUTTONS = {
    "driver": "gpio, matrix, serial, simulated or none",
    "pins": "one pin per player, the first player's first",
    "crossings": "[row, column] of each button on the matrix, counted from 0",
    "light": "pixels at the end of the strip, pins, or none",
    "lamps": "one pin per lamp",
}

TABLES = {"": TOP, "grid": GRID, "sensors": SENSORS, "lights": LIGHTS, "buttons": BUTTONS}
"""Every table by its name; the keys above all tables have none."""
