// A folder of static files: prepared answers, the worker with Python, and the requests of the page.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "../src/local/messages";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const BASE = "https://school.example/games/";
const BYTES = new TextEncoder().encode("the module".repeat(99));
const PACKED = new Uint8Array(await new Response(new Blob([BYTES]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
const HASH = new Uint8Array(await crypto.subtle.digest("SHA-256", PACKED));
const FILE = { name: "core.so.gz", size: PACKED.length, sha256: [...HASH].map((byte) => byte.toString(16).padStart(2, "0")).join("") };
const LIST = { version: "1", files: [FILE] };

const requested: [address: string, init: RequestInit | undefined][] = [];
let served: Record<string, () => Response>;

/** A worker that the test answers for. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  heard: ToWorker[] = [];
  isEnded = false;
  constructor() {
    super();
    FakeWorker.all.push(this);
  }
  postMessage(message: ToWorker) {
    this.heard.push(message);
  }
  terminate() {
    this.isEnded = true;
  }
  send(data: FromWorker) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
  /** The names of the calls that it was given. */
  get asked() {
    return this.heard.flatMap((each) => (each.kind === "ask" ? [each.name] : []));
  }
}

const answered = (answer: unknown): FromWorker => ({ kind: "answer", text: JSON.stringify({ answer }) });
const worker = (nth: number) => FakeWorker.all[nth] as FakeWorker;
const workersAre = (count: number) => vi.waitFor(() => expect(FakeWorker.all.length).toBe(count));
const client = () => import("../src/api/client");

beforeEach(() => {
  vi.resetModules();
  requested.length = FakeWorker.all.length = 0;
  served = {};
  const kept = new Map<string, string>();
  vi.stubGlobal("document", { baseURI: BASE, querySelector: (tag: string) => (tag.includes("pandoku") ? { getAttribute: () => "static" } : null) });
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) });
  vi.stubGlobal("navigator", { deviceMemory: 8 });
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("fetch", vi.fn(async (address: string, init?: RequestInit) => {
    requested.push([address, init]);
    const path = address.replace(BASE, "").replace(/\?.*/, "");
    return served[path]?.() ?? new Response("<!doctype html>", { status: 404 });
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("only requests with prepared answers have keys", async () => {
  const { poolOf, preparedKeyOf } = await import("../src/local/prepared");
  expect(preparedKeyOf("kinds", {})).toBe("kinds");
  expect(preparedKeyOf("lesson", { name: "x-wing" })).toBe("x-wing");
  expect(preparedKeyOf("drill", { technique: "x-wing", nth: 0, kind: null })).toBe("x-wing-0");
  expect(preparedKeyOf("today", { kind: "killer", day: "2026-11-30" })).toBe("2026-11-30-killer");
  expect(preparedKeyOf("open", { daily: "2026-11-30", kind: "sudoku" })).toBe("daily-2026-11-30-sudoku");
  expect(preparedKeyOf("open", { stop: "full-house" })).toBe("stop-full-house");
  for (const [name, request] of [["open", { text: PUZZLE }], ["open", { link: "abc" }], ["hint", {}], ["lesson", { name: "../x" }], ["constructor", {}]] as const) {
    expect(preparedKeyOf(name, request)).toBe("");
  }
  expect(poolOf({ kind: "killer", order: 9, difficulty: "easy" })).toBe("killer-9-easy-");
  expect(poolOf({ kind: "killer", count: 1 })).toBe("killer-");
  expect([poolOf({ kind: "killer", seed: "1" }), poolOf({ kind: "killer", count: 2 }), poolOf({ order: 9 })]).toEqual(["", "", ""]);
});

test("a prepared answer needs no Python, under the path of the folder", async () => {
  served["prepared/today/2026-11-30-sudoku.json"] = () => Response.json({ title: "Monday" });
  const { read } = await client();
  expect(await read("today?day=2026-11-30&kind=sudoku")).toEqual({ title: "Monday" });
  expect(requested.map(([address]) => address)).toEqual([`${BASE}prepared/today/2026-11-30-sudoku.json`]);
  expect(FakeWorker.all).toEqual([]);
});

test("puzzles of the pool come once each, and then Python makes more", async () => {
  served["prepared/index.json"] = () => Response.json({ generate: ["sudoku-9-easy-1", "sudoku-9-easy-2", "sudoku-9-easy-x-1", "killer-9-easy-1"] });
  for (const nth of [1, 2]) served[`prepared/generate/sudoku-9-easy-${nth}.json`] = () => Response.json({ nth });
  const { follow } = await client();
  const make = () => follow<{ nth: number }, unknown>("generate", { kind: "sudoku", order: 9, difficulty: "easy" }, () => {});
  const made = [await make(), await make()];
  expect(made.map(({ nth }) => nth).sort()).toEqual([1, 2]);
  const third = make();
  await workersAre(1);
  worker(0).send({ kind: "ready", list: LIST });
  worker(0).send(answered({ nth: 3 }));
  expect(await third).toEqual({ nth: 3 });
});

test("no request has a puzzle in it", async () => {
  vi.stubGlobal("navigator", { deviceMemory: 4 });
  const { call, follow } = await client();
  const asked = [call("hint", { puzzle: PUZZLE }), call("open", { text: PUZZLE }), call("open", { link: PUZZLE }), follow("generate", { like: PUZZLE }, () => {}), call("rate", { puzzle: PUZZLE })];
  await workersAre(1);
  worker(0).send({ kind: "ready", list: LIST });
  for (const _ of asked) {
    await vi.waitFor(() => expect(worker(0).heard.at(-1)?.kind).toBe("ask"));
    worker(0).send(answered({}));
  }
  await Promise.all(asked);
  expect(worker(0).asked.sort()).toEqual(["generate", "hint", "open", "open", "rate"]);
  for (const [address, init] of requested) {
    expect(address.startsWith(`${BASE}prepared/`)).toBe(true);
    expect(address + String(init?.body ?? "")).not.toContain(PUZZLE.slice(0, 9));
    expect(init?.method ?? "GET").toBe("GET");
  }
});

test("the player reads the state of the download, and the progress of the call", async () => {
  const { follow } = await client();
  const ready = await import("../src/api/getting_ready");
  const shown = vi.spyOn(ready, "showGettingReady");
  const progress: unknown[] = [];
  const made = follow("race", {}, (each) => progress.push(each));
  await workersAre(1);
  expect(worker(0).heard).toEqual([{ kind: "start", folder: `${BASE}python/`, list: null }]);
  worker(0).send({ kind: "loading", loaded: 3_100_000, total: 8_900_000 });
  expect(shown).toHaveBeenLastCalledWith("Getting the teacher ready: 3.1 of 8.9 MB");
  worker(0).send({ kind: "loading", loaded: 8_900_000, total: 8_900_000 });
  expect(shown).toHaveBeenLastCalledWith("Getting the teacher ready…");
  worker(0).send({ kind: "ready", list: LIST });
  expect(shown).toHaveBeenLastCalledWith("");
  worker(0).send({ kind: "progress", text: '{"attempts":2}' });
  worker(0).send(answered({ done: true }));
  expect(await made).toEqual({ done: true });
  expect(progress).toEqual([{ attempts: 2 }]);
});

test("a refusal has the words for players", async () => {
  const { ApiError, call } = await client();
  const asked = call("hint", {}).catch((error: unknown) => error);
  await workersAre(1);
  worker(0).send({ kind: "ready", list: LIST });
  worker(0).send({ kind: "answer", text: '{"error":{"name":"X","message":"for programs","plain":"For players."}}' });
  const error = await asked;
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ message: "For players.", status: 422 });
});

test("a stopped call ends its worker, and the spare one answers the next call", async () => {
  vi.useFakeTimers();
  const { ask } = await import("../src/local/python");
  const first = ask({ name: "hint", body: "{}" });
  worker(0).send({ kind: "ready", list: LIST });
  worker(0).send(answered(1));
  expect(await first).toBe(1);
  expect(FakeWorker.all.length).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(FakeWorker.all.length).toBe(2); // the spare one, with the files of the first
  expect(worker(1).heard).toEqual([{ kind: "start", folder: `${BASE}python/`, list: LIST }]);
  worker(1).send({ kind: "ready", list: LIST });

  const stop = new AbortController();
  const stopped = ask({ name: "explain", body: "{}", signal: stop.signal }).catch((error: unknown) => error);
  expect(worker(0).asked).toEqual(["hint", "explain"]);
  stop.abort(new Error("left"));
  expect(await stopped).toEqual(new Error("left"));
  expect([worker(0).isEnded, worker(1).isEnded]).toEqual([true, false]);
  const next = ask({ name: "hint", body: "{}" });
  worker(1).send(answered(2));
  expect(await next).toBe(2);
});

test("a device with little memory has one worker", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { deviceMemory: 4 });
  const { ask } = await import("../src/local/python");
  const both = [ask({ name: "hint", body: "{}" }), ask({ name: "open", body: "{}" })];
  worker(0).send({ kind: "ready", list: LIST });
  expect(worker(0).asked).toEqual(["hint"]); // one call at a time
  worker(0).send(answered(1));
  worker(0).send(answered(2));
  expect(await Promise.all(both)).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeWorker.all.length).toBe(1);
});

