"""The `tavoliere` command: reads the arguments, hands over to what does the work, words the errors.

What the user did wrong becomes one line on stderr and exit code 2, never a traceback. The modules
behind the commands are imported when their command runs, so that no command pays for another.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from engines.errors import TavoliereError
from firmware_bridge.cli.arguments import USER_ERROR, Parser, complain, language_of
from firmware_bridge.cli.board import add_board_commands
from firmware_bridge.referee.weights import LONGEST, PACE, SHORTEST
from firmware_bridge.texts import LANGUAGES, Texts
from firmware_bridge.texts.wording import in_words

INTERRUPTED = 130
PIPE_CLOSED = 141
"""What shells report for a command that ctrl-C or a closed pipe ended."""


class ShowVersion(argparse.Action):
    """Looks the version up only when asked: that reads the metadata of installed packages."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"tavoliere {version('tavoliere')}")
        parser.exit()


def name_broken_games(text: Texts) -> None:
    """One line for each game of another distribution that cannot be played; the others can."""
    from engines import GAMES
    from firmware_bridge.looks.soundness import set_aside_what_is_incomplete

    set_aside_what_is_incomplete()
    for error in GAMES.broken.values():
        complain(in_words(error, text))


def games(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.cli import catalogue

    name_broken_games(text)
    print(catalogue.listing_json() if args.json else catalogue.listing(text))
    return 0


def perft(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.cli.catalogue import opened
    from firmware_bridge.cli.perft import perft as count

    game = opened(args.game, args.option, args.players, text)
    for depth in range(1, args.depth + 1):
        print(depth, count(game, game.start(), depth), flush=True)
    return 0


def think(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.cli.think import think as answer

    return answer(args, text)


def review(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.cli.review import review as look_again

    return look_again(args, text)


def play(args: argparse.Namespace, text: Texts) -> int:
    name_broken_games(text)
    if args.terminal:
        from firmware_bridge.cli.terminal import play as play_in_terminal

        return play_in_terminal(args, text)
    from firmware_bridge.cli.play import play as play_on_page

    return play_on_page(args, text)


def setup(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.cli.setup import SETTINGS, set_up

    def say(words: str) -> None:
        print(words, end="", flush=True)

    return set_up(Path(args.file) if args.file else SETTINGS, text, sys.stdin, say)


def club(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.cli.club import run

    return run(args, text)


def replay(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.record.named_files import lines_of, lines_typed
    from firmware_bridge.record.replay import as_json, as_text
    from firmware_bridge.record.replay import replay as verdicts

    worded = as_json if args.json else as_text
    lines = lines_typed(sys.stdin) if args.trace == "-" else lines_of(Path(args.trace))
    spoken = [text]
    for when, told in verdicts(
        lines,
        lights=args.lights,
        pace=replace(PACE, patience=args.patience),
        begun_with=lambda header: spoken.append(text.of(header.game)),
    ):
        print(worded(when, told, spoken[-1]), flush=True)
    return 0


def report(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.service.report import report as pack

    return pack(args, text)


def link(_: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.service.companion import print_link

    print_link(text)
    return 0


def bench(args: argparse.Namespace, text: Texts) -> int:
    from firmware_bridge.bench import run

    return run(text, as_json=args.json)


def parser(text: Texts) -> argparse.ArgumentParser:
    def depth(given: str) -> int:
        if not (given.isascii() and given.isdigit() and int(given) >= 1):
            raise argparse.ArgumentTypeError(text("error.depth", given=given))
        return int(given)

    def number(given: str) -> int:
        try:
            return int(given)
        except ValueError:
            raise argparse.ArgumentTypeError(text("error.number", given=given)) from None

    def seconds(given: str) -> float:
        try:
            value = float(given)
        except ValueError:
            value = 0.0
        if not SHORTEST <= value <= LONGEST:
            most, least = f"{LONGEST:g}", f"{SHORTEST:g}"
            raise argparse.ArgumentTypeError(
                text("error.seconds", given=given, least=least, most=most)
            )
        return value

    top = Parser(prog="tavoliere", description=text("cli.about"), text=text)
    top.add_argument("--version", nargs=0, action=ShowVersion, help=text("cli.version"))
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str) -> argparse.ArgumentParser:
        about = text(f"cli.{name}")
        return commands.add_parser(name, help=about, description=about, text=text)

    def add_choices(to: argparse.ArgumentParser) -> None:
        option = text("cli.option")
        to.add_argument(
            "-o", "--option", action="append", default=[], metavar="KEY=VALUE", help=option
        )
        to.add_argument("--players", metavar="N", help=text("cli.players"))

    def add_patience(to: argparse.ArgumentParser) -> None:
        to.add_argument(
            "--patience",
            type=seconds,
            default=PACE.patience,
            metavar="SECONDS",
            help=text("cli.patience"),
        )

    one = command("play")
    one.add_argument("game", nargs="?", metavar="GAME", help=text("cli.game"))
    add_choices(one)
    one.add_argument("--seat", action="append", default=[], metavar="N=WHO", help=text("cli.seat"))
    one.add_argument(
        "--coach", action="append", default=[], metavar="N=HOW", help=text("cli.coach")
    )
    one.add_argument("--clock", metavar="TIME", help=text("cli.clock"))
    one.add_argument("--seed", type=number, default=0, metavar="N", help=text("cli.seed"))
    one.add_argument("--lang", choices=LANGUAGES, help=text("cli.lang"))
    one.add_argument("--board", metavar="PROFILE", help=text("cli.profile"))
    one.add_argument("--hints", choices=("full", "forced", "off"), help=text("cli.hints"))
    add_patience(one)
    one.add_argument("--port", type=number, metavar="N", help=text("cli.port"))
    one.add_argument("--speak", action="store_true", help=text("cli.speak"))
    one.add_argument("--new", action="store_true", help=text("cli.new"))
    one.add_argument("--set-up", action="store_true", help=text("cli.set-up"))
    one.add_argument("--lan", action="store_true", help=text("cli.lan"))
    one.add_argument("--no-browser", action="store_true", help=text("cli.no-browser"))
    one.add_argument("--terminal", action="store_true", help=text("cli.terminal"))
    one.add_argument("--broker", metavar="URL", help=text("cli.broker"))
    one.add_argument("--name", metavar="NAME", help=text("cli.board-name"))
    one.add_argument("--home-assistant", action="store_true", help=text("cli.home-assistant"))
    # For tests, puzzles and bug reports: a position in the words of the rule book.
    one.add_argument("--position", metavar="TEXT", help=argparse.SUPPRESS)
    one.set_defaults(run=play)

    one = command("games")
    one.add_argument("--json", action="store_true", help=text("cli.json"))
    one.set_defaults(run=games)

    one = command("perft")
    one.add_argument("game", metavar="GAME", help=text("cli.game"))
    one.add_argument("depth", type=depth, metavar="DEPTH", help=text("cli.depth"))
    add_choices(one)
    one.set_defaults(run=perft)

    one = command("think")
    one.add_argument("game", metavar="GAME", help=text("cli.game"))
    one.add_argument("stream", nargs="?", choices=["-"], help=text("cli.think-stream"))
    add_choices(one)
    one.add_argument("--position", metavar="TEXT", help=text("cli.think-position"))
    how_much = one.add_mutually_exclusive_group()
    how_much.add_argument("--level", type=number, metavar="N", help=text("cli.level"))
    how_much.add_argument("--nodes", type=number, metavar="N", help=text("cli.nodes"))
    one.add_argument("--seed", type=number, default=0, metavar="N", help=text("cli.seed"))
    one.add_argument("--json", action="store_true", help=text("cli.json"))
    one.add_argument("--lang", choices=LANGUAGES, help=text("cli.lang"))
    one.set_defaults(run=think)

    one = command("review")
    one.add_argument("number", type=number, metavar="GAME_NUMBER", help=text("cli.game-number"))
    one.add_argument("--json", action="store_true", help=text("cli.json"))
    one.add_argument("--lang", choices=LANGUAGES, help=text("cli.lang"))
    one.set_defaults(run=review)

    one = command("club")
    one.add_argument("--broker", metavar="URL", help=text("cli.broker"))
    one.add_argument("--port", type=number, metavar="N", help=text("cli.port"))
    one.add_argument("--lang", choices=LANGUAGES, help=text("cli.lang"))
    one.add_argument("--lan", action="store_true", help=text("cli.lan"))
    one.set_defaults(run=club)

    one = command("replay")
    one.add_argument("trace", metavar="TRACE", help=text("cli.trace"))
    one.add_argument("--json", action="store_true", help=text("cli.json"))
    one.add_argument("--lights", action="store_true", help=text("cli.lights"))
    add_patience(one)
    one.add_argument("--lang", choices=LANGUAGES, help=text("cli.lang"))
    one.set_defaults(run=replay)

    one = command("report")
    one.add_argument("--board", metavar="PROFILE", help=text("report.board"))
    one.add_argument(
        "--out", default="tavoliere-report.tar.gz", metavar="FILE", help=text("report.out")
    )
    one.set_defaults(run=report)

    command("link").set_defaults(run=link)

    one = command("setup")
    one.add_argument("--file", metavar="FILE", help=text("cli.setup-file"))
    one.add_argument("--lang", choices=LANGUAGES, help=text("cli.lang"))
    one.set_defaults(run=setup)

    one = command("bench")
    one.add_argument("--json", action="store_true", help=text("cli.json"))
    one.set_defaults(run=bench)

    add_board_commands(commands, text)
    top.set_defaults(names=list(commands.choices))
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    text = Texts(language_of(given))
    # A terminal that cannot show or send a sign must not end a game.
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        args = parser(text).parse_args(given)
        if args.command is None:
            complain(text("error.no-command", commands=", ".join(args.names)))
            return USER_ERROR
        code: int = args.run(args, text)
        # Here and not at exit, where a closed pipe could no longer be caught.
        sys.stdout.flush()
        return code
    except TavoliereError as error:
        complain(in_words(error, text))
        return USER_ERROR
    except MemoryError:
        complain(text("system.ENOMEM"))
        return USER_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if error.filename is None:
            # Whoever uses a file or a board names it, so this is about what we print. The interpreter
            # flushes once more at exit: let it flush into nothing.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                return PIPE_CLOSED
            error.filename = text("error.output")
        complain(in_words(error, text))
        return USER_ERROR


if __name__ == "__main__":
    sys.exit(main())
