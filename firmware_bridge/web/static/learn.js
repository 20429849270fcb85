// A lesson of a minute: one thing after the other, done on a board of its own.

import { byId, el, svg } from "./dom.js";
import { Showing } from "./history.js";
import { play } from "./sound.js";
import { said, t } from "./words.js";

export async function learn(link, game) {
  const answer = await fetch(`/lesson/${game}`);
  const dialog = byId("learn");
  dialog.setAttribute("aria-label", t("learn-page.open"));
  const close = el("button", { class: "close", onclick: () => dialog.close() }, t("page.close"));
  if (answer.ok) new Lesson(link, await answer.json(), dialog, close).step(0);
  else dialog.replaceChildren(close, el("p", {}, t("learn-page.none")));
  if (!dialog.open) dialog.showModal();
}

class Lesson {
  constructor(link, told, dialog, close) {
    this.told = told;
    this.dialog = dialog;
    const root = svg("svg", { class: "learn-board", role: "group" });
    const game = { name: told.game, players: told.players, names: [], colours: {} };
    this.showing = new Showing(root, link, { board: told.board, look: told.look, game });
    this.words = el("p", { class: "learn-words", role: "status" });
    this.note = el("p", { class: "learn-note", role: "status" });
    this.next = el("button", { class: "main learn-next", hidden: true });
    this.next.onclick = () => (this.last ? dialog.close() : this.step(this.at + 1));
    root.addEventListener("click", (event) => {
      const cell = this.showing.board.cellAt(event.clientX, event.clientY);
      if (cell) this.tap(cell);
    });
    root.addEventListener("keydown", (event) => {
      const cell = event.target.closest("[data-cell]")?.dataset.cell;
      if (!cell || (event.key !== " " && event.key !== "Enter")) return;
      event.preventDefault();
      this.tap(cell);
    });
    this.count = el("p", { class: "note" });
    dialog.replaceChildren(close, el("h2", {}, t(`game.${told.game}.title`)), this.count);
    dialog.append(this.words, root, el("div", { class: "learn-foot" }, this.note, this.next));
  }

  get last() {
    return this.at === this.told.steps.length - 1;
  }

  step(at) {
    this.at = at;
    this.now = this.told.steps[at];
    this.tapped = [];
    this.done = false;
    this.dialog.dataset.step = at;
    this.count.textContent = t("learn-page.step", { number: at + 1, steps: this.told.steps.length });
    this.words.textContent = said(this.now.words);
    this.note.textContent = "";
    this.next.hidden = true;
    this.draw(this.now);
  }

  // The ways that begin like what was touched so far.
  open() {
    return this.now.ways.filter(({ taps }) => this.tapped.every((cell, n) => taps[n] === cell));
  }

  draw(standing) {
    this.showing.show(standing);
    if (this.done) return;
    const lights = {};
    for (const { taps } of this.open()) {
      lights[taps[this.tapped.length]] = [this.tapped.length ? "target" : "movable", ""];
    }
    this.showing.link.view.lights = lights;
    this.showing.board.showLights();
    this.showing.board.relabel();
    this.showing.board.focus(Object.keys(lights)[0]);
  }

  tap(cell) {
    if (this.done) return;
    this.tapped.push(cell);
    if (!this.open().length) {
      // Whoever touches another piece of his begins anew with it.
      this.tapped = [];
      this.note.textContent = t("learn-page.not-that");
      play("wrong");
      return this.draw(this.now);
    }
    this.note.textContent = "";
    const made = this.open().find(({ taps }) => taps.length === this.tapped.length);
    if (!made) return this.draw(this.now);
    this.done = true;
    play(this.now.claim === "win" ? "over" : "done");
    this.draw(made.after);
    this.note.textContent = t(this.last ? "learn-page.all-done" : "learn-page.well-done");
    this.next.textContent = t(this.last ? "page.close" : "learn-page.next");
    this.next.hidden = false;
    return this.next.focus();
  }
}
