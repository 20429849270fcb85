// What one can take away of a game: a file, a text with its moves, a picture of a position.

import { el } from "./dom.js";
import { language, t } from "./words.js";

const SHARP = 2; // pixels of a picture for each of its units: for screens that have so many

const address = (number, what) => `/games/${number}/${what}`;

// A file that the browser keeps; an address of ours, or something just made.
function save(href, name) {
  const link = el("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

async function text(number) {
  const answer = await fetch(address(number, `moves.txt?lang=${language}`));
  return answer.ok ? answer.text() : null;
}

// To whatever the phone shares with, else to the clipboard, else as a file.
async function shareText(number, name, tell) {
  const words = await text(number);
  if (words === null) return tell(t("archive.no-game"));
  try {
    if (navigator.share) return await navigator.share({ text: words });
    await navigator.clipboard.writeText(words);
    return tell(t("archive.copied"));
  } catch (error) {
    if (error.name === "AbortError") return null;
    return save(address(number, `moves.txt?lang=${language}`), `${name}.txt`);
  }
}

async function savePicture(number, name, at) {
  const drawing = new Image();
  drawing.src = address(number, `picture.svg?at=${at}`);
  await drawing.decode();
  const paper = el("canvas", { width: drawing.width * SHARP, height: drawing.height * SHARP });
  paper.getContext("2d").drawImage(drawing, 0, 0, paper.width, paper.height);
  const blob = await new Promise((done) => paper.toBlob(done, "image/png"));
  const href = URL.createObjectURL(blob);
  save(href, `${name}.png`);
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

// Buttons for all of it; `at` says after how many moves the picture is.
export function sharing({ number, game }, at) {
  const name = `${game}-${String(number).padStart(4, "0")}`;
  const note = el("span", { class: "share-note", role: "status" });
  const tell = (words) => note.replaceChildren(words);
  const button = (kind, act) =>
    el("button", { class: `share-${kind}`, onclick: act }, t(`archive.share-${kind}`));
  return el(
    "div",
    { class: "choices sharing" },
    button("text", () => shareText(number, name, tell)),
    button("file", () => save(address(number, "game.jsonl"), `${name}.jsonl`)),
    button("svg", () => save(address(number, `picture.svg?at=${at()}`), `${name}.svg`)),
    button("png", () => savePicture(number, name, at()).catch(() => tell(t("archive.no-picture")))),
    note,
  );
}
