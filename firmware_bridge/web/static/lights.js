// The lights under the cells: colours, rhythms and their pace come from the server's theme.

import { Keyed, svg } from "./dom.js";
import { place } from "./ground.js";
import { MARKS } from "./looks.js";
import { drawPile, pieceOf } from "./pieces.js";

// An LED's colour is hue times brightness. On a screen the hue is drawn in full and the brightness
// becomes strength, by the square root, since that is how eyes see a dim lamp.
export function lamp([red, green, blue]) {
  const most = Math.max(red, green, blue, 1);
  const [r, g, b] = [red, green, blue].map((part) => Math.round((part / most) * 255));
  return { colour: `rgb(${r} ${g} ${b})`, strength: Math.sqrt(most / 255) };
}

export function lampOf({ fixed, view }, meaning, piece) {
  const [own] = fixed.theme[meaning];
  return lamp((piece && view.look.colours[pieceOf(view.look, piece).colour]?.lamp) || own);
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

function beat(node, rhythm, strength, delay, startedAt) {
  const { period, shades } = rhythm;
  if (shades.every((shade) => shade === shades[0]) || calm.matches) {
    node.style.opacity = strength;
    return;
  }
  const frames = [...shades, shades[0]].map((shade) => ({ opacity: shade * strength }));
  const animation = node.animate(frames, { duration: period * 1000, iterations: Infinity });
  // All lights of a rhythm beat together, and with those of other pages and of a real board.
  animation.startTime = startedAt + delay * period * 1000;
}

// What a light looks like and when it beats: lights that have this in common beat as one.
function beatOf(link, spot, [meaning, piece]) {
  const { fixed } = link;
  const [, rhythm] = fixed.theme[meaning];
  // A lamp can only say by its colour which piece belongs somewhere. The page draws that piece, so its
  // light has the meaning's own colour, as the legend says; beside a real board both show its lamps.
  const { colour, strength } = lampOf(link, meaning, link.view.companion && piece);
  const delay = rhythm === fixed.inward ? spot[2] : 0;
  return { colour, strength, rhythm, delay };
}

function drawGlow({ fixed, heardAt }, { colour, strength, rhythm, delay }) {
  const glow = svg("g", { class: "glow" });
  glow.style.color = colour;
  beat(glow, fixed.rhythms[rhythm], strength, delay, heardAt - fixed.now * 1000);
  return glow;
}

const drawLight = (cell, spot, shape, [meaning]) =>
  svg(
    "g",
    { class: `light m-${meaning}`, "data-light": cell, "data-meaning": meaning, transform: place(spot) },
    shape,
    [18, 14, 10].map((r) => svg("circle", { r, class: "halo" })),
  );

// All lights of a board. Each beat is one group, and the browser beats once for all that are in it.
export class Lights {
  constructor(node) {
    this.beats = new Keyed(node);
    this.cells = new Map(); // by beat: its group, and the lights in it
  }

  // `lit` is what each cell means; `spotOf` tells where it lies, `shapeOf` draws its outline.
  show(link, lit, spotOf, shapeOf) {
    const wanted = new Map();
    for (const [cell, light] of Object.entries(lit)) {
      const own = beatOf(link, spotOf(cell), light);
      const key = Object.values(own).join();
      if (!wanted.has(key)) wanted.set(key, { own, lights: [] });
      const draw = () => drawLight(cell, spotOf(cell), shapeOf(), light);
      wanted.get(key).lights.push([cell, light[0], draw]);
    }
    for (const key of this.cells.keys()) if (!wanted.has(key)) this.cells.delete(key);
    this.beats.show(
      [...wanted].map(([key, { own }]) => [key, "", () => this.begin(key, drawGlow(link, own))]),
    );
    for (const [key, { lights }] of wanted) this.cells.get(key).show(lights);
  }

  begin(key, glow) {
    this.cells.set(key, new Keyed(glow));
    return glow;
  }
}

export function drawMark(spot, [meaning, piece], occupied, corner, look) {
  const mark = MARKS[meaning];
  // Where a certain piece belongs, it is hinted at as well.
  const phantom = piece && !occupied ? drawPile([piece], look) : null;
  const middle = mark.at === "middle" && !occupied && !phantom;
  const [x, y] = middle ? [0, 0] : corner;
  return svg(
    "g",
    { class: `mark ${mark.faint ? "faint" : ""}`, transform: place(spot) },
    phantom && svg("g", { class: "phantom" }, phantom),
    svg("path", {
      class: "rim",
      d: mark.path,
      transform: `translate(${x} ${y}) scale(${middle ? 1 : 0.62})`,
    }),
    svg("path", { d: mark.path, transform: `translate(${x} ${y}) scale(${middle ? 1 : 0.62})` }),
  );
}
