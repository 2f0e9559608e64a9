// For when there is no line: one page that says so. Nothing else is kept, so that nothing can be old.

const KEPT = "offline-KEPT_VERSION";
const PAGE = "/offline.html";

addEventListener("install", (event) => {
  const keep = caches.open(KEPT).then((cache) => cache.addAll([PAGE, "/icon.svg"]));
  event.waitUntil(keep.then(() => self.skipWaiting()));
});

addEventListener("activate", (event) => {
  const others = caches.keys().then((keys) => keys.filter((key) => key !== KEPT));
  event.waitUntil(others.then((keys) => Promise.all(keys.map((key) => caches.delete(key)))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  else if (url.pathname === "/icon.svg")
    event.respondWith(fetch(request).catch(() => caches.match(url.pathname)));
});

// A call that it is somebody's move leads to the table: to its page, or to a new one.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data ?? "/";
  const shown = self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
    const page = pages.find((one) => new URL(one.url).pathname === address);
    return page ? page.focus() : self.clients.openWindow(address);
  });
  event.waitUntil(shown);
});
