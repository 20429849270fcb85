"""`tavoliere play`: opens the games on disk, the board and the server, and keeps them going."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sys
import time
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from engines.errors import TavoliereError
from firmware_bridge.cli.arguments import complain
from firmware_bridge.cli.asked import asked_for, goes_on
from firmware_bridge.cli.club import broker
from firmware_bridge.lights.hints import FULL
from firmware_bridge.link.broker import CREDENTIALS, Broker
from firmware_bridge.link.hall import NAME, Stand
from firmware_bridge.link.home import (
    announcements,
    brightness_of,
    brightness_topic,
    state_text,
    state_topic,
)
from firmware_bridge.link.visit import RoomVisit
from firmware_bridge.record.journal import JournalError
from firmware_bridge.record.named_files import named
from firmware_bridge.record.store import Store, state_folder
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.weights import PACE
from firmware_bridge.service.companion import (
    keep_link,
    lasting_key,
    leave_link,
    print_code,
)
from firmware_bridge.service.notify import Notifier, notifier
from firmware_bridge.service.voice import COMMAND, Voice
from firmware_bridge.table.aloud import Aloud
from firmware_bridge.table.app import App
from firmware_bridge.table.elsewhere import Elsewhere
from firmware_bridge.table.joining import Meeting
from firmware_bridge.table.memory import keep_what_is_loaded
from firmware_bridge.table.thinking import OwnProcess
from firmware_bridge.table.troubles import Trouble
from firmware_bridge.texts import Texts
from firmware_bridge.texts.wording import in_words
from firmware_bridge.web.application import application
from firmware_bridge.web.club import tile_view
from firmware_bridge.web.home import home_view
from firmware_bridge.web.keys import FILE, Keys
from firmware_bridge.web.listening import Address, Server, listen

LINK_CHECK = 10.0
"""Seconds between two looks whether the network has given us another address."""


def play(args: Namespace, text: Texts) -> int:
    header = asked_for(args, text, ready=args.board is None and not args.set_up)
    store = Store(state_folder())
    store.open()
    manager = notifier()
    pace = replace(PACE, patience=args.patience)
    thinker = OwnProcess(clock=time.monotonic)
    elsewhere = other_boards(args, store.folder / CREDENTIALS, text)
    app = App(
        store,
        time.monotonic,
        hinting=args.hints or FULL,
        pace=pace,
        notifier=manager,
        thinker=thinker,
        elsewhere=elsewhere,
    )
    thinker.wake = app.changed
    stand = at_the_club(app, args, store.folder, text)
    try:
        open_board(app, args)
        keys = lasting_keys(store.folder) if manager.address else None
        address = listen(args.port, lan=args.lan, text=text, keys=keys)
        if not args.new:
            look_for_unfinished(app, manager, text)
        begin(app, header, text)
        return asyncio.run(serve(app, address, args, text, manager))
    finally:
        if stand is not None:
            stand.close()
        app.close()
        for lost in store.close():
            complain(text("error.unsaved", file=lost))
        manager.close()


def other_boards(args: Namespace, credentials: Path, text: Texts) -> Elsewhere:
    """Lines to the rooms that seats name, and the rooms of a broker, where one is named."""
    elsewhere = Elsewhere(
        lambda url, players: Broker(url, players, credentials, lambda: elsewhere.nudge())
    )
    if args.broker is not None:
        url = broker(args.broker, text)
        elsewhere.meeting = Meeting(url, lambda room: RoomVisit(room, credentials))
    return elsewhere


def at_the_club(app: App, args: Namespace, folder: Path, text: Texts) -> Stand | None:
    """Tells a club how the game stands, where one is named."""
    if args.broker is None:
        if args.home_assistant:
            raise TavoliereError(text("error.home-broker"))
        return None
    name = args.name or re.sub(r"[^A-Za-z0-9-]", "-", socket.gethostname())[:40]
    if NAME.fullmatch(name) is None:
        raise TavoliereError(text("error.board-name", given=name))
    stand = Stand(broker(args.broker, text), name, folder / CREDENTIALS)
    app.elsewhere.stand = stand
    if args.home_assistant:
        at_home(app, stand, args.board is not None, text)
    app.watchers.append(lambda: stand.tell(tile_view(app)))
    return stand


def at_home(app: App, stand: Stand, lamps: bool, text: Texts) -> None:
    """Lets home automation find the board, see how the game stands and dim its lamps."""
    for topic, announced in announcements(stand.name, text, lamps=lamps).items():
        stand.notices.put(topic, announced)

    def dim(data: bytes) -> None:
        percent = brightness_of(data)
        if percent is not None:
            app.set_brightness(percent)

    if lamps:
        stand.listen(brightness_topic(stand.name), dim)
    app.watchers.append(
        lambda: stand.notices.put(state_topic(stand.name), state_text(home_view(app, text)))
    )


def lasting_keys(folder: Path) -> Keys:
    return Keys(lasting_key(folder), folder / FILE)


def look_for_unfinished(app: App, manager: Notifier, text: Texts) -> None:
    """A journal that cannot be read is for people to decide about; a service offers new games."""
    try:
        app.look_for_unfinished()
    except JournalError as error:
        if manager.address is None:
            raise
        complain(in_words(error, text))
    for passed in app.store.unreadable:
        complain(text("error.passed-over", what=in_words(passed, text)))


def begin(app: App, header: Header | None, text: Texts) -> None:
    """Go on with the unfinished game if that is the one wanted, else begin the one named."""
    found = app.left.open
    if found is not None and (header is None or goes_on(found[1], header)):
        if found[1].torn:
            print(text("page.torn"))
        if header is not None:
            app.resume()
    elif header is not None:
        app.start(header)


def open_board(app: App, args: Namespace) -> None:
    """Join the app to a real board, when one is named."""
    if args.board is None:
        return
    # Drivers and what they need are loaded only where there is a board.
    from firmware_bridge.table.wired import WiredBoard

    app.board = WiredBoard(args.board)


async def serve(app: App, address: Address, args: Namespace, text: Texts, manager: Notifier) -> int:
    def no_files(_: OSError) -> None:
        warn(Trouble("trouble.files"))

    server = Server(
        application(app, names=address.names, keys=address.keys, language=args.lang), no_files
    )

    def leave() -> None:
        server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, leave)

    def warn(trouble: Trouble) -> None:
        line = trouble.words(text)
        print("tavoliere:", line, file=sys.stderr, flush=True)
        manager.status(line)

    app.warn = warn

    def nudge() -> None:
        loop.call_soon_threadsafe(app.changed)

    app.elsewhere.nudge = nudge
    if app.elsewhere.stand is not None:
        app.elsewhere.stand.heard = nudge
    if args.speak:
        speak(app, text)
    keep_what_is_loaded()
    playing = asyncio.create_task(keep_playing(app, args.board or app.store.folder))
    playing.add_done_callback(lambda _: leave())
    announce(address, text, logged=manager.address is not None)
    keeping = asyncio.create_task(keep_link(address.link_by_now, lambda: asyncio.sleep(LINK_CHECK)))
    manager.say("READY=1")
    if not args.no_browser:
        await open_browser(address.at_home)
    await server.serve(sockets=[address.socket])
    manager.say("STOPPING=1")
    keeping.cancel()
    if not playing.done():
        playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    print(text("page.goodbye"))
    return 0


def speak(app: App, text: Texts) -> None:
    """Verdicts and turns aloud, where there is a voice to say them."""
    voice = Voice(text.lang)
    if voice.there:
        app.watchers.append(Aloud(app, text, voice.say))
    else:
        complain(text("error.no-voice", program=COMMAND))


async def keep_playing(app: App, board: Path | str) -> None:
    """Until something fails that nobody can play on with; that is about the board or the games."""
    with named(board):
        await app.run()


def announce(address: Address, text: Texts, *, logged: bool) -> None:
    """Where the pages are; in a log without the key, which lies in a file instead."""
    if logged:
        link = address.link.partition("?")[0]
        print(text("page.address", link=link), flush=True)
        left = leave_link(address.link) if address.keys is not None else None
        if left is not None:
            print(text("service.link", file=left), flush=True)
        return
    print(text("page.address", link=address.link))
    if address.keys is not None:
        print(text("page.scan"))
        print_code(address.link)
    print(text("page.leave-with"), flush=True)


async def open_browser(link: str) -> None:
    """Where there is a screen; in a process of its own, so that a slow browser holds nothing up."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    if sys.platform != "darwin" and not any(os.environ.get(name) for name in screens):
        return
    nothing = asyncio.subprocess.DEVNULL
    await asyncio.create_subprocess_exec(
        sys.executable, "-m", "webbrowser", link, stdin=nothing, stdout=nothing, stderr=nothing
    )
