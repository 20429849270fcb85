// Before the game: which one, for how many, with which options. And the bar above everything.

import { clockFields, clockOf } from "./clock.js";
import { byId, el, redraw } from "./dom.js";
import { showInvite } from "./invite.js";
import { learnButton } from "./learn.js";
import { isHost, roleName } from "./role.js";
import { audible, setAudible } from "./sound.js";
import { counted, language, recall, remember, said, t } from "./words.js";

const NAMES = { it: "Italiano", en: "English", fr: "Français" };
const HINTING = ["full", "forced", "off"];

const SEATS = ["people", ...[1, 2, 3, 4, 5, 6, 7, 8].map((level) => `computer:${level}`)];

const COACHES = ["off", "warn", "help", "help:3", "teach"];

const field = (label, control) => el("label", { class: "field" }, el("span", {}, label), control);

const select = (name, values, words, chosen) =>
  el(
    "select",
    { name },
    ...values.map((value) =>
      el("option", { value, selected: String(value) === String(chosen) }, words(value)),
    ),
  );

export function showMenu(link) {
  const { fixed, view } = link;
  const chosen = recall("game") ?? fixed.games[0].name;
  const cards = fixed.games.map((game) =>
    el(
      "label",
      { class: "card" },
      el("input", { type: "radio", name: "game", value: game.name, checked: game.name === chosen }),
      el("strong", {}, t(`game.${game.name}.title`)),
      el("span", {}, t(`game.${game.name}.summary`)),
    ),
  );
  const details = el("div", { class: "details" });
  const form = el(
    "form",
    { id: "choose" },
    el("h2", {}, t("page.choose-game")),
    el("div", { class: "cards" }, ...cards),
    learnButton(link, () => game().name),
    details,
  );
  const game = () => fixed.games.find((one) => one.name === new FormData(form).get("game")) ?? fixed.games[0];
  const seated = () => {
    const players = Number(new FormData(form).get("players"));
    form.querySelector(".seats").replaceChildren(...seatsOf(players));
  };
  const refresh = () => {
    details.replaceChildren(...detailsOf(game(), fixed));
    seated();
  };
  form.addEventListener("change", ({ target }) => {
    if (target.name === "game") refresh();
    if (target.name === "players") seated();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const { name, options } = game();
    remember("game", name);
    link.say({
      do: "start",
      game: name,
      players: Number(given.get("players")),
      options: Object.fromEntries(Object.keys(options).map((key) => [key, given.get(`option.${key}`)])),
      seed: Math.min(2 ** 31 - 1, Math.max(0, Math.floor(Number(given.get("seed") ?? 0)))),
      hinting: given.get("hinting"),
      ready: given.get("ready") === "true",
      seats: given.getAll("seat"),
      coaches: given.getAll("coach"),
      clock: clockOf(given),
      ...(fixed.sensing.length ? { sensing: given.get("sensing") } : {}),
    });
  });
  refresh();
  const { resume, unfinished } = view;
  const offer = (kind, { game: name, moves }, message) => {
    const words = t("page.resume-offer", { game: t(`game.${name}.title`), moves: counted(moves) });
    return el(
      "div",
      { class: kind },
      el("p", {}, words),
      el(
        "button",
        {
          class: kind === "resume" ? "main" : "",
          "aria-label": `${t("page.resume")}. ${words}`,
          onclick: () => link.say(message),
        },
        t("page.resume"),
      ),
    );
  };
  byId("menu").replaceChildren(
    ...[
      el("div", { class: "masthead" }, el("h1", {}, t("page.title")), el("p", {}, t("page.subtitle"))),
      el("div", { id: "menu-faults", role: "status" }),
      isHost(link) ? null : el("p", { class: "note" }, t("page.wait-for-host")),
      isHost(link) && (resume || unfinished.length)
        ? el(
            "div",
            { class: "offers" },
            resume ? offer("resume", resume, { do: "resume" }) : null,
            ...unfinished.map((one) => offer("unfinished", one, { do: "resume", number: one.number })),
          )
        : null,
      isHost(link) ? form : null,
    ].filter(Boolean),
  );
  showFaults(view);
}

// Apart from the rest, so that a cable that comes and goes leaves alone what somebody is choosing.
export function showFaults({ faulty }) {
  byId("menu-faults")?.replaceChildren(...faulty.map((fault) => el("p", { class: "faulty" }, said(fault))));
}

