// The service worker. It caches the built files, so that the page opens without a network.

declare const self: ServiceWorkerGlobalScope;
/** All built files except index.html, and their common version. `vite.config.ts` inserts them here. */
declare const __FILES__: string[];
declare const __VERSION__: string;

const FILES = __FILES__;
const SCOPE = self.registration.scope;
const PAGES = `pandoku ${SCOPE} pages ${__VERSION__}`;
const ANSWERS = `pandoku ${SCOPE} answers`;
const MOST_ANSWERS = 300;
// In a folder of static files: Python, each file with its hash as the query, and prepared answers.
const PYTHON = `pandoku ${SCOPE} python`;
const PREPARED = `pandoku ${SCOPE} prepared`;
const MOST_PREPARED = 5000;
const MOST_VERSIONS = 2; // of a file of Python: an open tab may still use the last one
const PATIENCE_MS = 4000;

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  // If the page already has this version, activate at once. Otherwise tell the page that there is an update.
  if (FILES.some((file) => SCOPE + file === event.data)) void self.skipWaiting();
  else event.source?.postMessage("newer");
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = request.url.startsWith(SCOPE) ? request.url.slice(SCOPE.length) : null;
  // Requests other than GET, and requests to other hosts, go to the network.
  if (path === null || request.method !== "GET" || /^(health|metrics)\b/.test(path)) return;
  if (path.startsWith("api/")) event.respondWith(freshAnswer(request, ANSWERS, MOST_ANSWERS));
  else if (/^prepared\/|^python\/files\.json/.test(path)) event.respondWith(freshAnswer(request, PREPARED, MOST_PREPARED));
  else if (path.startsWith("python/")) event.respondWith(pythonFile(event));
  else if (request.mode === "navigate") event.respondWith(page(request));
  else event.respondWith(kept(request));
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(PAGES);
  await cache.addAll(["./", ...FILES].map((file) => new Request(SCOPE + file, { cache: "no-cache" })));
}

/**
 * Delete the caches of older versions. The latest of them is kept, because open tabs may still use
 * it.
 */
async function takeOver(): Promise<void> {
  const older = (await caches.keys()).filter((key) => key.startsWith(`pandoku ${SCOPE} pages `) && key !== PAGES);
  await Promise.all(older.slice(0, -1).map((key) => caches.delete(key)));
  await self.clients.claim();
}

/** A page is index.html at any path, from the server, or from the cache if the server is too slow. */
async function page(request: Request): Promise<Response> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS));
  try {
    return await Promise.race([fetch(request), late]);
  } catch {
    return (await (await caches.open(PAGES)).match(SCOPE)) ?? fetch(request);
  }
}

/** Built files never change under the same name, except files that belong to a version. */
async function kept(request: Request): Promise<Response> {
  const here = await (await caches.open(PAGES)).match(request);
  return here ?? (await caches.match(request)) ?? fetch(request);
}

/**
 * The answer of a GET endpoint, or another file that may change, from the server. If the server
 * cannot be reached, the last answer in the cache.
 */
async function freshAnswer(request: Request, cacheName: string, most: number): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok) await remember(request, response.clone(), cacheName, most).catch(() => {}); // without room, it is not kept
    return response;
  } catch (error) {
    const before = await caches.match(request, { cacheName });
    if (before) return before;
    throw error;
  }
}

async function remember(request: Request, response: Response, cacheName: string, most: number): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(request, response);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -most).map((key) => cache.delete(key)));
}

/** A file of Python from the cache, or from the server if it is not there, or if it was damaged ("reload"). */
async function pythonFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const here = request.cache === "reload" ? undefined : await caches.match(request, { cacheName: PYTHON });
  if (here) return here;
  const response = await fetch(request);
  // The page shows the bytes as they arrive, so it does not wait for the cache. Without room, the file is not kept.
  if (response.ok) event.waitUntil(keepVersion(request, response.clone()).catch(() => {}));
  return response;
}

async function keepVersion(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(PYTHON);
  await cache.put(request, response);
  const versions = await cache.keys(request, { ignoreSearch: true });
  await Promise.all(versions.slice(0, -MOST_VERSIONS).map((key) => cache.delete(key)));
}

export {};
