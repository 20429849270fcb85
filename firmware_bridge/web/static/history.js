// The moves, numbered. One that is clicked shows the board as it stood then; the game goes on meanwhile.

import { Board } from "./board.js";
import { Keyed, byId, el, redraw } from "./dom.js";
import { who } from "./names.js";
import { isGuest, isOwn } from "./role.js";
import { language, t } from "./words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// A board that only shows: what stood there, and the cells that the last move touched.
export class Showing {
  constructor(root, link, view) {
    this.link = { fixed: link.fixed, heardAt: link.heardAt, view };
    this.board = new Board(this.link, root);
    root.onkeydown = (event) => {
      const cell = event.target.closest("[data-cell]")?.dataset.cell;
      const next = cell && event.key in ARROWS ? this.board.next(cell, ...ARROWS[event.key]) : null;
      if (next) {
        event.preventDefault();
        this.board.focus(next);
      }
    };
  }

  show({ pieces, zones, last }) {
    const lights = Object.fromEntries(last.map((cell) => [cell, ["last", ""]]));
    Object.assign(this.link.view, { pieces, zones, lights, named: [], air: {}, swaps: [] });
    this.board.draw();
    this.board.show(() => true);
    this.board.showLights();
  }
}

export async function positionAt(number, at) {
  const answer = await fetch(`/games/${number}/at/${at}`);
  return answer.ok ? answer.json() : null;
}

// The list of moves; `go` shows the board after one of them. It grows by what is new, however long it is.
export class MoveList {
  constructor(go) {
    this.go = go;
    this.node = el("ol", { class: "moves" });
    this.keyed = new Keyed(this.node);
  }

  // `at` is the one that is shown.
  show(history, at) {
    this.keyed.show(
      history.map(([player, label], n) => {
        const current = at === n + 1;
        return [
          n,
          `${language} ${player} ${label} ${current}`,
          () => this.move(player, label, n + 1, current),
        ];
      }),
    );
    return this.node;
  }

  move(player, label, number, current) {
    return el(
      "li",
      { "data-move": label },
      el(
        "button",
        {
          class: "move",
          "data-at": number,
          "aria-current": current ? "step" : null,
          title: t("archive.show-move", { number }),
          onclick: () => this.go(number),
        },
        el("span", { class: "number" }, `${number}.`),
        el("span", { class: "by" }, player),
        label,
      ),
    );
  }
}

let moves = null; // of the game that is on
let past = null; // {number, at}: which game is looked back at, and after how many moves

export function lookingBack() {
  return past !== null;
}

export async function lookBack(link, at) {
  const { view } = link;
  const number = view.game?.number;
  const wanted = at === null || at > view.history.length ? null : { number, at };
  const found = wanted && (await positionAt(number, at));
  past = found ? wanted : null;
  const root = byId("past");
  byId("board").inert = Boolean(past);
  root.toggleAttribute("hidden", !past);
  if (past) new Showing(root, link, { ...view }).show(found);
  else root.replaceChildren();
  showNote(link);
  showRecord(link);
  scrollRecord();
  // On a phone the moves are below the board that they show.
  if (past) byId("table").scrollIntoView({ block: "nearest" });
}

function showNote(link) {
  const note = byId("past-note");
  note.hidden = !past;
  if (!past) return redraw(note);
  const { at } = past;
  const step = (to, words, name) =>
    el(
      "button",
      {
        class: name,
        "data-to": to,
        disabled: to < 0 || to > link.view.history.length,
        onclick: () => lookBack(link, to),
      },
      words,
    );
  return redraw(
    note,
    step(at - 1, "‹", "past-back"),
    el("span", { role: "status" }, t("archive.after-move", { number: at, moves: link.view.history.length })),
    step(at + 1, "›", "past-on"),
    el("button", { class: "past-close", onclick: () => lookBack(link, null) }, t("archive.to-the-game")),
  );
}

// Whoever plays here and is to move; on a phone, who holds it.
function ready(link) {
  const { view } = link;
  const here = (player) => !view.game.seats[player - 1]?.includes(":");
  const everybody = Array.from({ length: view.game.players }, (_, n) => n + 1);
  const own = everybody.filter((player) => here(player) && isOwn(link, player));
  return own.includes(view.turn) ? view.turn : own[0];
}

function giveUp(link) {
  const { view } = link;
  return el(
    "button",
    {
      class: "give-up",
      disabled: Boolean(view.over) || !view.history.length || !ready(link) || isGuest(link),
      onclick: () => {
        // When he presses it: what was drawn before may have been another's turn.
        const player = ready(link);
        if (confirm(t("page.give-up-sure", { player: who(link.view, player) })))
          link.say({ do: "give-up", player });
      },
    },
    t("page.give-up"),
  );
}

export function showRecord(link) {
  const { view } = link;
  if (past && (past.number !== view.game.number || past.at > view.history.length)) {
    lookBack(link, null);
    return;
  }
  if (past) showNote(link);
  moves ??= new MoveList((at) => lookBack(link, at));
  const list = moves.show(view.history, past?.at);
  redraw(
    byId("record"),
    el(
      "div",
      { class: "record-head" },
      el("h2", {}, t("page.history")),
      el(
        "button",
        {
          class: "undo",
          disabled: !view.takes_back || isGuest(link),
          onclick: () => link.say({ do: "undo" }),
        },
        t("page.take-back"),
      ),
      giveUp(link),
    ),
    view.history.length ? list : el("p", { class: "note" }, t("page.no-moves")),
  );
}

// The move that is looked at, else the last one, is in sight.
export function scrollRecord() {
  const list = document.querySelector("#record .moves");
  if (!list) return;
  const current = list.querySelector("[aria-current]");
  list.scrollTop = current ? current.offsetTop - list.offsetTop : list.scrollHeight;
}
