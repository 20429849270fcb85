// The lights that are to be seen now, in words.

import { byId, el, svg } from "./dom.js";
import { lampOf } from "./lights.js";
import { MARKS } from "./looks.js";
import { lightName, t } from "./words.js";

export function showLegend(link) {
  const { view, fixed } = link;
  const seen = new Map(); // the meanings, each with the colours that its lamps have
  for (const meaning of Object.keys(fixed.theme)) {
    const colours = Object.values(view.lights)
      .filter(([one]) => one === meaning)
      .map(([, colour]) => (view.companion ? colour : ""));
    if (colours.length) seen.set(meaning, new Set(colours));
  }
  const swatch = (meaning, piece) => {
    const { colour, strength } = lampOf(link, meaning, piece);
    const drawn = svg(
      "svg",
      { viewBox: "-11 -11 22 22", class: "swatch", "aria-hidden": "true" },
      svg("circle", { r: 10.5, class: "lamp" }),
      svg("path", { d: MARKS[meaning].path, transform: "scale(.8)" }),
    );
    drawn.style.color = colour;
    drawn.style.setProperty("--strength", strength);
    return drawn;
  };
  byId("legend").replaceChildren(
    ...(seen.size ? [el("h2", {}, t("page.legend"))] : []),
    el(
      "ul",
      {},
      ...[...seen].map(([meaning, colours]) =>
        el(
          "li",
          { "data-legend": meaning },
          ...[...colours].map((colour) => swatch(meaning, colour)),
          lightName(view.game.name, meaning),
        ),
      ),
    ),
  );
}
