// The board, drawn from the geometry the server sends: ground, cells, lights, pieces, marks.

import { byId, svg } from "./dom.js";
import { PITCH } from "./looks.js";
import { drawLight, drawMark, place } from "./lights.js";
import { drawPile, pileRise } from "./pieces.js";
import { lightName, pileName, t } from "./words.js";

const HALF = PITCH / 2;
const CORNERS = { square: [-13.5, 13.5], hexagon: [-11.5, 11], point: [-14, 13] };

export class Board {
  constructor(link, root = byId("board")) {
    this.link = link;
    this.root = root;
    this.current = null; // the cell that the keyboard is on
    this.lights = new Map();
  }

  get look() {
    return this.link.view.look;
  }

  spot(cell) {
    return this.link.view.board.cells[cell];
  }

  shape() {
    if (this.look.board.cells === "square")
      return svg("path", { d: `M${-HALF}${-HALF}h${PITCH}v${PITCH}h${-PITCH}Z` });
    if (this.look.board.cells === "point") return svg("circle", { r: 19 });
    const corners = [0, 1, 2, 3, 4, 5].map((n) => {
      const angle = (Math.PI / 3) * n + Math.PI / 6;
      const far = PITCH / Math.sqrt(3);
      return `${(far * Math.cos(angle)).toFixed(2)} ${(far * Math.sin(angle)).toFixed(2)}`;
    });
    return svg("path", { d: `M${corners.join("L")}Z` });
  }

  // Everything that stays the same through a game.
  draw() {
    const { board } = this.link.view;
    const spots = Object.values(board.cells);
    const xs = spots.map(([x]) => x);
    const ys = spots.map(([, y]) => -y);
    const rim = 34;
    const [left, top] = [Math.min(...xs) - rim, Math.min(...ys) - rim];
    const [wide, high] = [Math.max(...xs) + rim - left, Math.max(...ys) + rim - top];
    this.root.setAttribute("viewBox", `${left} ${top} ${wide} ${high}`);
    this.root.setAttribute("class", `ground-${this.look.board.ground}`);
    this.root.setAttribute("role", "group");
    this.wide = wide;
    const names = Object.keys(board.cells);
    if (!names.includes(this.current)) this.current = names.find((c) => !board.blanks.includes(c));
    this.layers = Object.fromEntries(
      ["art", "glows", "cells", "rings", "pieces", "marks", "names"].map((name) => [
        name,
        svg("g", { class: name }),
      ]),
    );
    this.lights.clear();
    this.layers.art.append(...this.art(board, left, top, wide, high));
    this.layers.cells.append(...names.map((cell) => this.cell(cell)));
    this.root.replaceChildren(this.paints(), ...Object.values(this.layers));
    this.relabel();
  }

