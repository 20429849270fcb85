"""Who is let in and who is not, and what a page that misbehaves can do: nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.firmware_bridge.web.asking import ask

COMMAND = Path(sys.executable).with_name("tavoliere")
EVERYTHING = ("/", "/static/main.js", "/texts/en", "/rules/dama", "/nowhere")
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def socket_status(link: str, path: str = "/table", **headers: str) -> int:
    return ask(link, path, **UPGRADE, **headers)[0]


def test_this_machine_only_and_only_under_its_own_names(server):
    link = server.start("dama", "--port", "0")
    host = urlsplit(link).netloc
    assert urlsplit(link).hostname == "127.0.0.1"
    assert ask(link, "/")[0] == 200
    assert ask(link, "/", Host=f"localhost:{server.port}")[0] == 200
    for path in EVERYTHING:
        for name in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "[", ""):
            status, body, _ = ask(link, path, Host=name)
            assert (status, body) == (403, "403\n")
    assert socket_status(link, Origin=f"http://{host}") == 101
    assert socket_status(link, Origin="http://evil.example") == 403
    assert socket_status(link, Origin="null") == 403
    assert socket_status(link, Origin="http://[") == 403
    # Another scheme at our own name is somebody else's page.
    for other in (f"https://{host}", f"ftp://{host}", host, f"http://evil.example/{host}"):
        assert socket_status(link, Origin=other) == 403
    assert socket_status(link) == 403


def test_the_page_may_load_nothing_from_elsewhere(server):
    link = server.start("--port", "0")
    for path in EVERYTHING:
        policy = ask(link, path)[2]["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
    assert "http" not in re.sub(r"ws://127[\d.:]+", "", policy)
    mark = ask(link, "/static/main.js")[2]["etag"]
    assert ask(link, "/static/main.js", **{"If-None-Match": mark})[0] == 304
    for escape in ("/static/../server.py", "/static/%2e%2e/server.py", "/rules/..%2fREADME"):
        assert ask(link, escape)[0] == 404


@pytest.mark.browser
def test_the_network_needs_the_token(server, visit):
    link = server.start("dama", "--port", "0", "--lan")
    token = urlsplit(link).query
    assert re.fullmatch(r"key=[\w-]{20,}", token)
    for path in (*EVERYTHING, "/?key=wrong", "/?key=", "/?key=g.0.0..wrong", "/?key=%C3%A9"):
        status, body, headers = ask(link, path)
        assert status == 403
        assert (body == "403\n") == (path.partition("?")[0] != "/")
        assert "set-cookie" not in headers
    host = urlsplit(link).netloc
    ours = f"http://{host}"
    assert socket_status(link, Origin=ours) == 403
    assert socket_status(link, f"/table?{token}", Origin="http://evil.example") == 403
    for other in (f"https://{host}", f"ftp://{host}", host, f"http://x@{host}", f"{ours}/", "null"):
        assert socket_status(link, f"/table?{token}", Origin=other) == 403
    assert socket_status(link, f"/table?{token}", Origin=ours) == 101
    for name in ("evil.example", f"evil@{host}", f"{host}@evil", f"{host}:1", "a..b"):
        assert ask(link, f"/?{token}", Host=name)[0] in (400, 403)
    table = visit(link)
    table.drag("c3", "d4")
    table.moves("c3-d4")


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("it-IT,it;q=0.9,en;q=0.5", "A questo link manca la chiave"),
        ("fr", "Il manque la clé à ce lien"),
        ("de-DE, en;q=0.7", "This link lacks its key"),
        ("", "This link lacks its key"),
    ],
)
def test_half_a_link_is_explained(server, wanted, words):
    link = server.start("dama", "--port", "0", "--lan")
    status, body, headers = ask(link, "/", **{"Accept-Language": wanted})
    assert status == 403
    assert words in body
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert "dama" not in body


@pytest.mark.browser
def test_the_key_is_not_left_in_the_address(server, visit):
    link = server.start("dama", "--port", "0", "--lan")
    table = visit(link)
    assert table.page.url == link.partition("?")[0]
    # There is nothing to go back to, and the page comes again without the key.
    assert table.page.evaluate("history.length") <= 2
    assert "key" not in table.page.evaluate("performance.getEntriesByType('navigation')[0].name")
    table.page.goto(link.partition("?")[0])
    table.page.wait_for_selector("body[data-ready]")
    status, _, headers = ask(link, f"/?{urlsplit(link).query}")
    assert (status, headers["location"]) == (303, "/")
    assert "HttpOnly" in headers["set-cookie"]


def test_a_browser_is_opened_without_the_key(tmp_path, server):
    """What a command line holds, everybody on the machine can read."""
    seen = tmp_path / "seen"
    opener = tmp_path / "opener"
    opener.write_text(f'#!/bin/sh\necho "$@" > {seen}.new; mv {seen}.new {seen}\n')
    opener.chmod(0o755)
    environment = {
        **os.environ,
        "DISPLAY": ":99",
        "BROWSER": str(opener),
        "TAVOLIERE_STATE": str(tmp_path / "games"),
    }
    with subprocess.Popen(
        [COMMAND, "play", "dama", "--lan", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as running:
        assert running.stdout is not None
        found = re.search(r":(\d+)/\?key=(\S+)", running.stdout.readline())
        assert found
        end = monotonic() + 20
        while not seen.exists() and monotonic() < end:
            for path in Path("/proc").glob("[0-9]*/cmdline"):
                with suppress(OSError):
                    assert found[2].encode() not in path.read_bytes()
        opened = seen.read_text().strip()
        running.terminate()
    assert opened == f"http://127.0.0.1:{found[1]}/"


def test_the_code_for_the_network_is_printed(server):
    server.start("--port", "0", "--lan")
    assert server.running is not None
    assert server.running.stdout is not None
    lines = [server.running.stdout.readline() for _ in range(20)]
    assert sum("\x1b[7m" in line or "█" in line or "▄" in line for line in lines) > 10


SPEAK = """async (messages) => {
  const socket = new WebSocket(`ws://${location.host}/table`);
  const heard = [];
  let closed = null;
  socket.onclose = (event) => { closed = event.code; };
  await new Promise((resolve) => { socket.onopen = resolve; });
  socket.onmessage = (event) => heard.push(JSON.parse(event.data));
  for (const message of messages) socket.send(message);
  const enough = () => closed !== null || heard.filter((news) => news.error).length >= messages.length;
  while (!enough()) await new Promise((resolve) => setTimeout(resolve, 10));
  if (closed === null) socket.close();
  return [heard.map((news) => news.error).filter(Boolean), closed];
}"""


@pytest.mark.browser
def test_bad_messages_get_an_error_and_change_nothing(play):
    table = play("dama", "--coach", "1=help")
    errors, closed = table.page.evaluate(
        SPEAK,
        [
            "nonsense", '{"do":"dance"}', '{"do":"lift","cell":"z9","about":1}',
            '{"do":"place","cell":"d4","about":1}',
            '{"do":"push","player":9,"down":true,"about":1}', '{"do":"fetch","pile":["gold"],"about":1}',
            '{"do":"start","game":"dama"}', '{"do":"push","player":-1,"down":true,"about":1}',
            '{"do":"help","player":3,"about":1}', '{"do":"give-up","player":3,"about":1}',
            '{"do":"look","player":3,"about":1}',
        ],
    )  # fmt: skip
    assert errors == [
        "bad-message", "bad-message", "nothing-there", "hand-empty", "bad-message",
        "nothing-there", *["bad-message"] * 5,
    ]  # fmt: skip
    assert closed is None
    table.no_moves()
    table.phase("waiting")


@pytest.mark.browser
def test_too_much_too_long_or_too_often(play):
    table = play("dama")
    _, closed = table.page.evaluate(SPEAK, ["x" * 5000])
    assert closed == 1009
    errors, closed = table.page.evaluate(SPEAK, ['{"do":"lift","cell":"z9","about":1}'] * 600)
    assert errors[0] == "nothing-there"
    assert "too-fast" in errors
    _, closed = table.page.evaluate(SPEAK, ["nonsense"] * 60)
    assert closed == 1008
    table.drag("c3", "d4")
    table.moves("c3-d4")


def refused(folder: Path, *arguments: str) -> str:
    ran = subprocess.run(
        [COMMAND, "play", *arguments, "--no-browser", "--port", "0"],
        capture_output=True,
        text=True,
        timeout=30,
        env={"TAVOLIERE_STATE": str(folder), "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert len(ran.stderr.splitlines()) == 1
    return ran.stderr


def test_a_journal_that_cannot_be_read_is_left_alone(server):
    server.folder.mkdir()
    journal = server.folder / "0007-dama.jsonl"
    for text, why in (
        ('{"journal": 99, "game": "dama"}\n', "has version 99 of the journal"),
        ("gibberish\n", "is not a JSON object"),
        ("[1]\n", "is not a JSON object"),
    ):
        journal.write_text(text)
        assert why in refused(server.folder, "dama")
        assert journal.read_text() == text
    server.start("dama", "--new", "--port", "0")
    assert journal.read_text() == text
    assert (server.folder / "0008-dama.jsonl").exists()


def test_two_programs_do_not_write_the_same_journal(server):
    server.start("dama", "--port", "0")
    assert "another tavoliere is playing" in refused(server.folder, "dama")


def test_a_port_that_is_taken(server):
    server.start("dama", "--port", "0")
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "firmware_bridge",
            "play",
            "--no-browser",
            "--port",
            server.port,
        ],
        capture_output=True,
        text=True,
        timeout=30,
        env={"TAVOLIERE_STATE": str(server.folder / "other"), "PATH": "/usr/bin:/bin"},
    )
    assert ran.returncode == 2
    assert f"port {server.port} cannot be used" in ran.stderr


@pytest.mark.browser
def test_beside_a_real_board_the_page_only_shows_it(play):
    table = play("mulino", "--board", "simulated:quadra")
    expect(table.page.locator("body")).to_have_class(re.compile("companion"))
    table.says("The board itself is on the table")
    errors, _ = table.page.evaluate(
        SPEAK, ['{"do":"lift","cell":"a1","about":1}', '{"do":"arrange","about":1}']
    )
    assert errors == ["read-only", "read-only"]
    expect(table.page.locator("#tray")).to_be_hidden()
