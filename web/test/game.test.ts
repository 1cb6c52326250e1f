// Errors of a game, and cases that the vectors do not cover.

import { describe, expect, test } from "vitest";
import { Game } from "../src/game/game";
import { GameError } from "../src/game/errors";
import { allOf, bitOf, common, digitsOf, hasMark, union, withMark, without, withoutMark } from "../src/game/masks";
import type { Layer } from "../src/game/edits";
import { moveOf } from "../src/game/moves";
import { sightOf } from "../src/game/rules";
import type { PuzzleDocument } from "../src/model/puzzle";
import { clockText, Timer } from "../src/game/timer";
import { shownMistakes } from "../src/game/checks";
import vectors from "./games.json";
import { emptyOf, FOUR, LARGE, NINE, OPEN } from "./puzzles";

const [first = 0, second = 0] = emptyOf(FOUR);

describe("sight", () => {
  test.each(vectors.games.filter(({ puzzle }) => puzzle.order <= 10).map(({ puzzle }, at) => [at, puzzle] as const))(
    "is what houses, cages without repeats and relations have in common (puzzle %i)",
    (_, made) => {
      const puzzle = made as unknown as PuzzleDocument;
      const relations = puzzle.constraints.flatMap((constraint) => constraint.relations);
      const differ = relations.flatMap((relation) => (relation.is === "differ" ? [relation] : []));
      const groups = [...puzzle.houses, ...puzzle.cages.filter(({ repeats }) => !repeats), ...differ];
      const sight = sightOf(puzzle);
      for (const a of puzzle.givens.keys()) {
        const seen = [...puzzle.givens.keys()].filter(
          (b) => a !== b && groups.some(({ cells }) => cells.includes(a) && cells.includes(b)),
        );
        expect([...(sight[a] ?? [])].sort((x, y) => x - y)).toEqual(seen);
      }
    },
  );
});

describe("a hint for a beginner", () => {
  test("writes its notes and no other marks", () => {
    const game = Game.start(FOUR).enter("corner", 3, [second]);
    const notes = { corner: [[first, 1], [second, 1]], center: [[second, 2]], gone: [[second, 3], [first, 4]] } as const;
    const changes = { placements: [], eliminations: [[first, 4]], notes } as const;
    const { corner, center } = game.applyHint(changes).position;
    expect([corner[first], corner[second]]).toEqual([bitOf(1), bitOf(1)]);
    expect([center[first], center[second]]).toEqual([0, bitOf(2)]);
    expect(game.applyHint({ ...changes, notes: null }).position.center[first]).not.toBe(0);
  });
});

describe("masks", () => {
  test("hold digits up to 36", () => {
    const digits = [1, 2, 31, 32, 33, 36];
    const mask = digits.reduce(withMark, 0);
    expect(digitsOf(mask)).toEqual(digits);
    expect(withMark(mask, 33)).toBe(mask);
    expect(withoutMark(mask, 34)).toBe(mask);
    expect(digitsOf(withoutMark(mask, 33))).toEqual([1, 2, 31, 32, 36]);
    expect(hasMark(allOf(36), 36) && !hasMark(allOf(36), 37)).toBe(true);
  });

  test("combine as sets do, on both sides of 32 bits", () => {
    const [a, b] = [[1, 31, 32, 33], [31, 33, 36]].map((digits) => digits.reduce(withMark, 0)) as [number, number];
    expect(digitsOf(common(a, b))).toEqual([31, 33]);
    expect(digitsOf(without(a, b))).toEqual([1, 32]);
    expect(digitsOf(union(a, b))).toEqual([1, 31, 32, 33, 36]);
    expect(bitOf(36)).toBe(2 ** 35);
  });
});

