/** The page offline: its files are kept at the first visit; another build replaces all of them. */

const CACHE = "rushhour-VERSION";
const FILES = NAMES;

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("rushhour-") && name !== CACHE;
  const forget = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(forget());
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  const answer = async () =>
    (await caches.match(event.request, { cacheName: CACHE, ignoreSearch: true })) ??
      fetch(event.request);
  event.respondWith(answer());
});
