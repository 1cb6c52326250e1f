// The end of a game: the sentence is true, the result has no digit, and another puzzle is alike.

import { expect, test } from "vitest";
import type { KindsAnswer } from "../src/api/answers";
import { requestsLike } from "../src/end/another";
import { nth, praise } from "../src/end/praise";
import { helpText, isLocal, partsOf, resultText } from "../src/end/result";
import { Game } from "../src/game/game";
import { statisticsOf } from "../src/game/statistics";
import { FOUR } from "./puzzles";

const MONDAY = new Date(2026, 10, 30, 12).getTime();
const DAY = 86_400_000;
const took = { playedMs: 100_999, nDigits: 50, nTold: 0, nHints: 0, nChecks: 0, nMistakes: 0, wasRevealed: false };
const now = { id: "now", about: "9x9 killer", difficulty: "hard", took, endedMs: MONDAY };
let last = 0;
const other = (playedMs: number, more: object = {}) => ({
  id: `${++last}`, difficulty: "hard", playedMs, changed: MONDAY - 20 * DAY, isSolved: true, isRevealed: false, puzzle: { about: "9x9 killer" }, ...more,
});

test.each([
  ["no other game", [], {}, "Your first hard 9×9 Killer."],
  ["itself and games that do not count", [other(1, { id: "now" }), other(1, { isSolved: false }), other(1, { isRevealed: true })], {}, "Your first hard 9×9 Killer."],
  ["slower ones", [other(172_000), other(400_000)], {}, "Your fastest of 3 hard 9×9 Killer puzzles, by 1:12."],
  ["a few seconds", [other(103_000)], {}, "Your fastest of 2 hard 9×9 Killer puzzles, by 3 seconds."],
  ["an hour", [other(3_706_000)], {}, "Your fastest of 2 hard 9×9 Killer puzzles, by 1:00:06."],
  ["less than a second", [other(100_001)], {}, "Your second hard 9×9 Killer."],
  ["slower ones, but hints now", [other(172_000)], { took: { ...took, nHints: 1 } }, "Your second hard 9×9 Killer."],
  ["other difficulties and kinds", [other(172_000, { difficulty: "easy" }), other(172_000, { puzzle: { about: "9x9 Sudoku" } })], {}, "Your first hard 9×9 Killer."],
  ["a week", [other(1, { changed: MONDAY - 1 }), other(1, { changed: MONDAY - 2 })], {}, "Your third puzzle this week."],
  ["the week before", [other(1, { changed: MONDAY - DAY }), other(1, { changed: MONDAY - DAY })], {}, "Your third hard 9×9 Killer."],
  ["a clock that went back", [other(1, { changed: MONDAY + DAY }), other(1, { changed: MONDAY + DAY })], {}, "Your third hard 9×9 Killer."],
])("the sentence with %s", (_, games, change, text) => {
  expect(praise({ ...now, ...change }, games)).toBe(text);
});

test("ordinals", () => {
  expect([1, 10, 11, 12, 21, 111, 1022].map(nth)).toEqual(["first", "tenth", "11th", "12th", "21st", "111th", "1,022nd"]);
});

const empty = [...FOUR.givens.keys()].filter((cell) => !FOUR.givens[cell]);
const right = (cell: number) => FOUR.solution?.[cell] ?? 0;

test("the result shows mistakes and help in ten parts, and no digit of the puzzle", () => {
  let game = Game.start(FOUR);
  for (const cell of empty.slice(1)) game = game.place(cell, right(cell));
  expect(partsOf(game)).toEqual(Array(Math.min(10, empty.length - 1)).fill("clean"));
  const [first = 0] = empty;
  game = game.place(first, (right(first) % 4) + 1).hint(1).place(first, right(first));
  expect(game.isSolved).toBe(true);
  expect(partsOf(game)).toContain("wrong");
  expect(partsOf(Game.start(FOUR).hint(1).place(first, right(first)))).toEqual(["helped"]);
  const [head, facts, strip, ...rest] = resultText(game, "easy 4×4 Sudoku").split("\n");
  expect(head).toBe("pandoku · easy 4×4 Sudoku");
  expect(facts).toBe("🐼 0:00 · 1 hint, 1 mistake");
  expect([...(strip ?? "")].every((each) => "🟩🟨🟥".includes(each))).toBe(true);
  expect(rest).toEqual([]);
  expect(helpText({ ...statisticsOf(game), nHints: 0, nMistakes: null })).toBe("no hint, no check");
});

test("an address that nobody else can open is not shared", () => {
  expect(["http://127.0.0.1:8273/play", "http://localhost/", "http://[::1]:80/", "file:///tmp/a.html"].map(isLocal)).toEqual([true, true, true, true]);
  expect(["https://puzzles.example/play", "http://192.168.1.4:8273/"].map(isLocal)).toEqual([false, false]);
});

test("another puzzle has the same kind, size, difficulty and constraints", () => {
  const offered = {
    kinds: ["sudoku", "killer", "center-dot", "latin"].map((name) => ({ name })),
    constraints: [{ name: "thermometer", counts: true }, { name: "anti-knight", counts: false }, { name: "x-sum", counts: true }],
  } as KindsAnswer;
  const constraint = (kind: string) => ({ kind, name: "", text: "", cells: [], relations: [] });
  const like = (about: string, kinds: string[] = [], difficulty = "expert") =>
    requestsLike({ about, order: 9, line: "{}", constraints: kinds.map(constraint) }, difficulty, offered);
  const layout = { like: "{}", difficulty: "expert" };
  expect(like("9x9 Sudoku")).toEqual([{ kind: "sudoku", order: 9, difficulty: "expert" }]);
  expect(like("9x9 killer", [], "")).toEqual([{ kind: "killer", order: 9 }]);
  expect(like("9x9 center dot Sudoku")[0]).toMatchObject({ kind: "center-dot" });
  expect(like("9x9 Latin square")[0]).toMatchObject({ kind: "latin" });
  const variant = { kind: "sudoku", order: 9, difficulty: "expert" };
  expect(like("9x9 thermometer Sudoku", ["thermometer", "thermometer"])).toEqual([{ ...variant, constraints: "thermometer 2" }, layout]);
  expect(like("9x9 anti-knight Sudoku with X-sums", ["anti-knight", "x-sum"])).toEqual([{ ...variant, constraints: "anti-knight, x-sum 1" }, layout]);
  // Nothing like it can be made from a list.
  expect(like("9x9 killer with thermometers", ["thermometer"])).toEqual([layout]);
  expect(like("9x9 fog Sudoku", ["fog"])).toEqual([layout]);
  expect(like("9x9 Sudoku with extra houses")).toEqual([layout]);
});
