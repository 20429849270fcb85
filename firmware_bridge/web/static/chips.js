// Small signs of a colour, beside a name or a word.

import { el } from "./dom.js";
import { painted, pieceOf } from "./pieces.js";
import { colourName } from "./words.js";

const chip = (view, colour) =>
  painted(el("span", { class: `chip c-${colour}`, title: colourName(view, colour) }), view.look, colour);

export const chipOf = (view, piece) => chip(view, pieceOf(view.look, piece).colour);

export const chips = (view, player) => (view.game.colours[player] ?? []).map((colour) => chip(view, colour));
