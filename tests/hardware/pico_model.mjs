// The firmware's files and a program beside them on a real MicroPython: node pico_model.mjs MICROPYTHON
// PROGRAM FILE... -- ARGUMENT...
import fs from "node:fs";
import path from "node:path";

const [, , interpreter, program, ...rest] = process.argv;
const cut = rest.indexOf("--");
const { loadMicroPython } = await import(interpreter);
const mp = await loadMicroPython({ heapsize: 4 * 1024 * 1024 });
mp.FS.mkdir("/flash");
for (const file of rest.slice(0, cut)) {
    mp.FS.writeFile(`/flash/${path.basename(file)}`, fs.readFileSync(file));
}
mp.FS.writeFile("/flash/program.py", fs.readFileSync(program));
const words = ["program.py", ...rest.slice(cut + 1)];
mp.globals.set("words", JSON.stringify(words));
try {
    mp.runPython(`
import json
import sys
sys.path.insert(0, "/flash")
sys.argv[:] = json.loads(words)
import program
`);
} catch (error) {
    console.error(error.message);
    process.exit(1);
}
