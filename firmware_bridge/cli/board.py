"""`tavoliere board …`: the commands around the physical board.

Only the arguments are here; what does the work is imported when its command runs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engines.errors import TavoliereError
from firmware_bridge.texts import LANGUAGES, Texts

Run = Callable[[argparse.Namespace, Texts], int]
GIVE_UP = 60.0
"""Seconds without anything new after which a tool ends."""


def add_board_commands(commands: Any, text: Texts) -> None:
    about = text("cli.board")
    top = commands.add_parser("board", help=about, description=about, text=text)
    tools = top.add_subparsers(dest="tool", metavar="TOOL", required=True)

    def tool(name: str, run: Run) -> argparse.ArgumentParser:
        about = text(f"board.{name}")
        one: argparse.ArgumentParser = tools.add_parser(
            name, help=about, description=about, text=text
        )
        one.add_argument("--lang", choices=LANGUAGES, help=text("cli.lang"))
        one.set_defaults(run=guarded(run))
        return one

    def number(given: str) -> int:
        try:
            return int(given)
        except ValueError:
            raise argparse.ArgumentTypeError(text("error.number", given=given)) from None

    def seconds(given: str) -> float:
        try:
            value = float(given)
        except ValueError:
            raise argparse.ArgumentTypeError(text("error.number", given=given)) from None
        if not 0 < value < 1e6:
            raise argparse.ArgumentTypeError(text("error.number", given=given))
        return value

    tool("list", list_panels)

    def which_board(one: argparse.ArgumentParser) -> None:
        """By itself, or after --board as for playing."""
        spec = text("board.spec")
        either = one.add_mutually_exclusive_group(required=True)
        either.add_argument("board", nargs="?", metavar="PANEL", help=spec)
        either.add_argument("--board", dest="board_option", metavar="PANEL", help=spec)

    one = tool("check", check)
    which_board(one)
    one.add_argument("--json", action="store_true", help=text("cli.json"))
    one.add_argument("--page", action="store_true", help=text("board.page"))
    one.add_argument("--lan", action="store_true", help=text("cli.lan"))
    one.add_argument("--port", type=number, metavar="N", help=text("cli.port"))
    one.add_argument("--patience", type=seconds, default=GIVE_UP, help=text("board.patience"))

    one = tool("learn", learn)
    which_board(one)
    one.add_argument("--name", help=text("board.name"))
    one.add_argument("--no-pixels", action="store_true", help=text("board.no-pixels"))
    one.add_argument("--every-stack", action="store_true", help=text("board.every-stack"))
    one.add_argument("--patience", type=seconds, default=GIVE_UP, help=text("board.patience"))

    one = tool("wiring", wiring)
    one.add_argument("panel", metavar="PANEL", help=text("board.panel"))
    one.add_argument("--svg", metavar="FILE", help=text("board.svg"))

    one = tool("drawings", drawings)
    one.add_argument("panel", metavar="PANEL", help=text("board.panel"))
    one.add_argument("--out", metavar="FOLDER", default=".", help=text("board.drawn"))

    one = tool("parts", parts)
    one.add_argument("panel", metavar="PANEL", help=text("board.panel"))
    one.add_argument("--csv", metavar="FILE", help=text("board.csv"))

    one = tool("overlay", overlay)
    one.add_argument("game", metavar="GAME", help=text("cli.game"))
    one.add_argument("--panel", metavar="PANEL", required=True, help=text("board.panel"))
    one.add_argument("--paper", choices=("a4", "a3"), default="a4", help=text("board.paper"))
    one.add_argument("--crosses", action="store_true", help=text("board.crosses"))
    one.add_argument("--out", metavar="FOLDER", default=".", help=text("board.out"))

    one = tool("frame", frame)
    one.add_argument("panel", metavar="PANEL", help=text("board.panel"))
    one.add_argument("--bed", type=seconds, default=220.0, metavar="MM", help=text("board.bed"))
    one.add_argument("--out", metavar="FOLDER", default=".", help=text("board.drawn"))

    one = tool("pieces", pieces)
    one.add_argument("panel", metavar="PANEL", help=text("board.panel"))
    one.add_argument("--out", metavar="FOLDER", default=".", help=text("board.drawn"))

    one = tool("wokwi", wokwi)
    one.add_argument("panel", metavar="PANEL", help=text("board.panel"))
    one.add_argument("--out", metavar="FOLDER", default=".", help=text("board.out"))


def guarded(run: Run) -> Run:
    """What is wrong with hardware is worded by the command like any other mistake."""

    def command(args: argparse.Namespace, text: Texts) -> int:
        from hardware.errors import HardwareError

        try:
            return run(args, text)
        except HardwareError as error:
            raise TavoliereError(error.args[0]) from None

    return command


def list_panels(_: argparse.Namespace, text: Texts) -> int:
    from engines import GAMES
    from firmware_bridge.table.fitting import fits
    from firmware_bridge.texts.columns import table
    from firmware_bridge.texts.wording import in_words
    from hardware.errors import HardwareError
    from hardware.panels.panel_file import panel_files, read_panel

    boards = {name: book().board for name, book in GAMES.items()}
    rows = []
    for name, path in sorted(panel_files().items()):
        try:
            panel = read_panel(path)
        except HardwareError as error:
            # One bad file, or the driver it names, must not hide the others.
            rows.append((name, "–", "–", in_words(error, text), "–"))
            continue
        games = [game for game, board in boards.items() if fits(board, panel.places)]
        count = str(len(panel.places))
        rows.append((name, panel.driver, count, panel.about, ", ".join(games) or "–"))
    heads = ("panel", "driver", "places", "about", "games")
    print(table([text(f"board.head-{head}") for head in heads], rows))
    return 0


def check(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.maker import run
    from hardware.board import open_board

    board = open_board(args.board or args.board_option)
    try:
        if args.page:
            return check_on_a_page(board, args, text)
        stage = run.Stage.on(board, sys.stdout)
        return run.check(board, text, stage, patience=args.patience, as_json=args.json)
    finally:
        board.close()


def check_on_a_page(board: Any, args: argparse.Namespace, text: Texts) -> int:
    import asyncio

    from firmware_bridge.maker import run
    from firmware_bridge.maker.check import Check
    from firmware_bridge.maker.check_page import page, served
    from firmware_bridge.web.listening import listen

    stage = run.Stage.on(board, sys.stdout, real_time=True)
    findings = Check(board.panel, len(board.buttons.down()))
    steps = run.watch(board, findings, text, stage, args.patience, live=False, quiet=args.json)
    address = listen(args.port, lan=args.lan, text=text)
    print(text("check.page-at", link=address.link), flush=True)
    asyncio.run(served(steps, lambda: page(findings, text, stage.clock()), address))
    return run.verdict(board, findings, text, stage, as_json=args.json)


def learn(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.maker import run
    from hardware.board import open_board
    from hardware.panels.panel_file import own_folder

    board = open_board(args.board or args.board_option)
    try:
        name = args.name or f"{board.panel.name}-learned"
        if not name.replace("-", "").replace("_", "").isalnum():
            raise TavoliereError(text("error.panel-name", name=name))
        target = own_folder() / f"{name}.toml"
        stage = run.Stage.on(board, sys.stdout)
        return run.learn(
            board,
            text,
            stage,
            target,
            patience=args.patience,
            pixels=not args.no_pixels,
            every_stack=args.every_stack,
        )
    except KeyboardInterrupt:
        print(text("learn.interrupted"), file=sys.stderr)
        raise
    finally:
        board.close()


def wiring(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.maker.svg import svg
    from firmware_bridge.maker.wiring_diagram import diagram
    from firmware_bridge.maker.wiring_table import wiring_text
    from firmware_bridge.record.named_files import named
    from hardware.panels.panel_file import panel_named

    panel = panel_named(args.panel)
    print(wiring_text(panel, text))
    if args.svg:
        with named(args.svg):
            Path(args.svg).write_text(svg(diagram(panel, text), panel.name), encoding="utf-8")
        print(text("board.written", file=args.svg))
    return 0


def drawings(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.maker.drawings import drawn
    from firmware_bridge.record.named_files import named
    from hardware.panels.panel_file import panel_named

    folder = Path(args.out)
    for name, picture in drawn(panel_named(args.panel), text).items():
        file = folder / f"{name}.svg"
        with named(file):
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(picture, encoding="utf-8")
        print(text("board.written", file=file))
    return 0


def parts(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.maker.parts import as_csv, as_text
    from firmware_bridge.record.named_files import named
    from hardware.panels.panel_file import panel_named

    panel = panel_named(args.panel)
    print(as_text(panel, text))
    if args.csv:
        with named(args.csv):
            Path(args.csv).write_text(as_csv(panel, text), encoding="utf-8")
        print(text("board.written", file=args.csv))
    return 0


def frame(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.maker.dxf import dxf
    from firmware_bridge.maker.frame import blocks, printed, sheets
    from firmware_bridge.maker.solid import stl
    from hardware.panels.panel_file import panel_named

    panel = panel_named(args.panel)
    if args.bed < panel.pitch:
        raise TavoliereError(text("error.bed", given=f"{args.bed:g}", pitch=f"{panel.pitch:g}"))
    files: dict[str, bytes] = {
        f"{panel.name}-{name}.dxf": dxf(cuts).encode() for name, cuts in sheets(panel).items()
    }
    for number, places in enumerate(blocks(panel, args.bed), start=1):
        name = f"{panel.name}-grid-{number}"
        files[f"{name}.stl"] = stl(printed(panel, places), name)
    write_all(files, Path(args.out), text)
    return 0


def pieces(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.maker.body import layers
    from firmware_bridge.maker.pieces import pieces as made_for
    from firmware_bridge.maker.solid import stl
    from hardware.panels.panel_file import panel_named

    panel = panel_named(args.panel)
    stack = layers(panel)
    made = made_for(stack)
    write_all(
        {f"{name}.stl": stl(one.solid, name) for name, one in made.items()}, Path(args.out), text
    )
    stop = next(iter(made.values())).stop
    across, thick = stack.disc
    print(text("board.stop", mm=f"{stop:.1f}", size=f"{across:g} × {thick:g}"))
    return 0


def wokwi(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.maker.wokwi import project
    from hardware.panels.panel_file import panel_named

    write_all(project(panel_named(args.panel), text), Path(args.out), text)
    return 0


def write_all(files: dict[str, bytes], folder: Path, text: Texts) -> None:
    from firmware_bridge.record.named_files import named

    for name, data in files.items():
        with named(folder / name):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        print(text("board.written", file=folder / name))


def overlay(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.cli.catalogue import book_named
    from firmware_bridge.maker.overlay import overlay as sheet_for
    from firmware_bridge.maker.pdf import pdf
    from firmware_bridge.maker.svg import svg
    from firmware_bridge.maker.tiles import tiles
    from firmware_bridge.record.named_files import named
    from firmware_bridge.table.fitting import fitting
    from hardware.panels.panel_file import panel_named

    game = book_named(args.game, text)()
    panel = panel_named(args.panel)
    fitting(game.board, game.name, panel.places)
    title = text(f"game.{game.name}.title")
    sheet = sheet_for(game, title, panel, sensors=args.crosses)
    folder = Path(args.out)
    folder.mkdir(parents=True, exist_ok=True)
    drawn = folder / f"{game.name}.svg"
    with named(drawn):
        drawn.write_text(svg(sheet, title), encoding="utf-8")
    pages = tiles(sheet, args.paper)
    printed = folder / f"{game.name}-{args.paper}.pdf"
    with named(printed):
        printed.write_bytes(pdf(pages, title))
    print(text("board.written", file=drawn))
    print(text("board.printed", file=printed, pages=len(pages)))
    return 0
