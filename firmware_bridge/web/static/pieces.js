// Pieces seen from above at a slant, in millimetres around the middle of their cell.

import { svg } from "./dom.js";
import { SIGNS } from "./looks.js";

const RISE = 5; // how much higher each further piece of a pile lies
const TALLEST = 26; // the most that a pile rises: tall ones are pressed together

const sign = (colour, y, scale) =>
  SIGNS[colour]
    ? svg("path", { class: "sign", d: SIGNS[colour], transform: `translate(0 ${y}) scale(${scale})` })
    : null;

const slab = (rx, ry, thick) => `M${-rx} 0v${thick}a${rx} ${ry} 0 0 0 ${2 * rx} 0v${-thick}Z`;

const shapes = {
  man: {
    layer: (top, colour) => [
      svg("path", { class: "edge", d: slab(14.5, 13, 4.5) }),
      svg("ellipse", { class: "body", rx: 14.5, ry: 13 }),
      svg("ellipse", { class: "groove", rx: 11, ry: 9.8 }),
      svg("ellipse", { class: "groove", rx: 6.5, ry: 5.8 }),
      svg("path", { class: "shine", d: "M-10.5-5.5A12 10.6 0 0 1 3-10.4" }),
      top ? sign(colour, 0, 1) : null,
    ],
  },
  cup: {
    layer: (top, colour) => [
      svg("path", { class: "handle", d: "M12 0q9-2 8 5t-10 4" }),
      svg("path", { class: "edge", d: "M-14 0l2.5 7a11.5 9 0 0 0 23 0L14 0Z" }),
      svg("ellipse", { class: "body", rx: 14, ry: 12 }),
      top
        ? svg("ellipse", { class: "coffee", rx: 11, ry: 9.2 })
        : svg("ellipse", { class: "groove", rx: 11, ry: 9.2 }),
      top ? svg("ellipse", { class: "cream", cx: -1.5, cy: -1.5, rx: 7.5, ry: 5.8 }) : null,
      svg("path", { class: "shine", d: "M-11.5-4A12.6 10.6 0 0 1 0-10.6" }),
      top ? sign(colour, -0.6, 1.15) : null,
    ],
  },
  hat: {
    layer: (top, colour) => [
      svg("path", { class: "edge", d: slab(15.5, 12, 2) }),
      svg("ellipse", { class: "body", rx: 15.5, ry: 12 }),
      ...(top
        ? [
            svg("path", { class: "edge", d: "M-9-1V-10H9V-1a9 7 0 0 1-18 0Z" }),
            svg("path", { class: "band", d: "M-9-2.5v2a9 7 0 0 0 18 0v-2a9 7 0 0 1-18 0Z" }),
            svg("ellipse", { class: "body", cy: -10, rx: 9.6, ry: 7 }),
            svg("path", { class: "shine", d: "M-7.5-12A8.4 5.8 0 0 1 1-15.6" }),
            sign(colour, -10, 0.95),
          ]
        : []),
    ],
  },
  pawn: {
    layer: (top, colour) => [
      svg("path", { class: "edge", d: "M-11 6v3a11 6.5 0 0 0 22 0V6Z" }),
      svg("ellipse", { class: "body", cy: 6, rx: 11, ry: 6.5 }),
      svg("path", { class: "body", d: "M-7.5 6Q-3.5 0-3.5-7H3.5Q3.5 0 7.5 6A7.5 4 0 0 1-7.5 6Z" }),
      svg("circle", { class: "body", cy: -10, r: 6.8 }),
      svg("path", { class: "shine", d: "M-4.5-11.5A5 5 0 0 1 0-15" }),
      sign(colour, -9.8, 0.95),
    ],
  },
};

export function pileRise(height) {
  return height < 2 ? 0 : Math.min(RISE, TALLEST / (height - 1));
}

// A whole pile, bottom first, as one group.
export function drawPile(pile, kind) {
  const shape = shapes[kind] ?? shapes.man;
  const rise = pileRise(pile.length);
  const layers = pile.map((colour, n) =>
    svg(
      "g",
      { class: `piece c-${colour}`, transform: `translate(0 ${-n * rise})` },
      shape.layer(n === pile.length - 1, colour),
    ),
  );
  return svg(
    "g",
    { class: `pile k-${kind}` },
    svg("ellipse", { class: "shadow", cx: 2.5, cy: 7, rx: 16, ry: 10 }),
    layers,
  );
}
