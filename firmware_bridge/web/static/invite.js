// Links for phones: for a seat, for a guest, for a second host; and who is here already.

import { byId, el } from "./dom.js";
import { roleName } from "./role.js";
import { t } from "./words.js";

let wanted = "host"; // whom the next link is for: "host", "guest", or "seat N"

// `whom`: for whom the link is that is shown first; else for whom it was the last time.
export async function showInvite(link, whom = wanted) {
  wanted = whom;
  // Asked for every time: by now the board may have another address.
  const invitation = await asked();
  const dialog = byId("invite");
  dialog.replaceChildren(
    el("button", { class: "close", onclick: () => dialog.close() }, t("page.close")),
    el("h2", { id: "invite-title" }, t("page.invite-title")),
    el(
      "div",
      { class: "invitation" },
      ...(invitation.link ? inviting(link, invitation) : [el("p", { class: "refusal" }, excuse(invitation))]),
      ...(invitation.link ? [here(link, invitation.people)] : []),
    ),
  );
  dialog.setAttribute("aria-labelledby", "invite-title");
  if (!dialog.open) dialog.showModal();
}

async function asked() {
  const [kind, player] = wanted.split(" ");
  try {
    const answer = await fetch(`/invitation?${new URLSearchParams({ for: kind, player: player ?? 0 })}`);
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

const excuse = ({ why }) => t(why ? `page.invite-${why}` : "page.offline");

// As many seats as the game has, or before one as the largest game has.
function forWhom(link) {
  const players = link.view.game?.players ?? Math.max(...link.fixed.games.flatMap((game) => game.seats));
  const seats = Array.from({ length: players }, (_, n) => `seat ${n + 1}`);
  if (wanted.startsWith("seat") && !seats.includes(wanted)) wanted = "guest";
  const choice = (value) => {
    const [kind, player] = value.split(" ");
    return el("option", { value, selected: value === wanted }, t(`page.invite-for-${kind}`, { player }));
  };
  const chosen = async (event) => {
    wanted = event.target.value;
    await showInvite(link);
    byId("invite-for").focus();
  };
  return el(
    "label",
    { class: "field" },
    el("span", {}, t("page.invite-for")),
    el("select", { id: "invite-for", onchange: chosen }, ...["host", ...seats, "guest"].map(choice)),
  );
}

function inviting(page, { link, code }) {
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
    forWhom(page),
    el("p", {}, t("page.invite-link"), address),
    copy,
    el("p", { class: "note" }, t(`page.invite-trust-${wanted.split(" ")[0]}`)),
  ];
}

// Who is here; all but hosts can be asked to leave.
function here(link, people) {
  const line = (one) => {
    const out = el(
      "button",
      {
        class: "show-out",
        "aria-label": `${t("page.show-out")}: ${roleName(t, one)}, ${one.address}`,
        onclick: async () => {
          await link.ask({ do: "show-out", person: one.person });
          await showInvite(link);
        },
      },
      t("page.show-out"),
    );
    return el(
      "li",
      { "data-kind": one.kind },
      el("span", {}, `${roleName(t, one)} · ${one.address}`),
      one.kind === "host" ? null : out,
    );
  };
  return el("div", { class: "people" }, el("h3", {}, t("page.here")), el("ul", {}, ...people.map(line)));
}

// By selecting it: browsers keep their clipboard from pages that came without encryption, as ours do
// on the network. Where even this is forbidden, the link is selected and ready to be copied by hand.
function copied(node) {
  getSelection().selectAllChildren(node);
  return document.execCommand("copy");
}
