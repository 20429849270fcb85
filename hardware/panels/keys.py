"""The keys of a panel's file that do not hang on a driver, and what they mean.

An error about a key explains it in these words. The keys of a driver are in the driver.
"""

from __future__ import annotations

from hardware.phrases import Phrase

TOP = {
    "about": Phrase(
        "one line that tells people which board this is",
        it="una riga che dice che tavoliere è questo",
        fr="une ligne qui dit quel plateau c'est",
    ),
    "grid": Phrase(
        "where the sensors lie",
        it="dove stanno i sensori",
        fr="où sont les capteurs",
    ),
    "sensors": Phrase(
        "how the sensors are wired",
        it="come sono cablati i sensori",
        fr="comment les capteurs sont câblés",
    ),
    "lights": Phrase(
        "how the pixels are wired",
        it="come sono cablati i pixel",
        fr="comment les pixels sont câblés",
    ),
    "buttons": Phrase(
        "how the players' buttons are wired",
        it="come sono cablati i pulsanti dei giocatori",
        fr="comment les boutons des joueurs sont câblés",
    ),
}
GRID = {
    "shape": Phrase(
        "square or hexagon",
        it="square o hexagon",
        fr="square ou hexagon",
    ),
    "columns": Phrase(
        "places in a row of a square grid",
        it="posti in una riga di una griglia quadrata",
        fr="places dans une rangée d'une grille carrée",
    ),
    "rows": Phrase(
        "rows of a square grid",
        it="righe di una griglia quadrata",
        fr="rangées d'une grille carrée",
    ),
    "radius": Phrase(
        "rings around the middle of a hexagon",
        it="corone intorno al centro di un esagono",
        fr="couronnes autour du centre d'un hexagone",
    ),
    "pitch": Phrase(
        "millimetres between neighbouring sensors",
        it="millimetri fra sensori vicini",
        fr="millimètres entre capteurs voisins",
    ),
    "origin": Phrase(
        "millimetres from the boards' origin to the first place, or to the hexagon's middle",
        it="millimetri dall'origine del tavoliere al primo posto, o al centro dell'esagono",
        fr="millimètres de l'origine du plateau à la première place, ou au centre de l'hexagone",
    ),
}
SENSORS = {
    "driver": Phrase(
        "the driver that reads the sensors",
        it="il driver che legge i sensori",
        fr="le driver qui lit les capteurs",
    ),
    "channels": Phrase(
        "place = channel, where learning found another order",
        it="posto = canale, dove l'apprendimento ha trovato un altro ordine",
        fr="place = canal, là où l'apprentissage a trouvé un autre ordre",
    ),
}
LIGHTS = {
    "driver": Phrase(
        "the driver that lights the pixels, or none",
        it="il driver che accende i pixel, o none",
        fr="le driver qui allume les pixels, ou none",
    ),
}
BUTTONS = {
    "driver": Phrase(
        "the driver that reads the buttons, or none",
        it="il driver che legge i pulsanti, o none",
        fr="le driver qui lit les boutons, ou none",
    ),
}
