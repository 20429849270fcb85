// Who is who: what players are called, here and in sentences.

import { t } from "./words.js";

const isComputer = (seat) => Boolean(seat?.startsWith("computer"));
const isBoard = (seat) => Boolean(seat?.startsWith("link:"));

// A player for a text: by the name that was typed, else as what sits there, in the form that is asked for.
export function who(view, number) {
  const { names, seats } = view.game;
  const name = names?.[number - 1] ?? "";
  const several = seats?.filter(isComputer).length > 1;
  const computer = several ? "computers" : "computer";
  const seat = seats?.[number - 1];
  const kind = name ? "named" : isComputer(seat) ? computer : isBoard(seat) ? "board" : "player";
  return (form) => (form ? t(`who.${kind}.${form}`, { number, name }) : number);
}

export const nameOf = (view, player) => who(view, player)("Call");

// How strong the computer is that sits there; 0: people do.
export const levelOf = ({ game }, player) => {
  const seat = game.seats?.[player - 1];
  return isComputer(seat) ? Number(seat.split(":")[1]) : 0;
};
