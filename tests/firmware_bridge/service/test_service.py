"""The service: its unit as systemd reads it, and what the program tells the service manager."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from engines.game import TavoliereError
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.service.companion import keep_link, lasting_key, leave_link, print_link
from firmware_bridge.service.notify import SHARE, Notifier, notifier
from firmware_bridge.table.app import App
from firmware_bridge.texts import LANGUAGES, Texts
from tests.firmware_bridge.service.service_manager import Manager

SYSTEMD = Path(__file__).parents[3] / "systemd"
DAMA = Header("dama", {"capture": "huff"}, 2, ready=True)


def installed(tmp_path: Path, name: str) -> Path:
    """The unit as installed, with a program that is really there."""
    text = (SYSTEMD / name).read_text()
    path = tmp_path / name
    path.write_text(re.sub(r"(?m)^(ExecStart)=\S+", rf"\1={sys.executable}", text))
    return path


@pytest.fixture
def unit(tmp_path):
    return installed(tmp_path, "tavoliere.service")


def analyze(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *map(str, arguments)], capture_output=True, text=True, check=False
    )


def test_systemd_finds_no_fault_with_the_unit(unit):
    ran = analyze("verify", "--man=no", unit)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_its_exposure_is_at_most_one_and_a_half(unit):
    ran = analyze("security", "--offline=true", "--threshold=15", "--no-pager", unit)
    assert ran.returncode == 0, ran.stdout[-200:]


@pytest.mark.parametrize("name", ["tavoliere-broker.service", "tavoliere-club.service"])
def test_the_units_of_a_club_are_as_closed(tmp_path, name):
    unit = installed(tmp_path, name)
    # Each is looked at by itself: the other is not installed here.
    unit.write_text(re.sub(r"(?m)^(After|Wants)=.*$", "", unit.read_text()))
    ran = analyze("verify", "--man=no", unit)
    assert (ran.returncode, ran.stderr) == (0, "")
    ran = analyze("security", "--offline=true", "--threshold=15", "--no-pager", unit)
    assert ran.returncode == 0, ran.stdout[-200:]


def test_the_variant_for_pwm_pixels_is_read_too(unit):
    more = unit.with_name("tavoliere.service.d")
    more.mkdir()
    shutil.copy(SYSTEMD / "pwm-pixels.conf", more)
    ran = analyze("verify", "--man=no", unit)
    assert (ran.returncode, ran.stderr) == (0, "")
    ran = analyze("security", "--offline=true", "--threshold=25", "--no-pager", unit)
    assert ran.returncode == 0, ran.stdout[-200:]


def test_the_unit_opens_just_the_devices_that_the_drivers_use():
    allowed = re.findall(r"(?m)^DeviceAllow=(\S+)", (SYSTEMD / "tavoliere.service").read_text())
    kinds = ["char-gpiochip", "char-spidev", "char-i2c", "char-ttyACM"]
    assert allowed == [*kinds, "/dev/gpiomem", "/dev/pio0"]


def test_the_rule_is_for_the_pico_that_the_driver_looks_for():
    from hardware.parts.serial_port import PICO

    _, vendor, product = PICO.split(":")
    rule = (SYSTEMD / "60-tavoliere.rules").read_text()
    assert f'ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}"' in rule


# What the program tells the manager ------------------------------------------------------------


@pytest.fixture(params=["path", "abstract"])
def address(request, tmp_path):
    return str(tmp_path / "notify") if request.param == "path" else f"@tavoliere-{os.getpid()}"


@pytest.fixture
def manager(address):
    one = Manager(address)
    yield one
    one.socket.close()


def test_it_is_heard_at_a_path_and_at_an_abstract_address(manager, address):
    said = Notifier(address)
    said.say("READY=1", "STATUS=here")
    said.status("one")
    said.status("one")
    said.close()
    assert manager.heard() == ["READY=1\nSTATUS=here", "STATUS=one"]


@pytest.mark.parametrize(
    ("environment", "interval"),
    [
        ({}, None),
        ({"NOTIFY_SOCKET": "/x"}, None),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "9000000"}, 9 / SHARE),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "9000000", "WATCHDOG_PID": "1"}, None),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "9000000"}, None),
    ],
)
def test_what_the_environment_asks_for(environment, interval):
    assert notifier(environment).interval == interval


def test_nobody_listening_is_no_harm(tmp_path):
    Notifier(None).say("READY=1")
    with closing(Notifier(str(tmp_path / "nobody"))) as said:
        said.say("READY=1")


class Clock:
    now = 5.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def app(tmp_path, manager, address):
    store = Store(tmp_path / "games")
    store.open()
    with closing(Notifier(address, 1.0)) as notifier:
        one = App(store, Clock(), notifier=notifier)
        yield one
        one.close()
    store.close()


def turned(app: App, seconds: float) -> None:
    assert isinstance(app.clock, Clock)
    app.clock.now += seconds
    app.pulse.turn(app.well)


def test_the_watchdog_is_fed_in_time_and_not_at_every_turn(app, manager):
    app.start(DAMA)
    for _ in range(300):
        turned(app, 0.01)
    assert manager.heard() == ["WATCHDOG=1"] * 3
    assert 0 < app._pause() <= 1.0


def test_it_is_fed_while_nobody_plays(app, manager):
    turned(app, 1.0)
    assert manager.heard() == ["WATCHDOG=1"]


def test_it_starves_when_the_journal_is_lost(app, manager):
    app.start(DAMA)
    app.match.journal.close()
    turned(app, 5.0)
    assert manager.heard() == []


def test_it_starves_when_the_board_has_failed(app, manager):
    app.start(DAMA)
    app.fail(OSError(5, "Input/output error"))
    turned(app, 5.0)
    assert manager.heard() == []


def test_a_real_one_is_ready_keeps_turning_and_keeps_its_key_out_of_the_log(tmp_path):
    place = str(tmp_path / "notify")
    manager = Manager(place)
    run = tmp_path / "run"
    run.mkdir()
    environment = {
        **os.environ,
        "NOTIFY_SOCKET": place,
        "WATCHDOG_USEC": "60000",
        "RUNTIME_DIRECTORY": str(run),
        "TAVOLIERE_STATE": str(tmp_path / "games"),
    }
    environment.pop("WATCHDOG_PID", None)
    command = [
        sys.executable,
        "-m",
        "firmware_bridge",
        "play",
        "dama",
        "--no-browser",
        "--lan",
    ]
    running = subprocess.Popen(
        [*command, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    told = [manager.hear()]
    while told.count("WATCHDOG=1") < 3:
        told.append(manager.hear())
    running.send_signal(signal.SIGTERM)
    log = running.communicate(timeout=20)[0]
    told += manager.heard()
    manager.socket.close()
    assert told[0] == "READY=1"
    assert told[-1] == "STOPPING=1"
    key = (tmp_path / "games/key").read_text().strip()
    assert key in (run / "link").read_text()
    assert key not in log
    assert "link" in log
    assert running.returncode == 0


def test_the_key_lasts_and_is_nobody_elses(tmp_path):
    key = lasting_key(tmp_path)
    assert lasting_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    (tmp_path / "key").write_text("spoiled")
    assert lasting_key(tmp_path) != key


def test_without_a_place_for_it_the_link_is_left_nowhere(tmp_path):
    assert leave_link("http://x/", {}) is None
    assert leave_link("http://x/", {"RUNTIME_DIRECTORY": str(tmp_path / "gone")}) is None


def test_the_link_is_shown_to_whoever_may_read_it(tmp_path, capsys):
    there = {"RUNTIME_DIRECTORY": str(tmp_path)}
    leave_link("http://10.0.0.2:8737/?k=abc", there)
    print_link(Texts("en"), there)
    link, *code = capsys.readouterr().out.splitlines()
    assert link == "http://10.0.0.2:8737/?k=abc"
    # A QR code of 25 or 29 modules with the margin that cameras want.
    assert len(code) >= 25 + 2 * 4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_service_that_lets_no_phone_in_has_no_link(tmp_path, lang):
    missing = Texts(lang)("error.no-link", file=tmp_path / "link")
    with pytest.raises(TavoliereError, match=re.escape(missing)):
        print_link(Texts(lang), {"RUNTIME_DIRECTORY": str(tmp_path)})


def test_the_link_follows_the_board_to_its_address(tmp_path):
    """No network at first, then one, gone for a while, then another."""
    addresses = iter([None, "http://10.0.0.2/", "http://10.0.0.2/", None, "http://10.0.0.7/"])
    left = tmp_path / "link"
    seen = []

    async def pause():
        seen.append(left.read_text().strip() if left.exists() else None)
        if len(seen) > 5:
            raise asyncio.CancelledError

    async def kept():
        await keep_link(lambda: next(addresses), pause, {"RUNTIME_DIRECTORY": str(tmp_path)})

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(kept())
    assert seen == [None, None, *["http://10.0.0.2/"] * 3, "http://10.0.0.7/"]
    assert stat.S_IMODE(left.stat().st_mode) == 0o600
