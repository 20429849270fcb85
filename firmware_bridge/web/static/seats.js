// Who sits where: a name, and whether a person, a phone, the computer or another board decides.

import { el } from "./dom.js";
import { recall, remember, t } from "./words.js";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const PEOPLE = "people";
const PHONE = "phone";
const SEATS = [PEOPLE, ...LEVELS.map((level) => `computer:${level}`), PHONE];
const LONGEST = 24; // signs of a name

const linked = (seat) => seat.startsWith("link:");

// Whoever plays on a phone is a person to the table: the phone comes with its link.
export const forTheTable = (seat) => (seat === PHONE ? PEOPLE : seat);

// Who sat where the last time, to be offered again.
const last = () => (recall("seats") ?? "").split(" ");

export const rememberSeats = (seats) => remember("seats", seats.join(" "));

// The same of a game that was not begun here; a phone that was offered stays one.
export function keepSeats({ players, seats }) {
  const before = last();
  const now = Array.from({ length: players }, (_, n) => seats[n] ?? PEOPLE);
  rememberSeats(now.map((seat, n) => (seat === forTheTable(before[n] ?? "") ? before[n] : seat)));
}

function seatWords(seat) {
  if (linked(seat)) return t("page.seat-link");
  if (seat.startsWith("computer:")) {
    const level = Number(seat.split(":")[1]);
    return t("page.seat-computer", { level, how: t(`page.level-${Math.ceil(level / 2)}`) });
  }
  return t(`page.seat-${seat}`);
}

function chair(player, seats) {
  const before = last()[player - 1];
  const chosen = seats.includes(before) ? before : PEOPLE;
  return el(
    "fieldset",
    { class: "seat" },
    el("legend", {}, t("page.player", { player })),
    el("input", {
      name: "name",
      maxlength: LONGEST,
      autocomplete: "off",
      placeholder: t("page.name"),
      "aria-label": t("page.name-of", { player }),
      value: recall(`name.${player}`) ?? "",
    }),
    el(
      "select",
      { name: "seat" },
      ...seats.map((value) => el("option", { value, selected: value === chosen }, seatWords(value))),
    ),
  );
}

// `phones`: whether any can come to this table.
export function seatsOf(players, rooms, phones) {
  const seats = rooms ? [...SEATS, `link:${rooms.broker}/${rooms.code}`] : SEATS;
  const chairs = Array.from({ length: players }, (_, n) => chair(n + 1, seats));
  const code = el(
    "p",
    { class: "room-code note", role: "status" },
    ...(rooms ? [t("page.room-code"), " ", el("strong", {}, rooms.code)] : []),
  );
  const alone = el("p", { class: "no-phones note", role: "status" }, t("page.invite-alone"));
  const tell = () => {
    const taken = chairs.map((one) => one.querySelector("select").value);
    code.hidden = !taken.some(linked);
    alone.hidden = phones || !taken.includes(PHONE);
  };
  for (const one of chairs) one.addEventListener("change", tell);
  tell();
  return [...chairs, code, alone];
}
