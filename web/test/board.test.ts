// The cells that a press selects, the layout of marks, and the names of cells, without a browser.

import { describe, expect, it } from "vitest";
import { centerLines, centersOf, cornerPlaces, marksOf, tagSize } from "../src/board/marks";
import { brokenCells, ruleNames, rulesOfCell, cellName, type CellState, changeName, mistakeName } from "../src/board/names";
import { keyToAction } from "../src/board/keys";
import { takenBy } from "../src/board/overlay";
import { alike, beside, Gesture } from "../src/board/selecting";
import type { Position } from "../src/game/position";
import type { Picture } from "../src/model/picture";
import type { PuzzleDocument } from "../src/model/puzzle";
import { type Layout, layoutOf, placeOf } from "../src/picture/layout";
import { outline } from "../src/picture/shapes";

const sorted = (cells: Iterable<number>) => [...cells].sort((a, b) => a - b);
const none = (cell: number) => new Set([cell]);

function position(parts: Partial<Record<"digits" | "corner" | "center" | "colors", Record<number, number>>>): Position {
  const row = (values: Record<number, number> = {}) => Array.from({ length: 16 }, (_, cell) => values[cell] ?? 0);
  return { digits: row(parts.digits), corner: row(parts.corner), center: row(parts.center), colors: row(parts.colors), letters: row(), pen: row() };
}

describe("a gesture", () => {
  it("selects one cell by a press and more by a drag", () => {
    const gesture = new Gesture(9);
    expect(sorted(gesture.press(0.5, 0.5, 0, [], false, none).cells)).toEqual([0]);
    expect(gesture.drag(0.9, 0.6)).toBeNull();
    expect(sorted(gesture.drag(1.5, 0.5)?.cells ?? [])).toEqual([0, 1]);
    expect(gesture.drag(1.6, 0.5)).toBeNull();
  });

  it("goes along a diagonal without the cells beside it", () => {
    const gesture = new Gesture(9);
    gesture.press(0.5, 0.5, 0, [], false, none);
    expect(sorted(gesture.drag(2.5, 2.5)?.cells ?? [])).toEqual([0, 10, 20]);
  });

  it("takes each cell of a fast drag", () => {
    const gesture = new Gesture(9);
    gesture.press(0.5, 0.5, 0, [], false, none);
    expect(gesture.drag(8.5, 0.5)?.cells.size).toBe(9);
  });

  it("stays on the grid when the pointer leaves it", () => {
    const gesture = new Gesture(4);
    gesture.press(3.5, 3.5, 0, [], false, none);
    expect(gesture.drag(7, 3.5)).toBeNull();
  });

  it("toggles with Ctrl: a drag from a selected cell deselects", () => {
    const gesture = new Gesture(9);
    expect(sorted(gesture.press(2.5, 0.5, 0, [0, 1], true, none).cells)).toEqual([0, 1, 2]);
    gesture.end();
    gesture.press(0.5, 0.5, 1000, [0, 1, 2], true, none);
    expect(sorted(gesture.drag(1.5, 0.5)?.cells ?? [])).toEqual([2]);
  });

  it("selects all alike by a second press soon after, not by a later one", () => {
    const gesture = new Gesture(9);
    const all = () => new Set([0, 7]);
    const press = (ms: number) => {
      const { cells } = gesture.press(0.5, 0.5, ms, [], false, all);
      gesture.end();
      return sorted(cells);
    };
    expect([press(0), press(200)]).toEqual([[0], [0, 7]]);
    expect([press(400), press(1000)]).toEqual([[0], [0]]);
  });

  it("selects all alike when it is held", () => {
    const gesture = new Gesture(9);
    gesture.press(0.5, 0.5, 0, [], false, none);
    expect(gesture.isStill).toBe(true);
    expect(sorted(gesture.hold(() => new Set([0, 5])).cells)).toEqual([0, 5]);
  });
});

