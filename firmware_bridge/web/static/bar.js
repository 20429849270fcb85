// The bar above everything, and the rules behind one of its buttons.

import { showAppearance } from "./appearance.js";
import { byId, el, redraw, svg } from "./dom.js";
import { showInvite } from "./invite.js";
import { isHost, roleName } from "./role.js";
import { audible, setAudible } from "./sound.js";
import { language, t } from "./words.js";

const NAMES = { it: "Italiano", en: "English", fr: "Français" };
export const HINTING = ["full", "forced", "off"];
const TURN = "M4 10a7 7 0 0 1 12-4.2M16 2v4h-4M16 10a7 7 0 0 1-12 4.2M4 18v-4h4";
const NOTE = "M3 8h3l4-4v12l-4-4H3ZM13 7a4 4 0 0 1 0 6M15.5 4.5a8 8 0 0 1 0 11";
const HALF_MOON =
  "M10 3a7 7 0 1 0 0 14ZM10 3a7 7 0 0 1 0 14M10 5l3 1M10 7.5l5 1.6M10 10l5.6 1.5M10 12.5l4.5 1.2";
const MORE = "M4 9.5h1v1H4ZM9.5 9.5h1v1h-1ZM15 9.5h1v1h-1Z";

// A button that is a picture; its words are for whoever cannot see it or wonders.
export const icon = (id, words, d, onclick) =>
  el(
    "button",
    { id, class: "icon", "aria-label": words, title: words, onclick },
    svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d })),
  );

export function showBar(link, changeLanguage) {
  const { view, fixed } = link;
  const playing = view.screen === "game";
  const sound = icon("sound", t("page.sound"), NOTE, () => {
    setAudible(!audible);
    sound.setAttribute("aria-pressed", audible);
  });
  sound.setAttribute("aria-pressed", audible);
  const tongue = el(
    "select",
    {
      id: "language",
      "aria-label": t("page.language"),
      onchange: (event) => changeLanguage(event.target.value),
    },
    ...fixed.languages.map((lang) =>
      el("option", { value: lang, lang, selected: lang === language }, NAMES[lang] ?? lang),
    ),
  );
  const hinting = el(
    "select",
    {
      id: "hinting",
      "aria-label": t("page.hints"),
      title: t(`page.hints-${view.hinting}`),
      onchange: (event) => {
        link.say({ do: "hinting", hinting: event.target.value });
      },
    },
    ...HINTING.map((one) =>
      el(
        "option",
        { value: one, selected: one === view.hinting, title: t(`page.hints-${one}`) },
        t(`page.hints-now-${one}`),
      ),
    ),
  );
  // On a phone what is seldom needed waits behind one button.
  const more = icon("more", t("page.more"), MORE, () => unfold(!byId("bar").classList.contains("open")));
  more.setAttribute("aria-expanded", byId("bar").classList.contains("open"));
  redraw(
    byId("bar"),
    el("span", { class: "title" }, playing ? t(`game.${view.game.name}.title`) : t("page.title")),
    ...(playing
      ? [
          el("button", { id: "open-rules", onclick: () => showRules(view.game.name) }, t("page.rules")),
          view.companion || !isHost(link)
            ? ""
            : el("button", { id: "leave", onclick: () => link.say({ do: "leave" }) }, t("page.menu")),
        ]
      : []),
    playing && view.calling !== null
      ? el(
          "button",
          {
            id: "call",
            "aria-pressed": view.calling,
            onclick: () => link.say({ do: "call", on: !link.view.calling }),
          },
          t(view.calling ? "page.called" : "page.call"),
        )
      : null,
    more,
    el(
      "div",
      { class: "extras" },
      playing && isHost(link) ? hinting : null,
      isHost(link)
        ? el(
            "button",
            { id: "open-invite", "aria-haspopup": "dialog", onclick: () => showInvite(link) },
            t("page.invite"),
          )
        : el("span", { class: "role" }, roleName(t, fixed.you)),
      playing ? icon("turn", t("page.flip"), TURN, () => link.turn()) : null,
      icon("open-appearance", t("page.appearance"), HALF_MOON, () => showAppearance()),
      sound,
      tongue,
    ),
  );
}

function unfold(open) {
  byId("bar").classList.toggle("open", open);
  byId("more")?.setAttribute("aria-expanded", open);
}

addEventListener("pointerdown", ({ target }) => {
  if (!byId("bar").contains(target)) unfold(false);
});
addEventListener("keydown", ({ key }) => {
  if (key === "Escape") unfold(false);
});

async function showRules(name) {
  const answer = await fetch(`/rules/${name}?lang=${language}`).catch(() => ({
    ok: false,
    headers: new Headers(),
  }));
  const dialog = byId("rules");
  const body = el("div", { class: "rules-text", lang: answer.headers.get("Content-Language") ?? "en" });
  // Made by the server from our own pages; it lets no mark-up through.
  body.innerHTML = answer.ok ? await answer.text() : t("page.offline");
  body.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-rules]");
    if (!link) return;
    event.preventDefault();
    showRules(link.dataset.rules);
  });
  dialog.replaceChildren(
    el(
      "div",
      { class: "dialog-head" },
      body.querySelector("h1"),
      el("button", { class: "close", onclick: () => dialog.close() }, t("page.close")),
    ),
    body,
  );
  dialog.setAttribute("aria-label", t("page.rules"));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
