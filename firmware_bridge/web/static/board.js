// The board of the game: ground, lights, pieces, marks, and what is spoken of it.

import { Keyed, byId, svg } from "./dom.js";
import { drawGround, drawNames, drawPaints, frameOf, place, shapeOf } from "./ground.js";
import { PITCH } from "./looks.js";
import { Lights, drawMark } from "./lights.js";
import { drawPile, pileRise } from "./pieces.js";
import { lightName, pileName, t } from "./words.js";

const CORNERS = { square: [-13.5, 13.5], hexagon: [-11.5, 11], point: [-14, 13] };

export class Board {
  constructor(link, root = byId("board")) {
    this.link = link;
    this.root = root;
    this.current = null; // the cell that the keyboard is on
    byId("paints").replaceChildren(drawPaints());
  }

  get look() {
    return this.link.view.look;
  }

  spot(cell) {
    return this.link.view.board.cells[cell];
  }

  shape() {
    return shapeOf(this.look.board);
  }

  // Everything that stays the same through a game.
  draw() {
    const { board } = this.link.view;
    const [left, top, wide, high] = frameOf(board);
    this.root.setAttribute("viewBox", `${left} ${top} ${wide} ${high}`);
    const others = [...this.root.classList].filter((name) => !name.startsWith("ground-"));
    this.root.setAttribute("class", [...others, `ground-${this.look.board.ground}`].join(" "));
    this.root.setAttribute("role", "group");
    this.wide = wide;
    const names = Object.keys(board.cells);
    if (!names.includes(this.current)) this.current = names.find((c) => !board.blanks.includes(c));
    this.layers = Object.fromEntries(
      ["art", "glows", "cells", "rings", "pieces", "marks", "names", "ways"].map((name) => [
        name,
        svg("g", { class: name }),
      ]),
    );
    this.keyed = Object.fromEntries(["pieces", "marks"].map((name) => [name, new Keyed(this.layers[name])]));
    this.lights = new Lights(this.layers.glows);
    this.layers.art.append(...drawGround(board, this.look.board), ...drawNames(board, this.look.board));
    this.layers.cells.append(...names.map((cell) => this.cell(cell)));
    this.root.replaceChildren(...Object.values(this.layers));
    this.relabel();
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

  // What changes but for the lights: pieces, the ring, names. `any` tells whether one of the parts named has
  // changed; the answer is whether pieces have.
  show(any) {
    const { view } = this.link;
    const moved = any("pieces") && this.keyed.pieces.show(this.piles());
    if (any("zones")) {
      this.layers.rings.replaceChildren(
        ...(view.zones.ring ?? []).map((cell) =>
          svg("circle", { class: "ring", r: 15.5, "data-ring": cell, transform: place(this.spot(cell)) }),
        ),
      );
    }
    if (any("named")) this.showNamed();
    return moved;
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
    const { view } = this.link;
    const corner = CORNERS[this.look.board.cells];
    this.keyed.marks.show(
      Object.entries(view.lights).map(([cell, light]) => {
        const taken = cell in view.pieces;
        return [cell, `${light} ${taken}`, () => drawMark(this.spot(cell), light, taken, corner, this.look)];
      }),
    );
    this.lights.show(
      this.link,
      view.lights,
      (cell) => this.spot(cell),
      () => this.shape(),
    );
  }

  // What others hold hangs in the air over the cell that it was taken from.
  showAir(own) {
    this.layers.air?.remove();
    const { air, pieces } = this.link.view;
    const hung = Object.entries(air).filter(([cell]) => cell !== own && !(cell in pieces));
    this.layers.air = svg(
      "g",
      { class: "air" },
      ...hung.map(([cell, pile]) =>
        svg("g", { transform: place(this.spot(cell)), "data-air": cell }, drawPile(pile, this.look)),
      ),
    );
    this.layers.pieces.after(this.layers.air);
  }

  piles() {
    const cells = Object.entries(this.link.view.pieces);
    // Nearer piles are drawn later, so that tall ones stand before those behind them.
    cells.sort(([a], [b]) => this.spot(b)[1] - this.spot(a)[1]);
    return cells.map(([cell, pile]) => [cell, pile.join(" "), () => this.drawn(cell, pile)]);
  }

  drawn(cell, pile) {
    const group = svg(
      "g",
      { transform: place(this.spot(cell)), "data-pile": cell, "data-pieces": pile.join(" ") },
      drawPile(pile, this.look),
    );
    // A king is not a pile of two: he wears a crown.
    if (pile.length > 1 && !this.look.crown) group.append(this.badge(cell, pile));
    return group;
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

  // The words for screen readers.
  relabel() {
    const { view } = this.link;
    this.root.setAttribute("aria-label", `${t("page.board")}. ${t("page.board-help")}`);
    for (const node of this.layers.cells.children) {
      const cell = node.dataset.cell;
      const words = this.words(cell, view);
      const stop = cell === this.current ? "0" : "-1";
      // Setting what is set already costs a phone as much as setting it.
      if (node.getAttribute("tabindex") !== stop) node.setAttribute("tabindex", stop);
      if (node.getAttribute("aria-label") !== words) node.setAttribute("aria-label", words);
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

  // The drawn pile of a cell, without its place: what moves is inside that.
  pile(cell) {
    return this.layers.pieces.querySelector(`[data-pile="${cell}"] > .pile`);
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
      // A neighbour half a cell aside, as in rows of hexagons, is nearer than one two rows away.
      const far = along + (2.5 * across * across) / along;
      if (along > 1 && across <= along * 1.8 && far < least) [best, least] = [other, far];
    }
    return best;
  }
}
