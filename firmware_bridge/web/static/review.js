// The game that is over, looked at again: a curve of who stood how, and every move with what was better.

import { byId, el, redraw, svg } from "./dom.js";
import { nameOf } from "./names.js";
import { isGuest } from "./role.js";
import { said, t } from "./words.js";

let open = false; // whether the curve was there when we last looked

const WIDE = 300;
const HIGH = 80;
const EDGE = 5; // room above and below, where a line that says won or lost is seen whole

export function showReview(link) {
  const { view } = link;
  const shown = byId("review");
  const go = (at) => link.say({ do: "review", at });
  // Board and curve belong together: on a phone whoever opened it further down sees both.
  if (view.review && !open) scrollUp();
  open = Boolean(view.review);
  shown.hidden = !view.over || isGuest(link);
  if (shown.hidden) redraw(shown);
  else if (!view.review)
    redraw(
      shown,
      el(
        "button",
        { class: "review-open", disabled: !view.history.length, onclick: () => go(view.history.length) },
        t("page.review"),
      ),
    );
  else redraw(shown, ...opened(view, go));
}

function scrollUp() {
  byId("side").scrollTop = 0;
  byId("table").scrollIntoView({ block: "start" });
}

function opened(view, go) {
  const { at, moves, remarks } = view.review;
  const step = (to, words, name) =>
    el(
      "button",
      { class: name, "data-to": to, disabled: to < 0 || to > moves, onclick: () => go(to) },
      words,
    );
  const [player, label] = at ? view.history[at - 1] : [];
  const remark = at ? remarks[at - 1] : null;
  return [
    el("h2", {}, t("page.review")),
    curve(view, go),
    el(
      "div",
      { class: "choices" },
      step(at - 1, t("page.review-back"), "review-back"),
      step(at + 1, t("page.review-on"), "review-on"),
      el("button", { class: "review-close", onclick: () => go(null) }, t("page.close")),
    ),
    el(
      "p",
      { class: "review-move", "data-at": at, "data-kind": remark?.[2] ?? "", "aria-live": "polite" },
      at ? `${at}. ${nameOf(view, player)}: ${label}` : t("page.review-start"),
    ),
    remark && remark[2] !== "good" ? el("p", { class: "review-better" }, said(remark[3])) : null,
    remarks.length < moves
      ? el("p", { class: "note" }, t("page.review-thinking", { done: remarks.length, moves }))
      : null,
  ];
}

// What lies between a line and the middle.
function area(points) {
  const end = (point) => `${point.split(",")[0]},${HIGH / 2}`;
  return [end(points[0]), ...points, end(points.at(-1))].join(" ");
}

// Up: player 1 stands well, as his name there says. With more than two players there is a line for each.
export function curve(view, go) {
  const { at, moves, remarks } = view.review;
  const x = (n) => (WIDE * n) / Math.max(1, moves);
  const y = (value) => EDGE + ((HIGH - 2 * EDGE) * (1 - value)) / 2;
  const pair = view.game.players === 2;
  const lines = new Map();
  remarks.forEach((remark, n) => {
    if (!remark) return;
    const [player, value] = remark;
    const whose = pair ? 1 : player;
    const points = lines.get(whose) ?? [];
    points.push(`${x(n + 1).toFixed(1)},${y(pair && player === 2 ? -value : value).toFixed(1)}`);
    lines.set(whose, points);
  });
  const chart = svg(
    "svg",
    { class: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t("page.review-curve") },
    svg("line", { class: "even", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
    ...(pair ? [1, 2] : []).map((player) =>
      svg("text", { class: "side", x: 1, y: player === 1 ? 9 : HIGH - 3 }, nameOf(view, player)),
    ),
    ...(pair && lines.size ? [svg("polygon", { class: "area", points: area(lines.get(1)) })] : []),
    ...[...lines].map(([player, points]) =>
      svg("polyline", { class: `stands p${player}`, points: points.join(" ") }),
    ),
    ...remarks.map((remark, n) =>
      remark && remark[2] !== "good"
        ? svg("circle", {
            class: remark[2],
            r: 3,
            cx: x(n + 1).toFixed(1),
            cy: y(pair && remark[0] === 2 ? -remark[1] : remark[1]).toFixed(1),
          })
        : null,
    ),
    svg("line", { class: "now", x1: x(at), x2: x(at), y1: 0, y2: HIGH }),
  );
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * moves));
  });
  return chart;
}
