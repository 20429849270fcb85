// The moves on the record, and the wish to take the last one back.

import { byId, el, redraw } from "./dom.js";
import { isGuest } from "./role.js";
import { t } from "./words.js";

export function showRecord(link) {
  const { view } = link;
  const moves = view.history.map(([player, label]) =>
    el("li", { "data-move": label }, el("span", { class: "by" }, player), label),
  );
  const list = el("ol", { class: "moves" }, ...moves);
  redraw(
    byId("record"),
    el(
      "div",
      { class: "record-head" },
      el("h2", {}, t("page.history")),
      el(
        "button",
        { class: "undo", disabled: !moves.length || isGuest(link), onclick: () => link.say({ do: "undo" }) },
        t("page.take-back"),
      ),
    ),
    moves.length ? list : el("p", { class: "note" }, t("page.no-moves")),
  );
  list.scrollTop = list.scrollHeight;
}
