// The end of a game: a feast for who won, the game once more, and all that one can take away.

import { byId, el, redraw, svg } from "./dom.js";
import { isHost } from "./role.js";
import { sharing } from "./share.js";
import { t } from "./words.js";

const SCRAPS = 42; // bits of paper that rain
const LONG = 2600; // milliseconds that they do

const calm = matchMedia("(prefers-reduced-motion: reduce)");

let feasted = null; // the end that was celebrated last: nobody wants to see it twice

export function showEnd(link) {
  const { view } = link;
  const shown = byId("end");
  shown.hidden = !view.over;
  if (!view.over) {
    feasted = null;
    return redraw(shown);
  }
  celebrate(view);
  return redraw(
    shown,
    laurel(view),
    isHost(link)
      ? el(
          "button",
          { class: "main rematch", onclick: () => link.say({ do: "rematch" }) },
          t("archive.rematch"),
        )
      : null,
    // A board without a screen goes back to its own menu.
    isHost(link) && !view.companion
      ? el("button", { class: "again", onclick: () => link.say({ do: "leave" }) }, t("page.another"))
      : null,
    el(
      "details",
      { class: "keep" },
      el("summary", {}, t("archive.keep")),
      sharing({ number: view.game.number, game: view.game.name }, () => view.history.length),
    ),
  );
}

// The colours of who won, in a wreath; a draw has both sides in it.
function laurel(view) {
  const everybody = Array.from({ length: view.game.players }, (_, n) => n + 1);
  const whose = view.over.winners.length ? view.over.winners : everybody;
  const colours = whose.flatMap((player) => view.game.colours[player] ?? []);
  const leaf = "M0 0C5-5 14-5 19 0C14 5 5 5 0 0Z";
  const leaves = [-1, 1].flatMap((side) =>
    [0, 1, 2, 3, 4].map((n) => {
      const angle = 100 + side * (30 + n * 30);
      const [x, y] = [26 * Math.cos((angle * Math.PI) / 180), 26 * Math.sin((angle * Math.PI) / 180)];
      return svg("path", {
        class: "leaf",
        d: leaf,
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle + side * 70}) scale(.8)`,
      });
    }),
  );
  const dots = colours.map((colour, n) => {
    const dot = svg("circle", { class: "won", r: 9, cx: (n - (colours.length - 1) / 2) * 14 });
    dot.style.fill = view.look.colours[colour]?.body ?? "currentcolor";
    return dot;
  });
  return svg("svg", { class: "laurel", viewBox: "-52 -44 104 88", "aria-hidden": "true" }, leaves, dots);
}

function celebrate(view) {
  const now = `${view.game.number} ${view.history.length}`;
  if (feasted === now) return;
  const first = feasted === null;
  feasted = now;
  if (!first || calm.matches || !view.over.winners.length) return;
  const box = byId("table").getBoundingClientRect();
  const colours = view.over.winners
    .flatMap((player) => view.game.colours[player] ?? [])
    .map((colour) => view.look.colours[colour]?.body ?? "#fff");
  const party = el("div", { class: "party", "aria-hidden": "true" });
  for (let n = 0; n < SCRAPS; n += 1) {
    const scrap = el("i");
    scrap.style.background = [...colours, "#e0b23c"][n % (colours.length + 1)];
    party.append(scrap);
    const x = box.left + Math.random() * box.width;
    const drift = (Math.random() - 0.5) * 160;
    const turns = 180 + Math.random() * 900;
    scrap.animate(
      [
        { transform: `translate(${x}px, ${box.top - 20}px)`, opacity: 1 },
        { transform: `translate(${x + drift}px, ${box.bottom}px) rotate(${turns}deg)`, opacity: 0 },
      ],
      { duration: LONG * (0.6 + Math.random() * 0.4), delay: Math.random() * 500, fill: "both" },
    );
  }
  document.body.append(party);
  setTimeout(() => party.remove(), LONG + 600);
}
