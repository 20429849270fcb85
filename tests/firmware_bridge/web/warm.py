"""What every start of the program loads and reads, once for all tests: forked programs begin with it.

Only what stays the same from start to start: books, words, looks, and what the menu paints. Imported for
what it does.
"""

from __future__ import annotations

import gc

import engines
import firmware_bridge.cli.play
import firmware_bridge.cli.terminal  # noqa: F401
from firmware_bridge.looks.look import look_of
from firmware_bridge.looks.soundness import set_aside_what_is_incomplete
from firmware_bridge.texts import tongues

set_aside_what_is_incomplete()
for _name, _book in engines.GAMES.items():
    look_of(_book)
    for _text in tongues(_name).values():
        assert _text("title")
# A program looks once through all that is loaded when play begins; there is nothing to be found in this.
gc.collect()
gc.freeze()