describe("cells that are alike", () => {
  const at = position({ digits: { 0: 2, 5: 2 }, colors: { 0: 1, 3: 1 }, center: { 1: 5, 2: 5, 5: 5 }, corner: { 2: 3, 9: 3 } });

  it("have the same digit, else the same colors, center marks or corner marks", () => {
    expect(sorted(alike(0, at, "digit"))).toEqual([0, 5]);
    expect(sorted(alike(3, at, "digit"))).toEqual([0, 3]);
    expect(sorted(alike(1, at, "digit"))).toEqual([1, 2]);
    expect(sorted(alike(9, at, "digit"))).toEqual([2, 9]);
  });

  it("are compared by what the mode writes first", () => {
    expect(sorted(alike(0, at, "color"))).toEqual([0, 3]);
    expect(sorted(alike(2, at, "corner"))).toEqual([2, 9]);
  });

  it("have nothing at all where the cell has nothing", () => {
    expect(alike(15, at, "digit").size).toBe(10);
  });
});

it("an arrow goes on at the other side of the grid", () => {
  expect([beside(9, 8, 1, 0), beside(9, 8, 0, -1), beside(9, 0, -1, 0)]).toEqual([0, 80, 8]);
});

it("an outline joins cells that touch", () => {
  expect(outline(new Set([0]), 4, 0.1)).toHaveLength(4);
  expect(outline(new Set([0, 1]), 4, 0.1)).toHaveLength(6);
  // No line between the two cells, and the outer ones meet in the middle.
  expect(outline(new Set([0, 1]), 4, 0.1).filter(([x1, , x2]) => x1 === x2)).toHaveLength(2);
});

describe("marks", () => {
  it("have a place each, inside the cell", () => {
    for (let count = 1; count <= 25; count++) {
      const places = cornerPlaces(count, 0.2);
      expect(new Set(places.map(String)).size).toBe(count);
      for (const each of places.flat()) expect(each > 0 && each < 1).toBe(true);
    }
  });

  it("in the center take several lines where that makes them larger", () => {
    const few = centerLines([..."123"], false, 0.88, 0.84);
    const many = centerLines([..."123456789"], false, 0.88, 0.84);
    expect([few.lines.length, many.lines.length]).toEqual([1, 2]);
    expect(many.lines.flat().join("")).toBe("123456789");
    expect(many.size).toBeGreaterThan(0.2);
  });

  it("in the center stand side by side around the middle", () => {
    const places = (digits: number[], order: number) => centersOf(digits.map(String), { left: 0.06, top: 0.08, width: 0.88, height: 0.84 }, order > 9).places;
    const [first = 0, second = 0, third = 0] = places([1, 2, 3], 9).map(([x]) => x);
    expect(second).toBeCloseTo(0.5);
    expect(second - first).toBeCloseTo(third - second);
    const [ten = 0, twelve = 0] = places([10, 12], 16).map(([x]) => x);
    expect((ten + twelve) / 2).toBeCloseTo(0.5);
  });

  it("never overlap each other or the letters of colors, and stay in the cell", () => {
    const [wide, high] = [0.58, 0.72]; // of a digit, relative to the font size
    const masks = [0, 1, 3, 7, 31, 0b1000011, 255, 511];
    const bare = layoutOf({ order: 9, lines: [], texts: [], curves: [], shapes: [], margins: [0, 0, 0, 0] }, true);
    const layouts: Layout[] = [bare, { ...bare, hasCages: true, room: [0.1, 0.26, 0.8, 0.65] }, { ...bare, room: [0.14, 0.14, 0.72, 0.72] }];
    for (const layout of layouts) for (const inPlaces of [false, true]) for (const corner of masks) for (const center of masks) for (const colors of [0, 1, 511]) for (const letters of [0, 5]) {
      const { corner: around, center: inside } = marksOf({ corner, center, letters, colors }, layout, { inPlaces, hasLetters: true });
      const boxes = [around, inside].flatMap(({ texts, size, places }) => texts.map((text, at) => {
        const [x = 0, y = 0] = places[at] ?? [];
        return [x - (wide * size) / 2, y - (high * size) / 2, x + (wide * size) / 2, y + (high * size) / 2, text] as const;
      }));
      const count = [0, 1, 511].indexOf(colors) && (colors === 1 ? 1 : 9);
      const size = tagSize(count);
      const tag = count ? [[0.95 - 0.66 * size * count, 0.95 - 0.74 * size, 0.95, 0.95, "tag"] as const] : [];
      const all = [...boxes, ...tag];
      const told = JSON.stringify({ room: layout.room, cages: layout.hasCages, inPlaces, corner, center, colors, letters });
      for (const [at, a] of all.entries()) {
        expect(Math.min(...a.slice(0, 4) as number[]) >= 0 && Math.max(...a.slice(0, 4) as number[]) <= 1, told).toBe(true);
        for (const b of all.slice(at + 1)) {
          const isApart = a[2] <= b[0] + 0.001 || b[2] <= a[0] + 0.001 || a[3] <= b[1] + 0.001 || b[3] <= a[1] + 0.001;
          if (!isApart) throw new Error(`${told}: ${JSON.stringify(a)} ${JSON.stringify(b)}`);
        }
      }
    }
  });

  it("of candidates have the places of hints", () => {
    const layout = layoutOf({ order: 9, lines: [], texts: [], curves: [], shapes: [], margins: [0, 0, 0, 0] }, true);
    const look = { inPlaces: true, hasLetters: true };
    const { center } = marksOf({ corner: 0, center: 0b100010001, letters: 0, colors: 0 }, layout, look);
    center.places.forEach((place, at) => {
      const [x, y] = placeOf(layout, 0, [1, 5, 9][at] ?? 0);
      expect(Math.hypot(place[0] - x, place[1] - y)).toBeLessThan(0.03);
    });
    expect(marksOf({ corner: 0, center: 2, letters: 0, colors: 0 }, { ...layout, order: 16 }, look).center.places).toEqual([[0.5, 0.5]]);
  });
});

