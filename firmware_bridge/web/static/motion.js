// What moves by itself is seen moving: the other side's pieces, what is captured, what is crowned.
// Only looks: what stands where is drawn already, and comes there a moment later.

import { byId } from "./dom.js";
import { drawPile } from "./pieces.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const STEP = 220; // milliseconds from one landing to the next
const MOST = 700;
const DEALT = 1200; // milliseconds until all is dealt
const FLIGHT = 2 / 3; // of that time each piece is under way; the last begins when the rest is left
const EASE = "cubic-bezier(.3,.7,.3,1)";

const same = (a, b) => a.join() === b.join();

// What left a cell, what came to one, and what became of the rest.
export function changesOf(before, after) {
  const gone = Object.keys(before).filter((cell) => !(cell in after));
  const come = Object.keys(after).filter((cell) => !(cell in before));
  const grown = Object.keys(after).filter(
    (cell) =>
      cell in before &&
      same(before[cell], after[cell].slice(0, before[cell].length)) &&
      after[cell].length > before[cell].length,
  );
  const lost = Object.keys(before).filter(
    (cell) => cell in after && after[cell].length < before[cell].length,
  );
  return { gone, come, grown, lost };
}

// Moves somebody made whom we did not see: from where to where, each once.
export function journeys(before, after, air) {
  const { gone, come, grown, lost } = changesOf(before, after);
  const from = [...gone, ...Object.keys(air).filter((cell) => !(cell in before) && !(cell in after))];
  const pileAt = (cell) => before[cell] ?? air[cell];
  const found = [];
  const left = new Set(from);
  for (const end of [...come, ...grown]) {
    const fits = (cell) => pileAt(cell).at(-1) === after[end].at(-1);
    const start = [...left].find((cell) => fits(cell));
    if (start === undefined) continue;
    left.delete(start);
    found.push([start, end]);
  }
  const moved = new Set(found.map(([, end]) => end));
  return {
    found,
    taken: [...left].filter((cell) => cell in before),
    topped: lost,
    crowned: grown.filter((cell) => !moved.has(cell)),
  };
}

function fly(node, spots, [x1, y1]) {
  const frames = spots.map(([x, y]) => ({ transform: `translate(${x - x1}px, ${-(y - y1)}px)` }));
  const time = Math.min(MOST, STEP * (spots.length - 1) + 120);
  node.animate(frames, { duration: time, easing: EASE });
}

export class Motion {
  constructor(board, hand) {
    this.board = board;
    this.hand = hand; // tells which cell our own hand took a piece from
    this.before = null;
    this.air = {};
    this.frame = null; // where board and tray lay before anything moved
    this.tray = null;
  }

  // Before anything is drawn anew: afterwards it would have to be laid out only to be measured.
  measure() {
    this.frame = this.board.root.getBoundingClientRect();
    this.tray = byId("tray").getBoundingClientRect();
  }

  // A game that has just come onto the page moves nothing.
  forget() {
    this.before = null;
  }

  // What was shuffled is dealt: out of one heap in the middle, each piece to its cell.
  deal(view) {
    if (calm.matches) return;
    const spots = Object.keys(view.pieces).map((cell) => this.board.spot(cell));
    const middle = [0, 1].map((n) => spots.reduce((sum, spot) => sum + spot[n], 0) / spots.length);
    Object.keys(view.pieces).forEach((cell, n) => {
      const [x, y] = this.board.spot(cell);
      const heap = `translate(${middle[0] - x}px, ${y - middle[1]}px)`;
      const swirl = `${heap} rotate(${n % 2 ? 160 : -160}deg)`;
      const begin = (n / spots.length) * (1 - FLIGHT);
      // All begin and end together and wait within: each start and end of its own would cost a frame.
      this.board.pile(cell)?.animate(
        [
          { transform: swirl, opacity: 0 },
          { transform: swirl, opacity: 0, offset: begin, easing: EASE },
          { transform: heap, opacity: 1, offset: begin + FLIGHT * 0.45, easing: EASE },
          { transform: "none", opacity: 1, offset: begin + FLIGHT },
          { transform: "none", opacity: 1 },
        ],
        DEALT,
      );
    });
  }

  show(view) {
    const { pieces, air, last } = view;
    const before = this.before;
    const hung = this.air;
    this.before = { ...pieces };
    this.air = { ...air };
    if (!before || calm.matches) return;
    const own = this.hand.origin;
    const lifted = (cell) => cell in air || cell === own;
    const mine = Object.fromEntries(Object.entries(hung).filter(([cell]) => cell !== own));
    const { found, taken, topped, crowned } = journeys(before, pieces, mine);
    for (const [start, end] of found) {
      const spots = (last.at(0) === start && last.at(-1) === end ? last : [start, end]).map((cell) =>
        this.board.spot(cell),
      );
      const node = this.board.pile(end);
      if (node && spots.every(Boolean)) fly(node, spots, this.board.spot(end));
    }
    for (const cell of taken) if (!lifted(cell)) this.toTray(cell, before[cell]);
    for (const cell of topped) {
      if (!lifted(cell)) this.toTray(cell, before[cell].slice(pieces[cell].length));
    }
    for (const cell of crowned) this.crown(cell);
  }

  crown(cell) {
    const top = this.board.pile(cell)?.querySelector(".piece:last-of-type");
    top?.animate(
      [
        { translate: "0 -26px", opacity: 0 },
        { translate: "0 0", opacity: 1 },
      ],
      { duration: 420, easing: "cubic-bezier(.3,1.6,.5,1)" },
    );
  }

  // What is captured goes to the tray, where everybody sees it go.
  toTray(cell, pile) {
    const { frame, tray } = this;
    if (!tray.width) return;
    const { x: left, y: top, width, height } = this.board.root.viewBox.baseVal;
    const scale = Math.min(frame.width / width, frame.height / height);
    const [spotX, spotY] = this.board.spot(cell);
    const x = frame.x + frame.width / 2 + (spotX - left - width / 2) * scale;
    const y = frame.y + frame.height / 2 + (-spotY - top - height / 2) * scale;
    const at = (toX, toY, size) => `translate(${toX}px, ${toY}px) scale(${size})`;
    const end = at(tray.x + Math.min(60, tray.width / 2), tray.y + tray.height * 0.6, scale * 0.7);
    const drawn = drawPile(pile, this.board.look);
    byId("flying").append(drawn);
    const flight = drawn.animate(
      [
        { transform: at(x, y, scale), opacity: 1 },
        { transform: at(x, y - 14, scale * 1.15), opacity: 1, offset: 0.25 },
        { transform: end, opacity: 0.2 },
      ],
      { duration: 620, easing: "ease-in-out" },
    );
    flight.finished.then(
      () => drawn.remove(),
      () => drawn.remove(),
    );
  }
}
