// Pieces seen from above at a slant, in millimetres around the middle of their cell. What they are made
// of comes with the look of the game: a piece has a colour and a shape, a shape has parts.

import { svg } from "./dom.js";

const RISE = 5; // how much higher each further piece of a pile lies
const TALLEST = 26; // the most that a pile rises: tall ones are pressed together
const CROWN = "M-8.5 5.5-9.5-5-4.5-.5 0-8 4.5-.5 9.5-5 8.5 5.5Q0 8-8.5 5.5Z";
const STYLES = ["body", "edge", "groove", "shine", "stroke"]; // anything else is a colour to fill with

// A piece by its name: its colour, its kind, and the name of its shape.
export function pieceOf(look, name) {
  const [colour, kind, shape] = look.pieces[name] ?? [name, "", look.shape];
  return { colour, kind, shape };
}

// Gives a node the paints of a colour, for the styles to use.
export function painted(node, look, colour) {
  for (const use of ["body", "deep", "sign", "groove"]) {
    const paint = look.colours[colour]?.[use];
    if (paint) node.style.setProperty(`--${use}`, paint);
  }
  return node;
}

const part = ([style, d]) =>
  STYLES.includes(style) ? svg("path", { class: style, d }) : svg("path", { class: "dye", d, fill: style });

function sign(look, colour, { sign_y: y, sign_scale: scale, outlined }) {
  const mark = look.colours[colour]?.mark;
  if (!mark) return [];
  const transform = `translate(0 ${y}) scale(${scale})`;
  return [svg("path", { class: outlined ? "sign outlined" : "sign", d: mark, transform })];
}

function layer(look, name, top) {
  const { colour, shape } = pieceOf(look, name);
  const form = look.shapes[shape];
  const parts = top ? [...form.parts, ...form.top] : form.parts;
  const group = svg(
    "g",
    { class: `piece c-${colour}` },
    parts.map(part),
    top ? sign(look, colour, form) : [],
  );
  return painted(group, look, colour);
}

export function pileRise(height) {
  return height < 2 ? 0 : Math.min(RISE, TALLEST / (height - 1));
}

// A whole pile, bottom first, as one group.
export function drawPile(pile, look) {
  const rise = pileRise(pile.length);
  const layers = pile.map((name, n) => {
    const drawn = layer(look, name, n === pile.length - 1);
    drawn.setAttribute("transform", `translate(0 ${-n * rise})`);
    return drawn;
  });
  if (look.crown && pile.length > 1) {
    const at = `translate(0 ${-(pile.length - 1) * rise - 1})`;
    layers.push(svg("path", { class: "crown", d: CROWN, transform: at }));
  }
  const [cx, cy, rx, ry] = look.shapes[pieceOf(look, pile[0]).shape].shadow;
  return svg("g", { class: "pile" }, svg("ellipse", { class: "shadow", cx, cy, rx, ry }), layers);
}
