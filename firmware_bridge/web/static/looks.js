// How boards and pieces look, as data: by the name of the board and the colour of the piece.

const LOOKS = {
  "draughts-8": { ground: "wood", cell: "square", piece: "man", chequered: true },
  morris: { ground: "panel", cell: "point", piece: "man", lines: true },
  "square-7": { ground: "felt", cell: "square", piece: "pawn" },
  "hexagon-4": { ground: "felt", cell: "hexagon", piece: "hat" },
  "hexagon-5": { ground: "wood", cell: "hexagon", piece: "cup" },
};

const PLAIN = { ground: "wood", cell: "point", piece: "man" };

export const lookOf = (board) => LOOKS[board.name] ?? PLAIN;

export const PITCH = 40;

// Shapes that tell the colours apart without colour. Black and white need none.
export const SIGNS = {
  red: "M0-4.2 4-1.2 0 5-4-1.2Z",
  yellow: "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0",
  blue: "M-3.3-3.3h6.6v6.6h-6.6Z",
  green: "M-1.3-4.2h2.6v2.9h2.9v2.6H1.3v2.9h-2.6V1.3h-2.9v-2.6h2.9Z",
  orange: "M0-4.4 4.2 3.4H-4.2Z",
  purple: "M0-4.6 1.3-1.5 4.5-1.4 2 .7 2.9 4 0 2.1-2.9 4-2 .7-4.5-1.4-1.3-1.5Z",
};

// A mark for each meaning of a light, drawn in a square of 20 by 20 around the origin. `at` is where
// in the cell it goes: in the middle, or in a corner beside the piece.
export const MARKS = {
  movable: { path: "M-5 2 0-3 5 2", at: "corner" },
  forced: { path: "M0-7V2M0 6V6.5", at: "corner" },
  target: { path: "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0", at: "middle" },
  capture: { path: "M-5-5 5 5M5-5-5 5", at: "corner" },
  zone: { path: "M-3-3 3 3", at: "corner", faint: true },
  forbidden: { path: "M-12-12 12 12M12-12-12 12", at: "middle", faint: true },
  huff: { path: "M-6-2C-3-6 0 2 3-2S6-2 7-3M-6 3C-3-1 0 7 3 3S6 3 7 2", at: "corner" },
  missing: { path: "M0-7V7M-7 0H7", at: "middle" },
  extra: { path: "M-7 0H7", at: "corner" },
  ask: { path: "M-4-3A4 4 0 1 1 1 1Q0 2 0 4M0 7.5V8", at: "corner" },
  last: { path: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0", at: "corner", faint: true },
  crown: { path: "M-6 4-6-4-2 0 0-5 2 0 6-4 6 4Z", at: "corner" },
  win: { path: "M0-7 2-2 7-2 3 1.5 4.5 7 0 3.5-4.5 7-3 1.5-7-2-2-2Z", at: "corner" },
  faulty: { path: "M-7 6 0-7 7 6ZM0-2V2M0 4V4.5", at: "corner", faint: true },
};
