// Runs between the browser and the server, over https. Files that never change come from the device, so that Upcard
// opens at once. Pages always come from the server: without it, a page says that it is gone, and an old table is never
// shown. Posts (taps, forms) and streams bypass this script, so that nothing is sent twice.
const CACHE = `upcard-${VERSION}`;
const PATIENCE = 5000;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll([...FILES, GONE].map((address) => new Request(address, { credentials: "same-origin" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

const fromDevice = async (request) => (await (await caches.open(CACHE)).match(request)) ?? fetch(request);

// A machine that is switched off does not refuse a connection: it just never answers. A proxy in front of a server that
// is gone answers with an error of its own, without the id that the server's answers have.
const fromServer = async (request) => {
  const gone = async () => (await (await caches.open(CACHE)).match(GONE)) ?? Response.error();
  const late = new Promise((done) => { setTimeout(done, PATIENCE); }).then(gone);
  try {
    const answer = await Promise.race([fetch(request), late]);
    return answer.status >= 500 && !answer.headers.has("X-Request-Id") ? gone() : answer;
  } catch {
    return gone();
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (FILES.includes(pathname + search)) event.respondWith(fromDevice(request));
  else if (request.mode === "navigate" && pathname !== GONE) event.respondWith(fromServer(request));
});