describe("names", () => {
  const state: CellState = { digit: 0, isGiven: false, corner: 0, center: 0, colors: 0, letters: 0, hasLines: false, mistake: "", isPaused: false, rules: [] };

  it("say what is in a cell", () => {
    expect(cellName(9, 21, { ...state, center: 0b100010001, rules: ["cage 12 plus"] })).toBe("row 3 column 4, empty, candidates 1 5 9, cage 12 plus");
    expect(cellName(9, 0, { ...state, digit: 5, isGiven: true, mistake: "conflict" })).toBe("row 1 column 1, 5 given, conflict");
    expect(cellName(9, 0, { ...state, corner: 3, colors: 5 })).toBe("row 1 column 1, empty, corner marks 1 2, color A C");
    expect(cellName(9, 0, { ...state, letters: 0b101, hasLines: true })).toBe("row 1 column 1, empty, letters A C, line");
  });

  it("say nothing of a game that pauses", () => {
    expect(cellName(9, 0, { ...state, digit: 5, isPaused: true })).toBe("row 1 column 1, hidden");
  });

  it("read out the words of the server about the rules of a cell", () => {
    const spoken = [[0, "cage 12 plus with r1c2"], [1, "cage 12 plus with r1c1"]];
    const dot = { name: "the white dot", cells: [0, 1], relations: [], spoken: [[0, "white dot to r1c2"], [0, "white dot to r1c2"]] };
    const drawing = { name: "the drawing", cells: [], relations: [], spoken: [[3, "drawing without a rule: line"]] };
    const houses = ["row 1", "column 3", "box 1"].map((name) => ({ name, cells: [2] }));
    const puzzle = { givens: [0, 0, 0, 0], houses, cages: [{ clue: "12+", name: "the 12-cage", cells: [0, 1], spoken }], constraints: [dot, drawing] } as unknown as PuzzleDocument;
    expect(ruleNames(puzzle)).toEqual([["cage 12 plus with r1c2", "white dot to r1c2"], ["cage 12 plus with r1c1"], [], ["drawing without a rule: line"]]);
    expect(rulesOfCell(puzzle, 0, undefined)).toEqual(["cage 12 plus with r1c2", "white dot to r1c2"]);
    expect(rulesOfCell(puzzle, 2, undefined)).toEqual(["only row 1, column 3 and box 1"]);
    expect(rulesOfCell(puzzle, 0, new Set([0]))).toEqual(["in fog"]);
    expect(keyToAction({ code: "KeyR", key: "r", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false } as KeyboardEvent, 9, "digit")).toEqual({ do: "rules" });
  });

  it("say what changed", () => {
    const before = position({ center: { 1: 1 } });
    expect(changeName(4, before, before)).toBe("");
    expect(changeName(4, before, position({ digits: { 0: 3 }, center: {} }))).toBe("3 placed in row 1 column 1");
    expect(changeName(4, position({ digits: { 0: 3 } }), position({}))).toBe("row 1 column 1 erased");
    expect(changeName(4, before, position({ center: { 1: 3, 2: 2 } }))).toBe("candidate 2 added in 2 cells");
    expect(changeName(4, before, position({}))).toBe("candidate 1 removed from row 1 column 2");
    expect(changeName(4, position({}), position({ colors: { 5: 1 } }))).toBe("color A added in row 2 column 2");
  });

  it("say with what a digit is in conflict", () => {
    const houses = [{ name: "row 1", cells: [0, 1, 2, 3] }, { name: "column 1", cells: [0, 4, 8, 12] }];
    const puzzle = { order: 4, houses, cages: [], constraints: [] } as unknown as PuzzleDocument;
    const digits = position({ digits: { 0: 2, 3: 2 } }).digits;
    expect(mistakeName(puzzle, digits, new Set(), new Set([0, 3]))).toBe("conflict with row 1");
    expect(mistakeName(puzzle, digits, new Set([0, 3]), new Set([0, 3]))).toBe("");
    expect(mistakeName(puzzle, digits, new Set(), new Set([5]))).toBe("wrong in row 2 column 2");
  });

  it("name the constraints of a cell, and the one that a digit is in conflict with", () => {
    const table = [6, 4, 0];
    const line = { name: "thermometer at r1c1", kind: "thermometer", cells: [0, 1], relations: [{ is: "pairs", table, pairs: [[0, 1]] }] };
    const puzzle = { order: 3, givens: Array(9).fill(0), houses: [], cages: [], constraints: [line] } as unknown as PuzzleDocument;
    expect(ruleNames(puzzle).slice(0, 3)).toEqual([["thermometer at r1c1"], ["thermometer at r1c1"], []]);
    const digits = [3, ...Array(8).fill(0)] as number[];
    expect(mistakeName(puzzle, digits, new Set(), new Set([0]))).toBe("conflict with thermometer at r1c1");
  });

  it("call a digit wrong that breaks no rule, and do not say conflict", () => {
    const houses = [{ name: "row 1", cells: [0, 1, 2, 3] }];
    const cage = { clue: "3", op: "+", target: 3, cells: [4, 5], repeats: false };
    const puzzle = { order: 4, houses, cages: [cage], constraints: [] } as unknown as PuzzleDocument;
    const digits = position({ digits: { 0: 2, 4: 3, 5: 1 } }).digits;
    expect(cellName(4, 0, { ...state, digit: 2, mistake: "wrong" })).toBe("row 1 column 1, 2, wrong");
    expect([...brokenCells(puzzle, digits, new Set([0, 4]))]).toEqual([4, 5]);
    expect(brokenCells(puzzle, digits, new Set()).size).toBe(0);
    expect(mistakeName(puzzle, digits, new Set(), new Set([4, 5]))).toBe("conflict in 2 cells");
  });
});

it("a picture takes the cells whose candidates it styles, except those with a digit", () => {
  const texts = [
    [0.2, 0.2, "1", "candidate", "", false], [1.2, 0.2, "1", "candidate", "a", false],
    [2.2, 0.2, "1", "candidate", "", true], [3.5, 0.5, "4", "placed", "", false], [0.5, 1.5, "2", "candidate", "a", false],
  ];
  const picture = { order: 4, texts, fills: [[1, 1, 1, 1, "seen"], [2, 1, 1, 1, "house"]] } as unknown as Picture;
  expect(sorted(takenBy(picture, position({ digits: { 4: 2 } }).digits))).toEqual([1, 2, 3, 5]);
  expect(takenBy(null, []).size).toBe(0);
});