  paints() {
    const stops = (...colours) =>
      colours.map((name, n) => svg("stop", { offset: n / (colours.length - 1), class: name }));
    return svg(
      "defs",
      {},
      svg("linearGradient", { id: "wood", x2: 0.3, y2: 1 }, stops("wood-a", "wood-b", "wood-a")),
      svg("radialGradient", { id: "felt" }, stops("felt-a", "felt-b")),
      svg(
        "pattern",
        { id: "grain", width: 90, height: 34, patternUnits: "userSpaceOnUse" },
        svg("path", {
          class: "grain",
          d: "M0 5Q25 2 45 6T90 5M0 14Q20 17 40 13T90 14M0 24Q30 20 50 25T90 24M0 31Q22 33 48 30T90 31",
        }),
      ),
      svg(
        "pattern",
        { id: "nap", width: 5, height: 5, patternUnits: "userSpaceOnUse" },
        svg("path", { class: "nap", d: "M0 1h1M2.5 3.5h1" }),
      ),
      svg(
        "pattern",
        { id: "hatch", width: 4, height: 4, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        svg("rect", { class: "hidden-colour", width: 4, height: 4 }),
        svg("path", { class: "hatching", d: "M0 2h4" }),
      ),
    );
  }

  art(board, left, top, wide, high) {
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
    const felt = this.look.board.ground === "felt";
    const parts = [sheet("frame", "url(#wood)", 0), sheet("", "url(#grain)", 0)];
    parts.push(sheet("inlay", felt ? "url(#felt)" : "url(#wood)", 9));
    parts.push(sheet("", felt ? "url(#nap)" : "url(#grain)", 9));
    if (this.look.board.lines) {
      const d = board.lines.map(([a, b]) => {
        const [[ax, ay], [bx, by]] = [this.spot(a), this.spot(b)];
        return `M${ax} ${-ay}L${bx} ${-by}`;
      });
      parts.push(svg("path", { class: "groove-lines", d: d.join("") }));
    }
    for (const [cell, spot] of Object.entries(board.cells)) parts.push(...this.cellArt(board, cell, spot));
    return [...parts, ...this.names(board)];
  }

  cellArt(board, cell, spot) {
    const blank = board.blanks.includes(cell);
    if (this.look.board.cells === "point") {
      return blank ? [] : [svg("circle", { class: "hole", r: 5, transform: place(spot) })];
    }
    const shape = this.shape();
    const kind = this.look.board.chequered ? ["dark-cell", "light-cell"][spot[3]] : `ring-${spot[3]}`;
    shape.setAttribute("class", `tile ${kind}`);
    shape.setAttribute("transform", place(spot));
    return [shape];
  }

  // Names of cells: in each of them, or along the edges where all are a letter and a number.
  names(board) {
    const write = (text, x, y, kind) => svg("text", { class: kind, x, y }, text);
    if (this.look.board.names === "cells") {
      return Object.entries(board.cells)
        .filter(([cell]) => !board.blanks.includes(cell))
        .map(([cell, [x, y]]) =>
          this.look.board.cells === "point"
            ? write(cell, x + 8, -y + 20, "name")
            : write(cell, x, -y + 19.5, "name"),
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

  cell(cell) {
    const shape = this.shape();
    shape.setAttribute("class", "hit");
    return svg(
      "g",
      { class: "cell", "data-cell": cell, role: "button", tabindex: -1, transform: place(this.spot(cell)) },
      shape,
    );
  }

  // What changes: lights, pieces, the ring, and the words for screen readers.
  show(changed) {
    const { view } = this.link;
    if (changed.has("lights")) this.showLights();
    if (changed.has("pieces")) {
      this.layers.pieces.replaceChildren(...this.piles());
    }
    if (changed.has("zones")) {
      this.layers.rings.replaceChildren(
        ...(view.zones.ring ?? []).map((cell) =>
          svg("circle", { class: "ring", r: 15.5, "data-ring": cell, transform: place(this.spot(cell)) }),
        ),
      );
    }
    if (changed.has("named")) this.showNamed();
    if (changed.has("lights") || changed.has("pieces")) {
      const corner = CORNERS[this.look.board.cells];
      this.layers.marks.replaceChildren(
        ...Object.entries(view.lights).map(([cell, light]) =>
          drawMark(this.spot(cell), light, cell in view.pieces, corner, this.look),
        ),
      );
      this.relabel();
    }
  }

  // The cells that the words beside the board speak of have their names on them, large enough to find.
  showNamed() {
    this.layers.names.replaceChildren(
      ...this.link.view.named.map((cell) =>
        svg(
          "text",
          { class: "called", "data-called": cell, x: -12, y: -9, transform: place(this.spot(cell)) },
          cell,
        ),
      ),
    );
  }

  showLights() {
    const { lights } = this.link.view;
    for (const [cell, [kind, node]] of this.lights) {
      if (lights[cell]?.join() !== kind) {
        node.remove();
        this.lights.delete(cell);
      }
    }
    for (const [cell, light] of Object.entries(lights)) {
      if (this.lights.has(cell)) continue;
      const node = drawLight(this.link, cell, this.spot(cell), this.shape(), light);
      this.lights.set(cell, [light.join(), node]);
      this.layers.glows.append(node);
    }
  }

  piles() {
    const cells = Object.entries(this.link.view.pieces);
    // Nearer piles are drawn later, so that tall ones stand before those behind them.
    cells.sort(([a], [b]) => this.spot(b)[1] - this.spot(a)[1]);
    return cells.map(([cell, pile]) => {
      const group = drawPile(pile, this.look);
      group.setAttribute("transform", place(this.spot(cell)));
      group.setAttribute("data-pile", cell);
      group.setAttribute("data-pieces", pile.join(" "));
      if (pile.length > 1) group.append(this.badge(cell, pile));
      return group;
    });
  }

  // How high a pile is; taking hold of it lifts only the top piece.
  badge(cell, pile) {
    const y = -(pile.length - 1) * pileRise(pile.length) - 11;
    return svg(
      "g",
      { class: "badge", "data-cell": cell, "data-top": cell, transform: `translate(12.5 ${y})` },
      svg("title", {}, t("page.top-only")),
      svg("circle", { class: "reach", r: 10 }),
      svg("circle", { r: 5.6 }),
      svg("text", { y: 2.6 }, pile.length),
    );
  }

  relabel() {
    const { view } = this.link;
    this.root.setAttribute("aria-label", `${t("page.board")}. ${t("page.board-help")}`);
    for (const node of this.layers.cells.children) {
      const cell = node.dataset.cell;
      node.setAttribute("tabindex", cell === this.current ? 0 : -1);
      node.setAttribute("aria-label", this.words(cell, view));
    }
  }

  words(cell, view) {
    const pile = view.pieces[cell];
    const what = pile
      ? t("page.cell-holds", { cell, pieces: pileName(view, pile) })
      : t("page.cell-empty", { cell });
    const light = view.lights[cell];
    return light ? t("page.cell-lit", { what, meaning: lightName(view.game.name, light[0]) }) : what;
  }

  node(cell) {
    return this.layers.cells.querySelector(`[data-cell="${cell}"]`);
  }

  focus(cell) {
    this.node(this.current)?.setAttribute("tabindex", -1);
    this.current = cell;
    this.node(cell).setAttribute("tabindex", 0);
    this.node(cell).focus();
  }

  // The cell under a point of the screen, or the nearest within half a cell.
  cellAt(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.root.getScreenCTM().inverse());
    let best = null;
    let nearest = PITCH * 0.62;
    for (const [cell, [cx, cy]] of Object.entries(this.link.view.board.cells)) {
      const far = Math.hypot(cx - point.x, -cy - point.y);
      if (far < nearest) [best, nearest] = [cell, far];
    }
    return best;
  }

  // The next cell that way: near, and not far off the straight line.
  next(cell, dx, dy) {
    const [x0, y0] = this.spot(cell);
    let best = null;
    let least = Infinity;
    for (const [other, [x, y]] of Object.entries(this.link.view.board.cells)) {
      const along = (x - x0) * dx + (y - y0) * dy;
      const across = Math.abs((x - x0) * dy - (y - y0) * dx);
      if (along > 1 && across <= along * 1.8 && along + 2 * across < least) {
        [best, least] = [other, along + 2 * across];
      }
    }
    return best;
  }
}
