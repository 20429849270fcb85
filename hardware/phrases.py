"""Phrases in the three languages that makers read, kept in the file that says them.

Drivers are found, also in other distributions, so no file of texts can know what they say: each brings
its phrases along. `NO_CHIP = Phrase("no chip at {address}", it="…", fr="…")` is a phrase;
`NO_CHIP(address="0x20")` says it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self


class Said(str):
    """A sentence in English, or a part of one, with what is needed to say it in another language.

    `values` fill the places of the sentences in `others`; a value may be a Said of its own.
    """

    values: Mapping[str, object]
    others: Mapping[str, str]

    @classmethod
    def of(cls, phrase: Phrase, values: Mapping[str, object]) -> Self:
        said = cls(phrase.en.format(**values))
        said.values = values
        said.others = {"it": phrase.it or phrase.en, "fr": phrase.fr or phrase.en}
        return said


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence, or a part of one, whose places in braces are filled by name. A language that is
    missing is English."""

    en: str
    it: str = ""
    fr: str = ""

    def __call__(self, **values: object) -> Said:
        return Said.of(self, values)
