// A game by ear: verdicts and turns in the browser's voice, and the board read out on request.

import { icon } from "./bar.js";
import { byId } from "./dom.js";
import { language, pieceName, recall, remember, said, t } from "./words.js";

const BUBBLE = "M3 4h14v9H9l-4 4v-4H3Z";
const BOOK = "M10 5C8 3.5 5 3.5 3 4.5v11c2-1 5-1 7 .5 2-1.5 5-1.5 7-.5v-11c-2-1-5-1-7 .5ZM10 5v11";

let speaking = recall("voice") === "on";

// What is new is said instead of what is still being said.
export function speakAloud(words) {
  if (!speaking || !words || !("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = language;
  speechSynthesis.speak(spoken);
}

export function turnWords(view) {
  if (view.over || view.question || !["waiting", "moving"].includes(view.phase)) return "";
  return `${byId("status").querySelector("h1")?.textContent ?? ""}.`;
}

// The great moment, and what is to be done now. Whoever has a piece in his hand knows.
export function dueWords({ moment, question, due, air }) {
  const held = Object.keys(air).length > 0;
  return [moment && !question ? said(moment[1]) : "", held ? "" : said(due)].filter(Boolean).join(" ");
}

// Everything that stands there, piece by piece.
export function boardWords(view) {
  const cells = new Map();
  for (const [cell, pile] of Object.entries(view.pieces).sort()) {
    const name = pieceName(view, pile.at(-1));
    const high = pile.length > 1 ? `${cell} (${pile.length})` : cell;
    cells.set(name, [...(cells.get(name) ?? []), high]);
  }
  if (!cells.size) return t("voice.bare");
  return [...cells].map(([who, where]) => t("voice.standing", { who, what: where.join(", ") })).join(" ");
}

export function readBoard(view) {
  const words = `${byId("status").innerText.replaceAll("\n", ". ")} ${boardWords(view)}`;
  byId("speech").textContent = words;
  if ("speechSynthesis" in window) {
    const was = speaking;
    speaking = true;
    speakAloud(words);
    speaking = was;
  }
}

// Two buttons in the bar, beside the one for sounds.
export function addVoice(link) {
  const sound = byId("sound");
  if (!sound) return;
  const toggle = icon("voice", t("voice.on"), BUBBLE, () => {
    speaking = !speaking;
    remember("voice", speaking ? "on" : "off");
    toggle.setAttribute("aria-pressed", speaking);
    if (!speaking && "speechSynthesis" in window) speechSynthesis.cancel();
  });
  toggle.setAttribute("aria-pressed", speaking);
  sound.before(toggle);
  if (link.view.screen !== "game") return;
  sound.before(icon("read-board", `${t("voice.read")} (B)`, BOOK, () => readBoard(link.view)));
}

export function listenForReading(link) {
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, select, textarea, dialog");
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key.toLowerCase() === "b" && plain && !typing && link.view.screen === "game")
      readBoard(link.view);
  });
}
