// The hint ladder of an exported file.

import { describe, expect, it } from "vitest";
import { Game } from "../src/game/game";
import type { GuideData, StepData } from "../src/single/data";
import { Guide } from "../src/single/guide";
import type { Hint } from "../src/single/hints";
import { nextHint } from "../src/single/hints";
import type { FilePuzzle } from "../src/single/data";
import stored from "./guides.json";

const NONE: ReadonlySet<number> = new Set();

interface Case {
  puzzle: FilePuzzle;
  guide: GuideData;
}

/** The calcudoku of the examples, with words of a kind. */
function prepared(): Case {
  const { puzzle, guide } = (stored as unknown as Case[]).find(({ puzzle: each }) => each.order === 5) as Case;
  const steps = guide.steps.map((step, at): StepData => ({
    ...step, title: `T${at}`, look: [0], before: {}, after: {},
    texts: [[0, `Look ${at}.`], [5, `${at}: T.`], [0, `T${at}.`], [0, `Why ${at}.`], [99, " So."]],
  }));
  return { puzzle: { ...puzzle, picture: { order: 5, lines: [] } } as unknown as FilePuzzle, guide: { ...guide, steps } };
}

const { puzzle, guide: data } = prepared();
const guide = new Guide(puzzle, data);
const solution = puzzle.solution as number[];

function ladder(game: Game, count: number): Hint[] {
  const hints: Hint[] = [];
  for (let n = 0; n < count; n++) hints.push(nextHint(game, guide, NONE, hints.at(-1) ?? null));
  return hints;
}

describe("the ladder", () => {
  it("says more at each press, and only at the end what to do", () => {
    const hints = ladder(Game.start(puzzle), 6);
    expect(hints.map(({ level }) => level)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(hints[0]?.text).toBe("All is right so far: 0 of 25 cells hold a digit.");
    const at = hints[5]?.number;
    expect(hints.slice(1).map(({ text }) => text)).toEqual([`Look ${at}.`, `Look ${at}: T.`, `T${at}.`, `Why ${at}.`, `Why ${at}. So.`]);
    expect(hints.map(({ changes }) => changes !== null)).toEqual([false, false, false, false, false, true]);
  });

  it("begins anew when the step was done without it", () => {
    const removing = data.steps.findIndex(({ places }) => !places.length);
    const cells = data.steps.slice(0, removing).flatMap(({ places }) => places.map((each) => guide.pairOf(each)));
    const before = cells.reduce((game, [cell, digit]) => game.place(cell, digit), Game.start(puzzle));
    const last = ladder(before, 4).at(-1) as Hint;
    const step = data.steps[last.number ?? -1] as StepData;
    const done = before.applyHint({
      placements: step.places.map((each) => guide.pairOf(each)), eliminations: step.removes.map((each) => guide.pairOf(each)),
    });
    const next = nextHint(done, guide, NONE, last);
    expect([last.level, next.level]).toEqual([3, 1]);
    expect(next.number).not.toBe(last.number);
  });

  it("leads to the first mistake before anything else, and says what it is by and by", () => {
    const wrong = ((solution[7] ?? 0) % 5) + 1;
    const game = Game.start(puzzle).place(0, solution[0] ?? 0).place(7, wrong).place(3, solution[3] ?? 0);
    const texts = ladder(game, 4).map(({ text }) => text);
    expect(texts[0]).toBe("Something is not right.");
    expect(texts[1]).toMatch(/^Something in .* is not right\.$/);
    expect(texts[2]).toBe(`The ${wrong} at r2c3 is not right: take it out. It was the first mistake, 2 entries ago.`);
    const last = ladder(game, 7).at(-1) as Hint;
    expect([last.level, last.isWhole, last.changes]).toEqual([2, true, null]);
    expect(last.repair).toEqual({ cell: 7, digit: wrong, mark: false });
    expect(game.repair({ cell: 7, digit: wrong, mark: false }).digits[7]).toBe(0);
  });

  it("tells notes that leave out a digit, and puts it back", () => {
    const other = ((solution[0] ?? 0) % 5) + 1;
    const game = Game.start(puzzle).enter("center", other, [0]);
    const hints = ladder(game, 5);
    expect(hints[2]?.text).toBe("The notes at r1c1 leave out a digit that is still possible.");
    expect(hints[3]?.text).toBe(`${hints[2]?.text} Nothing rules out ${solution[0]}: put it back.`);
    expect(new Set(hints.slice(0, 4).map(({ text }) => text)).size).toBe(4);
    const { repair } = hints[4] as Hint;
    expect(repair).toEqual({ cell: 0, digit: solution[0], mark: true });
    const after = repair ? game.repair(repair) : game;
    expect(after.position.center[0]).toBe((1 << (other - 1)) | (1 << ((solution[0] ?? 0) - 1)));
    expect(after.undo().position).toEqual(game.position);
    expect(repair && after.repair(repair)).toBe(after);
  });

  it("has only mistakes to tell without a guide", () => {
    const first = nextHint(Game.start(puzzle), null, NONE, null);
    const second = nextHint(Game.start(puzzle), null, NONE, first);
    expect([first.isWhole, second.level, second.text]).toEqual([true, 0, first.text]);
  });
});
