// How a game is to be played: who sits where, its own options, and behind a fold what few people change.

import { HINTING } from "./bar.js";
import { clockFields, clockOf } from "./clock.js";
import { el } from "./dom.js";
import { forTheTable, rememberSeats, seatsOf } from "./seats.js";
import { remember, t } from "./words.js";

const COACHES = ["off", "warn", "help", "help:3", "teach"];
const FIRST = 2; // options of a game that are seen at once: a book names those first that matter most

const field = (label, control) => el("label", { class: "field" }, el("span", {}, label), control);

const select = (name, values, words, chosen) =>
  el(
    "select",
    { name },
    ...values.map((value) =>
      el("option", { value, selected: String(value) === String(chosen) }, words(value)),
    ),
  );

const yesNo = (name, words) =>
  el("label", { class: "tick" }, el("input", { type: "checkbox", name }), el("span", {}, words));

const coachesOf = (players) =>
  Array.from({ length: players }, (_, n) =>
    field(
      t("page.coach", { player: n + 1 }),
      select("coach", COACHES, (coach) => t(`page.coach-${coach.replace(":", "-")}`), "off"),
    ),
  );

// The game's own options, without what does not go with so many players.
function ownOptions({ name, options, unfit }, players) {
  return Object.entries(options).flatMap(([key, values]) => {
    const fitting = values.filter((value) => !unfit[players]?.[key]?.includes(value));
    if (fitting.length < 2) return [];
    const base = `game.${name}.option.${key}`;
    return [
      field(
        t(`${base}.title`),
        select(`option.${key}`, fitting, (value) => t(`${base}.${value}`), fitting[0]),
      ),
    ];
  });
}

function rest({ deals }, fixed, players) {
  const seed = Math.floor(Math.random() * 10000);
  const words = (ready) => t(ready === "true" ? "page.setup-ready" : "page.setup-hand");
  return [
    field(
      t("page.hints"),
      select("hinting", HINTING, (hinting) => t(`page.hints-${hinting}`), fixed.hinting),
    ),
    ...coachesOf(players),
    ...clockFields(field),
    field(t("page.setup"), select("ready", ["true", "false"], words, "true")),
    ...(fixed.sensing.length
      ? [
          field(
            t("page.sensing"),
            select("sensing", fixed.sensing, (kind) => t(`page.sensing-${kind}`), fixed.sensing[0]),
          ),
          yesNo("by_hand", t("page.take-off-myself")),
        ]
      : []),
    ...(deals
      ? [
          field(
            t("page.deal"),
            el("input", {
              type: "number",
              name: "seed",
              min: 0,
              max: 2 ** 31 - 1,
              required: true,
              value: seed,
            }),
          ),
        ]
      : []),
  ];
}

// `wanted`: how many want to play, where somebody has said so.
export function detailsOf(game, fixed, wanted, rooms) {
  const { seats } = game;
  const first = seats.includes(wanted) ? wanted : seats[0];
  const many = el("div", { class: "fields" });
  const sitting = el("div", { class: "fields seats" });
  const more = el("details", { class: "more" });
  const lay = (players) => {
    sitting.replaceChildren(...seatsOf(players, rooms, fixed.phones));
    const own = ownOptions(game, players);
    many.replaceChildren(...count, ...own.slice(0, FIRST));
    more.replaceChildren(
      el("summary", {}, t("page.more-options")),
      el("div", { class: "fields" }, ...own.slice(FIRST), ...rest(game, fixed, players)),
    );
  };
  const count =
    seats.length > 1
      ? [field(t("page.players"), select("players", seats, String, first))]
      : [el("input", { type: "hidden", name: "players", value: seats[0] })];
  if (seats.length > 1)
    count[0].querySelector("select").addEventListener("change", ({ target }) => lay(Number(target.value)));
  lay(first);
  return [many, sitting, more];
}

// What the table is told.
export function started({ name, options }, given, fixed) {
  rememberSeats(given.getAll("seat"));
  const seats = given.getAll("seat").map(forTheTable);
  const names = given.getAll("name").map((one, n) => {
    remember(`name.${n + 1}`, one.trim());
    return seats[n] === "people" ? one.trim() : "";
  });
  const chosen = Object.keys(options).map((key) => [key, given.get(`option.${key}`)]);
  return {
    do: "start",
    game: name,
    players: Number(given.get("players")),
    options: Object.fromEntries(chosen.filter(([, value]) => value !== null)),
    seed: Math.min(2 ** 31 - 1, Math.max(0, Math.floor(Number(given.get("seed") ?? 0)))),
    hinting: given.get("hinting"),
    ready: given.get("ready") === "true",
    seats,
    names,
    coaches: given.getAll("coach"),
    by_hand: given.has("by_hand"),
    clock: clockOf(given),
    ...(fixed.sensing.length ? { sensing: given.get("sensing") } : {}),
  };
}
