// What a player keeps to himself: on his own phone always, on the shared screen while he is alone with it.

import { chips } from "./chips.js";
import { byId, el, redraw, svg } from "./dom.js";
import { who } from "./names.js";
import { drawPile, pileRise } from "./pieces.js";
import { isHost, isOwn } from "./role.js";
import { pieceName, t } from "./words.js";

let laid = []; // what has been laid down so far of a secret that is being chosen
let shuffled = false; // whether what is kept was shuffled and not chosen: it is seen coming together
let uncovered = false; // whether the dialog shows a secret, and does not only ask who is alone

export function showSecret(link) {
  const { view, own } = link;
  const side = byId("secret");
  const dialog = byId("alone");
  if (!own?.open) laid = [];
  side.hidden = !view.secrets?.players.length || Boolean(view.over);
  // What has still to be chosen comes before all else: on a phone it would be out of sight.
  side.classList.toggle("due", !side.hidden && view.secrets.waits.some((player) => isOwn(link, player)));
  if (isHost(link)) {
    redraw(side, ...(side.hidden ? [] : doors(link)));
    // The dialog opens empty: only what the table then tells fills it.
    if (dialog.open && own) {
      uncovered = true;
      handed(dialog, alone(link));
    }
    if (dialog.open && side.hidden) dialog.close();
  } else handed(side, own ? inside(link) : []);
}

// What is not for this page any more is covered at once: his own phone has come, or the game was left.
export function coverSecret({ own }) {
  if (uncovered && !own) byId("alone").close();
}

// Drawn again; whoever was in there with the keyboard finds what he can do next.
function handed(node, children) {
  const within = node.contains(document.activeElement);
  redraw(node, ...children);
  const active = document.activeElement;
  if (!within || (node.contains(active) && active !== node && active.checkVisibility())) return;
  const next = [".lay:enabled", ".close", "summary"].flatMap((what) => [...node.querySelectorAll(what)]);
  next.find((one) => one.checkVisibility())?.focus();
}

// For who listens: never aloud, and where a dialog covers the page nothing outside of it is heard.
const whisper = (words) => {
  byId("speech").textContent = words;
};

// On the screen that all share: a button for everybody who keeps something.
function doors(link) {
  const { players, waits } = link.view.secrets;
  const door = (player) =>
    el(
      "button",
      {
        class: waits.includes(player) ? "secret main" : "secret",
        "data-secret": player,
        "aria-haspopup": "dialog",
        onclick: () => lookAway(link, player),
      },
      t(waits.includes(player) ? "page.secret-choose" : "page.secret-look", {
        player: who(link.view, player),
      }),
    );
  return [el("h2", {}, t("page.secrets")), el("div", { class: "choices" }, ...players.map(door))];
}

function lookAway(link, player) {
  const dialog = byId("alone");
  laid = [];
  dialog.setAttribute("aria-label", t("page.secrets"));
  dialog.onclose = () => {
    uncovered = false;
    if (link.view.screen === "game") link.say({ do: "look", player: 0 });
    whisper("");
    document.body.append(byId("speech"));
    dialog.replaceChildren();
    byId("secret").querySelector(`[data-secret="${player}"]`)?.focus();
  };
  dialog.replaceChildren(
    el("p", { class: "whose" }, ...chips(link.view, player)),
    el("h2", {}, t("page.look-away", { player: who(link.view, player) })),
    el("p", {}, t("page.look-away-why")),
    el(
      "div",
      { class: "choices" },
      el(
        "button",
        { class: "main alone", onclick: () => link.say({ do: "look", player }) },
        t("page.i-am-alone", { player: who(link.view, player) }),
      ),
      el("button", { onclick: () => dialog.close() }, t("page.close")),
    ),
  );
  dialog.showModal();
}

const alone = (link) => [
  ...inside(link),
  el(
    "button",
    { class: "close main", "aria-describedby": "kept", onclick: () => byId("alone").close() },
    t("page.secret-cover"),
  ),
  byId("speech"),
];

