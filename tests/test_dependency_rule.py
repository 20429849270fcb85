"""Who may import whom, read from the source: nothing has to be run to break the rule.

engines            the standard library, without clock, files, network or threads
hardware           the standard library; a driver's library only inside a function
firmware_bridge    everything, in rooms of which none looks back; its pure rooms no clock, no files
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("engines", "hardware", "firmware_bridge")
WORLD = {
    "asyncio", "datetime", "http", "io", "multiprocessing", "os", "pathlib", "select", "shutil",
    "signal", "socket", "subprocess", "sys", "tempfile", "threading", "time", "urllib",
}  # fmt: skip
"""Modules of the standard library that reach out of a program."""

ROOMS = (
    "referee", "lights", "texts", "looks", "record", "service", "link", "table", "web", "maker",
    "people", "contract", "bench", "cli",
)  # fmt: skip
"""The rooms of firmware_bridge: each may know those that come before it, and none that come after."""

PURE_ROOMS = {"referee", "lights"}
"""Rooms that compute and do nothing else: no clock, no files, no devices, no language."""


VALUES = {"hardware.lights"}
"""Modules of other packages that hold values and protocols only: a colour is a colour."""


def sources(package: str) -> list[Path]:
    # The microcontroller's files run under MicroPython and import its modules.
    folder = ROOT / package
    return [
        path for path in folder.rglob("*.py") if "firmware" not in path.relative_to(folder).parts
    ]


def imports(path: Path, *, only_at_import: bool = False) -> set[str]:
    """The full names of all modules that a file imports, or only of those it cannot load without."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = _outside_functions(tree) if only_at_import else ast.walk(tree)
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import hides where it leads"
            found.add(node.module or "")
    return found


def _outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _outside_functions(child)


def tops(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


@pytest.mark.parametrize("path", sources("engines"), ids=lambda path: path.name)
def test_engines_import_only_themselves_and_pure_standard_library(path):
    allowed = (set(sys.stdlib_module_names) - WORLD) | {"engines"}
    assert tops(imports(path)) <= allowed


@pytest.mark.parametrize("path", sources("hardware"), ids=lambda path: path.name)
def test_hardware_knows_no_games(path):
    assert not tops(imports(path)) & {"engines", "firmware_bridge"}


@pytest.mark.parametrize("path", sources("hardware"), ids=lambda path: path.name)
def test_hardware_imports_driver_libraries_only_when_one_is_opened(path):
    allowed = set(sys.stdlib_module_names) | {"hardware"}
    assert tops(imports(path, only_at_import=True)) <= allowed


def drivers_known(path: Path) -> set[str]:
    return {module for module in imports(path) if module.startswith("hardware.drivers.")}


def test_no_driver_is_known_by_name_outside_the_drivers():
    """They are found by name in panels. `simulated:` is a command's word; a benchmark may name one,
    and so may the table that it is measured at."""
    known = {
        str(path.relative_to(ROOT)): drivers_known(path)
        for package in ("hardware", "firmware_bridge")
        for path in sources(package)
    }
    assert {path for path, drivers in known.items() if drivers} == {
        "hardware/board.py",
        "firmware_bridge/bench/hardware.py",
        "firmware_bridge/people/hall_table.py",
    }


def rooms_known(path: Path) -> set[str]:
    modules = (module.split(".") for module in imports(path))
    return {module[1] for module in modules if module[0] == "firmware_bridge" and module[1:]}


def test_every_file_of_the_bridge_is_in_a_room_that_says_what_it_knows():
    folders = {path.parent.name for path in (ROOT / "firmware_bridge").glob("*/__init__.py")}
    assert folders == set(ROOMS)
    for room in ROOMS:
        tree = ast.parse((ROOT / "firmware_bridge" / room / "__init__.py").read_text("utf-8"))
        assert ast.get_docstring(tree), f"{room}/__init__.py does not say what it knows"


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_looks_back(room):
    known = set(ROOMS[: ROOMS.index(room) + 1])
    for path in sources(f"firmware_bridge/{room}"):
        assert rooms_known(path) <= known, path


@pytest.mark.parametrize("room", sorted(PURE_ROOMS))
def test_pure_rooms_do_not_reach_out(room):
    for path in sources(f"firmware_bridge/{room}"):
        assert not tops(imports(path) - VALUES) & (WORLD | {"hardware"}), path


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_nothing_but_itself_and_the_standard_library(package):
    """Whoever only wants the rule books, or only the drivers, pays for nothing else."""
    code = (
        f"import sys; before = set(sys.modules); import {package}; "
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(ran.stdout.split())
    assert loaded <= set(sys.stdlib_module_names) | {package}
