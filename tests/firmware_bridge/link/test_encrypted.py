"""A broker that speaks TLS, with a certificate that its club vouches for itself."""

from __future__ import annotations

import gc
import socket
import subprocess
from pathlib import Path
from ssl import SSLError
from urllib.parse import urlsplit

import pytest

from firmware_bridge.link.broker import Broker, Known, known_of, trusting
from tests.firmware_bridge.link.mosquitto import Mosquitto, free_port, until

CONFIGURATION = """\
listener {port} 127.0.0.1
allow_anonymous true
persistence false
user root
certfile {folder}/broker.pem
keyfile {folder}/broker.key
"""


def openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, capture_output=True, check=True)


def answers(port: int) -> bool:
    with socket.socket() as wire:
        return wire.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def encrypted(tmp_path):
    """The broker, with an authority of its own in the folder."""
    new = ("req", "-newkey", "rsa:2048", "-nodes", "-subj")
    openssl(
        tmp_path, *new, "/CN=club", "-x509", "-days", "2", "-keyout", "ca.key", "-out", "ca.pem"
    )
    openssl(tmp_path, *new, "/CN=localhost", "-keyout", "broker.key", "-out", "broker.csr")
    (tmp_path / "names").write_text("subjectAltName=DNS:localhost\n", encoding="utf-8")
    signed = ("x509", "-req", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2")
    openssl(tmp_path, *signed, "-in", "broker.csr", "-out", "broker.pem", "-extfile", "names")
    port = free_port()
    file = tmp_path / "mosquitto.conf"
    file.write_text(CONFIGURATION.format(port=port, folder=tmp_path), encoding="utf-8")
    broker = Mosquitto(tmp_path, file, port)
    until(lambda: answers(port), lambda: None)
    yield f"mqtts://localhost:{port}/attic"
    broker.kill()


# The library leaves the pair of sockets that wakes its thread to the collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_two_boards_meet_through_it(encrypted, tmp_path):
    file = tmp_path / "broker.toml"
    file.write_text('["localhost"]\nauthority = "ca.pem"\n', encoding="utf-8")
    boards = [Broker(encrypted, (player,), file) for player in (1, 2)]
    heard: list[bytes] = []
    until(lambda: all(board.there for board in boards), lambda: None)
    boards[0].say("good evening")
    until(
        lambda: bool(heard),
        lambda: heard.extend(word for own, word in boards[1].heard() if not own),
    )
    assert heard == [b"good evening"]
    while boards:
        boards.pop().close()
    gc.collect()


@pytest.mark.parametrize("authority", [None, "broker.key", "nowhere.pem"])
def test_who_knows_no_authority_trusts_nobody(encrypted, tmp_path, authority):
    port = urlsplit(encrypted).port
    assert port is not None
    known = None if authority is None else tmp_path / authority
    wire = socket.create_connection(("127.0.0.1", port))
    secret = trusting(known).wrap_socket(
        wire, server_hostname="localhost", do_handshake_on_connect=False
    )
    with secret, pytest.raises(SSLError, match="VERIFY"):
        secret.do_handshake()


@pytest.mark.parametrize(
    ("lines", "known"),
    [
        ('user = "linden"\npassword = "x"', Known("linden", "x")),
        ('user = "linden"', Known()),
        ("user = 1\npassword = 2", Known()),
        ("user = ", Known()),
    ],
)
def test_what_is_written_of_a_broker(tmp_path, lines, known):
    file = tmp_path / "broker.toml"
    file.write_text(f'["localhost"]\n{lines}\n', encoding="utf-8")
    assert known_of("localhost", file) == known
    assert known_of("elsewhere", file) == Known()
    assert known_of("localhost", None) == Known()
