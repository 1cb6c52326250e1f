// Fog: the visible part of a puzzle, and how a game lifts the fog.

import { describe, expect, it } from "vitest";
import { changeName, ruleNames } from "../src/board/names";
import { shownMistakes } from "../src/game/checks";
import { Game } from "../src/game/game";
import { GameSession } from "../src/game/session";
import { statisticsOf } from "../src/game/statistics";
import { dumpsGame, loadsGame } from "../src/game/text";
import { fogOver } from "../src/game/veil";
import type { Picture, Shape } from "../src/model/picture";
import type { FogDocument, PuzzleDocument } from "../src/model/puzzle";
import { layoutOf } from "../src/picture/layout";
import { FOUR } from "./puzzles";

const solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
const givens = solution.map((digit, cell) => ([0, 6, 15].includes(cell) ? digit : 0));

const shapes: Shape[] = [
  ["pale", [
    ["area", "shape-fog", 0, [[0, 0], [4, 0], [4, 4]], ""],
    ["line", "shape-thermometer", 0.3, [[0.5, 0.5], [1.5, 0.5], [2.5, 0.5], [2.5, 1.5]], ""],
    ["disc", "shape-thermometer", 0.4, [[2.5, 1.5]], ""],
  ]],
  ["above", [["disc", "shape-dot", 0.1, [[2, 0.5]], ""], ["text", "shape-text", 0.3, [[3.5, 3.5]], "V"]]],
  ["beside", [["text", "shape-beside", 0.3, [[-0.5, 3.5]], "5"]]],
];

const picture = {
  order: 4, title: "", fills: [], rings: [], curves: [], sums: [], caption: "", description: "secret", shapes, margins: [0, 0, 0, 0],
  lines: [[0, 1, 4, 1, "cell"], [2, 2, 4, 2, "box-in-cage"], [0, 0.1, 4, 0.1, "sum"], [2.1, 2.1, 2.1, 4, "sum"]],
  texts: [[0.1, 0.1, "7", "clue", "", false], [2.1, 2.1, "9", "clue", "", false], [2.5, -0.2, "3", "coordinate", "", false]],
  legend: [
    { sign: "rule", style: "", text: "Digits rise along a thermometer.", where: "" },
    { sign: "rule", style: "", text: "A dot is between neighbors.", where: "" },
  ],
} as unknown as Picture;

const fog: FogDocument = {
  lights: [0, 1], solution,
  rules: [{ cells: [], text: "Every row has each digit." }, { cells: [1, 2], text: "Digits rise along a thermometer." }, { cells: [14, 15], text: "A dot is between neighbors." }],
  constraints: [
    { drawn: [], needs: [], partly: "", name: "" },
    { drawn: [0, 1, 2, 6], needs: [[0, 1], [1, 2], [2, 6]], partly: "Thermometer, partly in the fog.", name: "thermometer, partly in the fog" },
    { drawn: [14, 15], needs: [[14, 15]], partly: "Dot, partly in the fog.", name: "dot, partly in the fog" },
  ],
  cages: [{ partly: "Cage, partly in the fog.", name: "cage, partly in the fog" }, { partly: "", name: "" }],
};

const rising = (first: number, second: number) => ({ is: "pairs" as const, table: [14, 12, 8, 0], pairs: [[first, second] as [number, number]] });

const puzzle: PuzzleDocument = {
  ...FOUR, key: "fog", title: "", givens, solution, fog, picture, judge: "rules", problem: "", candidates: solution.map(() => 7),
  cages: [
    { cells: [4, 5, 6], name: "the 8-cage at r2c1", clue: "8", op: "+", target: 8, repeats: false },
    { cells: [10, 11], name: "the 7-cage at r3c3", clue: "7", op: "+", target: 7, repeats: false },
  ],
  constraints: [
    { name: "fog at r1c1", kind: "fog", text: "", cells: [0, 1], relations: [] },
    { name: "thermometer at r1c1", kind: "thermometer", text: "Thermometer: r1c1 r1c2 r1c3 r2c3.", cells: [0, 1, 2, 6], relations: [rising(0, 1), rising(1, 2), rising(2, 6)] },
    { name: "dot at r4c3", kind: "dot", text: "Dot: r4c3 r4c4.", cells: [14, 15], relations: [rising(14, 15)] },
  ],
};
const start = Game.start(puzzle);
const clearOf = (game: Game) => [...game.digits.keys()].filter((cell) => !game.position.fog?.has(cell));

