// Hands on the simulated board: pointer, touch and keyboard become lifting and putting down.
// Nothing here knows a rule: whatever hands can do is said to the table.

import { byId } from "./dom.js";
import { drawPile } from "./pieces.js";
import { isGuest } from "./role.js";
import { topOnly } from "./tray.js";

const DRAG = 8; // pixels from which a press is a drag and no longer a click
const GRIP = 120; // milliseconds between a captured piece's going and the other's coming
const ONCE = 500; // milliseconds after a taking in which no touch can mean another: the page may not know yet
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Hand {
  constructor(link, board) {
    this.link = link;
    this.board = board;
    this.ghost = byId("ghost");
    this.held = []; // what was taken up last
    this.origin = null; // where the held piece came from; null: the tray
    this.press = null; // the press of a pointer that is down
    this.holding = false; // something is held, or will be once the table has heard
    this.tookAt = -ONCE; // when one touch last took something off
    board.root.addEventListener("pointerdown", (event) => this.down(event));
    board.root.addEventListener("keydown", (event) => this.key(event));
    // Not on the board itself: browsers make a drawing that listens for the focus a stop of its own.
    byId("table").addEventListener("focusin", (event) => {
      const cell = event.target.closest("[data-cell]")?.dataset.cell;
      if (cell) board.current = cell;
    });
    byId("tray").addEventListener("pointerdown", (event) => this.downOnTray(event));
    byId("tray").addEventListener("click", (event) => this.clickOnTray(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.cancel());
  }

  get idle() {
    return this.link.view.screen !== "game" || this.link.view.companion || isGuest(this.link);
  }

  // While something is asked a touch points at a piece, as lifting it for a moment does on a real board.
  get points() {
    const { question, consents } = this.link.view;
    return Boolean(question) && !consents;
  }

  // What is lit as asked about while nobody is asked is about to show itself: no hand is needed there.
  shows(cell) {
    const { question, lights } = this.link.view;
    return !question && lights[cell]?.[0] === "ask";
  }

  // What the table says we hold.
  heard() {
    if (this.link.answered) this.holding = this.link.hand.length > 0;
    const { hand, view } = this.link;
    if (!hand.length || view.screen !== "game") {
      this.ghost.replaceChildren();
      document.body.classList.remove("holding");
      return;
    }
    document.body.classList.add("holding");
    const pile = drawPile(hand, this.board.look);
    this.ghost.replaceChildren(pile);
    const scale = this.board.root.getBoundingClientRect().width / this.board.wide;
    pile.setAttribute("transform", `scale(${scale || 1})`);
    if (!this.at) this.hover(this.origin);
    else this.drift(this.at[0], this.at[1]);
  }

  drift(x, y) {
    this.at = [x, y];
    this.ghost.style.transform = `translate(${x}px, ${y}px)`;
  }

  // With the keyboard there is no pointer: the held piece hangs over the cell.
  hover(cell) {
    const box = (this.board.node(cell ?? this.board.current) ?? byId("tray")).getBoundingClientRect();
    this.ghost.style.transform = `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2 - 14}px)`;
  }

  lift(cell, one) {
    const top = one || topOnly.on;
    this.origin = cell;
    this.held = this.link.view.pieces[cell].slice(top ? -1 : 0);
    this.holding = true;
    this.link.say(top ? { do: "lift", cell, count: 1 } : { do: "lift", cell });
    topOnly.set(false);
  }

  fetch(pile) {
    this.origin = null;
    this.held = pile;
    this.holding = true;
    this.link.say({ do: "fetch", pile });
  }

  place(cell) {
    this.holding = false;
    if (cell !== this.origin && this.link.view.swaps.includes(cell)) this.exchange(cell);
    else this.link.say({ do: "place", cell });
  }

  // Onto a piece that can be taken there. As two hands would: it goes off, and a moment later, so that a
  // sensor can feel it, the other comes down.
  exchange(cell) {
    this.link.say({ do: "place", cell: null });
    this.link.say({ do: "lift", cell });
    this.link.say({ do: "place", cell: null });
    this.link.say({ do: "fetch", pile: this.held });
    setTimeout(() => this.link.say({ do: "place", cell }), GRIP);
  }

  // Whether one touch takes off what stands there. A mill takes one: whoever touches another at once, or
  // begins the next move, must not find that gone as well.
  takes(cell) {
    return cell in this.link.view.takes && performance.now() - this.tookAt > ONCE;
  }

  // What a mill takes goes with one touch; of a stack only what is taken.
  takeOff(cell) {
    this.origin = null;
    this.tookAt = performance.now();
    this.link.say({ do: "lift", cell, count: this.link.view.takes[cell] });
    this.link.say({ do: "place", cell: null });
  }

  putBack() {
    if (this.holding) this.place(this.origin);
  }

  // An empty cell that exactly one answer speaks of: to touch it is to answer.
  answer(cell) {
    const choices = this.link.view.question?.choices ?? [];
    const meant = choices.filter((choice) => choice.cells.includes(cell));
    if (meant.length === 1) this.link.say({ do: "choose", label: meant[0].label });
  }

  down(event) {
    if (this.idle || event.button !== 0) return;
    const near = this.board.cellAt(event.clientX, event.clientY);
    const top = this.topMeant(event.target, near);
    const cell = top ?? near;
    if (!cell) return;
    event.preventDefault();
    this.at = [event.clientX, event.clientY];
    this.press = { x: event.clientX, y: event.clientY, moved: false, lifted: false };
    if (this.holding || this.shows(cell)) return;
    if (this.takes(cell)) {
      this.press = null;
      this.takeOff(cell);
    } else if (this.link.view.pieces[cell]) {
      this.lift(cell, Boolean(top) || event.shiftKey);
      this.press.lifted = true;
    } else {
      this.press = null;
      this.answer(cell);
    }
  }

  // The badge of a tall pile hangs over the cell behind it. Whoever touches what stands there means that,
  // unless he touches what is to be seen of the badge.
  topMeant(touched, near) {
    const top = touched.closest("[data-top]")?.dataset.top;
    const beside = touched.matches(".reach") && near !== top && this.link.view.pieces[near];
    return beside ? undefined : top;
  }

  downOnTray(event) {
    const heap = event.target.closest("[data-heap]");
    if (this.idle || event.button !== 0 || this.holding || !heap) return;
    event.preventDefault();
    this.at = [event.clientX, event.clientY];
    this.press = { x: event.clientX, y: event.clientY, moved: false, lifted: true };
    this.fetch(JSON.parse(heap.dataset.heap));
  }

  // A click without a pointer before it is the keyboard's or a screen reader's.
  clickOnTray(event) {
    const heap = event.target.closest("[data-heap]");
    if (this.idle || event.detail !== 0 || event.target.closest(".top-only")) return;
    if (this.holding) this.place(null);
    else if (heap) {
      this.at = null;
      this.fetch(JSON.parse(heap.dataset.heap));
      this.board.node(this.board.current)?.focus();
    }
  }

  move(event) {
    if (this.holding) this.drift(event.clientX, event.clientY);
    if (this.press && Math.hypot(event.clientX - this.press.x, event.clientY - this.press.y) > DRAG) {
      this.press.moved = true;
    }
  }

  up(event) {
    const press = this.press;
    this.press = null;
    if (!this.holding || this.idle) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    // A click takes a piece up and leaves it in the hand; a second click puts it down.
    if (press?.lifted && !press.moved) {
      if (this.points && this.origin) setTimeout(() => this.putBack(), GRIP);
      return;
    }
    const cell = under?.closest("#board") && this.board.cellAt(event.clientX, event.clientY);
    if (cell) this.place(cell);
    else if (under?.closest("[data-tray]")) this.place(null);
    // Anywhere else is no place: whoever let go there holds it still.
  }

  cancel() {
    this.press = null;
  }

  key(event) {
    if (this.idle) return;
    const cell = event.target.closest("[data-cell]")?.dataset.cell;
    if (!cell) return;
    if (event.key in ARROWS) {
      const next = this.board.next(cell, ...ARROWS[event.key]);
      if (next) this.board.focus(next);
      if (this.holding) this.hover(next ?? cell);
    } else if (event.key === " " || event.key === "Enter") {
      this.at = null;
      if (this.holding) this.place(cell);
      else if (this.takes(cell)) this.takeOff(cell);
      else if (this.shows(cell)) return;
      else if (this.link.view.pieces[cell]) {
        const { points } = this;
        this.lift(cell, event.shiftKey);
        if (points) setTimeout(() => this.putBack(), GRIP);
      } else this.answer(cell);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      if (this.holding) this.place(null);
    } else return;
    event.preventDefault();
  }
}
