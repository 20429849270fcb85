"""The words of a game: complete in three languages, nothing left over; its rules pages alike in all.

What a book can say is found in two ways: by playing, and by reading its source.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from string import Formatter

import engines
from engines import variants
from engines.game import Attempt
from engines.shelf import Book
from firmware_bridge.contract.rules import AnyGame
from firmware_bridge.contract.table import pieces_met
from firmware_bridge.lights.theme import STANDARD
from firmware_bridge.looks.look import look_of
from firmware_bridge.texts import DEFAULT, LANGUAGES, Texts
from firmware_bridge.texts.books import folder, own_errors, own_words, package, rules_page
from firmware_bridge.texts.who import FORMS
from firmware_bridge.web.markdown import html

FREE = ("rule", "outcome", "coach", "question", "move.do", "move.done", "move.after")
"""Parts whose keys are ids that the book's source must have."""
MOMENTS = ("take", "crown", "again")
"""What any game may make much of; what a move's word says, only its own."""
REASON = re.compile(r"[a-z]+(-[a-z]+)*")
RULE = re.compile(r"[a-z]+(-[a-z]+)+")
BLOCKS = re.compile(r"<(h\d|p|pre|ul|ol|li|table|tr|th|td)>")


def places(template: str) -> list[tuple[str, str | None, str | None]]:
    """The places that values fill, with the form they are given; for a player each language has its
    own."""
    parts = Formatter().parse(template)
    return sorted(
        (
            (name, None if form in FORMS else form, how)
            for _, name, form, how in parts
            if name is not None
        ),
        key=str,
    )


def sources(book: Book) -> Iterator[ast.Module]:
    """The modules of the book's folder."""
    for path in folder(book).iterdir():
        if path.name.endswith(".py"):
            yield ast.parse(path.read_text(encoding="utf-8"))


def constants(book: Book) -> set[str]:
    """Every text that is written into the book."""
    return {
        node.value
        for module in sources(book)
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def check_languages(book: Book) -> None:
    """The same keys with the same places in every language; a title, a summary, each option's words."""
    words = {lang: own_words(book, lang) for lang in LANGUAGES}
    wanted = {"title", "summary"}
    for option, values in book.choices.items():
        wanted |= {f"option.{option}.{word}" for word in ("title", *values)}
    english = words[DEFAULT]
    for lang, own in words.items():
        assert wanted <= set(own), f"words/{lang}.toml lacks {sorted(wanted - set(own))}"
        odd = sorted(set(own) ^ set(english))
        assert not odd, f"words/{lang}.toml and words/{DEFAULT}.toml differ in {odd}"
        for key, text in own.items():
            assert text.strip() == text != "", f"words/{lang}.toml: '{key}' is empty or has edges"
            assert places(text) == places(english[key]), f"words/{lang}.toml: places of '{key}'"
            if key.startswith(("rule.", "outcome.")):
                assert re.fullmatch(r"[A-ZÀ-Ü].*\.", text), f"'{key}' is no sentence in {lang}"


def check_leftovers(book: Book) -> None:
    """No words for what the game does not have."""
    said, shared = constants(book), Texts(DEFAULT)
    options = {f"option.{o}.{w}" for o, ws in book.choices.items() for w in ("title", *ws)}
    look = look_of(book)
    own = own_words(book, DEFAULT)
    for key in own:
        part, _, word = key.rpartition(".")
        known = (
            key in {"title", "summary", "minutes", "screen"} | options
            or (part == "light" and word in STANDARD)
            or (part == "piece" and word in look.kinds)
            or (part.removeprefix("piece.") in look.kinds and word in look.colours)
            or (part == "colour" and word in look.colours)
            or (part in FREE and (word in said or key in shared))
            or (part == "screen-question" and f"question.{word}" in own)
            or (part == "moment" and (word in {*said, *MOMENTS}))
        )
        assert known, f"words/*.toml have '{key}', which the game never says"


def check_said(book: Book) -> None:
    """All that random play meets has words: rules, reasons, questions, colours, kinds, moves."""
    for game in variants(book):
        missing = {key for key in _met(game) if key not in Texts(DEFAULT, book.name)}
        assert not missing, f"words/*.toml lack {sorted(missing)}"


def _met(game: AnyGame, seed: int = 1) -> Iterator[str]:
    own = own_words(type(game), DEFAULT)
    for piece in pieces_met(game, seed):
        if piece.player:
            yield f"colour.{piece.colour}"
            if piece.kind and f"piece.{piece.kind}.{piece.colour}" not in own:
                yield f"piece.{piece.kind}"
    chance, state = Random(seed), game.start(seed)
    for _ in range(400):
        if outcome := game.outcome(state):
            yield f"outcome.{outcome.reason}"
            return
        lifted, placed = chance.choices(game.board.cells, k=2)
        for attempt in (Attempt((lifted,), (placed,)), Attempt((), (placed,)), Attempt((lifted,))):
            yield f"rule.{game.fault(state, attempt)}"
        if demand := game.compulsory(state):
            yield f"rule.{demand.rule}"
        yield f"question.{game.question(state)}"
        moves = game.legal_moves(state)
        for move in moves:
            if move.word:
                yield f"move.do.{move.word.kind}"
                yield f"move.done.{move.word.kind}"
        state = game.apply(state, chance.choice(moves))


def check_source(book: Book) -> None:
    """All that the source can say has words: reasons of an `Outcome` and for a coach, rules of faults,
    `Word`s."""
    text = Texts(DEFAULT, book.name)
    wanted: set[str] = set()
    for module in sources(book):
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Outcome":
                reasons = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "reason")]
                wanted |= {f"outcome.{word}" for r in reasons for word in _ids(r, REASON)}
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "Word":
                kinds = [w for kind in node.args[:1] for w in _ids(kind, REASON)]
                wanted |= {f"move.{form}.{word}" for word in kinds for form in ("do", "done")}
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "Reason":
                wanted |= {f"coach.{word}" for kind in node.args[:1] for word in _ids(kind, REASON)}
            elif isinstance(node, ast.FunctionDef) and "fault" in node.name:
                wanted |= {f"rule.{word}" for word in _ids(node, RULE)}
    missing = sorted(key for key in wanted if key not in text)
    assert not missing, f"words/*.toml lack {missing}"