// The secret itself: what may be chosen, what was, and what it says of the board.
function inside(link) {
  const { own, view } = link;
  const { open, secret, knows } = own;
  const chosen = secret.length > 0 && !laid.length;
  const known = Object.entries(knows).map(([cell, pile]) =>
    el(
      "span",
      { class: "known", "data-known": cell, "data-pieces": pile.join(" ") },
      picture(view, pile),
      el("span", {}, cell),
    ),
  );
  return [
    el("h2", {}, t("page.secret-of", { player: who(link.view, own.player) })),
    open && !chosen ? choosing(link) : null,
    chosen
      ? el(
          "div",
          { id: "kept", class: "kept", "data-kept": secret.join(" ") },
          el("p", {}, t(open ? "page.secret-kept-yet" : "page.secret-kept")),
          piles(link, secret),
        )
      : null,
    // What is chosen is chosen: another choice is there for who looks for it.
    open && chosen
      ? el("details", { class: "anew" }, el("summary", {}, t("page.secret-anew")), choosing(link))
      : null,
    known.length ? el("div", { class: "knows" }, ...known) : null,
  ];
}

function choosing(link) {
  const { own } = link;
  const { pool, piles: count, height } = own.hiding;
  const left = new Map();
  for (const name of pool) left.set(name, (left.get(name) ?? 0) + 1);
  for (const name of laid) left.set(name, left.get(name) - 1);
  const hide = (pieces) => {
    laid = [];
    shuffled = pieces === null;
    link.say({ do: "hide", player: own.player, pieces });
  };
  const lay = (name) => {
    laid = [...laid, name];
    whisper(`${pieceName(link.view, name)}: ${laid.length}/${count * height}`);
    if (laid.length === count * height) hide(laid);
    else showSecret(link);
  };
  // Piles are built of so many of each; a single piece is one that stands there.
  const standing = Object.entries(link.view.pieces);
  const note = (name, more) => (count > 1 ? more : standing.find(([, pile]) => pile.at(-1) === name)?.[0]);
  return el(
    "div",
    { class: "hiding" },
    el("p", {}, t(count > 1 ? "page.secret-build" : "page.secret-pick", { piles: count, height })),
    el(
      "div",
      { class: "choices" },
      ...[...left].map(([name, more]) =>
        el(
          "button",
          {
            class: "lay",
            "data-lay": name,
            disabled: more === 0,
            "aria-label": `${pieceName(link.view, name)}: ${note(name, more)}`,
            onclick: () => lay(name),
          },
          picture(link.view, [name]),
          el("span", {}, note(name, more) ?? ""),
        ),
      ),
    ),
    count > 1 && laid.length ? piles(link, laid, count) : null,
    el(
      "div",
      { class: "choices" },
      el("button", { class: "shuffle", onclick: () => hide(null) }, t("page.secret-shuffle")),
      laid.length
        ? el(
            "button",
            {
              class: "unlay",
              onclick: () => {
                laid = laid.slice(0, -1);
                whisper(`${laid.length}/${count * height}`);
                showSecret(link);
              },
            },
            t("page.secret-back"),
          )
        : null,
    ),
  );
}

// In the order in which they were laid down, each with what everybody will see on top of it; `count` keeps
// room for those that are still to come.
function piles(link, pieces, count = 0) {
  const { height } = link.own.hiding;
  const { top } = link.own;
  const groups = [];
  for (let at = 0; at < pieces.length; at += height) groups.push(pieces.slice(at, at + height));
  return el(
    "div",
    { class: shuffled ? "secret-piles shuffled" : "secret-piles" },
    ...groups.map((pile) => picture(link.view, pile.length === height ? [...pile, ...top] : pile)),
    ...Array.from({ length: Math.max(0, count - groups.length) }, () => el("span", { class: "room" })),
  );
}

function picture(view, pile) {
  const drawn = drawPile(pile, view.look);
  drawn.setAttribute("transform", `translate(0 ${((pile.length - 1) * pileRise(pile.length)) / 2})`);
  return svg(
    "svg",
    {
      viewBox: "-20 -26 40 48",
      class: "heap-picture",
      role: "img",
      "aria-label": pile.map((name) => pieceName(view, name)).join(", "),
    },
    drawn,
  );
}
