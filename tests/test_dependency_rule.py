"""Who may import whom, read from the source: nothing has to be run to break the rule.

engines            the standard library, without clock, files, network or threads
hardware           the standard library; a driver's library only inside a function
firmware_bridge    everything; its pure modules no clock, no files, no network
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

PURE_MODULES = (
    "debounce", "difference", "doubt", "hands", "hints", "judge", "ledger", "perft", "picture",
    "reading", "reconcile", "referee", "session", "sight", "table", "theme", "trace", "verdicts",
    "wiring",
)  # fmt: skip
"""Modules of firmware_bridge that compute and do nothing else. Add yours when it is one."""


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


@pytest.mark.parametrize("name", PURE_MODULES)
def test_pure_modules_of_the_bridge_do_not_reach_out(name):
    found = imports(ROOT / "firmware_bridge" / f"{name}.py") - VALUES
    assert not tops(found) & (WORLD | {"hardware"})
    impure = {
        module
        for module in found
        if module.startswith("firmware_bridge.") and module.split(".")[1] not in PURE_MODULES
    }
    assert not impure


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
