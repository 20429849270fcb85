"""Writes firmware_bridge/people/fields.json: one disc's field at a sensor, by how far aside and below.

Run it with an interpreter that has magpylib (`pip install magpylib`); nothing else needs that library.
Fields of several magnets add up, so one disc at every height is all that a stack or a neighbour takes.
"""

from __future__ import annotations

import json
from pathlib import Path

REMANENCE = 1.3
"""Tesla: N42."""
DISCS = {"8x3": (8.0, 3.0, 10.0), "15x3": (15.0, 3.0, 16.0), "20x3": (20.0, 3.0, 18.0)}
"""Across, thick, and from the sensor to the middle of the lowest; the next are `APART` above."""
APART, PIECES = 4.0, 12
ASIDE = (*(n / 2 for n in range(17)), *range(10, 112, 2))
"""Millimetres from the axis."""
PLACE = Path(__file__).parent.parent / "firmware_bridge" / "people" / "fields.json"


def main() -> None:
    import magpylib  # type: ignore[import-not-found]  # only this script needs it

    found: dict[str, object] = {"apart": APART, "aside": ASIDE, "discs": {}}
    tables: dict[str, object] = {}
    for name, (across, thick, distance) in DISCS.items():
        size = (across / 1000, thick / 1000)
        disc = magpylib.magnet.Cylinder(polarization=(0, 0, REMANENCE), dimension=size)
        fields = [
            [
                round(float(disc.getB((r / 1000, 0, -(distance + APART * n) / 1000))[2]) * 1000, 4)
                for r in ASIDE
            ]
            for n in range(PIECES)
        ]
        tables[name] = {"across": across, "thick": thick, "distance": distance, "mT": fields}
    found["discs"] = tables
    PLACE.write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
