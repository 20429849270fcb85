// Games that were left: the newest to go on with at once, the others behind a fold.

import { byId, el } from "./dom.js";
import { drawPicture, leftPieces, paintings } from "./picture.js";
import { counted, language, t } from "./words.js";

const when = (seconds) =>
  new Date(seconds * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

async function paint(node, { game, number }) {
  const [all, pieces] = await Promise.all([paintings(), leftPieces(number)]);
  if (all[game]) node.replaceChildren(drawPicture(all[game], pieces));
}

function offer(link, one, newest) {
  const words = t("page.resume-offer", { game: t(`game.${one.game}.title`), moves: counted(one.moves) });
  const painting = el("span", { class: "painting" });
  paint(painting, one).catch(() => {});
  return el(
    "div",
    { class: newest ? "resume" : "unfinished", "data-left": one.number },
    painting,
    el(
      "div",
      { class: "left-words" },
      el("p", {}, words),
      one.when ? el("p", { class: "note" }, when(one.when)) : null,
    ),
    el(
      "button",
      {
        class: newest ? "main" : "",
        "aria-label": `${t("page.resume")}. ${words}`,
        // The newest is open already, as nobody else's is.
        onclick: () =>
          link.say(one === link.view.resume ? { do: "resume" } : { do: "resume", number: one.number }),
      },
      t("page.resume"),
    ),
    el(
      "button",
      {
        class: "put-away",
        "aria-label": `${t("page.put-away")}. ${words}`,
        title: t("page.put-away"),
        onclick: () => {
          if (confirm(`${t("page.put-away-sure")}\n${words}`))
            link.say({ do: "put-away", number: one.number });
        },
      },
      "×",
    ),
  );
}

let unfolded = false; // whether the older ones are on show

export function showOffers(link) {
  const { resume, unfinished } = link.view;
  const all = [...(resume ? [resume] : []), ...unfinished];
  const [newest, ...older] = all;
  const rest = el(
    "details",
    { class: "older", open: unfolded, ontoggle: (event) => (unfolded = event.target.open) },
    el("summary", {}, t("page.older", { count: older.length })),
    el("div", { class: "offers" }, ...older.map((one) => offer(link, one, false))),
  );
  byId("offers")?.replaceChildren(
    ...(newest ? [offer(link, newest, true)] : []),
    ...(older.length ? [rest] : []),
  );
}
