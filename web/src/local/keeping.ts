// Keeps everything for use without a network: it fetches all files, and the service worker caches them.

import { addressIn, fetchFile, type FileList, listOfFiles, totalSize } from "./files";
import { folderOfPrepared, preparedKeys } from "./prepared";

/** Whether everything is kept, or the reason why the browser cannot keep it. */
export type KeptState = { state: "kept" | "not"; bytes: number } | { state: "impossible"; why: string };

const INSECURE = "The address of this page begins with http, so the browser cannot keep it for offline use. Everything else works.";
const DENIED = "This browser does not keep pages for offline use here, perhaps because the window is private. Everything else works.";
const NO_ROOM = "The browser has no room for this, or denies it. Everything else works.";
const DAYS = 14; // with prepared daily puzzles. Python makes the puzzles of other days
const AT_ONCE = 6; // requests
const DATE = /\d{4}-\d\d-\d\d/;
const OURS = / (python|prepared)$/; // the names of the service worker's caches

const folderOfPython = () => new URL("python/", document.baseURI).href;

/** Whether everything is kept now. */
export async function keptNow(): Promise<KeptState> {
  if (!globalThis.isSecureContext) return { state: "impossible", why: INSECURE };
  try {
    if (!("serviceWorker" in navigator) || !(await navigator.serviceWorker.getRegistration())) return { state: "impossible", why: DENIED };
    const list = await listOfFiles(folderOfPython());
    return { state: (await areKept(list)) ? "kept" : "not", bytes: totalSize(list) };
  } catch {
    return { state: "impossible", why: DENIED };
  }
}

async function areKept(list: FileList): Promise<boolean> {
  const found = await Promise.all(list.files.map((file) => caches.match(addressIn(folderOfPython(), file))));
  return found.every(Boolean);
}

/** Keep everything. `onBytes` is called with the number of bytes that are kept, and the number of all bytes. */
export async function keepAll(onBytes: (loaded: number, total: number) => void, signal: AbortSignal): Promise<void> {
  await navigator.serviceWorker.ready;
  const list = await listOfFiles(folderOfPython());
  const total = totalSize(list);
  let loaded = 0;
  onBytes(loaded, total);
  for (const file of list.files) {
    signal.throwIfAborted();
    await fetchFile(folderOfPython(), file, (bytes) => onBytes((loaded += bytes), total));
  }
  await keepPrepared(signal);
  if (!(await areKept(list))) throw new Error(NO_ROOM);
  await navigator.storage?.persist?.().catch(() => false);
}

/** Fetch the prepared answers. Of the daily puzzles, fetch only the next days. */
async function keepPrepared(signal: AbortSignal): Promise<void> {
  const keys = await preparedKeys(signal);
  const [from, to] = [0, DAYS].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)) as [string, string];
  const isWanted = (key: string) => {
    const day = DATE.exec(key)?.[0];
    return !day || (day >= from && day <= to);
  };
  const paths = Object.entries(keys).flatMap(([name, all]) => all.filter(isWanted).map((key) => `${name}/${key}.json`));
  const fetchNext = async (): Promise<void> => {
    for (let path = paths.pop(); path; path = paths.pop()) await fetch(folderOfPrepared() + path, { credentials: "omit", signal });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
}

/** Remove what was kept. The page itself stays. */
export async function removeKept(): Promise<void> {
  for (const key of await caches.keys()) {
    if (OURS.test(key)) await caches.delete(key);
  }
}
