// Games that were played to their end: who won how often, and each of them again, move by move.

import { byId, el, redraw, svg } from "./dom.js";
import { MoveList, Showing, positionAt } from "./history.js";
import { nameOf } from "./names.js";
import { isHost } from "./role.js";
import { curve } from "./review.js";
import { sharing } from "./share.js";
import { said, t } from "./words.js";

const FEW = 12; // games that are listed at first

let unfolded = false; // whether somebody has opened the list

// Folded, and asked for only when somebody opens it.
export function showFinished(link) {
  if (!isHost(link)) return;
  const body = el("div");
  const fold = el("details", { id: "finished" }, el("summary", {}, t("archive.finished")), body);
  fold.addEventListener("toggle", async () => {
    unfolded = fold.open;
    if (!fold.open) return;
    const answer = await fetch("/games");
    if (answer.ok) redraw(body, ...listing(link, await answer.json(), FEW));
  });
  // The menu may be drawn anew while somebody reads it.
  fold.open = unfolded;
  byId("menu").append(fold);
}

function listing(link, { games, tallies }, most) {
  if (!games.length) return [el("p", { class: "note" }, t("archive.none"))];
  const row = ({ number, game, moves, names, winners }) => {
    const who = names.filter(Boolean).join(" – ");
    const won = winners.map((player) => nameOf({ game: { names } }, player)).join(", ");
    const words = [
      t(`game.${game}.title`),
      who,
      won ? t("archive.won-by", { who: won }) : t("over.draw"),
      t("archive.moves", { count: moves }),
    ];
    return el(
      "li",
      {},
      el("span", {}, words.filter(Boolean).join(" · ")),
      el(
        "button",
        { class: "open-game", "data-number": number, onclick: () => openGame(link, number) },
        t("archive.open"),
      ),
    );
  };
  const list = el("ul", {}, ...games.slice(0, most).map(row));
  const more = el(
    "button",
    {
      onclick: () => {
        list.replaceChildren(...games.map(row));
        more.remove();
      },
    },
    t("archive.all"),
  );
  return [tallies.length ? scores(tallies) : null, list, games.length > most ? more : null];
}

function scores(tallies) {
  const rows = tallies.map(({ game, names, wins, draws }) =>
    el(
      "tr",
      { "data-tally": names.join(" ") },
      el("td", {}, t(`game.${game}.title`)),
      el("td", {}, names.map((name) => `${name} ${wins[name]}`).join(" : ")),
      el("td", {}, draws ? t("archive.draws", { count: draws }) : ""),
    ),
  );
  return el("table", { class: "tallies" }, el("tbody", {}, ...rows));
}

// One of them, from its first move to its last.
export async function openGame(link, number) {
  const answer = await fetch(`/games/${number}`);
  if (!answer.ok) return;
  const told = await answer.json();
  const dialog = byId("replay");
  const root = svg("svg", { class: "replay-board", role: "group" });
  const showing = new Showing(root, link, {
    board: told.board,
    look: told.look,
    game: { name: told.game, players: told.players, names: told.names, colours: {} },
  });
  const aside = el("div", { class: "replay-aside" });
  let now = told.history.length;
  const go = async (at) => {
    const position = at < 0 || at > told.history.length ? null : await positionAt(number, at);
    if (!position) return;
    now = at;
    showing.show(position);
    redraw(aside, ...beside(told, now, go));
    aside.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  };
  dialog.replaceChildren(
    el("button", { class: "close", onclick: () => dialog.close() }, t("page.close")),
    el("h2", {}, t(`game.${told.game}.title`), " · ", t("archive.game-number", { number })),
    el("p", { class: "why" }, said(told.over?.text)),
    el("div", { class: "replay-body" }, root, aside),
    sharing({ number, game: told.game }, () => now),
  );
  dialog.setAttribute("aria-label", t(`game.${told.game}.title`));
  dialog.onkeydown = (event) => {
    if (event.target.closest("[data-cell]")) return;
    if (event.key === "ArrowLeft") go(now - 1);
    else if (event.key === "ArrowRight") go(now + 1);
  };
  if (!dialog.open) dialog.showModal();
  await go(now);
}

function beside(told, at, go) {
  const { history, review } = told;
  const step = (to, words, name) =>
    el(
      "button",
      { class: name, "data-to": to, disabled: to < 0 || to > history.length, onclick: () => go(to) },
      words,
    );
  const remark = at && review ? review[at - 1] : null;
  const drawn = review
    ? curve({ review: { at, moves: history.length, remarks: review }, game: told }, go)
    : null;
  return [
    el(
      "div",
      { class: "replay-steps" },
      step(0, "«", "replay-first"),
      step(at - 1, "‹", "replay-back"),
      step(at + 1, "›", "replay-on"),
      step(history.length, "»", "replay-last"),
    ),
    el(
      "p",
      { class: "replay-at", "data-at": at, role: "status" },
      t("archive.after-move", { number: at, moves: history.length }),
    ),
    drawn,
    remark && remark[2] !== "good" ? el("p", { class: "review-better" }, said(remark[3])) : null,
    new MoveList(go).show(history, at),
  ];
}
