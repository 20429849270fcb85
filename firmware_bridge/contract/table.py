"""A game at the table: its look, its sheet, its page, its place in the menu, and people who play it.

Nothing here is played on a screen or a real board; the tests of the pages are run over our games.
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from engines import variants
from engines.shelf import Book
from engines.steps import Piece
from firmware_bridge.contract.rules import AnyGame
from firmware_bridge.looks.look import look_of, shades
from firmware_bridge.maker.overlay import overlay
from firmware_bridge.maker.pdf import pdf
from firmware_bridge.maker.svg import svg
from firmware_bridge.maker.tiles import tiles
from firmware_bridge.people.door import InProcess
from firmware_bridge.people.game_night import GameNight
from firmware_bridge.people.habits import Habits
from firmware_bridge.record.journal import Journal
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.lens import POLARITY, PRESENCE
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.table.boot_menu import BootMenu
from firmware_bridge.table.match import Match
from firmware_bridge.table.simulation import Simulation
from firmware_bridge.texts import Texts
from firmware_bridge.web.view import changes, match_view
from hardware.panels.panel import Place

MOVES = 40
"""Moves by hand that people make, for each kind of sensors."""


def pieces_met(game: AnyGame, seed: int = 1) -> set[Piece]:
    """The pieces that a game played at random brings onto the board or has beside it."""
    chance, state, met = Random(seed), game.start(seed), set[Piece]()
    for _ in range(400):
        met |= {piece for stack in state.stacks.values() for piece in stack}
        met |= {piece for hand in game.reserve(state).values() for piece in hand}
        moves = game.legal_moves(state)
        if not moves:
            break
        state = game.apply(state, chance.choice(moves))
    return met


def check_look(book: Book) -> None:
    """Every piece has a colour and a shape, and no two players' look alike without colour and all."""
    look = look_of(book)
    for game in variants(book):
        tops = {p for p in pieces_met(game) if p.player}
        for piece in tops:
            assert piece.colour in look.colours, f"no [colour.{piece.colour}] in its look.toml"
            assert not piece.kind or piece.kind in look.kinds, f"no [kind.{piece.kind}] there"
        marks = {look.colours[piece.colour].mark for piece in tops}
        plain = {piece.colour for piece in tops if not look.colours[piece.colour].mark}
        assert len(marks) > 1 or len(plain) < 3, f"colours {plain} can be told by colour alone"
        assert set(shades(game.board, look.board)) == set(game.board.places)
    letters = [kind.letter for kind in look.kinds.values()]
    assert len(set(letters)) == len(letters), f"two kinds have one letter: {letters}"


def check_sheet(book: Book) -> None:
    """The 1:1 sheet shows every cell."""
    game: AnyGame = book()
    title = Texts("en").of(book.name)("title")
    sheet = overlay(game, title)
    drawn = svg(sheet, title)
    for cell in game.board.cells:
        assert f">{cell}</text>" in drawn, f"the sheet does not name {cell}"
    assert pdf(tiles(sheet, "a4"), title).startswith(b"%PDF"), "the sheet is not printed"


def check_page(book: Book) -> None:
    """What a page is told, move by move, is plain data that holds what the record holds."""
    for game in islice(variants(book), 4):
        with TemporaryDirectory() as folder:
            _play_on_a_page(game, Path(folder))


def _play_on_a_page(game: AnyGame, folder: Path) -> None:
    header = Header(game.name, game.options, game.players, 5, ready=True)
    table = Simulation((*game.board.cells, *game.board.blanks), game.players)
    state = game.start(5)
    table.lay_out(state.stacks, ())
    journal = Journal(folder / f"0001-{game.name}.jsonl")
    journal.begin(header)
    match = Match(header, table, journal, folder / "trace", begun=0.0)
    chance, told, now = Random(5), match_view(match), 0.0
    json.dumps(told)
    names = told["look"]["pieces"]
    for _ in range(30):
        moves = game.legal_moves(match.situation.state)
        if not moves:
            break
        move = chance.choice(moves)
        now += 5.0
        match.feed(Chosen(move.label), now)
        table.put_right(match.situation.position.stacks, unseen_only=False)
        for _ in range(4):
            now += 1.0
            match.step(now)
        view = match_view(match)
        json.dumps(changes(told, view))
        told = view
        for cell, pile in view["pieces"].items():
            assert pile[-1] in names, f"the page cannot draw {pile[-1]} on {cell}"
        assert set(view["named"]) <= set(game.board.places), f"names {view['named']}"
    assert match.situation.record, "no move was put on the record by choosing it on the page"
    match.close()


def check_boot_menu(book: Book) -> None:
    """A panel with a sensor under each of its places offers it on a board without a screen."""
    spots = book().board.places.items()
    places = [Place(cell, spot.x, spot.y, n, n) for n, (cell, spot) in enumerate(spots)]
    offers = [offer.game for offer in BootMenu(places).offers.values()]
    assert book.name in offers, f"the menu of lights offers {offers}"


def check_people(book: Book) -> None:
    """People who err and put right play it on a board with each kind of sensors, to the end."""
    for game in islice(variants(book), 4):
        for sensing in (PRESENCE, POLARITY):
            night = GameNight(
                game, seed=1, habits=Habits.named("none"), sensing=sensing, door=InProcess
            )
            tally = night.play(MOVES)
            assert not tally.wrong, f"with {sensing} sensors another move is recorded than was made"
            assert not tally.lost, f"with {sensing} sensors a move that was made is not recorded"
            night = GameNight(
                game, seed=2, habits=Habits.named("all"), sensing=sensing, door=InProcess
            )
            assert night.play(MOVES).moves >= MOVES, f"with {sensing} sensors they gave up"
