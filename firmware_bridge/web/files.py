"""The page's own files, read once: they are few and small, and so no request waits for a disk.

A path is looked up among these names and never leads into the file system.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from firmware_bridge.texts import LANGUAGES

STATIC = Path(__file__).parent / "static"
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@cache
def files() -> dict[str, tuple[bytes, str, str]]:
    """Content, kind and mark (for browsers that ask whether theirs is still good) by name."""
    found: dict[str, tuple[bytes, str, str]] = {}
    for path in STATIC.iterdir():
        if path.suffix in KINDS:
            content = path.read_bytes()
            mark = f'"{sha256(content).hexdigest()[:16]}"'
            kind = KINDS[path.suffix]
            found[path.name] = (
                content,
                kind if kind == "image/png" else f"{kind}; charset=utf-8",
                mark,
            )
    return found


def answer(request: Request, name: str) -> Response:
    if name not in files():
        return Response(status_code=404)
    content, kind, mark = files()[name]
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers={"etag": mark})
    return Response(content, media_type=kind, headers={"etag": mark})


ELSEWHERE = ("club.html", "club.css", "club.js", "index.html", "sw.js")
"""Files of another page, or that go by another name."""


async def kept(request: Request) -> Response:  # noqa: ARG001 - as every answer
    """All that a page needs to show itself without us, its words in every language among it."""
    own = [name for name in sorted(files()) if name not in ELSEWHERE and not name.endswith(".png")]
    words = [f"/texts/{lang}" for lang in LANGUAGES]
    return JSONResponse(["/", *(f"/static/{name}" for name in own), *words])


async def index(request: Request) -> Response:
    return answer(request, "index.html")


async def worker(request: Request) -> Response:
    """At the top, where what it keeps is."""
    return answer(request, "sw.js")


async def static(request: Request) -> Response:
    return answer(request, request.path_params["name"])
