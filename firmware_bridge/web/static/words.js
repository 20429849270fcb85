// The texts of the chosen language, as the server keeps them. No sentence is written in the page.

import { pieceOf } from "./pieces.js";

let entries = {};
export let language = "en";

export async function speak(lang) {
  const answer = await fetch(`/texts/${lang}`);
  if (!answer.ok) throw new Error(`no texts in ${lang}`);
  entries = await answer.json();
  language = lang;
  remember("spoken", lang);
  document.documentElement.lang = lang;
}

// What was chosen here before, else what the program was started with, else what the browser prefers.
// A choice is kept for each language it was started with: another start may mean another table.
export function preferred({ languages, language: started }) {
  const wanted = [
    recall(`language.${started ?? ""}`),
    started,
    ...navigator.languages.map((tag) => tag.slice(0, 2)),
  ];
  return wanted.find((lang) => languages.includes(lang)) ?? "en";
}

// What is a function is put into the form that a place asks for: a player, say.
export function t(key, values = {}) {
  const text = entries[key] ?? key;
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (whole, name, form) => {
    const value = values[name];
    return typeof value === "function" ? value(form) : (value ?? whole);
  });
}

// A text in the words of a game, where it has its own.
function own(game, key, values) {
  const theirs = `game.${game}.${key}`;
  return t(theirs in entries ? theirs : key, values);
}

// What a light means, in the words of the game where it has its own.
export const lightName = (game, meaning) => own(game, `light.${meaning}`);

// What a game needs that no screen can do.
export const screenNote = (game) => entries[`game.${game}.screen`] ?? "";

export const counted = (moves) => t(`page.moves-${["none", "one"][moves] ?? "many"}`, { count: moves });

// A sentence the server sent in every language.
export const said = (spoken) => spoken?.[language] ?? "";

export const colourName = (view, colour) => own(view.game.name, `colour.${colour}`);

// A piece by its colour, or where a game has several kinds by what it is called.
export function pieceName(view, name) {
  const { colour, kind } = pieceOf(view.look, name);
  const painted = colourName(view, colour);
  if (!kind) return painted;
  // Where a colour agrees with the noun, the game says the two together.
  const both = `game.${view.game.name}.piece.${kind}.${colour}`;
  return both in entries ? t(both) : own(view.game.name, `piece.${kind}`, { colour: painted });
}

export function pileName(view, pile) {
  const top = pieceName(view, pile.at(-1));
  return pile.length === 1 ? top : t("page.pieces-many", { top, under: pile.length - 1 });
}

// What this browser remembers of its user. Private windows may forbid it: then nothing is kept.
export function recall(what) {
  try {
    return localStorage.getItem(`tavoliere.${what}`);
  } catch {
    return null;
  }
}

export function remember(what, value) {
  try {
    localStorage.setItem(`tavoliere.${what}`, value);
  } catch {
    // Nothing kept, nothing lost.
  }
}