describe("fog", () => {
  it("leaves the lights, and what a correct digit of the player touches", () => {
    expect(clearOf(start)).toEqual([0, 1]);
    expect(clearOf(start.place(4, 3))).toEqual([0, 1, 4, 5, 8, 9]);
    expect(clearOf(start.place(4, 2))).toEqual([0, 1]);
    expect(clearOf(start.place(4, 3).undo())).toEqual([0, 1]);
  });

  it("is nowhere without a word about it", () => {
    expect(fogOver({ order: 4, fog: null }, givens)).toBeUndefined();
    const game = Game.start({ ...puzzle, fog: null });
    expect(game.seen).toBe(game.puzzle);
  });

  it("hides givens: in it they are empty cells like any other", () => {
    expect(start.digits[15]).toBe(0);
    const wrong = start.place(15, 4);
    expect(wrong.digits[15]).toBe(4);
    expect(wrong.entered).toEqual([15]);
    const lit = wrong.place(11, 3);
    expect([lit.digits[15], lit.seen.givens[15]]).toEqual([1, 1]);
    expect(lit.entered).toEqual([11]);
    // The fog comes back, and with it the player's digit.
    expect(lit.place(11, 0).digits[15]).toBe(4);
    expect(start.place(15, 1).seen.givens[15]).toBe(1);
  });

  it("keeps givens in sight as they are, and refuses moves that touch them", () => {
    expect(start.enter("digit", 3, [0])).toBe(start);
    expect(() => start.place(0, 3)).toThrow(/does not suit/);
    expect(start.place(11, 3).enter("corner", 2, [15]).position.corner[15]).toBe(0);
  });

  it("is written into the text of a game, and read from it", () => {
    const game = start.place(15, 4).place(11, 3).enter("center", 2, [3]).checkpoint("here").place(11, 0).returnTo("here");
    const again = loadsGame(dumpsGame(game), puzzle);
    expect(again.position).toEqual(game.position);
    expect(again.undo(9).position).toEqual(start.position);
  });
});

describe("what can be seen", () => {
  const { seen } = start;

  it("has the rules, clues and names of clear cells only", () => {
    expect(seen.rules).toBe("Every row has each digit. Digits rise along a thermometer.");
    expect(seen.cages).toEqual([]);
    expect(seen.constraints.map(({ name, cells }) => [name, cells])).toEqual([["thermometer, partly in the fog", [0, 1]]]);
    expect(seen.constraints.map(({ relations }) => relations)).toEqual([[rising(0, 1)]]);
    expect(seen.candidates).toEqual(solution.map((_, cell) => (cell < 2 ? 7 : 15)));
    expect(ruleNames(seen).flat()).toEqual(["thermometer, partly in the fog", "thermometer, partly in the fog"]);
    expect(ruleNames(start.place(4, 3).seen)[5]).toEqual(["cage, partly in the fog"]);
  });

  it("has lines that end where the fog begins, and nothing that lies in it", () => {
    const { lines, texts, shapes: drawn, legend, description } = seen.picture;
    expect(lines).toEqual([[0, 1, 4, 1, "cell"], [0, 0.1, 2, 0.1, "sum"]]);
    expect(texts.map(([, , text]) => text)).toEqual(["7", "3"]);
    expect(drawn.map(([, pieces]) => pieces.map(([kind, , , points]) => [kind, points]))).toEqual([
      [["line", [[0.5, 0.5], [1.5, 0.5], [2, 0.5]]]], [["disc", [[2, 0.5]]]], [["text", [[-0.5, 3.5]]]],
    ]);
    expect(legend.map(({ text }) => text)).toEqual(["Digits rise along a thermometer."]);
    expect(description).toBe("");
  });

  it("is all of it in the end", () => {
    const game = solution.reduce((each, digit, cell) => (each.seen.givens[cell] ? each : each.place(cell, digit)), start);
    expect(clearOf(game)).toHaveLength(16);
    expect(game.seen.constraints.map(({ name }) => name)).toEqual(["thermometer at r1c1", "dot at r4c3"]);
    expect([game.seen.cages, game.seen.givens]).toEqual([puzzle.cages, givens]);
    expect(game.seen.picture.shapes[0]![1]).toHaveLength(2);
  });

  it("leaves the marks where they are, whatever comes to light", () => {
    const plain = { ...picture, shapes: [], lines: [] } as Picture;
    expect(layoutOf(plain, true, true)).toEqual(layoutOf(picture, true, true));
  });
});

