// The players' clocks: which time to choose, and how much of it is left.

import { byId, el, redraw } from "./dom.js";
import { nameOf, who } from "./names.js";
import { t } from "./words.js";

const LIMITS = ["off", "5", "10", "10+5", "15+10", "30", "move:30", "move:60"];
const LOW = 20; // seconds below which it is time to hurry

function words(limit) {
  if (limit === "off") return t("timer.off");
  if (limit.startsWith("move:")) return t("timer.move", { seconds: limit.slice(5) });
  const [minutes, bonus] = limit.split("+");
  return bonus ? t("timer.bonus", { minutes, bonus }) : t("timer.game", { minutes });
}

// Two fields of the menu; `clockOf` reads what was chosen in them.
export function clockFields(field) {
  const choice = (name, values, worded) =>
    el("select", { name }, ...values.map((value) => el("option", { value }, worded(value))));
  return [
    field(t("timer.title"), choice("clock", LIMITS, words)),
    field(
      t("timer.out"),
      choice("clock-out", ["said", "ends"], (what) => t(`timer.out-${what}`)),
    ),
  ];
}

export function clockOf(given) {
  const limit = given.get("clock") ?? "off";
  return limit !== "off" && given.get("clock-out") === "ends" ? `${limit}/ends` : limit;
}

const digits = (seconds) => {
  const whole = Math.ceil(seconds - 0.05);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

let beating = null; // the timer that keeps the digits going

export function showClock(link) {
  const { view } = link;
  clearInterval(beating);
  beating = null;
  const shown = byId("clock");
  shown.hidden = !view.clock;
  if (!view.clock) return redraw(shown);
  const { left, running, out } = view.clock;
  const faces = left.map((_, n) =>
    el(
      "div",
      {
        class: `face ${running === n + 1 ? "running" : ""} ${out.includes(n + 1) ? "out" : ""}`,
        "data-clock": n + 1,
        role: "timer",
      },
      el("span", {}, nameOf(view, n + 1)),
      el("strong", {}),
    ),
  );
  redraw(shown, ...faces);
  const beat = () => [...shown.children].forEach((face, n) => tell(link, face, n));
  beat();
  if (running) beating = setInterval(beat, 200);
  return null;
}

function tell({ view, fixed, heardAt }, face, n) {
  const { left, running, since } = view.clock;
  // The table's own clock, as this page knows it: news that came late leaves it behind.
  const now = Math.max(since ?? 0, fixed.now + (performance.now() - heardAt) / 1000);
  const seconds = Math.max(0, left[n] - (running === n + 1 ? now - since : 0));
  const time = digits(seconds);
  const shown = face.lastChild;
  if (shown.textContent === time) return;
  shown.textContent = time;
  face.classList.toggle("low", seconds < LOW);
  face.setAttribute("aria-label", t("timer.of", { player: who(view, n + 1), time }));
}
