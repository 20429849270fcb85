"""The rules of the games, written in Markdown, as safe HTML.

Mark-up and pictures in a file stay text: nothing but what Markdown itself makes reaches the page.
What stands below a line (`---`) is an appendix: each of its sections is folded under its heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

PAGE = re.compile(r"([a-z]+(?:-[a-z]+)*)\.md")


def html(source: str) -> str:
    return str(_MARKDOWN.render(source))


def _product(state: StateInline, silent: bool) -> bool:
    """A star between letters or digits is a star: rules multiply more often than they stress a
    syllable."""
    at, source = state.pos, state.src
    if source[at] != "*" or not (
        source[at - 1 : at].isalnum() and source[at + 1 : at + 2].isalnum()
    ):
        return False
    if not silent:
        state.pending += "*"
    state.pos += 1
    return True


def _links(state: StateCore) -> None:
    for token in state.tokens:
        if token.children:
            token.children = list(_leading_on(token.children))


def _leading_on(tokens: Iterable[Token]) -> Iterator[Token]:
    """A link to another game's page names it, for whoever shows the pages. Other links lead nowhere
    from here, so only their words are kept. Links do not stand within links."""
    page = None
    for token in tokens:
        if token.type == "link_open":
            page = PAGE.fullmatch(str(token.attrGet("href")))
            if page:
                token.attrs = {"href": "#", "data-rules": page[1]}
        if page or token.type not in ("link_open", "link_close"):
            yield token


def _appendix(state: StateCore) -> None:
    lines = [n for n, token in enumerate(state.tokens) if token.type == "hr"]
    if lines:
        rules, notes = state.tokens[: lines[0]], state.tokens[lines[0] + 1 :]
        state.tokens = [*rules, *_folded(notes)]


def _folded(tokens: Iterable[Token]) -> Iterator[Token]:
    unfolded = False
    for token in tokens:
        if token.type == "heading_open" and token.tag == "h2":
            if unfolded:
                yield Token("details_close", "details", -1)
            unfolded = True
            yield Token("details_open", "details", 1)
            yield Token("summary_open", "summary", 1)
        elif token.type == "heading_close" and token.tag == "h2":
            yield Token("summary_close", "summary", -1)
        else:
            yield token
    if unfolded:
        yield Token("details_close", "details", -1)


class _Rules(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802  as the library has it
        """Whatever a link says, it is read as one: `_leading_on` leaves out where it leads."""
        return True


_MARKDOWN = _Rules("commonmark", {"html": False}).enable("table")
_MARKDOWN.disable(["image", "autolink", "reference"])
_MARKDOWN.inline.ruler.before("emphasis", "product", _product)
_MARKDOWN.core.ruler.push("own-links", _links)
_MARKDOWN.core.ruler.push("appendix", _appendix)