def _ids(node: ast.AST, form: re.Pattern[str]) -> set[str]:
    return {
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant)
        and isinstance(part.value, str)
        and form.fullmatch(part.value)
    }


def check_errors(book: Book) -> None:
    """Errors of its own, which are raised in English, have the same words in the other languages."""
    raised: dict[str, str] = {}
    for module in sources(book):
        for node in ast.walk(module):
            args = node.args if isinstance(node, ast.Call) else []
            words = [arg.value if isinstance(arg, ast.Constant) else None for arg in args]
            for english, key in zip(words, words[1:], strict=False):
                if isinstance(key, str) and key.startswith(f"{package(book)}."):
                    raised[key] = str(english)
    assert not own_errors(book, DEFAULT), "English errors stand where they are raised"
    for lang in LANGUAGES:
        if lang == DEFAULT:
            continue
        told = own_errors(book, lang)
        odd = sorted(set(told) ^ set(raised))
        assert not odd, f"[error] in words/{lang}.toml and what is raised differ in {odd}"
        for key, english in raised.items():
            assert places(told[key]) == places(english), f"words/{lang}.toml: places of '{key}'"


def check_pages(book: Book) -> None:
    """A rules page in every language, built alike, that begins with the title; links lead to games."""
    pages = {lang: rules_page(book, lang) for lang in LANGUAGES}
    english = pages[DEFAULT]
    for lang, page in pages.items():
        title = own_words(book, lang)["title"]
        first = page.splitlines()[0]
        # Rule books in English often keep the name that a game has at home.
        assert first == f"# {title}" or (lang == DEFAULT and first.startswith("# ")), (
            f"pages/{lang} begins with '{first}', not '# {title}'"
        )
        drawn = html(page)
        assert BLOCKS.findall(drawn) == BLOCKS.findall(html(english)), (
            f"pages/{lang} is built otherwise than pages/{DEFAULT}"
        )
        labels = [Counter(re.findall(r"`([^`\n]+)`", one)) for one in (page, english)]
        assert labels[0] == labels[1], f"pages/{lang}: other labels: {labels[0] - labels[1]}"
        links = re.findall(r'data-rules="([^"]*)"', drawn)
        assert len(links) == page.count("]("), f"pages/{lang}: a link leads to no game"
        assert set(links) <= set(engines.GAMES), f"pages/{lang}: links {links}"
