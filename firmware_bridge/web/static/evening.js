// The table of a club's evening: who plays whom, how everybody stands, and the arbiter's wishes.

import { byId, el, redraw } from "./dom.js";
import { t } from "./words.js";

const RESULTS = [
  ["", null],
  ["1-0", 1],
  ["½-½", 0],
  ["0-1", 2],
];

let fixed = { games: [], systems: [] };
let last = ""; // what was drawn, as text: a form that somebody is filling in is left alone

export function beginWith(told) {
  fixed = told;
}

async function wish(told) {
  const answer = await fetch("/evening", { method: "POST", body: JSON.stringify(told) }).catch(() => null);
  const why =
    answer === null ? "offline" : answer.ok ? "" : ((await answer.json().catch(() => null))?.why ?? "bad");
  byId("refused").textContent = why ? t(`club.refused-${why}`) : "";
}

const field = (label, control) => el("label", {}, el("span", {}, label), control);

const choice = (name, values, words) =>
  el("select", { name }, ...values.map((value) => el("option", { value }, words(value))));

function beginning() {
  const form = el(
    "form",
    { class: "begin" },
    field(t("club.players"), el("textarea", { name: "players", rows: 6, required: true })),
    field(
      t("club.game"),
      choice("game", fixed.games, (name) => t(`game.${name}.title`)),
    ),
    field(
      t("club.system"),
      choice("system", fixed.systems, (name) => t(`club.system-${name}`)),
    ),
    el("button", { type: "submit" }, t("club.begin")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const players = given.get("players").split("\n");
    wish({ do: "begin", game: given.get("game"), system: given.get("system"), players });
  });
  return el("details", {}, el("summary", {}, t("club.evening")), form);
}

function result(meeting, round, table) {
  if (!meeting.second) return el("td", {}, t("club.bye"));
  const chosen = RESULTS.findIndex(([, winner]) => winner === meeting.winner);
  const select = el(
    "select",
    {
      "aria-label": t("club.result"),
      onchange: ({ target }) =>
        wish({ do: "decide", round, table, winner: RESULTS[target.selectedIndex][1] }),
    },
    ...RESULTS.map(([words], at) => el("option", { selected: at === chosen }, words)),
  );
  return el("td", {}, select);
}

const row = (kind, ...cells) => el("tr", {}, ...cells.map((cell) => el(kind, {}, `${cell}`)));

function pairings(meetings, round) {
  return el(
    "table",
    { class: "pairings" },
    el("caption", {}, t("club.round", { number: round + 1 })),
    row("th", t("club.board"), t("club.first"), t("club.second"), t("club.result")),
    ...meetings.map((meeting, table) =>
      el(
        "tr",
        {},
        el("td", {}, meeting.board),
        el("td", {}, meeting.first),
        el("td", {}, meeting.second),
        result(meeting, round, table),
      ),
    ),
  );
}

function standings(rows) {
  return el(
    "table",
    { class: "standings" },
    el("caption", {}, t("club.standings")),
    row("th", "", t("club.name"), t("club.points"), t("club.opponents"), t("club.played")),
    ...rows.map(({ place, name, points, opponents, played }) =>
      row("td", place, name, points, opponents, played),
    ),
  );
}

const link = (href, words) => el("a", { href, download: true }, words);

function running(evening) {
  const { rounds } = evening;
  const next = el(
    "button",
    { class: "next", disabled: !evening.finished || evening.over, onclick: () => wish({ do: "next" }) },
    t("club.next"),
  );
  const end = el(
    "button",
    { class: "end", onclick: () => confirm(t("club.end-sure")) && wish({ do: "end" }) },
    t("club.end"),
  );
  const earlier = rounds.slice(0, -1).map(pairings).reverse();
  return [
    el("h2", {}, t(`game.${evening.game}.title`), " · ", t(`club.system-${evening.system}`)),
    el("div", { class: "sheets" }, pairings(rounds.at(-1), rounds.length - 1), standings(evening.standings)),
    el(
      "p",
      { class: "wishes" },
      next,
      end,
      link("/standings.csv", t("club.standings-csv")),
      link("/pairings.csv", t("club.pairings-csv")),
    ),
    ...(earlier.length
      ? [el("details", {}, el("summary", {}, t("club.earlier")), el("div", { class: "sheets" }, ...earlier))]
      : []),
  ];
}

export function showEvening(evening) {
  const now = JSON.stringify(evening);
  if (now === last) return;
  last = now;
  redraw(byId("evening"), ...(evening ? running(evening) : [beginning()]));
}
