"""The electronic parts that drivers ask for, so that what two drivers need is named once.

`joints` are solder joints of one piece, `ma` what it draws from 3.3 V.
"""

from __future__ import annotations

from hardware.phrases import Phrase
from hardware.plan import Part

REED = Phrase(
    "reed contact, normally open, 10 – 15 AT, 14 mm glass",
    it="contatto reed, normalmente aperto, 10 – 15 AT, vetro di 14 mm",
    fr="contact reed, normalement ouvert, 10 – 15 AT, verre de 14 mm",
)
DIODE = Phrase("diode 1N4148", it="diodo 1N4148", fr="diode 1N4148")
BUTTON = Phrase(
    "button, normally open", it="pulsante, normalmente aperto", fr="bouton, normalement ouvert"
)
LAMP = Phrase(
    "lamp: LED with its resistor of 330 Ω",
    it="spia: LED con la sua resistenza da 330 Ω",
    fr="voyant : LED avec sa résistance de 330 Ω",
)
PIXEL = Phrase(
    "pixel WS2812B, cut from a strip or single on a board",
    it="pixel WS2812B, tagliato da una striscia o singolo su piastrina",
    fr="pixel WS2812B, coupé d'un ruban ou seul sur une plaquette",
)
SHIFTER_CHIP = "74AHCT125"
SHIFTER = Phrase(
    "level shifter {chip}",
    it="traslatore di livello {chip}",
    fr="convertisseur de niveau {chip}",
)
SERIES = Phrase(
    "resistor 330 Ω, in the data line",
    it="resistenza 330 Ω, nella linea dati",
    fr="résistance 330 Ω, dans la ligne de données",
)
RESERVOIR = Phrase(
    "capacitor 1000 µF, 10 V, across 5 V",
    it="condensatore 1000 µF, 10 V, sui 5 V",
    fr="condensateur 1000 µF, 10 V, sur le 5 V",
)
CERAMIC = Phrase(
    "capacitor 100 nF, one beside each chip",
    it="condensatore 100 nF, uno accanto a ogni chip",
    fr="condensateur 100 nF, un à côté de chaque puce",
)
EXPANDER_CHIP = "MCP23017"
EXPANDER = Phrase("port expander {chip}", it="espansore {chip}", fr="extenseur {chip}")
PULL_UP = Phrase(
    "resistor 4.7 kΩ, SDA and SCL to 3.3 V (with more than 30 cm of wire)",
    it="resistenza 4,7 kΩ, SDA e SCL a 3,3 V (con più di 30 cm di filo)",
    fr="résistance 4,7 kΩ, SDA et SCL au 3,3 V (avec plus de 30 cm de fil)",
)
PICO = Phrase(
    "Raspberry Pi Pico, Pico W or Pico 2, with a USB cable that carries data",
    it="Raspberry Pi Pico, Pico W o Pico 2, con un cavo USB che porta i dati",
    fr="Raspberry Pi Pico, Pico W ou Pico 2, avec un câble USB qui transporte les données",
)
HALL = Phrase(
    "linear Hall sensor DRV5055A2 (30 mV/mT), or SS49E",
    it="sensore Hall lineare DRV5055A2 (30 mV/mT), o SS49E",
    fr="capteur Hall linéaire DRV5055A2 (30 mV/mT), ou SS49E",
)
COUNTING_HALL = Phrase(
    "linear Hall sensor DRV5055A3 (15 mV/mT)",
    it="sensore Hall lineare DRV5055A3 (15 mV/mT)",
    fr="capteur Hall linéaire DRV5055A3 (15 mV/mT)",
)
CONVERTER = Phrase("converter {chip}", it="convertitore {chip}", fr="convertisseur {chip}")
MULTIPLEXER_CHIP = "CD74HC4067"
MULTIPLEXER = Phrase(
    "16-way multiplexer {chip}",
    it="multiplexer a 16 vie {chip}",
    fr="multiplexeur à 16 voies {chip}",
)
REGULATOR = Phrase(
    "regulator 3.3 V, 0.8 A (AMS1117 or LM1117), with 2 × 10 µF",
    it="regolatore 3,3 V, 0,8 A (AMS1117 o LM1117), con 2 × 10 µF",
    fr="régulateur 3,3 V, 0,8 A (AMS1117 ou LM1117), avec 2 × 10 µF",
)


def contacts(what: Phrase, count: int, *, diodes: bool) -> tuple[Part, ...]:
    """Reeds or buttons; the joint between a contact and its diode counts as the contact's."""
    found = (Part(what(), count, 2),)
    return (*found, Part(DIODE(), count, 1)) if diodes else found


def pixels(count: int) -> tuple[Part, ...]:
    """A strip with what feeds it: three pads on each side of every pixel."""
    if not count:
        return ()
    return (
        Part(PIXEL(), count, 6),
        Part(SHIFTER(chip=SHIFTER_CHIP), 1, 6),
        Part(CERAMIC(), 1, 2),
        Part(SERIES(), 1, 2),
        Part(RESERVOIR(), 1, 2),
    )
