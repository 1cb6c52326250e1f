// Fog reveals nothing: two puzzles that differ only in the fog are played side by side, and everything shown
// is the same. test/fogs.json is made by tests/web/make_fogs.py.

import { describe, expect, it } from "vitest";
import { brokenCells, cellName, changeName, mistakeName, ruleNames } from "../src/board/names";
import type { Action } from "../src/game/actions";
import type { Check } from "../src/game/checks";
import { CHECKS } from "../src/game/checks";
import { LAYERS } from "../src/game/edits";
import { Game } from "../src/game/game";
import { GameSession } from "../src/game/session";
import { sightOf } from "../src/game/rules";
import type { PuzzleDocument } from "../src/model/puzzle";
import { layoutOf } from "../src/picture/layout";
import type { GuideData } from "../src/single/data";
import { Guide } from "../src/single/guide";
import { Ladder } from "../src/single/hints";
import stored from "./fogs.json";
import { Random } from "./random";

interface Twins {
  first: PuzzleDocument;
  second: PuzzleDocument;
  /** The cells in which both puzzles are the same. */
  same: number[];
  /** The hints of exported files with these puzzles. */
  guides: [GuideData, GuideData];
}

const twins = (stored.twins as unknown as (Omit<Twins, "second"> & { second: Partial<PuzzleDocument> })[]).map(
  ({ first, second, ...rest }): Twins => ({ first, second: { ...first, ...second }, ...rest }),
);
const N_GAMES = 60;
const N_PRESSES = 120;

/** Everything that the page shows of a game, except answers of the server. */
function shown({ state }: GameSession, before: Game) {
  const { game, mistakes, selected } = state;
  const { seen, position } = game;
  const { title, author, about, rules, told, problem, unchecked, judge, givens, cages, constraints, candidates, picture, houses, order } = seen;
  const names = ruleNames(seen);
  const broken = brokenCells(seen, position.digits, mistakes);
  return {
    title, author, about, rules, sentences: told, problem, unchecked, judge, givens, cages, constraints, candidates, picture, houses,
    layout: layoutOf(picture, true, true),
    digits: position.digits, marks: [position.corner, position.center, position.colors], fog: [...position.fog ?? []],
    conflicts: game.conflicts(), mistakes, broken, selected, wrong: game.wrongCells(), back: seen.solution ? game.mistakesAfter() : 0,
    remaining: Array.from({ length: order }, (_, digit) => game.remaining(digit + 1)),
    filled: game.fill().position.center, peers: sightOf(seen),
    cells: givens.map((given, cell) => cellName(order, cell, {
      digit: position.digits[cell] ?? 0, isGiven: given > 0, corner: position.corner[cell] ?? 0, center: position.center[cell] ?? 0,
      colors: position.colors[cell] ?? 0, mistake: broken.has(cell) ? "conflict" : mistakes.has(cell) ? "wrong" : "", isPaused: false,
      letters: 0, hasLines: false, rules: position.fog?.has(cell) ? ["in fog"] : names[cell] ?? [],
    })),
    told: [changeName(order, before.position, position), mistakeName(seen, position.digits, new Set(), mistakes)],
    isFull: game.isFull, isSolved: game.isSolved, canUndo: game.canUndo, canRedo: game.canRedo, entered: game.entered,
    moves: game.moves, checkpoints: [...game.checkpoints.keys()],
  };
}

/** A random press. Half of the digits come from the solution of the first puzzle. */
function pressOf(random: Random, { first, same }: Twins): Action[] {
  const { order, givens, fog } = first;
  const number = 1 + random.below(order);
  const cells = Array.from({ length: 1 + random.below(4) }, () => random.below(givens.length));
  const [cell = 0] = random.below(2) ? [same[random.below(same.length)]] : cells;
  const layer = LAYERS[random.below(4)];
  const choose = (chosen: number[]): Action => ({ do: "select", cells: chosen, cursor: chosen[0] ?? null });
  const others: Action[][] = [
    [{ do: "undo" }], [{ do: "redo" }], [{ do: "fill" }], [choose(cells), { do: "fill" }], [{ do: "check" }], [choose(cells), { do: "erase" }],
    [{ do: "checkpoint", name: "a" }], [{ do: "return", name: "a" }], [choose(cells), { do: "number", number, layer }], [{ do: "restart" }],
  ];
  const other = others[random.below(3 * others.length)];
  return other ?? [choose([cell]), { do: "number", number: random.below(2) ? fog?.solution[cell] ?? number : number, layer: "digit" }];
}

describe.each(twins.map((each, at) => [`${each.first.about} ${at}`, each] as const))("%s", (_, pair) => {
  const { first, second, same } = pair;
  const [a, b] = [first.fog?.solution ?? [], second.fog?.solution ?? []];

  it("differs in the fog, and only there", () => {
    const differing = first.givens.flatMap((given, cell) => (given !== second.givens[cell] || a[cell] !== b[cell] ? [cell] : []));
    expect(differing.length).toBeGreaterThan(0);
    expect(differing.filter((cell) => same.includes(cell))).toEqual([]);
    expect([first.cages, first.constraints]).not.toEqual([second.cages, second.constraints]);
  });

  it("shows and tells the same, up to a digit that is right in one and wrong in the other", () => {
    let nShown = 0;
    let nLit = 0;
    const told = new Set<string>();
    const ladders = [first, second].map((puzzle, at) => new Ladder(stored.sentences, new Guide(puzzle, pair.guides[at as 0 | 1]))) as [Ladder, Ladder];
    for (let seed = 0; seed < N_GAMES; seed++) {
      const random = new Random(seed + 1);
      const check: Check = CHECKS[seed % CHECKS.length] ?? "off";
      const sessions = [first, second].map((puzzle) => new GameSession({ game: Game.start(puzzle), check, clock: () => 0 })) as [GameSession, GameSession];
      for (let at = 0; at < N_PRESSES; at++) {
        const before = sessions.map(({ state }) => state.game) as [Game, Game];
        const press = pressOf(random, pair);
        const said = sessions.map((session) => press.map((action) => session.press(action)));
        const { position } = sessions[0].state.game;
        const isTold = position.written?.some((digit, cell) => digit && (digit === a[cell]) !== (digit === b[cell]));
        const isLit = [...position.digits.keys()].some((cell) => !position.fog?.has(cell) && !same.includes(cell));
        if (isTold || isLit) break;
        expect(said[0], JSON.stringify(press)).toEqual(said[1]);
        expect(shown(sessions[0], before[0]), JSON.stringify(press)).toEqual(shown(sessions[1], before[1]));
        const hints = sessions.map(({ state: { game } }, each) => [0, 2, 5].map((level) => ladders[each as 0 | 1].at({ game, told: new Set() }, level)));
        expect(hints[0]).toEqual(hints[1]);
        for (const { text } of hints[0] ?? []) told.add(text.split(" ")[0] ?? "");
        nShown += 1;
        nLit = Math.max(nLit, same.filter((cell) => !position.fog?.has(cell)).length);
      }
      for (const session of sessions) session.close();
    }
    expect(nShown).toBeGreaterThan(60);
    expect(told.size).toBeGreaterThan(2);
    expect(nLit).toBeGreaterThanOrEqual(first.fog?.lights.length ?? 0);
  });
});
