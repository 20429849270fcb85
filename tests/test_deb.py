"""The Debian package: what it holds, and that its scripts ask nothing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPTS = ("postinst", "prerm", "postrm")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")
def test_the_package_holds_program_unit_rule_and_settings():
    ran = subprocess.run(
        ["bash", "scripts/deb.sh"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    made = ROOT / ran.stdout.strip()
    listed = subprocess.run(
        ["dpkg-deb", "-c", made], capture_output=True, text=True, check=True
    ).stdout
    for place in (
        "./usr/bin/tavoliere",
        "./usr/lib/systemd/system/tavoliere.service",
        "./usr/lib/udev/rules.d/60-tavoliere.rules",
        "./usr/share/tavoliere/tavoliere.conf",
        "./usr/lib/tavoliere/site/hardware/panels/quadra-serial.toml",
    ):
        assert place in listed
    assert ".so" not in listed.replace(".socket", "")
    unit = subprocess.run(
        f"dpkg-deb --fsys-tarfile {made} | tar -xO ./usr/lib/systemd/system/tavoliere.service",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "ExecStart=/usr/bin/tavoliere play" in unit
    assert "/usr/local" not in unit


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_are_sound_and_ask_nothing(name):
    file = ROOT / "packaging" / name
    assert subprocess.run(["sh", "-n", file], check=False).returncode == 0
    text = file.read_text()
    assert "debconf" not in text
    assert "read " not in text


def test_purging_keeps_games():
    text = (ROOT / "packaging" / "postrm").read_text()
    assert "rm -rf /etc/tavoliere " in text
    assert not any("rm" in line and "/var/lib" in line for line in text.splitlines())
