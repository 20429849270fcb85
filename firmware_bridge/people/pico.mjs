// A Pico without a Pico: the real MicroPython interpreter, with pins and pixels that are files.
//
// usage: node pico.mjs MICROPYTHON PINS PIXELS FILE..., the cable on file descriptor 3.
// PINS holds one byte per crossing (16 columns to a row) and then one per button; PIXELS gets what
// the strip was sent, behind a counter of two bytes.
import fs from "node:fs";
import path from "node:path";

const [, , interpreter, pinsFile, pixelsFile, ...files] = process.argv;
const { loadMicroPython } = await import(interpreter);
const CABLE = 3;

const incoming = Buffer.alloc(65536);
let have = 0;
let at = 0;
function nextByte() {
    if (at === have) {
        at = have = 0;
        try {
            have = fs.readSync(CABLE, incoming, 0, incoming.length, null);
        } catch (error) {
            if (error.code !== "EAGAIN") process.exit(0);
            return null;
        }
        if (have === 0) process.exit(0);
    }
    return incoming[at++];
}

function say(data) {
    let rest = Buffer.from(data);
    while (rest.length) {
        try {
            rest = rest.subarray(fs.writeSync(CABLE, rest));
        } catch (error) {
            if (error.code !== "EAGAIN") process.exit(0);
        }
    }
}

const pins = fs.openSync(pinsFile, "r");
const pixels = fs.openSync(pixelsFile, "r+");
const switches = Buffer.alloc(512);
let frames = 0;
let length = 0;
let lastFed = 0;
const nap = new Int32Array(new SharedArrayBuffer(4));
let told = "";
const rig = {
    // The switches when they have changed, otherwise nothing.
    changed: () => {
        // The idle loop must not eat a whole core of the machine that runs the tests.
        if (at === have) Atomics.wait(nap, 0, 0, 0.2);
        fs.readSync(pins, switches, 0, switches.length, 0);
        const now = switches.toString("hex");
        if (now === told) return null;
        told = now;
        return now;
    },
    // The byte before the last: the strip's line is dead, as far as the microcontroller can tell. Read
    // anew each time: a frame may be written before the switches are next looked at.
    refuses: () => {
        fs.readSync(pins, switches, 510, 1, 510);
        return switches[510] ? 1 : 0;
    },
    bootsel: () => (switches[511] ? 1 : 0),
    // Bites late, when it is fed again: nobody else can look at the only thread's clock.
    fed: (timeout) => {
        const now = performance.now();
        if (lastFed && now - lastFed > timeout) {
            console.error("the watchdog bit");
            process.exit(3);
        }
        lastFed = now;
    },
    shine: (hex) => {
        frames = (frames + 1) & 0xffff;
        const bytes = Buffer.from(hex, "hex");
        if (bytes.length !== length) fs.ftruncateSync(pixels, 2);
        length = bytes.length;
        fs.writeSync(
            pixels,
            Buffer.concat([Buffer.from([frames >> 8, frames & 255]), bytes]),
            0,
            bytes.length + 2,
            0,
        );
    },
};

const mp = await loadMicroPython({
    heapsize: 2 * 1024 * 1024,
    linebuffer: false,
    stdin: nextByte,
    stdout: say,
});
mp.registerJsModule("rig", rig);
mp.FS.mkdir("/flash");
for (const file of files) mp.FS.writeFile(`/flash/${path.basename(file)}`, fs.readFileSync(file));
// Stand-ins at the level of pins: a driven row reaches the columns through its closed crossings.
mp.FS.writeFile(
    "/flash/machine.py",
    `
import rig
from binascii import unhexlify

closed = bytes(512)
driven = {}
ROWS, COLUMNS, BUTTONS = range(0, 11), range(11, 22), (26, 27, 28)

class Pin:
    IN, OUT, PULL_UP, PULL_DOWN = 0, 1, 2, 3
    def __init__(self, number, mode=None, pull=None, value=None):
        assert 0 <= number <= 28
        self.number = number
        self.init(mode, pull, value)
    def init(self, mode=None, pull=None, value=None):
        self._mode = mode
        self._idle = 1 if pull == Pin.PULL_UP else 0
        driven.pop(self.number, None)
        if mode == Pin.IN and self.number not in ROWS:
            inputs[self.number] = self
        if mode == Pin.OUT:
            self.value(value)
    def value(self, level=None):
        if level is not None:
            assert self._mode == Pin.OUT
            driven[self.number] = level
            return None
        if self.number in BUTTONS:
            return 1 - self._idle if closed[256 + BUTTONS.index(self.number)] else self._idle
        for row, level in driven.items():
            if closed[row * 16 + self.number - 11]:
                return level
        return self._idle

def look():
    """What happens around the board while its program goes round once."""
    global closed
    now = rig.changed()
    if now is not None:
        closed = unhexlify(now)

class Pins:
    """All pins at once, where the chip has them in its memory."""
    def __getitem__(self, address):
        assert address == 0xD0000004
        found = 0
        for pin in inputs.values():
            found |= pin.value() << pin.number
        return found

mem32 = Pins()
inputs = {}

def idle():
    look()

class WDT:
    def __init__(self, timeout):
        assert timeout <= 8388
        self._timeout = timeout
    def feed(self):
        rig.fed(self._timeout)
        look()
`,
);
mp.FS.writeFile(
    "/flash/rp2.py",
    `
import machine
import rig

def bootsel_button():
    machine.look()
    return rig.bootsel()
`,
);
mp.FS.writeFile(
    "/flash/neopixel.py",
    `
import rig
from binascii import hexlify

class NeoPixel:
    def __init__(self, pin, n):
        self.buf = bytearray(3 * n)
    def write(self):
        if rig.refuses():
            raise OSError(5)
        rig.shine(hexlify(self.buf).decode())
`,
);
try {
    mp.runPython(`
import sys
sys.path.insert(0, "/flash")
exec(open("/flash/main.py").read(), {"__name__": "__main__"})
`);
} catch (error) {
    console.error(error.message);
    process.exit(1);
}
