// What the club asks for, and another board's game: its code is typed here, and the game begins as soon as that board is there.

import { byId, el } from "./dom.js";
import { t } from "./words.js";

// What the club has asked this board to play.
function pairing(link) {
  const { pairing: asked } = link.view;
  if (!asked) return [];
  const words = t("page.pairing", {
    round: asked.round,
    names: asked.names.join(" – "),
    game: t(`game.${asked.game}.title`),
  });
  const play = { class: "main", onclick: () => link.say({ do: "pairing" }) };
  return [el("div", { class: "pairing" }, el("p", {}, words), el("button", play, t("page.start")))];
}

export function showMeeting(link) {
  const { rooms } = link.view;
  const place = byId("meet");
  if (!place) return;
  if (!rooms) return place.replaceChildren(...pairing(link));
  const stop = el(
    "button",
    { type: "button", class: "stop", onclick: () => link.say({ do: "join", room: "" }) },
    t("page.join-stop"),
  );
  const form = el(
    "form",
    { class: "meeting" },
    el("label", {}, el("span", {}, t("page.join")), el("input", codeField(rooms))),
    el("button", { type: "submit" }, t("page.join-now")),
    rooms.joining ? stop : null,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    link.say({ do: "join", room: form.querySelector("input").value });
  });
  return place.replaceChildren(...pairing(link), form);
}

const codeField = ({ joining }) => ({
  name: "room",
  maxlength: 64,
  required: true,
  autocomplete: "off",
  autocapitalize: "none",
  spellcheck: "false",
  placeholder: "mola-tuki-37",
  value: joining ?? "",
});
