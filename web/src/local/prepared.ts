// Answers that were computed when the folder was built, so that they need no Python.

/** The keys of the prepared answers of each call, from "prepared/index.json". */
export type PreparedKeys = Readonly<Record<string, readonly string[]>>;

type Request = Readonly<Record<string, unknown>>;

/** Calls whose answers are prepared, and the fields of the requests in the order of their keys. */
const PREPARED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  kinds: [[]],
  makeable: [[]],
  techniques: [[]],
  course: [[]],
  tryouts: [[]],
  lesson: [["name"], ["name", "kind"]],
  drill: [["technique", "nth"], ["technique", "nth", "kind"]],
  today: [["day", "kind"]],
  open: [["daily", "kind"], ["tryout"], ["stop"]],
};
/** The fields in the keys of puzzles in the pool. The number of a puzzle follows them. */
const POOLED = ["kind", "order", "difficulty"];
const POOL = "pandoku.pool";
const SAFE = /^[\w-]+$/;

export const folderOfPrepared = (): string => new URL("prepared/", document.baseURI).href;

/** The key of a request, such as "2026-11-30-sudoku" or, for `open`, "daily-2026-11-30-sudoku", or "" without a prepared answer. */
export function preparedKeyOf(name: string, request: Request): string {
  const given = Object.keys(request).filter((field) => request[field] !== null && request[field] !== undefined);
  const fields = Object.hasOwn(PREPARED, name) && PREPARED[name]?.find((each) => each.length === given.length && each.every((field) => given.includes(field)));
  if (!fields) return "";
  const values = fields.map((field) => String(request[field]));
  const key = fields.length ? [...(name === "open" ? fields.slice(0, 1) : []), ...values].join("-") : name;
  return SAFE.test(key) ? key : "";
}

/** The prepared answer of a call, or null. */
export async function preparedAnswer(name: string, request: Request, signal?: AbortSignal): Promise<unknown> {
  if (name === "generate") return pooledAnswer(request, signal);
  const key = preparedKeyOf(name, request);
  return key ? fetched(`${name}/${key}.json`, signal) : null;
}

/** The content of a file in the folder of prepared answers, or null if it is not there. */
async function fetched(path: string, signal?: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(folderOfPrepared() + path, { credentials: "omit", signal: signal ?? null });
    const found: unknown = response.ok ? await response.json() : null;
    return typeof found === "object" ? found : null;
  } catch (error) {
    if (signal?.aborted) throw error;
    return null; // there is no network, or a server answers with a page for every path
  }
}

/** The keys of all prepared answers, or none if they cannot be read. */
export async function preparedKeys(signal?: AbortSignal): Promise<PreparedKeys> {
  return ((await fetched("index.json", signal)) ?? {}) as PreparedKeys;
}

// ---- the pool of new puzzles

/** A puzzle of the pool that this browser has not played yet, or null. */
async function pooledAnswer(request: Request, signal?: AbortSignal): Promise<unknown> {
  const start = poolOf(request);
  if (!start) return null;
  const { generate = [] } = await preparedKeys(signal);
  const used = usedKeys();
  const left = generate.filter((key) => key.startsWith(start) && /^\d+$/.test(key.slice(start.length)) && !used.has(key));
  const key = left[Math.floor(Math.random() * left.length)];
  const found = key ? await fetched(`generate/${key}.json`, signal) : null;
  if (key && found) keepUsed([...used, key]);
  return found;
}

/** The start of the keys of puzzles that a request may get, such as "killer-9-easy-", or "" if it asks for more. */
export function poolOf(request: Request): string {
  const given = Object.keys(request).filter((field) => request[field] !== null && request[field] !== undefined);
  const isPlain = given.includes("kind") && given.every((field) => POOLED.includes(field) || (field === "count" && request.count === 1));
  const values = POOLED.filter((field) => given.includes(field)).map((field) => String(request[field]));
  return isPlain && values.every((value) => SAFE.test(value)) ? `${values.join("-")}-` : "";
}

let remembered: readonly string[] = []; // if the browser denies to store them

function usedKeys(): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(POOL) ?? "[]");
    return new Set([...remembered, ...(Array.isArray(kept) ? kept.map(String) : [])]);
  } catch {
    return new Set(remembered);
  }
}

function keepUsed(keys: readonly string[]): void {
  remembered = keys;
  try {
    localStorage.setItem(POOL, JSON.stringify(keys));
  } catch {
    // They are remembered until the tab is closed.
  }
}
