// The progress of the learner: what is stored, merged, exported and read again.

import { beforeEach, expect, test, vi } from "vitest";

type Learned = typeof import("../src/store/learned");

const shelf = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => shelf.get(key) ?? null,
  setItem: (key: string, value: string) => void shelf.set(key, value),
});

/** The module of a new window, which has read nothing yet. */
async function opened(): Promise<Learned> {
  vi.resetModules();
  return import("../src/store/learned");
}

const XWING = { name: "x-wing", goal: 3, techniques: [{ name: "x-wing", title: "X-wing" }] };
const WINGS = {
  name: "xy-wing", goal: 2, techniques: [{ name: "xy-wing", title: "XY-wing" }, { name: "xyz-wing", title: "XYZ-wing" }],
};

beforeEach(() => shelf.clear());

test("a stop is done part by part", async () => {
  const page = await opened();
  expect(page.progressAt(XWING)).toMatchObject({ part: "lesson", nRight: 0, goal: 3 });
  page.noteRead("x-wing");
  expect(page.progressAt(XWING).part).toBe("drill");
  for (const board of ["0", "0", "1", "example", "2"]) page.noteSolved("x-wing", board);
  expect(page.progressAt(XWING)).toMatchObject({ part: "puzzle", nRight: 3 });
  page.noteStop("x-wing");
  expect((await opened()).progressAt(XWING).part).toBe("");
});

test("the technique with missing answers comes next", async () => {
  const page = await opened();
  page.noteRead("xy-wing");
  expect(page.nextTechnique(WINGS)?.name).toBe("xyz-wing");
  page.noteRead("xyz-wing");
  for (const board of ["0", "1", "2"]) page.noteSolved("xy-wing", board);
  expect(page.nextTechnique(WINGS)?.name).toBe("xyz-wing");
  expect(page.progressAt(WINGS)).toMatchObject({ nRight: 2, goal: 4 });
});

test("boards of an earlier version count", async () => {
  shelf.set("pandoku.lessons", JSON.stringify({ "x-wing": ["example", "0"], "old name": ["1"] }));
  const page = await opened();
  expect(page.progressAt(XWING).nRight).toBe(2);
  expect(page.solvedOf({ name: "new", aliases: ["old name"] })).toEqual([]);
  expect(page.solvedOf({ name: "old name", aliases: [] })).toEqual(["1"]);
});

test("two windows do not lose each other's progress", async () => {
  const one = await opened();
  const other = await opened();
  one.learned();
  other.learned();
  one.noteRead("x-wing");
  other.noteSolved("x-wing", "0");
  one.noteStop("x-wing");
  const again = await opened();
  expect(again.learned()).toEqual({ lessons: ["x-wing"], drills: { "x-wing": ["0"] }, puzzles: ["x-wing"] });
});

test("exported progress is added once, and stops that do not exist are kept", async () => {
  const page = await opened();
  page.noteStop("gone");
  page.noteSolved("x-wing", "0");
  const text = page.learnedText();
  shelf.clear();
  const other = await opened();
  expect(other.importLearned(text)).toBe("2 of 2 results are new.");
  expect(other.importLearned(text)).toBe("All 2 results were here already.");
  expect((await opened()).learned()).toEqual({ lessons: [], drills: { "x-wing": ["0"] }, puzzles: ["gone"] });
});

test("other texts are refused, and unusable parts are left out", async () => {
  const page = await opened();
  for (const text of ["", "null", "[]", '{"format": "pandoku games 1", "games": []}']) {
    expect(() => page.importLearned(text)).toThrow("not a file with the progress");
  }
  expect(() => page.importLearned('{"format": "pandoku course 2"}')).toThrow("newer pandoku");
  const odd = { format: "pandoku course 1", lessons: ["x-wing", 5.5, null, "x".repeat(999)], drills: { "x-wing": [0, {}], __proto__: 3 }, puzzles: "x" };
  page.importLearned(JSON.stringify(odd));
  expect(page.learned()).toEqual({ lessons: ["x-wing"], drills: { "x-wing": ["0"] }, puzzles: [] });
});

test("damaged storage counts as empty", async () => {
  shelf.set("pandoku.course", "{");
  shelf.set("pandoku.lessons", "3");
  expect((await opened()).learned()).toEqual({ lessons: [], drills: {}, puzzles: [] });
});

test("a puzzle of the course is known by its id", async () => {
  const page = await opened();
  expect(page.stopOf({ line: '{"version":1,"id":"course-x-wing","size":9}' })).toBe("x-wing");
  expect(page.stopOf({ line: '{"version":1,"id":"daily-sudoku-2026-11-22"}' })).toBe("");
});
