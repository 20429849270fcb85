// The page's own files are kept, and shown when the server does not answer. What it does answer is newer.

const KEPT = "tavoliere";

function ours(address) {
  const { origin, pathname, search } = new URL(address);
  if (origin !== location.origin || search) return false;
  return pathname === "/" || pathname.startsWith("/static/") || pathname.startsWith("/texts/");
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const wanted = (event.data?.keep ?? []).filter(ours);
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll([...new Set(wanted)]))
      .then(() => event.ports[0]?.postMessage("kept"))
      .catch(() => {}),
  );
});

async function fetched(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.type === "basic" && !answer.redirected) cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && ours(event.request.url)) event.respondWith(fetched(event.request));
});
