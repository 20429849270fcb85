// The link for phones: a code for the camera, and the link itself to type or to copy.

import { byId, el } from "./dom.js";
import { t } from "./words.js";

export async function showInvite() {
  // Asked for every time: by now the board may have another address.
  const invitation = await asked();
  const dialog = byId("invite");
  dialog.replaceChildren(
    el("button", { class: "close", onclick: () => dialog.close() }, t("page.close")),
    el("h2", { id: "invite-title" }, t("page.invite-title")),
    el(
      "div",
      { class: "invitation" },
      ...(invitation.link ? inviting(invitation) : [el("p", { class: "refusal" }, excuse(invitation))]),
    ),
  );
  dialog.setAttribute("aria-labelledby", "invite-title");
  if (!dialog.open) dialog.showModal();
}

async function asked() {
  try {
    const answer = await fetch("/invitation");
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

const excuse = ({ why }) => t(why ? `page.invite-${why}` : "page.offline");

function inviting({ link, code }) {
  const picture = el("div", { class: "code", role: "img", "aria-label": t("page.invite-code") });
  // Drawn by the server; nothing that anybody typed is in it.
  picture.innerHTML = code;
  const address = el("a", { class: "address", href: link }, link);
  const copy = el(
    "button",
    {
      class: "copy",
      onclick: () => {
        copy.textContent = t(copied(address) ? "page.invite-copied" : "page.invite-by-hand");
      },
      "aria-live": "polite",
    },
    t("page.invite-copy"),
  );
  return [
    el("p", {}, t("page.invite-how")),
    picture,
    el("p", {}, t("page.invite-link"), address),
    copy,
    el("p", { class: "note" }, t("page.invite-trust")),
  ];
}

// By selecting it: browsers keep their clipboard from pages that came without encryption, as ours do
// on the network. Where even this is forbidden, the link is selected and ready to be copied by hand.
function copied(node) {
  getSelection().selectAllChildren(node);
  return document.execCommand("copy");
}
