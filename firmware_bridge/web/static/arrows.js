// What somebody may choose, drawn on the board: the way of each choice as an arrow, with what it takes.

import { svg } from "./dom.js";

const SIGNS = "ABCDEFGHI";
const SHORT = 9; // millimetres that an arrow ends before the middle of its cell

export const signOf = (n) => SIGNS[n] ?? "";

function pathOf(spots) {
  const points = spots.map(([x, y]) => [x, -y]);
  const [[ax, ay], [bx, by]] = points.slice(-2);
  const far = Math.hypot(bx - ax, by - ay) || 1;
  points[points.length - 1] = [bx - ((bx - ax) / far) * SHORT, by - ((by - ay) / far) * SHORT];
  return `M${points.map((point) => point.join(" ")).join("L")}`;
}

function headOf(spots) {
  const [[ax, ay], [bx, by]] = spots.slice(-2).map(([x, y]) => [x, -y]);
  const angle = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  return svg("path", {
    class: "arrow-head",
    d: "M0 0-9-6-9 6Z",
    transform: `translate(${bx} ${by}) rotate(${angle})`,
  });
}

const cross = ([x, y]) =>
  svg("path", { class: "arrow-takes", d: "M-9-9 9 9M9-9-9 9", transform: `translate(${x} ${-y})` });

const ring = ([x, y]) => svg("circle", { class: "arrow-ring", r: 17, cx: x, cy: -y });

function letter([x, y], sign) {
  return svg(
    "g",
    { class: "arrow-sign", transform: `translate(${x} ${-y})` },
    svg("circle", { r: 7.5 }),
    svg("text", { y: 3.4 }, sign),
  );
}

function drawWay(board, choice, sign, strong) {
  const spots = choice.way.map((cell) => board.spot(cell)).filter(Boolean);
  const takes = choice.takes.map((cell) => board.spot(cell)).filter(Boolean);
  const named = choice.cells.map((cell) => board.spot(cell)).filter(Boolean);
  const goes = spots.length > 1;
  const middle = goes ? spots.at(-2).map((part, n) => (part + spots.at(-1)[n]) / 2) : null;
  return svg(
    "g",
    { class: strong ? "way strong" : "way", "data-way": choice.label },
    ...(goes
      ? [svg("path", { class: "arrow-shaft", d: pathOf(spots) }), headOf(spots)]
      : named.map((spot) => ring(spot))),
    ...takes.map((spot) => cross(spot)),
    goes && sign ? letter(middle, sign) : null,
  );
}

// Whether choices go different ways: only then does a letter at each tell them apart.
export const differ = (choices) =>
  new Set(choices.filter(({ way }) => way.length > 1).map(({ way, takes }) => `${way} ${takes}`)).size > 1;

// All ways that are open, faintly; the one that somebody points at, strongly and on top.
export function showWays(board, choices, pointed = null) {
  const apart = differ(choices);
  const ways = choices
    .map((choice, n) => [choice, apart ? signOf(n) : ""])
    .filter(([choice]) => choice.way.length > 1 || choice.label === pointed)
    .map(([choice, sign]) => drawWay(board, choice, sign, choice.label === pointed));
  ways.sort((a, b) => a.classList.contains("strong") - b.classList.contains("strong"));
  board.layers?.ways.replaceChildren(...ways);
}
