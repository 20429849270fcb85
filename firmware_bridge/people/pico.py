"""The unchanged firmware on a real MicroPython, and a cable to it that can be pulled and spoiled.

The cable ends in a pseudo-terminal, which pyserial opens like any port. Bytes move only when `pump`
is called, so a test decides what passes and when; nothing here waits for longer than it must.
"""

from __future__ import annotations

import os
import socket
import subprocess
import tty
from collections.abc import Callable, Sequence
from pathlib import Path
from select import select
from time import monotonic

ROOT = Path(__file__).parent.parent.parent
MICROPYTHON = (
    ROOT / "tests/node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"
)
FIRMWARE = (
    *(ROOT / "hardware/parts" / name for name in ("frames.py", "rhythms.py")),
    *sorted((ROOT / "hardware/firmware").glob("*.py")),
)
"""The files that a Pico is given."""
BUTTON_PLACE = 256
STRIP_PLACE = 510
BOOTSEL_PLACE = 511


def _as_it_is(data: bytes) -> bytes:
    return data


class Pico:
    """Power on, press magnets onto crossings, look at the strip."""

    def __init__(self, folder: Path, files: Sequence[Path] = FIRMWARE) -> None:
        if not MICROPYTHON.exists():
            raise FileNotFoundError(f"there is no {MICROPYTHON}: make setup installs it")
        self._files = files
        self._pins = folder / "pins"
        self._pixels = folder / "pixels"
        self._pins.write_bytes(bytes(512))
        self._process: subprocess.Popen[bytes] | None = None
        self.wire: socket.socket
        self.power_on()

    def power_on(self) -> None:
        # Strip and microcontroller share their supply here: both begin dark.
        self._pixels.write_bytes(bytes(2))
        self.wire, inside = socket.socketpair()
        self.wire.setblocking(False)
        inside.setblocking(False)

        def as_cable() -> None:
            os.dup2(inside.fileno(), 3)

        self._process = subprocess.Popen(
            [
                "node", str(Path(__file__).with_suffix(".mjs")), str(MICROPYTHON),
                str(self._pins), str(self._pixels), *map(str, self._files),
            ],
            preexec_fn=as_cable,
            pass_fds=(3,) if inside.fileno() == 3 else (3, inside.fileno()),
        )  # fmt: skip
        inside.close()

    def power_off(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self.wire.close()

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def close_crossing(self, row: int, column: int, on: int = 1) -> None:
        self._poke(row * 16 + column, on)

    def push(self, button: int, on: int) -> None:
        self._poke(BUTTON_PLACE + button, on)

    def press_bootsel(self, on: int = 1) -> None:
        self._poke(BOOTSEL_PLACE, on)

    def cut_strip(self, on: int = 1) -> None:
        """From now on the strip takes nothing, and the microcontroller notices."""
        self._poke(STRIP_PLACE, on)

    def ended(self, patience: float = 10.0) -> int:
        """Waits until its program has ended; how it did."""
        assert self._process is not None
        return self._process.wait(patience)

    def _poke(self, place: int, on: int) -> None:
        file = os.open(self._pins, os.O_WRONLY)
        os.pwrite(file, bytes([on]), place)
        os.close(file)

    @property
    def frames_shown(self) -> int:
        return int.from_bytes(self._pixels.read_bytes()[:2], "big")

    @property
    def strip(self) -> bytes:
        return self._pixels.read_bytes()[2:]


class Cable:
    """Between a pseudo-terminal at `path` and the Pico."""

    def __init__(self, pico: Pico, path: Path) -> None:
        self.pico = pico
        self.path = path
        self._master = -1
        self.to_board: Callable[[bytes], bytes] = _as_it_is
        self.to_pi: Callable[[bytes], bytes] = _as_it_is
        self.plug()

    def plug(self) -> None:
        self._master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self.path.symlink_to(os.ttyname(slave))
        os.close(slave)

    def unplug(self) -> None:
        if self._master >= 0:
            self.path.unlink()
            os.close(self._master)
            self._master = -1

    def pump(self, patience: float = 0.0) -> None:
        """Carry what waits at either end, waiting for something for a moment if allowed."""
        ends = [self.pico.wire.fileno(), *([self._master] if self._master >= 0 else [])]
        ready, _, _ = select(ends, [], [], patience)
        if self._master in ready:
            # Until someone opens the terminal, reading says that nobody is there.
            if data := self._taken(self._master):
                self._give(self.pico.wire.fileno(), self.to_board(data))
            elif patience:
                select([self.pico.wire], [], [], patience)
        if self.pico.wire.fileno() in ready:
            data = self._taken(self.pico.wire.fileno())
            if self._master >= 0:
                self._give(self._master, self.to_pi(data))

    @staticmethod
    def _taken(file: int) -> bytes:
        try:
            return os.read(file, 65536)
        except OSError:
            return b""

    @staticmethod
    def _give(file: int, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(file, data) :]
            except BlockingIOError:
                return  # a full port loses bytes, as a real one does
            except OSError:
                return

    def until(
        self, true: Callable[[], bool], poll: Callable[[], object], limit: float = 5.0
    ) -> float:
        """Pump and poll until it is true; the seconds that took."""
        begin = monotonic()
        while not true():
            self.pump(0.001)
            poll()
            assert monotonic() - begin < limit, "it never came true"
        return monotonic() - begin
