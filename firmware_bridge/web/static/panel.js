// Everything around the board: whose turn, what is due, questions, buttons, tray, record, legend.

import { byId, el, redraw, svg } from "./dom.js";
import { lampOf } from "./lights.js";
import { MARKS } from "./looks.js";
import { drawPile, painted, pieceOf, pileRise } from "./pieces.js";
import { isAsked, isGuest, isHost, isOwn } from "./role.js";
import { colourName, lightName, pieceName, pileName, said, screenNote, t } from "./words.js";

const FEW = 9; // choices up to which each gets a button of its own
const SHORTEST = 80; // milliseconds that a press lasts at least: a board's buttons bounce

const chip = (view, colour) =>
  painted(el("span", { class: `chip c-${colour}`, title: colourName(view, colour) }), view.look, colour);

const chipOf = (view, piece) => chip(view, pieceOf(view.look, piece).colour);

const chips = (view, player) => (view.game.colours[player] ?? []).map((colour) => chip(view, colour));

export function showStatus(view) {
  const { question, phase, turn, over } = view;
  let headline = t("page.turn", { player: turn });
  let who = turn;
  if (over) [headline, who] = [said(over.text), over.winners[0]];
  else if (phase === "restoring") {
    headline = t(view.placing && !view.illegal ? "page.placing" : "page.restoring");
    who = 0;
  } else if (question) {
    headline = question.player ? t("page.asked", { player: question.player }) : t("page.everybody");
    who = question.player;
  }
  const illegal = view.illegal ? said(view.illegal) : "";
  // The verdict that is on show already as a question or a rule broken is not said twice.
  const settingUp = view.placing && !illegal && !view.companion;
  const lines = settingUp
    ? [t("page.setup-note")]
    : view.said.lines
        .map(said)
        .filter(
          (line) => ![illegal, said(question?.text), `${said(over?.text)} ${said(over?.why)}`].includes(line),
        );
  // A broken rule and how to put it right say all that the verdicts say, and are what must be seen.
  const guided = illegal && view.due;
  const status = byId("status");
  status.replaceChildren(
    ...[
      el("h1", { "data-turn": turn, "data-phase": phase }, ...(who ? chips(view, who) : []), headline),
      question ? el("p", { class: "asked" }, said(question.text)) : null,
      illegal ? el("p", { class: "illegal", role: "alert" }, illegal) : null,
      over ? el("p", { class: "why" }, said(over.why)) : null,
      view.due ? el("p", { class: "due" }, said(view.due)) : null,
      guided ? null : el("p", { class: "said" }, lines.join(" ")),
      ...view.faulty.map((fault) => el("p", { class: "faulty" }, said(fault))),
      view.companion ? el("p", { class: "note" }, t("page.companion")) : null,
    ].filter(Boolean),
  );
  keepOpen(status, view);
}

let opened = ""; // the game and the window that the status was last opened wide for

// A message that needs more room gets it and keeps it, so that things slide once and not to and fro.
function keepOpen(status, view) {
  const now = `${view.game.name} ${innerWidth} ${innerHeight}`;
  if (opened !== now || view.companion) status.style.minHeight = "";
  opened = now;
  if (view.companion) return;
  const high = status.getBoundingClientRect().height;
  if (high > parseFloat(getComputedStyle(status).minHeight) + 1) status.style.minHeight = `${high}px`;
}

function choiceWords(view, choice) {
  if (choice.piece) return [chipOf(view, choice.piece), pieceName(view, choice.piece)];
  if (choice.answer) return [...chips(view, choice.answer), t("page.player", { player: choice.answer })];
  const pile = choice.cells.length === 1 ? view.pieces[choice.cells[0]] : null;
  return pile ? [chipOf(view, pile.at(-1)), said(choice.words)] : [said(choice.words)];
}

