"""What can be wrong with a panel's file, in words.

What follows the name of an entry begins without a capital: `mine.toml: [grid] rows is missing (…)`.
"""

from __future__ import annotations

from hardware.phrases import Phrase

WRONG = Phrase(
    "{file}: {entry} {what} ({meaning})",
    it="{file}: {entry} {what} ({meaning})",
    fr="{file} : {entry} {what} ({meaning})",
)
MISSING = Phrase(
    "is missing",
    it="manca",
    fr="manque",
)
NO_NUMBER = Phrase(
    "= {value!r} is no number",
    it="= {value!r} non è un numero",
    fr="= {value!r} n'est pas un nombre",
)
OUT_OF_RANGE = Phrase(
    "= {value} is not from {low:g} to {high:g}",
    it="= {value} non è da {low:g} a {high:g}",
    fr="= {value} n'est pas de {low:g} à {high:g}",
)
NO_WHOLE_NUMBER = Phrase(
    "= {value} is no whole number",
    it="= {value} non è un numero intero",
    fr="= {value} n'est pas un nombre entier",
)
NO_FLAG = Phrase(
    "= {value!r} is neither true nor false",
    it="= {value!r} non è né true né false",
    fr="= {value!r} n'est ni true ni false",
)
NO_TEXT = Phrase(
    "= {value!r} is no text",
    it="= {value!r} non è un testo",
    fr="= {value!r} n'est pas un texte",
)
NO_CHOICE = Phrase(
    "= '{value}' is none of {choices}",
    it="= '{value}' non è fra {choices}",
    fr="= '{value}' n'est pas parmi {choices}",
)
NO_TABLE = Phrase(
    "{file}: [{table}] must be a table with its keys below it",
    it="{file}: [{table}] deve essere una tabella con le sue chiavi sotto",
    fr="{file} : [{table}] doit être une table avec ses clés en dessous",
)
NO_KEY = Phrase(
    "{file}: there is no key {key}; there are {known}",
    it="{file}: non c'è una chiave {key}; ci sono {known}",
    fr="{file} : il n'y a pas de clé {key} ; il y a {known}",
)
NO_PINS = Phrase(
    "= {value!r} is no list of pin numbers",
    it="= {value!r} non è una lista di numeri di piedini",
    fr="= {value!r} n'est pas une liste de numéros de broches",
)
MANY_PINS = Phrase(
    "names {count} pins; the most are {most}",
    it="nomina {count} piedini; al massimo sono {most}",
    fr="nomme {count} broches ; il y en a au plus {most}",
)
UNUSABLE_PIN = Phrase(
    "names pin {pin}, which cannot be used",
    it="nomina il piedino {pin}, che non si può usare",
    fr="nomme la broche {pin}, qui ne peut pas servir",
)
PIN_TWICE = Phrase(
    "names pin {pin} twice",
    it="nomina due volte il piedino {pin}",
    fr="nomme deux fois la broche {pin}",
)
BAD_PIN = Phrase(
    "= {pin} cannot be used",
    it="= {pin} non si può usare",
    fr="= {pin} ne peut pas servir",
)
NO_PAIR = Phrase(
    "= {value!r} is no pair of numbers",
    it="= {value!r} non è una coppia di numeri",
    fr="= {value!r} n'est pas une paire de nombres",
)
NO_PLACES = Phrase(
    "must be a table from place to number",
    it="deve essere una tabella da posto a numero",
    fr="doit être une table de place à nombre",
)
NO_PLACE = Phrase(
    "names the place {place!r}, which the grid does not have",
    it="nomina il posto {place!r}, che la griglia non ha",
    fr="nomme la place {place!r}, que la grille n'a pas",
)
PLACE_NUMBER = Phrase(
    "{place} = {value!r} is no whole number from {low} to {high}",
    it="{place} = {value!r} non è un numero intero da {low} a {high}",
    fr="{place} = {value!r} n'est pas un nombre entier de {low} à {high}",
)
NO_LIST = Phrase(
    "= {value!r} is no list of places",
    it="= {value!r} non è una lista di posti",
    fr="= {value!r} n'est pas une liste de places",
)
NUMBER_TWICE = Phrase(
    "gives {number} to both '{one}' and '{other}'",
    it="dà {number} sia a '{one}' sia a '{other}'",
    fr="donne {number} à la fois à '{one}' et à '{other}'",
)
TOO_FEW = Phrase(
    "reach {most} sensors; the grid has {count}",
    it="raggiungono {most} sensori; la griglia ne ha {count}",
    fr="atteignent {most} capteurs ; la grille en a {count}",
)
PIN_SHARED = Phrase(
    "{file}: pin {pin} is used by {one} and by {other}: give each its own",
    it="{file}: il piedino {pin} è usato da {one} e da {other}: dai a ciascuno il suo",
    fr="{file} : la broche {pin} sert à {one} et à {other} : donnez à chacun la sienne",
)
NOT_TOGETHER = Phrase(
    "= '{driver}' does not go with the sensors' driver",
    it="= '{driver}' non va insieme al driver dei sensori",
    fr="= '{driver}' ne va pas avec le driver des capteurs",
)
NO_PANEL = Phrase(
    "there is no panel '{name}'; there are {known}",
    it="non c'è un pannello '{name}'; ci sono {known}",
    fr="il n'y a pas de panneau '{name}' ; il y a {known}",
)
NO_FILE = Phrase(
    "there is no file {file}: tavoliere board list shows the panels",
    it="il file {file} non c'è: tavoliere board list mostra i pannelli",
    fr="le fichier {file} n'existe pas : tavoliere board list montre les panneaux",
)
A_FOLDER = Phrase(
    "{file} is a folder: name the TOML file in it",
    it="{file} è una cartella: nomina il file TOML che contiene",
    fr="{file} est un dossier : nommez le fichier TOML qu'il contient",
)
NO_TOML = Phrase(
    "{file}: this is not TOML: {why}",
    it="{file}: questo non è TOML: {why}",
    fr="{file} : ce n'est pas du TOML : {why}",
)
NO_TOML_AT = Phrase(
    "{file}: this is not TOML: look at line {line}, column {column}",
    it="{file}: questo non è TOML: guarda alla riga {line}, colonna {column}",
    fr="{file} : ce n'est pas du TOML : regardez à la ligne {line}, colonne {column}",
)
NOT_UTF8 = Phrase(
    "{file} is not a text in UTF-8",
    it="{file} non è un testo in UTF-8",
    fr="{file} n'est pas un texte en UTF-8",
)
