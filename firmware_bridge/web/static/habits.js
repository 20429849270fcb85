// What people expect of any page: a title that tells, and that it shows itself without its server.

import { recall, speak, t } from "./words.js";

let worded = false; // whether there are texts in some language

// Whose turn it is, to be seen among other tabs.
function titleOf(view) {
  if (view.screen !== "game") return t("page.title");
  const now = document.querySelector("#status h1")?.textContent;
  return [now, t(`game.${view.game.name}.title`)].filter(Boolean).join(" · ");
}

export function showTitle(view) {
  const title = titleOf(view);
  // Browsers tell everybody of a new title, even if it is the old one.
  if (document.title !== title) document.title = title;
}

// Without the table nobody says which language to speak: then what this browser spoke before.
export async function wordsWhileAway(link) {
  if (link.fixed || worded) return;
  worded = await speak(recall("spoken") ?? "en").then(
    () => true,
    () => false,
  );
}

// Keeps the page's own files, where the browser allows it: on the machine itself, or with encryption.
export async function keepForLater() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
    document.body.dataset.offline = "yes";
  } catch {
    // A browser that keeps nothing shows nothing without the server.
  }
}
