// What a board is made of: its ground, its cells, the names on it. Drawn the same large and small.

import { svg } from "./dom.js";
import { PITCH } from "./looks.js";

const HALF = PITCH / 2;
const RIM = 34; // from the middle of the outermost cells to the edge of the frame

export const place = ([x, y]) => `translate(${x} ${-y})`;

// The outline of one cell.
export function shapeOf({ cells }) {
  if (cells === "square") return svg("path", { d: `M${-HALF}${-HALF}h${PITCH}v${PITCH}h${-PITCH}Z` });
  if (cells === "point") return svg("circle", { r: 19 });
  const corners = [0, 1, 2, 3, 4, 5].map((n) => {
    const angle = (Math.PI / 3) * n + Math.PI / 6;
    const far = PITCH / Math.sqrt(3);
    return `${(far * Math.cos(angle)).toFixed(2)} ${(far * Math.sin(angle)).toFixed(2)}`;
  });
  return svg("path", { d: `M${corners.join("L")}Z` });
}

// The frame around all cells: left, top, width, height.
export function frameOf({ cells }) {
  const spots = Object.values(cells);
  const xs = spots.map(([x]) => x);
  const ys = spots.map(([, y]) => -y);
  const [left, top] = [Math.min(...xs) - RIM, Math.min(...ys) - RIM];
  return [left, top, Math.max(...xs) + RIM - left, Math.max(...ys) + RIM - top];
}

// Everything that stays the same through a game.
export function drawGround(board, surface) {
  const [left, top, wide, high] = frameOf(board);
  const sheet = (extra, fill, cut) =>
    svg("rect", {
      class: extra,
      x: left + cut,
      y: top + cut,
      width: wide - 2 * cut,
      height: high - 2 * cut,
      rx: 10 - cut / 2,
      fill,
    });
  const felt = surface.ground === "felt";
  const wood = surface.ground === "panel" ? "url(#panel)" : "url(#wood)";
  const parts = [sheet("frame", wood, 0), sheet("", "url(#grain)", 0)];
  parts.push(sheet("inlay", felt ? "url(#felt)" : wood, 9));
  parts.push(sheet("", felt ? "url(#nap)" : "url(#grain)", 9));
  if (surface.lines) {
    const d = board.lines.map(([a, b]) => {
      const [[ax, ay], [bx, by]] = [board.cells[a], board.cells[b]];
      return `M${ax} ${-ay}L${bx} ${-by}`;
    });
    parts.push(svg("path", { class: "groove-lines", d: d.join("") }));
  }
  for (const [cell, spot] of Object.entries(board.cells)) parts.push(...cellArt(board, surface, cell, spot));
  return parts;
}

function cellArt(board, surface, cell, spot) {
  const blank = board.blanks.includes(cell);
  if (surface.cells === "point") {
    return blank ? [] : [svg("circle", { class: "hole", r: 5, transform: place(spot) })];
  }
  const shape = shapeOf(surface);
  const kind = surface.chequered ? ["dark-cell", "light-cell"][spot[3]] : `ring-${spot[3]}`;
  shape.setAttribute("class", `tile ${kind}`);
  shape.setAttribute("transform", place(spot));
  return [shape];
}

// Names of cells: in each of them, or along the edges where all are a letter and a number.
export function drawNames(board, surface) {
  const write = (text, x, y, kind) => svg("text", { class: kind, x, y }, text);
  if (surface.names === "cells") {
    return Object.entries(board.cells)
      .filter(([cell]) => !board.blanks.includes(cell))
      .map(([cell, [x, y]]) =>
        surface.cells === "point" ? write(cell, x + 8, -y + 20, "name") : write(cell, x, -y + 19.5, "name"),
      );
  }
  const cells = Object.entries(board.cells);
  const low = Math.min(...cells.map(([, [, y]]) => y));
  const west = Math.min(...cells.map(([, [x]]) => x));
  return cells.flatMap(([cell, [x, y]]) => [
    ...(y === low ? [write(cell.slice(0, 1), x, -y + 30.5, "edge-name")] : []),
    ...(x === west ? [write(cell.slice(1), x - 28, -y + 2.5, "edge-name")] : []),
  ]);
}

// The paints of all grounds, once for the whole page.
export function drawPaints() {
  const stops = (...colours) =>
    colours.map((name, n) => svg("stop", { offset: n / (colours.length - 1), class: name }));
  const pattern = (id, width, height, ...parts) =>
    svg("pattern", { id, width, height, patternUnits: "userSpaceOnUse" }, ...parts);
  const hatch = pattern(
    "hatch",
    4,
    4,
    svg("rect", { class: "hidden-colour", width: 4, height: 4 }),
    svg("path", { class: "hatching", d: "M0 2h4" }),
  );
  hatch.setAttribute("patternTransform", "rotate(45)");
  return svg(
    "defs",
    {},
    svg("linearGradient", { id: "wood", x2: 0.3, y2: 1 }, stops("wood-a", "wood-b", "wood-a")),
    svg("linearGradient", { id: "panel", x2: 0.3, y2: 1 }, stops("panel-a", "panel-b", "panel-a")),
    svg("radialGradient", { id: "felt" }, stops("felt-a", "felt-b")),
    pattern(
      "grain",
      90,
      34,
      svg("path", {
        class: "grain",
        d: "M0 5Q25 2 45 6T90 5M0 14Q20 17 40 13T90 14M0 24Q30 20 50 25T90 24M0 31Q22 33 48 30T90 31",
      }),
    ),
    pattern("nap", 5, 5, svg("path", { class: "nap", d: "M0 1h1M2.5 3.5h1" })),
    hatch,
  );
}
