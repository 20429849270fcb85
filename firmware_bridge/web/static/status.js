// Whose turn it is, what has come about, and what is due.

import { chips } from "./chips.js";
import { byId, el, redraw } from "./dom.js";
import { who as called } from "./names.js";
import { said, t } from "./words.js";

export function showStatus(view) {
  const { question, phase, turn, over } = view;
  let headline = t("page.turn", { player: called(view, turn) });
  let who = turn;
  if (over) [headline, who] = [said(over.text), over.winners[0]];
  else if (phase === "restoring" && !view.carried) {
    headline = t(view.placing && !view.illegal ? "page.placing" : "page.restoring");
    who = 0;
  } else if (question) {
    headline = question.player
      ? t("page.asked", { player: called(view, question.player) })
      : t("page.everybody");
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
  redraw(
    byId("status"),
    ...[
      el("h1", { "data-turn": turn, "data-phase": phase }, ...(who ? chips(view, who) : []), headline),
      view.moment && !question
        ? el("p", { class: "moment", "data-moment": view.moment[0] }, said(view.moment[1]))
        : null,
      question ? el("p", { class: "asked" }, said(question.text)) : null,
      illegal ? el("p", { class: "illegal", role: "alert" }, illegal) : null,
      over ? el("p", { class: "why" }, said(over.why)) : null,
      view.due ? el("p", { class: "due" }, said(view.due)) : null,
      guided ? null : el("p", { class: "said" }, lines.join(" ")),
      ...view.faulty.map((fault) => el("p", { class: "faulty" }, said(fault))),
      view.companion ? el("p", { class: "note" }, t("page.companion")) : null,
    ].filter(Boolean),
  );
}

let opened = ""; // the game and the window that the status was last opened wide for

// A message that needs more room gets it and keeps it, so that things slide once and not to and fro.
export function keepOpen(view) {
  const status = byId("status");
  const now = `${view.game.name} ${innerWidth} ${innerHeight}`;
  if (opened !== now || view.companion) status.style.removeProperty("--open");
  opened = now;
  if (view.companion || view.over) return;
  const high = status.getBoundingClientRect().height;
  if (high > parseFloat(getComputedStyle(status).minHeight) + 1)
    status.style.setProperty("--open", `${high}px`);
}
