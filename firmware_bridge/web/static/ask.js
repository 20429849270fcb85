// Questions and what may be said instead of a move, each choice with its way on the board.

import { differ, showWays, signOf } from "./arrows.js";
import { chipOf, chips } from "./chips.js";
import { byId, el, redraw } from "./dom.js";
import { nameOf } from "./names.js";
import { isAsked, isGuest, isOwn } from "./role.js";
import { pieceName, said, screenNote, t } from "./words.js";

const FEW = 9; // choices up to which each gets a button of its own
const FOLDED = 3; // declarations from which they wait behind one line

function choiceWords(view, choice) {
  if (choice.piece) return [chipOf(view, choice.piece), pieceName(view, choice.piece)];
  if (choice.answer) return [...chips(view, choice.answer), nameOf(view, choice.answer)];
  const pile = choice.cells.length === 1 ? view.pieces[choice.cells[0]] : null;
  return pile ? [chipOf(view, pile.at(-1)), said(choice.words)] : [said(choice.words)];
}

// Pointing at a choice, with hand or keyboard, shows it on the board.
function pointing(board, choices, label) {
  const show = () => showWays(board, choices, label);
  const hide = () => showWays(board, choices);
  return { onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide };
}

function choosing(link, board, choices) {
  const { view } = link;
  const choose = (label) => {
    showWays(board, []);
    link.say({ do: "choose", label });
  };
  const ways = differ(choices);
  // Free cells that are lit are touched: names of many of them would only be read.
  const free =
    !view.companion && choices.every(({ cells: [cell, more] }) => cell && !more && !view.pieces[cell]);
  if (choices.length <= (free ? FOLDED : FEW)) {
    return choices.map((choice, n) =>
      el(
        "button",
        {
          class: "choice",
          "data-label": choice.label,
          onclick: () => choose(choice.label),
          ...pointing(board, choices, choice.label),
        },
        ways && choice.way.length > 1 ? el("b", { class: "sign" }, signOf(n)) : null,
        ...choiceWords(view, choice),
      ),
    );
  }
  const list = el(
    "select",
    {
      "aria-label": t("page.choose"),
      onchange: () => showWays(board, choices, list.value),
      onfocus: () => showWays(board, choices, list.value),
      onblur: () => showWays(board, []),
    },
    ...choices.map((choice) => el("option", { value: choice.label }, said(choice.words))),
  );
  const listed = [list, el("button", { onclick: () => choose(list.value) }, t("page.choose"))];
  const touched = !view.companion && choices.every(({ cells }) => cells.length === 1);
  if (!touched) return listed;
  // On the board each of them is one touch away.
  return [el("details", { class: "listed" }, el("summary", {}, t("page.choose-from-list")), ...listed)];
}

// Everybody has a yes; one no is enough.
function consenting(link) {
  const { view } = link;
  const players = Array.from({ length: view.game.players }, (_, n) => n + 1);
  const push = (player) => {
    link.say({ do: "push", player, down: true });
    // As long as a finger's: a board's buttons bounce.
    setTimeout(() => link.say({ do: "push", player, down: false }), 80);
  };
  return el(
    "div",
    { class: "choices" },
    ...players
      .filter((player) => !view.consents.includes(player) && isOwn(link, player))
      .map((player) =>
        el(
          "button",
          { class: "choice", "data-yes": player, onclick: () => push(player) },
          ...chips(view, player),
          t("page.consent-yes", { name: nameOf(view, player) }),
        ),
      ),
    el(
      "button",
      { class: "no", onclick: () => link.say({ do: "choose", label: "keep" }) },
      t("page.consent-no"),
    ),
  );
}

function question(link, board) {
  const { view } = link;
  const agreed = view.consents?.length
    ? el(
        "p",
        {},
        t("page.agreed", { players: view.consents.map((player) => nameOf(view, player)).join(", ") }),
      )
    : null;
  const uncovers = !view.companion && view.question.choices.some((choice) => choice.piece);
  const hidden =
    uncovers && !view.secrets && screenNote(view.game.name)
      ? el("p", { class: "note" }, screenNote(view.game.name))
      : null;
  return el(
    "div",
    { class: "question", role: "group", "aria-label": said(view.question.text) },
    agreed,
    view.consents && !isGuest(link) ? consenting(link) : null,
    isAsked(link, view.question)
      ? el("div", { class: "choices" }, ...choosing(link, board, view.question.choices))
      : null,
    hidden,
  );
}

function declaring(link, board) {
  const { declarations } = link.view;
  const choices = () => el("div", { class: "choices" }, ...choosing(link, board, declarations));
  if (declarations.length < FOLDED) {
    return el("div", { class: "declare" }, el("p", {}, t("page.declare")), choices());
  }
  // Many would bury all the rest.
  return el(
    "details",
    { class: "declare" },
    el("summary", {}, t("page.declare-many", { count: declarations.length })),
    choices(),
  );
}

export function showAsk(link, board) {
  const { view } = link;
  const parts = [];
  if (view.question) parts.push(question(link, board));
  else if (view.declarations.length && isOwn(link, view.turn)) parts.push(declaring(link, board));
  showWays(board, view.question?.choices ?? []);
  for (const [player, left] of Object.entries(view.helps)) {
    if (!isOwn(link, Number(player))) continue;
    parts.push(
      el(
        "button",
        {
          class: "help",
          "data-player": player,
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
  redraw(byId("ask"), ...parts);
}
