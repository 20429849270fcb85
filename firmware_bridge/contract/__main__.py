"""All checks over the games that are named: python -m firmware_bridge.contract GAME…"""

from __future__ import annotations

import sys

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
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
