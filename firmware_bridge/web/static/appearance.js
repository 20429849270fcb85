// How the page looks: what the board is made of, and light or dark. Kept by this browser.

import { byId, el } from "./dom.js";
import { recall, remember, t } from "./words.js";

const KINDS = { theme: ["wood", "slate", "contrast"], scheme: ["auto", "light", "dark"] };

const chosen = (kind) => {
  const kept = recall(kind);
  return KINDS[kind].includes(kept) ? kept : KINDS[kind][0];
};

export function dress() {
  const { dataset } = document.documentElement;
  dataset.theme = chosen("theme");
  dataset.scheme = chosen("scheme");
  // Lists and fields of the browser itself follow.
  const schemes = { auto: "light dark", light: "light", dark: "dark" };
  document.querySelector("meta[name=color-scheme]").content = schemes[dataset.scheme];
}

function choice(kind) {
  return el(
    "fieldset",
    { class: "looks" },
    el("legend", {}, t(`page.${kind}`)),
    ...KINDS[kind].map((one) =>
      el(
        "label",
        { class: `look look-${one}` },
        el("input", {
          type: "radio",
          name: kind,
          value: one,
          checked: one === chosen(kind),
          onchange: () => {
            remember(kind, one);
            dress();
          },
        }),
        el("span", { class: "sample", "aria-hidden": "true" }),
        t(`page.${kind}-${one}`),
      ),
    ),
  );
}

export function showAppearance() {
  const dialog = byId("appearance");
  dialog.setAttribute("aria-label", t("page.appearance"));
  dialog.replaceChildren(
    el("button", { class: "close", onclick: () => dialog.close() }, t("page.close")),
    el("h2", {}, t("page.appearance")),
    choice("theme"),
    choice("scheme"),
  );
  dialog.showModal();
}
