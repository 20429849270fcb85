// What people expect of any page: a title that tells, and that it shows itself without its server.

import { recall, speak, t } from "./words.js";

let worded = false; // whether there are texts in some language

// Whose turn it is, to be seen among other tabs.
export function showTitle(view) {
  if (view.screen !== "game") {
    document.title = t("page.title");
    return;
  }
  const now = document.querySelector("#status h1")?.textContent;
  document.title = [now, t(`game.${view.game.name}.title`)].filter(Boolean).join(" · ");
}

// Without the table nobody says which language to speak: then what this browser spoke before.
export async function wordsWhileAway(link) {
  if (link.fixed || worded) return;
  worded = true;
  await speak(recall("spoken") ?? "en").catch(() => {});
}

// Keeps the page's own files, where the browser allows it: on the machine itself, or with encryption. Asked
// once everything has been fetched that a page needs, its words among it.
export async function keepForLater() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const named = [...document.querySelectorAll("link[href]")].map(({ href }) => href);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (document.body.dataset.offline = "yes");
    active?.postMessage({ keep: [`${location.origin}/`, ...named, ...loaded] }, [port2]);
  } catch {
    // A browser that keeps nothing shows nothing without the server.
  }
}
