"""The link for phones on the page: who scans it is at the table, who is not in never sees it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from firmware_bridge.texts import Texts
from firmware_bridge.web.invitation import ALONE, NO_NETWORK, invitation, outward
from tests.firmware_bridge.service.service_manager import Manager
from tests.firmware_bridge.web.asking import ask
from tests.firmware_bridge.web.camera import scanned

KEY = "abcdefghijklmnopqrstuv"
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
SCREENS: dict[str, dict[str, object]] = {
    "desk": {},
    "desk-dark": {"color_scheme": "dark", "locale": "it-IT"},
    "phone": {**PHONE, "locale": "fr-FR"},
    "phone-dark": {**PHONE, "color_scheme": "dark"},
    "phone-lying": {"viewport": {"width": 640, "height": 360}},
}


@pytest.fixture
def network() -> str:
    address = outward()
    if address is None:
        pytest.fail("this machine is on no network: no phone could reach it, and none can be tried")
    return address


def invite(table) -> None:
    table.unfold()
    table.page.locator("#open-invite").click()
    expect(table.page.locator("#invite")).to_be_visible()


# A phone ---------------------------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.parametrize("screen", SCREENS)
def test_a_camera_reads_the_link_off_every_screen(server, visit, network, screen):
    link = server.start("dama", "--port", "0", "--lan")
    assert urlsplit(link).hostname == network
    table = visit(link, **SCREENS[screen])
    invite(table)
    assert scanned(table.page) == [link]


@pytest.mark.browser
def test_who_scans_it_sits_at_the_same_table(server, visit, network):
    key = urlsplit(server.start("dama", "--port", "0", "--lan")).query
    # The board's own screen knows itself under an address that no phone can use.
    table = visit(f"http://127.0.0.1:{server.port}/?{key}")
    invite(table)
    (link,) = scanned(table.page)
    assert link == f"http://{network}:{server.port}/?{key}"
    phone = visit(link, **PHONE)
    table.page.locator("#invite .close").click()
    expect(table.page.locator("#invite")).to_be_hidden()
    table.drag("c3", "d4")
    phone.moves("c3-d4")
    # And the phone can invite the next one.
    invite(phone)
    assert scanned(phone.page) == [link]


@pytest.mark.browser
def test_the_link_can_be_read_and_copied(server, visit, network):
    link = server.start("--port", "0", "--lan")
    table = visit(f"http://127.0.0.1:{server.port}/?{urlsplit(link).query}")
    invite(table)
    page = table.page
    expect(page.get_by_role("dialog", name="Play along on a phone")).to_be_visible()
    expect(page.get_by_role("img", name="QR code of the link for phones")).to_be_visible()
    expect(page.get_by_role("link", name=link)).to_have_attribute("href", link)
    # Only the page in front may read what was copied.
    page.bring_to_front()
    page.context.grant_permissions(["clipboard-read"])
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator("#invite .copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.keyboard.press("Escape")
    expect(page.locator("#invite")).to_be_hidden()


@pytest.fixture
def booted(tmp_path) -> Iterator[subprocess.Popen[str]]:
    """The service on a board without screen or keyboard, as systemd starts it; ready."""
    run = tmp_path / "run"
    run.mkdir()
    manager = Manager(str(tmp_path / "notify"))
    environment = {
        **os.environ,
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "RUNTIME_DIRECTORY": str(run),
        "TAVOLIERE_STATE": str(tmp_path / "games"),
    }
    command = [sys.executable, "-m", "firmware_bridge", "play", "--no-browser", "--lan"]
    board = subprocess.Popen(
        [*command, "--board", "simulated:quadra", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    try:
        assert manager.hear() == "READY=1"
        yield board
    finally:
        board.kill()
        board.communicate()
        manager.socket.close()


@pytest.mark.browser
def test_a_board_that_boots_without_a_screen_invites_from_its_menu(
    booted, tmp_path, visit, network
):
    link = (tmp_path / "run/link").read_text().strip()
    table = visit(link)
    expect(table.page.locator("body")).to_have_attribute("data-screen", "menu")
    invite(table)
    assert scanned(table.page) == [link]
    # Beside a game on the real board the page only shows; it invites all the same.
    table.page.locator("#invite .close").click()
    table.start("dama")
    expect(table.page.locator("body")).to_have_class(re.compile("companion"))
    invite(table)
    assert scanned(table.page) == [link]
    table.page.close()
    booted.terminate()
    log = booted.stdout.read()
    assert booted.wait(timeout=20) == 0
    key = (tmp_path / "games/key").read_text().strip()
    assert key in link
    assert key not in log


@pytest.mark.browser
def test_where_no_phone_is_let_in_the_page_says_how(play):
    table = play("dama")
    invite(table)
    expect(table.page.locator("#invite")).to_contain_text("tavoliere play --lan")
    expect(table.page.locator("#invite .code")).to_have_count(0)
    assert scanned(table.page) == []


@pytest.mark.browser
def test_a_board_that_has_gone_away_is_told(server, visit):
    table = visit(server.start("dama", "--port", "0"))
    server.stop()
    table.page.locator("#open-invite").click()
    expect(table.page.locator("#invite")).to_contain_text("No connection to the board")


# Who is told -----------------------------------------------------------------------------------


def test_only_who_is_in_is_told(server):
    link = server.start("dama", "--port", "0", "--lan")
    key = urlsplit(link).query
    secret = key.removeprefix("key=")
    for path, headers in (
        ("/invitation", {}),
        ("/invitation?key=", {}),
        ("/invitation?key=wrong", {}),
        ("/invitation", {"Cookie": "tavoliere=wrong"}),
        (f"/invitation?{key}", {"Host": "evil.example"}),
    ):
        status, body, answered = ask(link, path, **headers)
        assert (status, body) == (403, "403\n")
        assert secret not in str(answered)
    status, body, answered = ask(link, "/invitation", Cookie=f"tavoliere={secret}")
    assert status == 200
    assert json.loads(body).get("link", link) == link
    # Kept by no cache, readable by no other page.
    assert answered["cache-control"] == "no-store"
    assert answered["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in answered


def test_the_other_files_do_not_hold_the_key(server):
    link = server.start("dama", "--port", "0", "--lan")
    secret = urlsplit(link).query.removeprefix("key=")
    for path in ("/", "/static/invite.js", "/texts/en", "/rules/dama"):
        assert secret not in ask(link, path, Cookie=f"tavoliere={secret}")[1]


# Which address ---------------------------------------------------------------------------------


def test_a_page_from_the_network_passes_on_the_address_it_came_by():
    """A board in two networks: the one that the page is in is the one its neighbours are in."""
    told = invitation(("10.42.0.1", 8737), KEY, outward=lambda: "192.168.1.20")
    assert told["link"] == f"http://10.42.0.1:8737/?key={KEY}"


def test_the_boards_own_screen_shows_the_address_on_the_network():
    for own in ("127.0.0.1", "127.0.1.1"):
        told = invitation((own, 8737), KEY, outward=lambda: "192.168.1.20")
        assert told["link"] == f"http://192.168.1.20:8737/?key={KEY}"


def test_without_a_network_or_a_key_there_is_no_link():
    own = ("127.0.0.1", 8737)
    assert invitation(own, KEY, outward=lambda: None) == {"why": NO_NETWORK}
    assert invitation(own, None, outward=lambda: "10.0.0.2") == {"why": ALONE}
    assert {f"page.invite-{why}" for why in (ALONE, NO_NETWORK)} <= set(Texts("en"))
