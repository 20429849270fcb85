// The page's own files are kept, and shown when the server does not answer. What it does answer is newer.

const KEPT = "tavoliere";

function ours(address) {
  const { origin, pathname, search } = new URL(address);
  if (origin !== location.origin || search) return false;
  return pathname === "/" || pathname.startsWith("/static/") || pathname.startsWith("/texts/");
}

// There is no half of it: what is installed has everything, whatever the first page had loaded by then.
async function keep() {
  const answer = await fetch("/kept");
  const cache = await caches.open(KEPT);
  await cache.addAll(await answer.json());
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function fetched(event) {
  const { request } = event;
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.type === "basic" && !answer.redirected)
      event.waitUntil(cache.put(request, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && ours(event.request.url)) event.respondWith(fetched(event));
});
