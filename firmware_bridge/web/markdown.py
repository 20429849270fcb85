"""The small part of Markdown that the rules of the games are written in, as safe HTML. Pure.

Headings, paragraphs, lists, tables, block code; bold, italics, code, links. Everything else is
text: whatever stands in the file, no mark-up of its own reaches the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

HEADING = re.compile(r"(#{1,4}) +(.*)")
ITEM = re.compile(r"( *)(?:[*-]|\d+\.) +(.*)")
PAGE = re.compile(r"([a-z]+(?:-[a-z]+)*)\.md")
NUMBERED = re.compile(r" *\d+\.")
INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<bold>.+?)\*\*|\*(?P<italic>[^*\s][^*]*)\*"
    r"|\[(?P<text>[^]]+)\]\((?P<link>[^)]*)\)"
)


def html(source: str) -> str:
    return "\n".join(_blocks(source.splitlines()))


def _blocks(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = at + 1
            while end < len(lines) and not lines[end].startswith("```"):
                end += 1
            yield f"<pre>{escape(chr(10).join(lines[at + 1 : end]))}</pre>"
            at = end + 1
        elif heading := HEADING.fullmatch(line):
            level = len(heading[1])
            yield f"<h{level}>{inline(heading[2])}</h{level}>"
            at += 1
        elif line.startswith("|"):
            end = _run(lines, at, lambda text: text.startswith("|"))
            yield _table(lines[at:end])
            at = end
        elif ITEM.match(line):
            end = _run(lines, at, lambda text: bool(text.strip()))
            yield _list(lines[at:end])
            at = end
        else:
            end = _run(lines, at, lambda text: bool(text.strip()) and not text.startswith("```"))
            yield f"<p>{inline(' '.join(lines[at:end]))}</p>"
            at = end


def _run(lines: list[str], at: int, belongs: object) -> int:
    end = at + 1
    while end < len(lines) and callable(belongs) and belongs(lines[end]):
        end += 1
    return end


def _table(rows: list[str]) -> str:
    cells = [
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip("|"))]
        for row in rows
        if not re.fullmatch(r"[|:\- ]+", row) or row is rows[0]
    ]
    head, *body = cells
    out = ["<table>"]
    if any(head):
        out.append("<tr>" + "".join(f"<th>{inline(cell)}</th>" for cell in head) + "</tr>")
    out += ("<tr>" + "".join(f"<td>{inline(c)}</td>" for c in row) + "</tr>" for row in body)
    return "".join([*out, "</table>"])


def _list(lines: list[str]) -> str:
    """Items may go on over several lines; a list in a list becomes items of the one list."""
    tag = "ol" if NUMBERED.match(lines[0]) else "ul"
    items: list[str] = []
    for line in lines:
        item = ITEM.match(line)
        if item:
            items.append(item[2])
        else:
            items[-1] += " " + line.strip()
    return f"<{tag}>" + "".join(f"<li>{inline(item)}</li>" for item in items) + f"</{tag}>"


def inline(text: str) -> str:
    """Marks within a line. A link to another game's page names it, for whoever shows the pages; others
    lead nowhere from here, so only their words are kept."""
    out: list[str] = []
    at = 0
    for mark in INLINE.finditer(text):
        out.append(escape(text[at : mark.start()]))
        if mark["code"]:
            out.append(f"<code>{escape(mark['code'])}</code>")
        elif mark["bold"]:
            out.append(f"<strong>{inline(mark['bold'])}</strong>")
        elif mark["italic"]:
            out.append(f"<em>{inline(mark['italic'])}</em>")
        elif page := PAGE.fullmatch(mark["link"]):
            out.append(f'<a href="#" data-rules="{page[1]}">{inline(mark["text"])}</a>')
        else:
            out.append(inline(mark["text"]))
        at = mark.end()
    return "".join([*out, escape(text[at:])])
