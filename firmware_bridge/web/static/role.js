// What this page is for: the host's does everything, a seat's acts for one player, a guest's shows.
// The table decides who may do what; this only leaves out what it would refuse anyway.

export const isHost = ({ fixed }) => fixed.you.kind === "host";

export const isGuest = ({ fixed }) => fixed.you.kind === "guest";

// Whether this page may press that player's button.
export const isOwn = ({ fixed }, player) => fixed.you.kind === "host" || fixed.you.player === player;

// Whether an open question may be answered here.
export function isAsked(link, { player, choices }) {
  const { kind, player: own } = link.fixed.you;
  if (kind !== "seat") return kind === "host";
  return [0, own].includes(player) || choices.some((choice) => choice.answer === own);
}

// What this page is called among all that are here.
export const roleName = (t, { kind, player }) => t(`page.role-${kind}`, { player });
