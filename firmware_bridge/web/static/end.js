// The end of a game: a feast for who won, the game once more, and all that one can take away.

import { byId, el, redraw, svg } from "./dom.js";
import { drawPile } from "./pieces.js";
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

const LEAF = "M0 0C5-5 14-5 19 0C14 5 5 5 0 0Z";
const STAR = "M0-17 4.6-5.6 16.4-4.9 7.4 2.9 10.3 14.4 0 8 -10.3 14.4-7.4 2.9-16.4-4.9-4.6-5.6Z";

// One of the winner's pieces in a wreath, and of each side's after a draw; a star where all play with the same.
function laurel(view) {
  const everybody = Array.from({ length: view.game.players }, (_, n) => n + 1);
  const whose = view.over.winners.length ? view.over.winners : everybody;
  const colours = whose.flatMap((player) => view.game.colours[player] ?? []);
  const leaves = [0, 1, 2, 3, 4].flatMap((n) => {
    const angle = (60 - n * 30) * (Math.PI / 180);
    const [x, y] = [34 * Math.cos(angle), 34 * Math.sin(angle)].map((part) => part.toFixed(1));
    const turn = -30 - n * 30;
    return [1, -1].map((side) =>
      svg("path", {
        class: "leaf",
        d: LEAF,
        transform: `scale(${side} 1) translate(${x} ${y}) rotate(${turn}) scale(.8)`,
      }),
    );
  });
  const pieces = colours.map((colour, n) => {
    const name = Object.keys(view.look.pieces).find((one) => view.look.pieces[one][0] === colour);
    const at = (n - (colours.length - 1) / 2) * 20;
    const scale = colours.length > 1 ? 0.8 : 1.3;
    return svg(
      "g",
      { class: "won", transform: `translate(${at} 0) scale(${scale})` },
      drawPile([name ?? colour], view.look),
    );
  });
  const star = svg("path", { class: "won leaf", d: STAR });
  return svg(
    "svg",
    { class: "laurel", viewBox: "-52 -46 104 88", "aria-hidden": "true" },
    leaves,
    pieces.length ? pieces : star,
  );
}

function celebrate(view) {
  const now = `${view.game.number} ${view.history.length}`;
  if (feasted === now) return;
  const first = feasted === null;
  feasted = now;
  if (!first) return;
  // On a phone whoever has scrolled down to press something sees how it ended.
  scrollTo({ top: 0, behavior: calm.matches ? "auto" : "smooth" });
  if (calm.matches || !view.over.winners.length) return;
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
