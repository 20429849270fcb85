// A game as a small picture: its own board with its own pieces on it.

import { svg } from "./dom.js";
import { drawGround, frameOf, place } from "./ground.js";
import { drawPile } from "./pieces.js";

let gallery = null; // what every game looks like, asked for once

export function paintings() {
  gallery ??= fetch("/gallery").then((answer) => (answer.ok ? answer.json() : {}));
  return gallery;
}

// `pieces` are those of the painting unless others are given.
export function drawPicture({ board, look, pieces }, others = null) {
  const shown = Object.entries(others ?? pieces).filter(([cell]) => cell in board.cells);
  shown.sort(([a], [b]) => board.cells[b][1] - board.cells[a][1]);
  const piles = shown.map(([cell, pile]) => {
    const drawn = drawPile(pile, look);
    drawn.setAttribute("transform", place(board.cells[cell]));
    return drawn;
  });
  return svg(
    "svg",
    {
      class: `picture ground-${look.board.ground}`,
      viewBox: frameOf(board).join(" "),
      "aria-hidden": "true",
    },
    ...drawGround(board, look.board),
    ...piles,
  );
}

// How a game stands that was left.
export async function leftPieces(number) {
  const answer = await fetch(`/left/${number}`);
  return answer.ok ? answer.json() : null;
}
