// The hints of an exported file are the same as those of Python, word for word.

import { describe, expect, it } from "vitest";
import { Game } from "../src/game/game";
import { digitsOf } from "../src/game/masks";
import type { FilePuzzle, GuideData, HintSentences, StepData } from "../src/single/data";
import { Guide } from "../src/single/guide";
import type { Hint } from "../src/single/hints";
import { Ladder } from "../src/single/hints";
import stored from "./file_hints.json";

const NONE: ReadonlySet<number> = new Set();

interface Case {
  puzzle: FilePuzzle;
  guide: GuideData | null;
  positions: { entered: [number, number][]; center: [number, number][]; hints: (string | null)[] }[];
}

const sentences: HintSentences = stored.sentences;
const cases = (stored.cases as unknown as Case[]).map((each) => ({
  ...each, puzzle: { ...each.puzzle, picture: { order: each.puzzle.order, lines: [] } } as unknown as FilePuzzle,
}));

describe.each(cases.map((each) => [each.puzzle.line, each] as const))("the hints of %s", (_, { puzzle, guide, positions }) => {
  const ladder = new Ladder(sentences, guide && new Guide(puzzle, guide));

  it.each(positions.map((each) => [JSON.stringify(each.entered), each] as const))("are those of Python after %s", (_, { entered, center, hints }) => {
    let game = entered.reduce((each, [cell, digit]) => each.place(cell, digit), Game.start(puzzle));
    for (const [cell, mask] of center) for (const digit of digitsOf(mask)) game = game.enter("center", digit, [cell]);
    const texts = hints.map((text, level) => text && ladder.at({ game, told: NONE }, level).text);
    expect(texts).toEqual(hints);
  });
});

/** The puzzle with cages, with words of a kind for its steps. */
function prepared(): Case & { guide: GuideData } {
  const found = cases.find(({ puzzle: each }) => each.order === 5) as Case & { guide: GuideData };
  const steps = found.guide.steps.map((step, at): StepData => ({
    ...step, title: `T${at}`, look: [0],
    texts: [[0, `Look ${at}.`], [5, `${at}: T.`], [0, `T${at}.`], [0, `Why ${at}.`], [99, " So."]],
  }));
  return { ...found, guide: { ...found.guide, steps } };
}

const { puzzle, guide: data } = prepared();
const guide = new Guide(puzzle, data);
const ladder = new Ladder(sentences, guide);
const solution = puzzle.solution as number[];

function climbed(game: Game, count: number): Hint[] {
  const hints: Hint[] = [];
  for (let n = 0; n < count; n++) hints.push(ladder.next({ game, told: NONE }, hints.at(-1) ?? null));
  return hints;
}

describe("the ladder", () => {
  it("says more at each press, and only at the end what to do", () => {
    const hints = climbed(Game.start(puzzle), 6);
    expect(hints.map(({ level }) => level)).toEqual([0, 1, 2, 3, 4, 5]);
    const at = hints[5]?.number;
    expect(hints.slice(1).map(({ text }) => text)).toEqual([`Look ${at}.`, `Look ${at}: T.`, `T${at}.`, `Why ${at}.`, `Why ${at}. So.`]);
    expect(hints.map(({ changes }) => changes !== null)).toEqual([false, false, false, false, false, true]);
  });

  it("begins again when the step was done without it", () => {
    const removing = data.steps.findIndex(({ places }) => !places.length);
    const cells = data.steps.slice(0, removing).flatMap(({ places }) => places.map((each) => guide.pairOf(each)));
    const before = cells.reduce((game, [cell, digit]) => game.place(cell, digit), Game.start(puzzle));
    const last = climbed(before, 4).at(-1) as Hint;
    const step = data.steps[last.number ?? -1] as StepData;
    const done = before.applyHint({
      placements: step.places.map((each) => guide.pairOf(each)), eliminations: step.removes.map((each) => guide.pairOf(each)),
    });
    const next = ladder.next({ game: done, told: NONE }, last);
    expect([last.level, next.level]).toEqual([3, 1]);
    expect(next.number).not.toBe(last.number);
  });

  it("names the cells of a pattern that were filled since", () => {
    const last = solution.length - 1;
    const step = { ...(data.steps[0] as StepData), places: [], removes: [last * 5 + (solution[last] ?? 1) % 5], needs: [], pattern: [0, 1, 2] };
    const short = new Ladder(sentences, new Guide(puzzle, { ...data, steps: [step], end: "No more." }));
    const texts = [0, 1, 2, 3].map((count) => {
      const game = step.pattern.slice(0, count).reduce((each, cell) => each.place(cell, solution[cell] ?? 0), Game.start(puzzle));
      return short.at({ game, told: NONE }, 3).text;
    });
    const before = "T0.\nThis was there before";
    expect(texts).toEqual(["T0.", `${before} r1c1 was filled.`, `${before} r1c1 and r1c2 were filled.`, `${before} r1c1, r1c2 and r1c3 were filled.`]);
  });

  it("leads to the first mistake, and ends with what puts it right", () => {
    const wrong = ((solution[7] ?? 0) % 5) + 1;
    const game = Game.start(puzzle).place(0, solution[0] ?? 0).place(7, wrong).place(3, solution[3] ?? 0);
    const hints = climbed(game, 7);
    expect(hints[2]?.text).toBe(`The ${wrong} at r2c3 is not right: take it out. It was the first mistake, 2 entries ago.`);
    const last = hints.at(-1) as Hint;
    expect([last.level, last.isWhole, last.changes]).toEqual([2, true, null]);
    expect(last.repair).toEqual({ cell: 7, digit: wrong, mark: false });
    expect(game.repair({ cell: 7, digit: wrong, mark: false }).digits[7]).toBe(0);
  });

  it("tells marks that leave out a digit, and puts it back", () => {
    const other = ((solution[0] ?? 0) % 5) + 1;
    const game = Game.start(puzzle).enter("center", other, [0]);
    const hints = climbed(game, 5);
    expect(new Set(hints.slice(0, 4).map(({ text }) => text)).size).toBe(4);
    const { repair } = hints[4] as Hint;
    expect(repair).toEqual({ cell: 0, digit: solution[0], mark: true });
    const after = repair ? game.repair(repair) : game;
    expect(after.position.center[0]).toBe((1 << (other - 1)) | (1 << ((solution[0] ?? 0) - 1)));
    expect(after.undo().position).toEqual(game.position);
    expect(repair && after.repair(repair)).toBe(after);
  });

  it("has only mistakes to tell without a guide", () => {
    const bare = new Ladder(sentences, null);
    const asked = { game: Game.start(puzzle), told: NONE };
    const first = bare.next(asked, null);
    const second = bare.next(asked, first);
    expect([first.isWhole, second.level, second.text]).toEqual([true, 0, first.text]);
  });
});
