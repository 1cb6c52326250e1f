// The guide of an exported file on real paths (`tests/web/make_guides.py`). For any digits that the player has
// placed, the next step is valid, and the steps lead to the end.

import { describe, expect, it } from "vitest";
import { Game } from "../src/game/game";
import type { PuzzleDocument } from "../src/model/puzzle";
import type { GuideData } from "../src/single/data";
import { Guide } from "../src/single/guide";
import stored from "./guides.json";

interface Case {
  puzzle: PuzzleDocument;
  guide: GuideData;
}

const cases = stored as unknown as Case[];
const whole = cases.filter(({ guide }) => !guide.end);

/** Pseudorandom numbers, the same every time. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** A game with the digits of the solution in some cells. */
function begun({ puzzle }: Case, share: number, random: () => number): Game {
  return (puzzle.solution ?? []).reduce(
    (game, digit, cell) => (!puzzle.givens[cell] && random() < share ? game.place(cell, digit) : game),
    Game.start(puzzle),
  );
}

/** Follow the guide to its end. Returns the numbers of the steps. */
function followed(game: Game, guide: Guide, applies = true): { game: Game; taken: number[] } {
  const [told, taken] = [new Set<number>(), [] as number[]];
  for (let found = guide.next(game.position, told); found; found = guide.next(game.position, told)) {
    const [placements, eliminations] = [found.step.places, found.step.removes].map((each) => each.map((one) => guide.pairOf(one)));
    expect(taken).not.toContain(found.number);
    taken.push(found.number);
    told.add(found.number);
    game = game.applyHint({ placements: placements ?? [], eliminations: applies ? eliminations ?? [] : [] }, { tidy: true });
  }
  return { game, taken };
}

describe.each(whole.map((each) => [each.puzzle.key, each] as const))("the guide of %s", (_, each) => {
  const guide = new Guide(each.puzzle, each.guide);
  const nEmpty = each.puzzle.givens.filter((given) => !given).length;

  it("leads from the start to the end, by steps of the path, each at most once", () => {
    const { game, taken } = followed(Game.start(each.puzzle), guide);
    expect(game.isSolved).toBe(true);
    expect(taken.length).toBeLessThanOrEqual(each.guide.steps.length);
    expect(taken.filter((number) => each.guide.steps[number]?.places.length)).toHaveLength(nEmpty);
  });

  it("counts what was told as known, though it is not noted", () => {
    expect(followed(Game.start(each.puzzle), guide, false).game.isSolved).toBe(true);
  });

  it("leads to the end from any digits that the player has placed", () => {
    const random = dice(7);
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const game = begun(each, share, random);
      const { game: end, taken } = followed(game, guide);
      expect(end.isSolved).toBe(true);
      expect(taken.length).toBeLessThanOrEqual(each.guide.steps.length);
    }
  });

  it("skips what is filled: with one empty cell left, it fills that one", () => {
    const { solution, givens } = each.puzzle;
    const last = givens.lastIndexOf(0);
    const game = begun(each, 1, () => 0).place(last, 0);
    const found = guide.next(game.position, new Set());
    expect(found?.step.places).toEqual([last * each.puzzle.order + (solution?.[last] ?? 0) - 1]);
  });

  it("takes marks that the player has removed as gone", () => {
    const step = each.guide.steps.findIndex(({ removes }) => removes.length > 0);
    if (step < 0) return;
    const eliminations = (each.guide.steps[step]?.removes ?? []).map((one) => guide.pairOf(one));
    const game = Game.start(each.puzzle).applyHint({ placements: [], eliminations });
    expect(followed(game, guide).taken).not.toContain(step);
  });
});

describe("a guide that ends early", () => {
  const each = cases.find(({ guide }) => guide.end) as Case;
  const guide = new Guide(each.puzzle, each.guide);

  it("tells all its steps, and then has none", () => {
    const { game, taken } = followed(Game.start(each.puzzle), guide);
    expect(taken).toHaveLength(each.guide.steps.length);
    expect(game.isSolved).toBe(false);
  });
});
