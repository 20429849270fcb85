"""The recipe for a ready card: cloud-init takes it, and the settings that it writes are ones we know."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from firmware_bridge.cli.main import parser
from firmware_bridge.texts import Texts
from hardware.panels.panel_file import panel_named

FILE = Path(__file__).parent.parent / "packaging/user-data.yaml"


@pytest.fixture
def recipe():
    # cloud-init knows what the file is by its first line alone.
    assert FILE.read_text(encoding="utf-8").startswith("#cloud-config\n")
    return yaml.safe_load(FILE.read_text(encoding="utf-8"))


def test_the_package_is_installed_after_its_settings_are_there(recipe):
    assert set(recipe) == {"hostname", "package_update", "write_files", "runcmd"}
    assert recipe["runcmd"][-1][-1] == "apt-get install -y /boot/firmware/tavoliere_*.deb"
    (settings,) = recipe["write_files"]
    assert settings["path"] == "/etc/tavoliere/tavoliere.conf"


def test_its_settings_are_what_play_understands(recipe):
    lines = recipe["write_files"][0]["content"].splitlines()
    (line,) = [line for line in lines if not line.startswith("#")]
    name, _, words = line.partition("=")
    assert name == "TAVOLIERE_PLAY"
    args = parser(Texts("en")).parse_args(["play", *shlex.split(words)])
    assert panel_named(args.board).places
    assert args.lan


@pytest.mark.skipif(shutil.which("cloud-init") is None, reason="needs cloud-init")
def test_it_keeps_to_the_schema_of_cloud_init():
    said = subprocess.run(
        ["cloud-init", "schema", "--config-file", FILE], capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stdout + said.stderr