describe("a game", () => {
  test("that is not changed by a press is the same game", () => {
    const game = Game.start(FOUR);
    expect(game.undo()).toBe(game);
    expect(game.erase([first])).toBe(game);
    expect(game.place(first, 0)).toBe(game);
    expect(game.rewind()).toBe(game);
  });

  test("shares with the game before what a move leaves alone", () => {
    const game = Game.start(LARGE).enter("corner", 7, emptyOf(LARGE).slice(0, 3));
    expect(game.position.digits).toBe(LARGE.givens);
    expect(game.position.corner).not.toBe(game.position.center);
  });

  test("refuses what is outside of the puzzle", () => {
    const game = Game.start(FOUR).enter("corner", 1, [first]);
    const given = FOUR.givens.findIndex((digit) => digit > 0);
    const free = FOUR.givens[given] === 1 ? 2 : 1;
    const edit = (layer: string, number: number, ...cells: number[]) => moveOf("edit", { edits: [{ layer: layer as Layer, number, cells }] });
    const refused: (() => unknown)[] = [
      () => game.place(given, free), () => game.place(16, 1), () => game.place(-1, 1), () => game.place(first, 5), () => game.place(first, 1.5),
      () => game.enter("digit", 5, [first]), () => game.enter("color", 10, [first]), () => game.enter("corner", 1, [99]),
      () => game.returnTo("x"), () => game.checkpoint(" "), () => game.checkpoint("x".repeat(81)), () => game.checkpoint("a\tb"),
      () => game.hint(6), () => game.hint(-1), () => game.hint(1, "x\n"),
    ];
    for (const act of refused) expect(act, String(act)).toThrow(GameError);
    const moves = [
      moveOf("edit"), edit("digit", -1, first), edit("ink", 1, first), edit("pen", 49, first), edit("letter", 27, first), edit("digit", 1), edit("digit", 1, second, first), edit("digit", 1, first, first),
      edit("corner", 1, given), edit("color", 10, given), moveOf("undo", { number: 2 }), moveOf("undo"), moveOf("redo", { number: 1 }),
      moveOf("check", { atMs: -1 }), moveOf("check", { atMs: 0.5 }), moveOf("check", { name: "x" }), moveOf("check", { number: 1 }),
      moveOf("jump" as "check"), moveOf("undo", { number: 1, edits: edit("digit", 1, first).edits }), moveOf("return", { name: "x" }),
    ];
    for (const move of moves) expect(() => game.play(move), JSON.stringify(move)).toThrow("does not suit this game");
    expect(game.play(edit("color", 9, given)).position.colors[given]).toBe(256);
  });

  test("has at most 10,000 moves", () => {
    const check = moveOf("check");
    const long = Game.of(FOUR, Array.from({ length: 10_000 }, () => check));
    expect(() => long.check()).toThrow("at most 10000 moves");
    expect(Game.of(FOUR, Array.from({ length: 10_001 }, () => check)).moves.length).toBe(10_000);
  });

  test("does not run backwards", () => {
    const game = Game.start(FOUR).place(first, 1, { atMs: 5000 }).place(first, 2, { atMs: 10 });
    expect(game.moves.map(({ atMs }) => atMs)).toEqual([5000, 5000]);
  });

  test("of moves goes as far as they fit", () => {
    const moves = [moveOf("check"), moveOf("redo", { number: 1 }), moveOf("check")];
    expect(Game.of(FOUR, moves).moves).toEqual([moveOf("check")]);
  });

  test("calls nothing wrong that may be right", () => {
    const game = Game.start(OPEN).place(emptyOf(OPEN)[0] ?? 0, 1);
    expect(game.wrongCells()).toEqual([]);
    expect(() => game.rewind()).toThrow(OPEN.problem);
    expect(() => game.reveal()).toThrow(GameError);
  });

  test("shows the mistakes that the player wants to see", () => {
    const [cell = 0] = emptyOf(NINE);
    const repeated = NINE.givens.slice(9 * Math.floor(cell / 9)).find((digit) => digit > 0) ?? 0;
    const wrong = Game.start(NINE).place(cell, repeated);
    expect(shownMistakes(wrong, "off").size).toBe(0);
    expect([...shownMistakes(wrong, "solution")]).toEqual([cell]);
    expect(shownMistakes(wrong, "conflicts").has(cell)).toBe(true);
    expect(shownMistakes(wrong, "conflicts").size).toBeGreaterThan(1);
  });

  test("counts what is left of a digit", () => {
    expect(Game.start(FOUR).remaining(1)).toBe(4 - FOUR.givens.filter((digit) => digit === 1).length);
  });

  test("gives the hint's step in one edit, and notes candidates to take one from", () => {
    const [cell = 0, other = 0] = emptyOf(NINE);
    const game = Game.start(NINE);
    const left = game.fill([other]).position.center[other] ?? 0;
    const [digit = 0] = digitsOf(left);
    const done = game.applyHint({ placements: [[cell, 3]], eliminations: [[other, digit]] });
    expect(done.moves.length).toBe(1);
    expect(done.digits[cell]).toBe(3);
    expect(done.position.center[other]).toBe(withoutMark(left, digit));
    expect(game.applyHint({ placements: [], eliminations: [] })).toBe(game);
  });
});

describe("a timer", () => {
  test("does not count pauses, and takes no time away when the clock is set back", () => {
    const timer = new Timer().start(1000).pause(4000);
    expect(timer.played(9000)).toBe(3000);
    expect(timer.start(9000).start(9100).played(9500.7)).toBe(3500);
    expect(timer.start(9000).played(2000)).toBe(3000);
  });

  test("shows hours only when there are any", () => {
    expect([clockText(754_000), clockText(3_725_000)]).toEqual(["12:34", "1:02:05"]);
  });
});
