"""A voice in the room: espeak-ng in a process of its own, which nothing ever waits for.

Whatever is new drops what has not been begun: nobody wants to hear of the move before the last one.
"""

from __future__ import annotations

import shutil
import subprocess
from threading import Condition, Thread

COMMAND = "espeak-ng"
PACE = "160"
"""Words a minute: a little slower than it speaks by itself."""


class Voice:
    def __init__(self, lang: str, command: str | None = None) -> None:
        self._command = command or shutil.which(COMMAND)
        self._lang = lang
        self._wanted: str | None = None
        self._news = Condition()
        if self._command is not None:
            Thread(target=self._speak, daemon=True).start()

    @property
    def there(self) -> bool:
        return self._command is not None

    def say(self, words: str) -> None:
        with self._news:
            self._wanted = words
            self._news.notify()

    def _speak(self) -> None:
        nothing = subprocess.DEVNULL
        while True:
            with self._news:
                self._news.wait_for(lambda: self._wanted is not None)
                words, self._wanted = self._wanted, None
            # What it has to say comes by its standard input: a sentence is never taken for an option.
            try:
                subprocess.run(
                    [str(self._command), "-v", self._lang, "-s", PACE, "--stdin"],
                    input=(words or "").encode(),
                    stdout=nothing,
                    stderr=nothing,
                    check=False,
                )
            except OSError:
                return  # it is gone; play goes on without it
