// Who is who: what players are called, here and in sentences.

import { said, t } from "./words.js";

// The name that was typed, else what sits there, else the number.
export function nameOf(view, player) {
  const { names, seats } = view.game;
  if (names[player - 1]) return names[player - 1];
  if (seats[player - 1]?.startsWith("link:")) return t("page.other-board");
  const level = seats[player - 1]?.split(":")[1];
  return level ? t("page.computer-name", { level }) : t("page.player", { player });
}

// Sentences have two forms: with a number, as everybody may be called, and with a name.
export function sentence(view, key, player) {
  const called = view.game.names[player - 1] || view.game.seats[player - 1]?.includes(":");
  return called ? t(`${key}-name`, { name: nameOf(view, player) }) : t(key, { player });
}

// How a game ended, with the winner's name where there is one.
export function resultWords(view) {
  const { winners, text } = view.over;
  const [winner] = winners;
  const named = winners.length === 1 && view.game.names[winner - 1];
  return named ? t("page.wins-name", { name: named }) : said(text);
}
