"""All checks over the games that are named: python -m firmware_bridge.contract GAME…"""

from __future__ import annotations

import sys
from traceback import extract_tb

import engines
from firmware_bridge.contract import CHECKS


def main(names: list[str]) -> int:
    for error in engines.GAMES.broken.values():
        print(error, file=sys.stderr)
    if not names or not set(names) <= set(engines.GAMES):
        print(f"which game? there are {', '.join(engines.GAMES)}", file=sys.stderr)
        return 2
    wrong = 0
    for name in names:
        for check, run in CHECKS.items():
            try:
                run(engines.GAMES[name])
                print(f"{name}: {check}: kept", flush=True)
            except (AssertionError, engines.TavoliereError) as error:
                wrong += 1
                print(f"{name}: {check}: BROKEN: {error}", flush=True)
            except Exception as error:  # a book under construction may raise anything
                wrong += 1
                print(f"{name}: {check}: BROKEN: {_where(error)}", flush=True)
    return 1 if wrong else 0


def _where(error: Exception) -> str:
    """What was raised, and by which line: a trace of calls would hide the other checks."""
    *_, last = extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error} ({last.filename}:{last.lineno})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
