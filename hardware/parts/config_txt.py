"""What has to be switched on or off in a Pi's config.txt, for all that hangs on its pins.

Some of the pins belong to a bus or to the console unless somebody says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.parts.headers import PI
from hardware.plan import Plan, Setting

SPI = Setting("dtparam=spi=on")
I2C = (Setting("dtparam=i2c_arm=on"), Setting("dtparam=i2c_arm_baudrate=400000"))
NO_AUDIO = Setting("dtparam=audio=off")
STEADY_CLOCK = (
    Setting("core_freq=250", "pi3"),
    Setting("core_freq=500", "pi4"),
    Setting("core_freq_min=500", "pi4"),
)
"""For pixels on the SPI: up to the Pi 4 its clock follows the load, and pixels do not bear that."""
SELECTS, CONSOLE, BUS = {7, 8}, {14, 15}, {2, 3}
"""Pins of the SPI's selects, of the serial console and of the I²C bus."""
SELECTING = "converters"
"""The key of those who use a select as one."""


def config_txt(plans: Sequence[Plan]) -> list[str]:
    """The lines, with the sections that some of them need; nothing where all is as it comes."""
    pins = [pin for plan in plans for pin in plan.pins if pin.header is PI and not pin.bus]
    taken = {pin.number for pin in pins if pin.entry != SELECTING}
    found = list(dict.fromkeys(setting for plan in plans for setting in plan.settings))
    if SPI in found and taken & SELECTS:
        selecting = any(pin.entry == SELECTING for pin in pins)
        found.append(Setting("dtoverlay=spi0-1cs" if selecting else "dtoverlay=spi0-0cs"))
    if taken & CONSOLE:
        found.append(Setting("enable_uart=0"))
    if taken & BUS:
        found.append(Setting("dtparam=i2c_arm=off"))
    lines = []
    model = "all"
    for setting in sorted(found, key=lambda setting: setting.model):
        if setting.model != model:
            model = setting.model
            lines.append(f"[{model}]")
        lines.append(setting.line)
    return lines
