"""All drawings of a panel that a maker has beside the soldering iron, by the names of their files."""

from __future__ import annotations

from firmware_bridge.maker.schematic import schematic
from firmware_bridge.maker.section import section
from firmware_bridge.maker.svg import svg
from firmware_bridge.maker.wiring_diagram import diagram
from firmware_bridge.texts import Texts
from hardware.panels.panel import Panel


def drawn(panel: Panel, text: Texts) -> dict[str, str]:
    name = panel.name
    return {
        f"wiring-{name}": svg(diagram(panel, text), name),
        f"wiring-{name}-below": svg(diagram(panel, text, below=True), name),
        f"section-{name}": svg(section(panel, text), name),
        f"schematic-{name}": svg(schematic(panel, text), name),
    }