test("a call that no player waits for does not start Python", async () => {
  vi.useFakeTimers();
  const { ask } = await import("../src/local/python");
  const rated = ask({ name: "rate", body: "{}" });
  expect(FakeWorker.all).toEqual([]);
  const hinted = ask({ name: "hint", body: "{}" });
  worker(0).send({ kind: "ready", list: LIST });
  expect(worker(0).asked).toEqual(["hint"]);
  worker(0).send(answered("hint"));
  expect(worker(0).asked).toEqual(["hint"]); // it is free for the player until the spare one is ready
  await vi.advanceTimersByTimeAsync(5000);
  worker(1).send({ kind: "ready", list: LIST });
  worker(0).send(answered("rate"));
  expect(await Promise.all([rated, hinted])).toEqual(["rate", "hint"]);
});

test("the limit of a call does not count the start of Python", async () => {
  vi.useFakeTimers();
  const { ask } = await import("../src/local/python");
  const asked = ask({ name: "hint", body: "{}", limitMs: 1000 }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  worker(0).send({ kind: "ready", list: LIST });
  await vi.advanceTimersByTimeAsync(4100);
  expect(await asked).toMatchObject({ message: expect.stringContaining("takes too long") });
  expect(worker(0).isEnded).toBe(true);
});

test.each([
  ["download", "The download was cut off."],
  ["memory", "This device has too little memory"],
  ["browser", "This browser cannot run"],
] as const)("without Python (%s), calls fail with one sentence, and can be tried again", async (failure, words) => {
  const { ask } = await import("../src/local/python");
  const asked = ask({ name: "hint", body: "{}" }).catch((error: unknown) => error);
  worker(0).send({ kind: "failed", failure, detail: "..." });
  expect(await asked).toMatchObject({ status: 0, message: expect.stringContaining(words) });
  expect(worker(0).isEnded).toBe(true);
  const again = ask({ name: "hint", body: "{}" });
  worker(1).send({ kind: "ready", list: LIST });
  worker(1).send(answered(1));
  expect(await again).toBe(1);
});

test("without WebAssembly, nothing is loaded, and the message names the reason", async () => {
  vi.stubGlobal("WebAssembly", undefined);
  const { ask } = await import("../src/local/python");
  await expect(ask({ name: "hint", body: "{}" })).rejects.toThrow("WebAssembly");
  expect(FakeWorker.all).toEqual([]);
});

// ---- the files of Python

const fetchIt = async (onBytes = (_: number) => {}) => {
  const { fetchFile } = await import("../src/local/files");
  return fetchFile(`${BASE}python/`, FILE, onBytes);
};

test("a file is counted, checked and unpacked", async () => {
  served["python/core.so.gz"] = () => new Response(PACKED);
  const { unpacked } = await import("../src/local/files");
  let seen = 0;
  const [name, bytes] = await unpacked(FILE.name, await fetchIt((count) => void (seen += count)));
  expect([name, new TextDecoder().decode(bytes), seen]).toEqual(["core.so", new TextDecoder().decode(BYTES), FILE.size]);
  expect(requested[0]?.[0]).toBe(`${BASE}python/core.so.gz?${FILE.sha256.slice(0, 12)}`);
});

test("a damaged file is fetched once more, past the caches", async () => {
  let tries = 0;
  served["python/core.so.gz"] = () => new Response(tries++ ? PACKED : PACKED.slice(0, 20));
  let seen = 0;
  await fetchIt((count) => void (seen += count));
  expect(requested.map(([, init]) => init?.cache)).toEqual(["default", "reload"]);
  expect(seen).toBe(FILE.size);
});

test("a file that does not arrive is a download that was cut off", async () => {
  served["python/core.so.gz"] = () => new Response(PACKED.slice(0, 20));
  await expect(fetchIt()).rejects.toMatchObject({ failure: "download" });
  delete served["python/core.so.gz"];
  await expect(fetchIt()).rejects.toMatchObject({ failure: "download" });
});

test("a file that the browser unpacked already is taken as it is", async () => {
  served["python/core.so.gz"] = () => new Response(BYTES);
  const { unpacked } = await import("../src/local/files");
  const [name, bytes] = await unpacked(FILE.name, await fetchIt());
  expect([name, bytes.length]).toEqual(["core.so", BYTES.length]);
});

// ---- addresses

test("pages of a folder are found after the sign #", async () => {
  const { placeIn, urlOf } = await import("../src/app/router");
  expect(urlOf("play?p=a%2Bb").href).toBe(`${BASE}#/play?p=a%2Bb`);
  expect(urlOf("./").href).toBe(`${BASE}#/`);
  const place = placeIn("#/learn/x-wing/?practice=1");
  expect([place?.path, place?.query.get("practice")]).toEqual(["learn/x-wing", "1"]);
  expect(placeIn("#/play?p=a%2Bb")?.query.get("p")).toBe("a+b");
  expect([placeIn("#main"), placeIn("")]).toEqual([null, null]);
  expect(placeIn("#/")?.path).toBe("");
  const { linkIn } = await import("../src/pages/home/opening");
  expect(linkIn(`${BASE}#/play?p=abc`)).toBe("abc");
  expect(linkIn(`${BASE}play?p=abc`)).toBe("abc");
  expect(linkIn(`${BASE}#/learn?p=abc`)).toBe("");
});

test("links of the page are links of the folder, and other links stay", async () => {
  vi.stubGlobal("location", { pathname: "/games/", search: "", hash: "" });
  const { h, options } = await import("preact");
  const { turnLinks } = await import("../src/app/router");
  turnLinks();
  const hrefOf = (href: string) => (h("a", { href }).props as { href: string }).href;
  expect(hrefOf("learn/x-wing?practice=1")).toBe(`${BASE}#/learn/x-wing?practice=1`);
  expect(hrefOf("play?p=a.b")).toBe(`${BASE}#/play?p=a.b`);
  expect(hrefOf("./")).toBe(`${BASE}#/`);
  for (const href of ["#main", "notices.txt", "https://pad.example/x", "blob:x"]) expect(hrefOf(href)).toBe(href);
  delete options.vnode;
});
