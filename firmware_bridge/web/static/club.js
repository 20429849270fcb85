// All boards of a club: asks for what is new once a second, and draws what has changed.

import { byId, el, svg } from "./dom.js";
import { beginWith, showEvening } from "./evening.js";
import { nameOf, who } from "./names.js";
import { drawPile } from "./pieces.js";
import { preferred, said, speak, t } from "./words.js";

const EVERY = 1000; // milliseconds between two questions

const drawings = new Map(); // the boards and looks of games, each fetched once
const shown = new Map(); // what each board's tile was drawn from, as text
let known = "";
let large = null; // the board that is shown large, by name

async function drawing({ game, players }) {
  const key = `${game}?players=${players}`;
  if (!drawings.has(key)) {
    const answer = await fetch(`/drawing/${game}?players=${players}`);
    drawings.set(key, await answer.json());
  }
  return drawings.get(key);
}

const at = ([x, y]) => `translate(${x} ${-y})`;

function ground({ board, look }) {
  const cells = Object.entries(board.cells).filter(([cell]) => !board.blanks.includes(cell));
  if (look.board.lines) {
    const d = board.lines.map(([a, b]) => {
      const [[ax, ay], [bx, by]] = [board.cells[a], board.cells[b]];
      return `M${ax} ${-ay}L${bx} ${-by}`;
    });
    return [svg("path", { class: "lines", d: d.join("") })];
  }
  return cells.map(([, spot]) =>
    look.board.chequered
      ? svg("rect", {
          class: ["dark", "light"][spot[3]],
          x: -20,
          y: -20,
          width: 40,
          height: 40,
          transform: at(spot),
        })
      : svg("circle", { class: "spot", r: 18, transform: at(spot) }),
  );
}

function picture(drawn, pieces) {
  const spots = Object.values(drawn.board.cells);
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => -y)];
  const [left, top] = [Math.min(...xs) - 28, Math.min(...ys) - 34];
  const box = [left, top, Math.max(...xs) + 28 - left, Math.max(...ys) + 28 - top];
  const piles = Object.entries(pieces)
    .filter(([cell]) => cell in drawn.board.cells)
    .map(([cell, pile]) => {
      const spot = drawn.board.cells[cell];
      return svg("g", { transform: at(spot) }, drawPile(pile, drawn.look));
    });
  return svg("svg", { viewBox: box.join(" "), "aria-hidden": "true" }, ...ground(drawn), ...piles);
}

// A tile as the words for players want it: nobody knows here who sits where.
const seen = ({ names }) => ({ game: { names, seats: [] } });

async function tile({ name, there, tile: game }) {
  const marks = { gone: !there, wrong: game?.wrong, over: game?.over, calling: game?.calling };
  const kinds = ["tile", ...Object.keys(marks).filter((mark) => marks[mark])];
  const words = !there
    ? t("club.gone")
    : !game
      ? t("club.idle")
      : said(game.wrong) || said(game.over) || said(game.said);
  const players = game ? Array.from({ length: game.players }, (_, n) => nameOf(seen(game), n + 1)) : [];
  const node = el(
    "button",
    { class: kinds.join(" "), "data-name": name, onclick: () => choose(name) },
    el("h2", {}, name),
    game?.calling ? el("p", { class: "call" }, t("club.calling")) : null,
    game ? el("p", { class: "players" }, players.join(" – ")) : null,
    game ? picture(await drawing(game), game.pieces) : null,
    el(
      "p",
      { class: "turn" },
      game && !game.over ? t("page.turn", { player: who(seen(game), game.turn) }) : "",
    ),
    el("p", { class: "words" }, words),
  );
  node.classList.toggle("large", name === large);
  return node;
}

function choose(name) {
  large = large === name ? null : name;
  for (const node of byId("boards").children) {
    node.classList.toggle("large", node.dataset.name === large);
  }
}

// Who calls is named at the top, where a projector shows it from any place in the room.
function showCalls(boards) {
  const calling = boards.filter(({ there, tile: game }) => there && game?.calling).map(({ name }) => name);
  const alarm = byId("calls");
  alarm.hidden = !calling.length;
  alarm.textContent = calling.length ? t("club.calls", { boards: calling.join(", ") }) : "";
}

async function show({ reached, host, boards, evening }) {
  showCalls(boards);
  showEvening(evening);
  byId("state").textContent = reached ? t("club.boards", { count: boards.length }) : t("club.lost", { host });
  const room = byId("boards");
  for (const node of [...room.children]) {
    if (!boards.some(({ name }) => name === node.dataset.name)) node.remove();
  }
  for (const [place, one] of boards.entries()) {
    const text = JSON.stringify(one);
    const old = room.querySelector(`[data-name="${CSS.escape(one.name)}"]`);
    if (old && shown.get(one.name) === text) continue;
    shown.set(one.name, text);
    const fresh = await tile(one);
    if (old) old.replaceWith(fresh);
    else room.insertBefore(fresh, room.children[place] ?? null);
  }
}

async function ask() {
  try {
    const answer = await fetch(`/boards?known=${known}`);
    if (answer.status === 200) {
      const told = await answer.json();
      await show(told);
      known = told.version;
    }
    document.body.classList.remove("offline");
  } catch {
    document.body.classList.add("offline");
  }
  setTimeout(ask, EVERY);
}

const fixed = await (await fetch("/fixed")).json();
beginWith(fixed);
await speak(preferred(fixed));
document.querySelector("h1").textContent = t("club.title");
byId("results").textContent = t("club.results");
document.body.dataset.ready = "yes";
await ask();