function choosing(link, choices) {
  const { view } = link;
  const choose = (label) => link.say({ do: "choose", label });
  if (choices.length <= FEW) {
    return choices.map((choice) =>
      el(
        "button",
        { class: "choice", "data-label": choice.label, onclick: () => choose(choice.label) },
        ...choiceWords(view, choice),
      ),
    );
  }
  const list = el(
    "select",
    { "aria-label": t("page.choose") },
    ...choices.map((choice) => el("option", { value: choice.label }, said(choice.words))),
  );
  return [list, el("button", { onclick: () => choose(list.value) }, t("page.choose"))];
}

export function showAsk(link) {
  const { view } = link;
  const parts = [];
  if (view.question) {
    const agreed = view.consents?.length
      ? el("p", {}, t("page.agreed", { players: view.consents.join(", ") }))
      : null;
    const uncovers = !view.companion && view.question.choices.some((choice) => choice.piece);
    const hidden =
      uncovers && !view.secrets && screenNote(view.game.name)
        ? el("p", { class: "note" }, screenNote(view.game.name))
        : null;
    parts.push(
      el(
        "div",
        { class: "question", role: "group", "aria-label": said(view.question.text) },
        agreed,
        isAsked(link, view.question)
          ? el("div", { class: "choices" }, ...choosing(link, view.question.choices))
          : null,
        hidden,
      ),
    );
  } else if (view.declarations.length && isOwn(link, view.turn)) {
    parts.push(
      el(
        "div",
        { class: "declare" },
        el("p", {}, t("page.declare")),
        el("div", { class: "choices" }, ...choosing(link, view.declarations)),
      ),
    );
  }
  for (const [player, left] of Object.entries(view.helps)) {
    if (!isOwn(link, Number(player))) continue;
    parts.push(
      el(
        "button",
        {
          class: "help",
          disabled: left === 0,
          onclick: () => link.say({ do: "help", player: Number(player) }),
        },
        left === null ? t("page.help") : t("page.help-left", { count: left }),
      ),
    );
  }
  if (view.untidy && !isGuest(link)) {
    parts.push(
      el("button", { class: "arrange", onclick: () => link.say({ do: "arrange" }) }, t("page.put-right")),
    );
  }
  if (view.over && !view.companion && isHost(link)) {
    parts.push(
      el("button", { class: "main again", onclick: () => link.say({ do: "leave" }) }, t("page.another")),
    );
  }
  redraw(byId("ask"), ...parts);
}

const held = new Map(); // pointers and keys that are down on a button, with what letting them go does

function press(link, player, by) {
  if (held.has(by)) return;
  const since = performance.now();
  const push = (down) => link.say({ do: "push", player, down });
  held.set(by, () => setTimeout(() => push(false), Math.max(0, SHORTEST - (performance.now() - since))));
  push(true);
}

function release(by) {
  const up = held.get(by);
  held.delete(by);
  up?.();
}

// On the window: a button may be drawn anew under the finger that is on it.
window.addEventListener("pointerup", (event) => release(event.pointerId), true);
window.addEventListener("pointercancel", (event) => release(event.pointerId), true);
window.addEventListener("keyup", (event) => release(event.key), true);
window.addEventListener("blur", () => [...held.keys()].forEach(release));

function playerButton(link, player) {
  const { view } = link;
  const key = (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    press(link, player, event.key);
  };
  const asked = view.question
    ? [view.question.player, ...view.question.choices.map((c) => c.answer)]
    : [view.turn];
  const lit = !view.over && (asked.includes(player) || view.consents !== null);
  const score =
    view.score[player] === undefined ? null : el("span", { class: "score" }, `${view.score[player]}`);
  const left = view.reserve[player]
    ? el("small", {}, t("page.to-place", { count: view.reserve[player] }))
    : null;
  return el(
    "button",
    {
      class: lit ? "push lit" : "push",
      disabled: !isOwn(link, player),
      "data-player": player,
      "aria-label": t("page.button", { player }),
      onpointerdown: (event) => press(link, player, event.pointerId),
      onkeydown: key,
      oncontextmenu: (event) => event.preventDefault(),
    },
    el("span", { class: "cap" }, ...chips(view, player)),
    el("span", {}, t("page.player", { player })),
    score,
    left,
  );
}

