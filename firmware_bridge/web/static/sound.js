// Small sounds, made on the spot: pieces of wood, a chime, a low knock. On by default, and low.

import { recall, remember } from "./words.js";

const LOUD = 0.35; // of what the device can do: heard, and nobody is startled

const LONGEST = 1; // seconds that any of them lasts

let context = null; // what can be heard, from the first touch on: before it browsers keep a page silent
const recorded = new Map(); // the sounds by name, each worked out once: a move costs a phone no frame
export let audible = recall("sound") !== "off";

export function setAudible(on) {
  audible = on;
  remember("sound", on ? "on" : "off");
  wake();
}

const soon = (then) => (window.requestIdleCallback ?? setTimeout)(then);

function wake() {
  if (context?.state === "suspended") context.resume().catch(() => {});
  if (!audible || context) return;
  context = new AudioContext();
  // One after the other, when there is time: all at once would take longer than a frame.
  for (const name of NAMES) soon(() => record(name));
}

async function record(name) {
  const paper = new OfflineAudioContext(1, LONGEST * context.sampleRate, context.sampleRate);
  sounding(paper, name);
  recorded.set(name, await paper.startRendering());
}

// A string or a bar that is struck and dies away.
function tone(paper, pitch, length, { type = "sine", loud = 0.2, after = 0 } = {}) {
  const begin = paper.currentTime + after;
  const voice = paper.createOscillator();
  const volume = paper.createGain();
  voice.type = type;
  voice.frequency.setValueAtTime(pitch, begin);
  volume.gain.setValueAtTime(loud * LOUD, begin);
  volume.gain.exponentialRampToValueAtTime(0.0004, begin + length);
  voice.connect(volume).connect(paper.destination);
  voice.start(begin);
  voice.stop(begin + length);
}

// Wood on wood: a grain of noise that only the board's own pitch gets through, over a dull thump.
function wood(paper, pitch, { loud = 1, after = 0 } = {}) {
  const begin = paper.currentTime + after;
  const length = 0.09;
  const grain = paper.createBuffer(1, Math.ceil(paper.sampleRate * length), paper.sampleRate);
  const samples = grain.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) {
    samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 6;
  }
  const source = paper.createBufferSource();
  const body = paper.createBiquadFilter();
  const volume = paper.createGain();
  source.buffer = grain;
  body.type = "bandpass";
  body.frequency.value = pitch * 5;
  body.Q.value = 4;
  volume.gain.value = loud * 1.6 * LOUD;
  source.connect(body).connect(volume).connect(paper.destination);
  source.start(begin);
  tone(paper, pitch, 0.08, { type: "triangle", loud: loud * 0.5, after });
}

const SOUNDS = {
  tap: (paper) => wood(paper, 190),
  done: (paper) => [330, 415].forEach((pitch, n) => wood(paper, pitch, { loud: 0.6, after: n * 0.09 })),
  wrong: (paper) => [110, 98].forEach((pitch, n) => wood(paper, pitch, { loud: 0.9, after: n * 0.14 })),
  ask: (paper) => [520, 620, 520].forEach((pitch, n) => tone(paper, pitch, 0.14, { after: n * 0.1 })),
  over: (paper) => [523, 659, 784, 1047].forEach((pitch, n) => tone(paper, pitch, 0.5, { after: n * 0.13 })),
};

export const NAMES = Object.keys(SOUNDS);

// On whatever is to sound, a device or a sheet of samples.
export const sounding = (paper, name) => SOUNDS[name](paper);

export function play(name) {
  if (!audible || !recorded.has(name)) return;
  // What a browser keeps silent until the next touch is better not heard than heard late.
  if (context.state !== "running") return;
  const source = context.createBufferSource();
  source.buffer = recorded.get(name);
  source.connect(context.destination);
  source.start();
}

addEventListener("pointerup", wake);
addEventListener("keydown", wake);
