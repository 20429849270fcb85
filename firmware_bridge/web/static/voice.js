// A game by ear: verdicts and turns in the browser's voice, and the board read out on request.

import { byId, el } from "./dom.js";
import { language, pieceName, recall, remember, t } from "./words.js";

let speaking = recall("voice") === "on";

// What is new is said instead of what is still being said.
export function speakAloud(words) {
  if (!speaking || !words || !("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(words);
  said.lang = language;
  speechSynthesis.speak(said);
}

export function turnWords(view) {
  if (view.over || view.question || !["waiting", "moving"].includes(view.phase)) return "";
  return `${byId("status").querySelector("h1")?.textContent ?? ""}.`;
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
  const sound = byId("bar").querySelector(".sound");
  if (!sound) return;
  const toggle = el(
    "button",
    {
      class: "voice",
      "aria-pressed": `${speaking}`,
      onclick: () => {
        speaking = !speaking;
        remember("voice", speaking ? "on" : "off");
        toggle.setAttribute("aria-pressed", speaking);
        if (!speaking && "speechSynthesis" in window) speechSynthesis.cancel();
      },
    },
    t("voice.on"),
  );
  sound.before(toggle);
  if (link.view.screen !== "game") return;
  const label = t("voice.read");
  sound.before(
    el(
      "button",
      {
        class: "read-board",
        title: `${label} (B)`,
        "aria-label": label,
        onclick: () => readBoard(link.view),
      },
      "B",
    ),
  );
}

export function listenForReading(link) {
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, select, textarea, dialog");
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key.toLowerCase() === "b" && plain && !typing && link.view.screen === "game")
      readBoard(link.view);
  });
}
