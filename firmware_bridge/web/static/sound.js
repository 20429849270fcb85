// Small sounds, made on the spot: a tap of wood, a chime, a low buzz.

import { recall, remember } from "./words.js";

let context = null;
export let audible = recall("sound") === "on";

export function setAudible(on) {
  audible = on;
  remember("sound", on ? "on" : "off");
  if (on) context ??= new AudioContext();
}

function tone(pitch, length, { type = "sine", loud = 0.12, after = 0 } = {}) {
  const begin = context.currentTime + after;
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = type;
  voice.frequency.setValueAtTime(pitch, begin);
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.0005, begin + length);
  voice.connect(volume).connect(context.destination);
  voice.start(begin);
  voice.stop(begin + length);
}

const sounds = {
  tap: () => tone(190, 0.07, { type: "triangle", loud: 0.25 }),
  done: () => [660, 880].forEach((pitch, n) => tone(pitch, 0.16, { after: n * 0.08 })),
  wrong: () => tone(130, 0.35, { type: "sawtooth", loud: 0.07 }),
  ask: () => [520, 620, 520].forEach((pitch, n) => tone(pitch, 0.12, { after: n * 0.1 })),
  over: () => [523, 659, 784, 1047].forEach((pitch, n) => tone(pitch, 0.4, { after: n * 0.13 })),
};

export function play(name) {
  if (!audible) return;
  context ??= new AudioContext();
  if (context.state === "running") sounds[name]();
  else context.resume().then(sounds[name], () => {});
}
