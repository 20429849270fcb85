// The players: who is who, whose turn it is, and everybody's button.

import { chips } from "./chips.js";
import { byId, el, redraw } from "./dom.js";
import { levelOf, nameOf } from "./names.js";
import { isOwn } from "./role.js";
import { t } from "./words.js";

const SHORTEST = 80; // milliseconds that a press lasts at least: a board's buttons bounce
const LONGEST = 700; // and at most, where a longer one would mean something that nobody is asked for

const held = new Map(); // pointers and keys that are down on a button, with what letting them go does

// Only where there is something to declare does holding a button mean anything on a page: taking back
// has a button of its own.
const declares = ({ view }, player) => view.turn === player && view.declarations.length > 0;

function press(link, player, by) {
  if (held.has(by)) return;
  const since = performance.now();
  const push = (down) => link.say({ do: "push", player, down });
  const up = () => setTimeout(() => push(false), Math.max(0, SHORTEST - (performance.now() - since)));
  held.set(by, up);
  if (!declares(link, player)) setTimeout(() => held.get(by) === up && release(by), LONGEST);
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

// What pressing and holding would do now, in a sentence.
function purpose(link) {
  const { view } = link;
  if (view.over) return "";
  if (view.consents) return t("page.press-agree");
  if (view.question?.choices.some((choice) => choice.answer)) return t("page.press-mine");
  if (view.question?.id === "moved") return t("page.press-nothing");
  // What is asked is answered above, or on the board.
  if (view.question) return "";
  if (view.declarations.length) {
    return t(view.declarations.length === 1 ? "page.hold-declare" : "page.hold-declare-many");
  }
  if (!view.carried && (view.phase === "restoring" || view.phase === "moving")) return t("page.press-done");
  // Whoever waits for somebody else's move is not told to move.
  return levelOf(view, view.turn) || !isOwn(link, view.turn) ? "" : t("page.press-idle");
}

function playerButton(link, player) {
  const { view } = link;
  const key = (event) => {
    if ((event.key !== " " && event.key !== "Enter") || event.repeat) return;
    event.preventDefault();
    press(link, player, event.key);
  };
  const asked = view.question
    ? [view.question.player, ...view.question.choices.map((c) => c.answer)]
    : [view.turn];
  const lit = !view.over && (asked.includes(player) || view.consents !== null);
  const score =
    view.score[player] === undefined ? null : el("span", { class: "score" }, `${view.score[player]}`);
  const small = [
    levelOf(view, player) ? t("page.level", { level: levelOf(view, player) }) : null,
    view.reserve[player] ? t("page.to-place", { count: view.reserve[player] }) : null,
  ].filter(Boolean);
  const name = nameOf(view, player);
  return el(
    "button",
    {
      class: lit ? "push lit" : "push",
      disabled: !isOwn(link, player),
      "data-player": player,
      "aria-label": t("page.button", { name }),
      onpointerdown: (event) => press(link, player, event.pointerId),
      onkeydown: key,
      oncontextmenu: (event) => event.preventDefault(),
    },
    el("span", { class: "cap" }, ...chips(view, player)),
    el("span", { class: "who" }, name),
    score,
    small.length ? el("small", {}, small.join(" · ")) : null,
  );
}

export function showPlayers(link) {
  const { view } = link;
  const players = Array.from({ length: view.game.players }, (_, n) => n + 1);
  redraw(
    byId("buttons"),
    el("div", { class: "pushes" }, ...players.map((player) => playerButton(link, player))),
    el("p", { class: "note" }, purpose(link)),
  );
}