// Who sits where: people, or the computer at one of its levels.
function seatsOf(players) {
  const words = (seat) =>
    seat === "people" ? t("page.seat-people") : t("page.seat-computer", { level: seat.split(":")[1] });
  return Array.from({ length: players }, (_, n) => [
    field(t("page.player", { player: n + 1 }), select("seat", SEATS, words, "people")),
    field(
      t("page.coach", { player: n + 1 }),
      select("coach", COACHES, (coach) => t(`page.coach-${coach.replace(":", "-")}`), "off"),
    ),
  ]).flat();
}

function detailsOf({ name, seats, options, deals }, fixed) {
  const fields = [
    seats.length > 1
      ? field(t("page.players"), select("players", seats, String, seats[0]))
      : el("input", { type: "hidden", name: "players", value: seats[0] }),
  ];
  for (const [key, values] of Object.entries(options)) {
    const base = `game.${name}.option.${key}`;
    fields.push(
      field(
        t(`${base}.title`),
        select(`option.${key}`, values, (value) => t(`${base}.${value}`), values[0]),
      ),
    );
  }
  fields.push(
    field(
      t("page.hints"),
      select("hinting", HINTING, (hinting) => t(`page.hints-${hinting}`), fixed.hinting),
    ),
  );
  fields.push(
    field(
      t("page.setup"),
      select(
        "ready",
        ["true", "false"],
        (ready) => t(ready === "true" ? "page.setup-ready" : "page.setup-hand"),
        "true",
      ),
    ),
  );
  fields.push(...clockFields(field));
  if (fixed.sensing.length)
    fields.push(
      field(
        t("page.sensing"),
        select("sensing", fixed.sensing, (kind) => t(`page.sensing-${kind}`), fixed.sensing[0]),
      ),
    );
  const seed = Math.floor(Math.random() * 10000);
  if (deals)
    fields.push(
      field(
        t("page.deal"),
        el("input", { type: "number", name: "seed", min: 0, max: 2 ** 31 - 1, required: true, value: seed }),
      ),
    );
  return [
    el("div", { class: "fields" }, ...fields),
    el("div", { class: "fields seats" }),
    el("button", { class: "main", type: "submit" }, t("page.start")),
  ];
}

export function showBar(link, changeLanguage) {
  const { view, fixed } = link;
  const playing = view.screen === "game";
  const sound = el(
    "button",
    {
      "aria-pressed": `${audible}`,
      class: "sound",
      onclick: () => {
        setAudible(!audible);
        sound.setAttribute("aria-pressed", audible);
      },
    },
    t("page.sound"),
  );
  const tongue = el(
    "select",
    {
      id: "language",
      "aria-label": t("page.language"),
      onchange: (event) => changeLanguage(event.target.value),
    },
    ...fixed.languages.map((lang) =>
      el("option", { value: lang, lang, selected: lang === language }, NAMES[lang] ?? lang),
    ),
  );
  const hinting = el(
    "select",
    {
      id: "hinting",
      "aria-label": t("page.hints"),
      title: t(`page.hints-${view.hinting}`),
      onchange: (event) => {
        link.say({ do: "hinting", hinting: event.target.value });
      },
    },
    ...HINTING.map((one) =>
      el(
        "option",
        { value: one, selected: one === view.hinting, title: t(`page.hints-${one}`) },
        t(`page.hints-now-${one}`),
      ),
    ),
  );
  redraw(
    byId("bar"),
    el("span", { class: "title" }, playing ? t(`game.${view.game.name}.title`) : t("page.title")),
    ...(playing
      ? [
          isHost(link) ? hinting : null,
          el("button", { id: "open-rules", onclick: () => showRules(view.game.name) }, t("page.rules")),
          view.companion || !isHost(link)
            ? ""
            : el("button", { id: "leave", onclick: () => link.say({ do: "leave" }) }, t("page.menu")),
        ]
      : []),
    isHost(link)
      ? el(
          "button",
          { id: "open-invite", "aria-haspopup": "dialog", onclick: () => showInvite(link) },
          t("page.invite"),
        )
      : el("span", { class: "role" }, roleName(t, fixed.you)),
    sound,
    tongue,
  );
}

async function showRules(name) {
  const answer = await fetch(`/rules/${name}?lang=${language}`);
  const dialog = byId("rules");
  const body = el("div", { class: "rules-text", lang: answer.headers.get("Content-Language") ?? "en" });
  // Made by the server from our own pages; it lets no mark-up through.
  body.innerHTML = answer.ok ? await answer.text() : "";
  body.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-rules]");
    if (!link) return;
    event.preventDefault();
    showRules(link.dataset.rules);
  });
  dialog.replaceChildren(
    el("button", { class: "close", onclick: () => dialog.close() }, t("page.close")),
    body,
  );
  dialog.setAttribute("aria-label", t("page.rules"));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
