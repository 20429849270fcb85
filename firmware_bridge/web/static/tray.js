// What lies beside a simulated board, to be taken hold of.

import { byId, el, redraw, svg } from "./dom.js";
import { drawPile, pileRise } from "./pieces.js";
import { pileName, screenNote, t } from "./words.js";

function heap(view, { pile, count, wanted, due }) {
  const picture = svg("svg", { viewBox: "-20 -26 40 48", class: "heap-picture", "aria-hidden": "true" });
  const group = drawPile(pile, view.look);
  group.setAttribute("transform", `translate(0 ${((pile.length - 1) * pileRise(pile.length)) / 2})`);
  picture.append(group);
  const name = t(count ? "page.pile" : "page.spare", { pieces: pileName(view, pile), count });
  return el(
    "button",
    {
      class: `heap ${wanted ? "wanted" : ""} ${count ? "" : "spare"}`,
      "data-heap": JSON.stringify(pile),
      "aria-label": name,
      title: name,
      // What waits for its turn is seen and not to be had.
      disabled: !due,
    },
    picture,
    el("span", {}, count || "+"),
  );
}

// Whether the next hand takes only the top piece of a pile. A badge that shows how high a pile is can
// be taken hold of for that, but on a phone it is smaller than a finger.
export const topOnly = {
  on: false,
  set(on) {
    this.on = on;
    document.querySelector(".top-only")?.setAttribute("aria-pressed", on);
  },
};

function topButton(view) {
  const piled = Object.values(view.pieces).some((pile) => pile.length > 1);
  if ((!piled && !topOnly.on) || view.look.crown) return null;
  return el(
    "button",
    { class: "top-only", "aria-pressed": `${topOnly.on}`, onclick: () => topOnly.set(!topOnly.on) },
    t("page.top-only"),
  );
}

export function showTray(view) {
  const tray = byId("tray");
  tray.hidden = view.companion;
  redraw(
    tray,
    el("div", { class: "tray-head" }, el("h2", {}, t("page.tray")), topButton(view)),
    view.tray.length
      ? el("div", { class: "heaps" }, ...view.tray.map((part) => heap(view, part)))
      : el("p", { class: "note" }, t("page.tray-empty")),
    // Beside the piles that it is about: above the board it would push that down.
    ...(view.reserve[view.turn] && !view.secrets && screenNote(view.game.name)
      ? [el("p", { class: "note" }, screenNote(view.game.name))]
      : []),
  );
}