describe("a game in fog", () => {
  it("finds conflicts and candidates from what can be seen", () => {
    expect(start.place(3, 1).conflicts().map(({ where }) => where.name)).toEqual(["row 1"]);
    expect(start.place(2, 1).conflicts().map(({ where }) => where.name)).toEqual(["row 1"]); // not column 3, because its other 1 is in fog
    expect(start.fill([2]).position.center[2]).toBe(14);
    expect(start.place(5, 3).place(4, 4).conflicts()).toEqual([]);
    expect(shownMistakes(start.place(2, 1), "conflicts")).toEqual(new Set([0, 2]));
    expect(start.remaining(1)).toBe(3);
  });

  it("says that a cell is a given only where the given can be seen", () => {
    const session = new GameSession({ game: start });
    session.press({ do: "select", cells: [15], cursor: 15 });
    expect(session.press({ do: "number", number: 4 })).toBe("");
    session.press({ do: "select", cells: [0], cursor: 0 });
    expect(session.press({ do: "number", number: 4 })).toBe("That is a given.");
    session.close();
  });

  it("tells a listener what was placed, and how much came to light", () => {
    const lit = start.place(11, 3);
    expect(changeName(4, start.position, lit.position)).toBe("3 placed in row 3 column 4, clear of fog: 6 cells");
    expect(changeName(4, lit.position, start.position)).toBe("row 3 column 4 erased, in fog again: 6 cells");
  });
});

describe("the solution of the source", () => {
  const judged: PuzzleDocument = { ...FOUR, givens: FOUR.givens.map(() => 0), judge: "source", solution, fog: null, cages: [], constraints: [], candidates: null };
  const partial: PuzzleDocument = { ...judged, solution: solution.map((digit, cell) => (cell % 2 ? 0 : digit)) };
  // A different grid that also has each digit in every row, column and box.
  const other = [2, 1, 3, 4, 3, 4, 1, 2, 1, 2, 4, 3, 4, 3, 2, 1];
  const filled = (each: PuzzleDocument, digits: readonly number[]) => digits.reduce((game, digit, cell) => game.place(cell, digit), Game.start(each));

  it("decides what is solved, wrong and a mistake", () => {
    expect(filled(judged, solution).isSolved).toBe(true);
    const game = filled(judged, other);
    expect([game.isFull, game.isSolved, game.conflicts()]).toEqual([true, false, []]);
    expect(game.wrongCells()).toEqual([0, 1, 8, 9]);
    expect(statisticsOf(game).nMistakes).toBe(4);
    expect(game.rewind().digits.some(Boolean)).toBe(false);
  });

  it("judges only the cells that it has", () => {
    const game = filled(partial, other);
    expect([game.wrongCells(), game.isSolved]).toEqual([[0, 8], false]);
    const changed = other.map((digit, cell) => partial.solution?.[cell] || digit);
    expect(filled(partial, changed).wrongCells()).toEqual([]);
    expect(filled(partial, solution).isSolved).toBe(true);
    expect(Game.start(partial).reveal().digits).toEqual(partial.solution);
    expect(statisticsOf(game).nMistakes).toBe(2);
    // The other cells are checked by the rules.
    expect(shownMistakes(Game.start(partial).place(1, 2).place(3, 2), "solution")).toEqual(new Set([1, 3]));
  });

  it("is what a check compares with", () => {
    const session = new GameSession({ game: Game.start(judged).place(0, 2) });
    expect(session.press({ do: "check" })).toBe("1 cell wrong.");
    session.close();
    const open = new GameSession({ game: Game.start(partial).place(1, 3) });
    expect(open.press({ do: "check" })).toBe("No broken rules so far: 15 cells to go.");
    open.close();
  });
});
