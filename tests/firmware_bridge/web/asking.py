"""One question to the server, without a browser: what it answers to whom."""

from __future__ import annotations

import http.client
from urllib.parse import urlsplit


def ask(link: str, path: str, **headers: str) -> tuple[int, str, http.client.HTTPMessage]:
    address = urlsplit(link)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = "" if answer.status == 101 else answer.read().decode()
    connection.close()
    return answer.status, body, answer.headers
