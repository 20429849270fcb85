// Before the game: which one. Every game is a picture of itself; the last one played comes first.

import { byId, el } from "./dom.js";
import { showInvite } from "./invite.js";
import { detailsOf, started } from "./options.js";
import { showOffers } from "./offers.js";
import { drawPicture, paintings } from "./picture.js";
import { isHost } from "./role.js";
import { recall, remember, said, t } from "./words.js";

const NUMBERS = [2, 3, 4];

let wanted = 0; // how many want to play; 0: any game will do

// What was played here, the last first.
function played() {
  return (recall("played") ?? recall("game") ?? "").split(" ").filter(Boolean);
}

function inOrder(games) {
  const rank = new Map(played().map((name, n) => [name, n]));
  const place = ({ name }) => rank.get(name) ?? Infinity;
  return [...games].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

const people = (seats) => (seats.length > 1 ? `${Math.min(...seats)}–${Math.max(...seats)}` : `${seats[0]}`);

function card({ name, seats }, chosen) {
  const minutes = t(`game.${name}.minutes`);
  const facts = [
    t("page.for-players", { count: people(seats) }),
    ...(minutes.includes(".minutes") ? [] : [t("page.minutes", { minutes })]),
  ];
  return el(
    "label",
    { class: "card", "data-game": name },
    el("input", { type: "radio", name: "game", value: name, checked: name === chosen }),
    el("span", { class: "painting", "data-painting": name }),
    el("strong", {}, t(`game.${name}.title`)),
    el("span", { class: "facts" }, facts.join(" · ")),
    el("span", { class: "line" }, t(`game.${name}.summary`)),
  );
}

async function paint(root) {
  const all = await paintings();
  for (const node of root.querySelectorAll("[data-painting]")) {
    const painting = all[node.dataset.painting];
    if (painting) node.replaceChildren(drawPicture(painting));
  }
}

// The lesson is fetched when somebody wants it. Without the server there is none, and the page says so anyway.
const learn = (link, game) =>
  import("./learn.js").then(
    (lesson) => lesson.learn(link, game),
    () => {},
  );

const learnButton = (link, game) =>
  el("button", { class: "learn", type: "button", onclick: () => learn(link, game()) }, t("learn-page.open"));

// Only the games that so many can play; what was chosen stays in sight.
function filter(form, fixed) {
  for (const label of form.querySelectorAll(".card")) {
    const { seats } = fixed.games.find(({ name }) => name === label.dataset.game);
    label.hidden = Boolean(wanted) && !seats.includes(wanted);
  }
  for (const button of form.querySelectorAll("[data-filter]")) {
    button.setAttribute("aria-pressed", Number(button.dataset.filter) === wanted);
  }
}

function filters(form, fixed, then) {
  const button = (number) =>
    el(
      "button",
      {
        type: "button",
        "data-filter": number,
        onclick: () => {
          wanted = number;
          filter(form, fixed);
          then();
        },
      },
      number ? t("page.filter", { count: number }) : t("page.filter-all"),
    );
  return el(
    "div",
    { class: "filters", role: "group", "aria-label": t("page.players") },
    ...[0, ...NUMBERS].map((number) => button(number)),
  );
}

function chooser(link) {
  const { fixed, view } = link;
  const games = inOrder(fixed.games);
  const chosen = games[0].name;
  const form = el("form", { id: "choose" });
  const details = el("div", { class: "details" });
  const bar = el("div", { class: "start-bar" });
  const game = () => games.find((one) => one.name === new FormData(form).get("game")) ?? games[0];
  const refresh = () => {
    const now = game();
    details.replaceChildren(...detailsOf(now, fixed, wanted, view.rooms));
    bar.replaceChildren(
      el("strong", {}, t(`game.${now.name}.title`)),
      // Where the details are out of sight below all the games, a way to them.
      el(
        "button",
        {
          type: "button",
          class: "to-details",
          onclick: () => details.scrollIntoView({ behavior: "smooth", block: "center" }),
        },
        t("page.who-plays"),
      ),
      el("button", { class: "main", type: "submit" }, t("page.start")),
    );
  };
  const narrow = () => {
    // What nobody can choose any more is not what is begun.
    const first = form.querySelector(".card:not([hidden]) input");
    if (form.querySelector(".card:has(:checked)")?.hidden && first) first.checked = true;
    refresh();
  };
  form.append(
    el("div", { class: "choose-head" }, el("h2", {}, t("page.choose-game")), filters(form, fixed, narrow)),
    el("div", { class: "cards" }, ...games.map((one) => card(one, chosen))),
    el(
      "div",
      { class: "chosen" },
      learnButton(link, () => game().name),
      details,
      bar,
    ),
  );
  form.addEventListener("change", ({ target }) => {
    if (target.name === "game") refresh();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name } = game();
    remember("played", [name, ...played().filter((one) => one !== name)].join(" "));
    const given = new FormData(form);
    link.say(started(game(), given, fixed));
    const phone = given.getAll("seat").indexOf("phone") + 1;
    if (phone) showInvite(link, `seat ${phone}`);
  });
  filter(form, fixed);
  narrow();
  paint(form);
  return form;
}

// Most tables are alone: what others need is fetched where there are some.
export async function showMeeting(link) {
  const { rooms, pairing } = link.view;
  if (!rooms && !pairing) return byId("meet")?.replaceChildren();
  const meeting = await import("./meeting.js");
  return meeting.showMeeting(link);
}

export function showMenu(link) {
  byId("menu").replaceChildren(
    el("div", { class: "masthead" }, el("h1", {}, t("page.title")), el("p", {}, t("page.subtitle"))),
    el("div", { id: "menu-faults", role: "status" }),
    ...(isHost(link)
      ? [el("div", { id: "offers" }), el("div", { id: "meet" }), chooser(link)]
      : [el("p", { class: "note" }, t("page.wait-for-host"))]),
  );
  if (isHost(link)) {
    showOffers(link);
    showMeeting(link);
  }
  showFaults(link.view);
}

// Apart from the rest, so that a cable that comes and goes leaves alone what somebody is choosing.
export function showFaults({ faulty }) {
  byId("menu-faults")?.replaceChildren(...faulty.map((fault) => el("p", { class: "faulty" }, said(fault))));
}
