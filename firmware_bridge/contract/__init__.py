"""What every game must keep to, as checks: whoever writes one runs them over it.

    python -m firmware_bridge.contract tris

runs all of them over an installed game, ours or another distribution's. Each check takes a rule book
(the class) and raises an AssertionError that says what is wrong. Knows the whole program and no game;
docs/games.md shows how it is used.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.shelf import Book
from firmware_bridge.contract.kernel import check_kernel
from firmware_bridge.contract.lessons import check_lesson
from firmware_bridge.contract.rules import (
    check_bad_input,
    check_cells,
    check_foreign_moves,
    check_random_play,
    check_start,
)
from firmware_bridge.contract.secrets import check_secrets
from firmware_bridge.contract.table import (
    check_boot_menu,
    check_look,
    check_page,
    check_people,
    check_sheet,
)
from firmware_bridge.contract.words import (
    check_errors,
    check_languages,
    check_leftovers,
    check_pages,
    check_said,
    check_source,
)

Check = Callable[[Book], None]

CHECKS: dict[str, Check] = {
    check.__name__.removeprefix("check_").replace("_", "-"): check
    for check in (
        check_random_play,
        check_foreign_moves,
        check_start,
        check_cells,
        check_bad_input,
        check_kernel,
        check_secrets,
        check_languages,
        check_leftovers,
        check_said,
        check_source,
        check_errors,
        check_pages,
        check_lesson,
        check_look,
        check_sheet,
        check_page,
        check_boot_menu,
        check_people,
    )
}
"""Every check by its name."""
