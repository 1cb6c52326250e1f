// The division of a path into views, and of sentences into lines.

import { describe, expect, test } from "vitest";
import type { ExplainAnswer, StepAnswer } from "../src/api/answers";
import { codeOf, digitsIn } from "../src/pages/explain/boards";
import { nested } from "../src/pages/explain/sentences";
import { progressOf, techniquesOf, viewAt, viewsOf } from "../src/pages/explain/views";
import { changesOf, pressed } from "../src/pages/learn/answering";

const step = (number: number): StepAnswer => ({
  number, technique: "x", title: "x", short: "", heading: `x: at r${number}c1; r${number}c1 is 1`,
  text: [], spans: [], outline: [],
  placements: [], eliminations: [], level: "easy", score: 1, rated: "", routine: false, picture: null,
});
const answer = {
  steps: [1, 2, 3, 4, 5].map(step),
  blocks: [
    { first: 1, last: 1, routine: false, title: "A" },
    { first: 2, last: 4, routine: true, title: "B" },
    { first: 5, last: 5, routine: true, title: "C" },
  ],
} as unknown as ExplainAnswer;

describe("views", () => {
  test("steps are counted by title, because some are called after their rule", () => {
    const titles = ["thermometer", "arrow", "thermometer"];
    const steps = titles.map((title, at) => ({ ...step(at + 1), technique: "rule-elimination", title }));
    expect(techniquesOf(steps).map(({ title, count }) => [title, count])).toEqual([["thermometer", 2], ["arrow", 1]]);
  });

  test("a run of routine steps is one view, and a single one is a step", () => {
    expect(viewsOf(answer, true).map((view) => view.id)).toEqual(["0", "1", "2-4", "5", "end"]);
    expect(viewsOf(answer, true).map((view) => view.title).slice(1, 4)).toEqual(["A", "B", "X: at r5c1"]);
    expect(viewsOf(answer, false).map((view) => view.id)).toEqual(["0", "1", "2", "3", "4", "5", "end"]);
  });

  test("the number of a routine step leads to its run, and nonsense to the beginning", () => {
    const views = viewsOf(answer, true);
    expect(viewAt(views, "3")).toBe(2);
    expect(viewAt(views, "end")).toBe(4);
    for (const id of ["", "99", "-1", "<b>"]) expect(viewAt(views, id)).toBe(0);
    expect(views.map((view) => progressOf(view, 5))).toEqual([
      "The puzzle", "Step 1 of 5", "Steps 2 to 4 of 5", "Step 5 of 5", "The end",
    ]);
  });
});

test("indented sentences lie below the one before them", () => {
  const shape = (lines: ReturnType<typeof nested>): unknown[] => lines.map((line) => [line.text.trim(), ...shape(line.inner)]);
  expect(shape(nested(["a", "  b", "    c", "  d", "e"], []))).toEqual([["a", ["b", ["c"]], ["d"]], ["e"]]);
});

test("digits go into an address and come back, to order 35", () => {
  const digits = [0, 1, 9, 10, 35];
  expect(digitsIn(codeOf(digits))).toEqual(digits);
  expect(digitsIn("?")).toEqual([0]);
});

describe("an answer to an exercise", () => {
  const board = { digits: [0, 0, 3, 0], candidates: [0b11, 0b110, 0b100, 0b1011] };

  test("a candidate is removed from all cells, and comes back when it is gone from all", () => {
    const once = pressed(board, false, [0, 1], 2);
    expect(changesOf(board, once)).toEqual({ placements: [], eliminations: [[0, 2], [1, 2]] });
    expect(pressed(once, false, [0, 1, 3], 2).candidates).toEqual([0b1, 0b100, 0b100, 0b1001]);
    expect(pressed(once, false, [0, 1], 2)).toEqual(board);
  });

  test("a digit is written, changed and taken back", () => {
    const once = pressed(board, true, [3], 4);
    expect(changesOf(board, once).placements).toEqual([[3, 4]]);
    expect(changesOf(board, pressed(once, true, [3], 1)).placements).toEqual([[3, 1]]);
    expect(pressed(once, true, [3], 4)).toEqual(board);
  });
});