export function showButtons(link) {
  const { view } = link;
  const players = Array.from({ length: view.game.players }, (_, n) => n + 1);
  redraw(
    byId("buttons"),
    el("div", { class: "pushes" }, ...players.map((player) => playerButton(link, player))),
    el("p", { class: "note" }, t("page.press-hint")),
  );
}

function heap(view, { pile, count, wanted }) {
  const picture = svg("svg", { viewBox: "-20 -26 40 48", class: "heap-picture", "aria-hidden": "true" });
  const group = drawPile(pile, view.look);
  group.setAttribute("transform", `translate(0 ${((pile.length - 1) * pileRise(pile.length)) / 2})`);
  picture.append(group);
  const name = t(count ? "page.pile" : "page.spare", { pieces: pileName(view, pile), count });
  return el(
    "button",
    {
      class: `heap ${wanted ? "wanted" : ""} ${count ? "" : "spare"}`,
      "data-heap": JSON.stringify(pile),
      "aria-label": name,
      title: name,
    },
    picture,
    el("span", {}, count || "+"),
  );
}

// Whether the next hand takes only the top piece of a pile. A badge that shows how high a pile is can
// be taken hold of for that, but on a phone it is smaller than a finger.
export const topOnly = {
  on: false,
  set(on) {
    this.on = on;
    document.querySelector(".top-only")?.setAttribute("aria-pressed", on);
  },
};

function topButton(view) {
  const piled = Object.values(view.pieces).some((pile) => pile.length > 1);
  if (!piled && !topOnly.on) return null;
  return el(
    "button",
    { class: "top-only", "aria-pressed": `${topOnly.on}`, onclick: () => topOnly.set(!topOnly.on) },
    t("page.top-only"),
  );
}

export function showTray(view) {
  const tray = byId("tray");
  tray.hidden = view.companion;
  redraw(
    tray,
    el("div", { class: "tray-head" }, el("h2", {}, t("page.tray")), topButton(view)),
    view.tray.length
      ? el("div", { class: "heaps" }, ...view.tray.map((part) => heap(view, part)))
      : el("p", { class: "note" }, t("page.tray-empty")),
    // Beside the piles that it is about: above the board it would push that down.
    ...(view.reserve[view.turn] && !view.secrets && screenNote(view.game.name)
      ? [el("p", { class: "note" }, screenNote(view.game.name))]
      : []),
  );
}

// The lights that are to be seen now, in words.
export function showLegend(link) {
  const { view, fixed } = link;
  const seen = new Map(); // the meanings, each with the colours that its lamps have
  for (const meaning of Object.keys(fixed.theme)) {
    const colours = Object.values(view.lights)
      .filter(([one]) => one === meaning)
      .map(([, colour]) => (view.companion ? colour : ""));
    if (colours.length) seen.set(meaning, new Set(colours));
  }
  const swatch = (meaning, piece) => {
    const { colour, strength } = lampOf(link, meaning, piece);
    const drawn = svg(
      "svg",
      { viewBox: "-11 -11 22 22", class: "swatch", "aria-hidden": "true" },
      svg("circle", { r: 10.5, class: "lamp" }),
      svg("path", { d: MARKS[meaning].path, transform: "scale(.8)" }),
    );
    drawn.style.color = colour;
    drawn.style.setProperty("--strength", strength);
    return drawn;
  };
  byId("legend").replaceChildren(
    ...(seen.size ? [el("h2", {}, t("page.legend"))] : []),
    el(
      "ul",
      {},
      ...[...seen].map(([meaning, colours]) =>
        el(
          "li",
          { "data-legend": meaning },
          ...[...colours].map((colour) => swatch(meaning, colour)),
          lightName(view.game.name, meaning),
        ),
      ),
    ),
  );
}
