"""The printed circuit of a row, made and judged by KiCad where it is installed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = "/usr/bin/python3"


def kicad() -> bool:
    """KiCad's module belongs to the system's Python, not to ours."""
    if not Path(PYTHON).exists():
        return False
    ran = subprocess.run([PYTHON, "-c", "import pcbnew, tomllib"], capture_output=True, check=False)
    return ran.returncode == 0


def made(script: str, target: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PYTHON, "-", "quadra-matrix", str(target)],
        input=script,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
    )


@pytest.mark.slow
@pytest.mark.skipif(not kicad(), reason="needs KiCad")
def test_kicads_rules_find_nothing_wrong_and_would_find_a_short(tmp_path):
    script = (ROOT / "scripts/row_board.py").read_text(encoding="utf-8")
    good = made(script, tmp_path / "row.kicad_pcb")
    assert good.returncode == 0, good.stdout + good.stderr
    assert "Found 0 DRC violations" in good.stdout
    assert "Found 0 unconnected pads" in good.stdout
    # The supply line laid over the data line.
    bad = made(script.replace("GROUND = 3.0", "GROUND = 6.2"), tmp_path / "bad.kicad_pcb")
    assert bad.returncode == 1, bad.stdout + bad.stderr


def test_the_board_of_the_documents_has_every_cell():
    text = (ROOT / "docs/boards/row-quadra.kicad_pcb").read_text(encoding="utf-8")
    for part in ("SW8", "D8", "LED8", "J_COL8", "J_DIN", "J_DOUT"):
        assert f'"{part}"' in text
