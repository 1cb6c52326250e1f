// The page's game agrees with pandoku.play, move by move. test/games.json is made by
// tests/web/make_games.py.

import { describe, expect, test } from "vitest";
import { Game } from "../src/game/game";
import { GameError } from "../src/game/errors";
import { dumpsGame, loadsGame, loadsRecord } from "../src/game/text";
import { statisticsOf } from "../src/game/statistics";
import type { PuzzleDocument } from "../src/model/puzzle";
import vectors from "./games.json";
import { plainDocument, pressed } from "./presses";
import type { Press } from "./presses";

type Sparse = Record<string, number>;

interface Look {
  digits: Sparse;
  masks: [Sparse, Sparse, Sparse];
  conflicts: [string, number, number[]][];
  wrong: number[];
  back: number;
  left: [number, number];
  solved: boolean;
}

interface Played {
  puzzle: PuzzleDocument;
  presses: [...Press, number][];
  looks: Look[];
  entered: number[];
  statistics: Record<string, unknown>;
  text: string;
}

const LOOK = 8;
const games = vectors.games as unknown as Played[];
const texts = vectors.texts as { text: string; again?: string; line?: number | null }[];
const four = { ...plainDocument(games[0]!.puzzle), ...fourOf() };

/** The puzzle of the texts. */
function fourOf(): Partial<PuzzleDocument> {
  const line = /puzzle: (.*)\n/.exec(texts[0]!.text)![1]!;
  return { line, givens: (JSON.parse(line) as { givens: number[] }).givens, cages: [], candidates: null };
}

const sparse = (values: readonly number[], isLeft: (cell: number) => boolean = () => true): Sparse =>
  Object.fromEntries([...values.entries()].filter(([cell, value]) => value && isLeft(cell)));

function seen(game: Game): Look {
  const { puzzle, position } = game;
  return {
    digits: sparse(position.digits, (cell) => !!puzzle.fog || !puzzle.givens[cell]),
    masks: [sparse(position.corner), sparse(position.center), sparse(position.colors)],
    conflicts: named(game),
    wrong: game.wrongCells(),
    back: puzzle.solution ? game.mistakesAfter() : 0,
    left: [game.line.length, game.canRedo ? game.redo(9_999).moves.at(-1)!.number : 0],
    solved: game.isSolved,
  };
}

/** Conflicts by name. In fog, Python splits a constraint into its visible parts, so these are merged into one list without a name. */
function named(game: Game): Look["conflicts"] {
  const conflicts = game.conflicts();
  const by = (all: typeof conflicts): Look["conflicts"] => all.map(({ where, digit, cells }) => [where.name, digit, [...cells]]);
  if (!game.puzzle.fog) return by(conflicts);
  const isPart = ({ where }: (typeof conflicts)[number]) => "relations" in where;
  const broken = [...new Set(conflicts.filter(isPart).flatMap(({ cells }) => cells))].sort((a, b) => a - b);
  return [...by(conflicts.filter((each) => !isPart(each))), ["", 0, broken]];
}

describe.each(games.map((each) => [`${each.puzzle.about} ${each.puzzle.title}`, each] as const))("%s", (_, played) => {
  const puzzle = plainDocument(played.puzzle);

  test("every press makes the move that Python makes", () => {
    let game = Game.start(puzzle);
    for (const [at, press] of played.presses.entries()) {
      const nMoves = press.at(-1);
      game = pressed(game, press.slice(0, -1) as unknown as Press);
      expect(game.moves.length, `press ${at}: ${JSON.stringify(press)}`).toBe(nMoves);
      const look = (at + 1) % LOOK ? null : played.looks[(at + 1) / LOOK - 1];
      if (look) expect(seen(game), `after press ${at}`).toEqual(look);
    }
    expect(dumpsGame(game, { title: "Sunday", started: "2026-11-22T14:05:03+00:00" })).toBe(played.text);
    expect(game.entered).toEqual(played.entered);
  });

  test("its text gives the game back, with the same statistics", () => {
    const { game, title, started } = loadsRecord(played.text, puzzle);
    expect(dumpsGame(game, { title, started })).toBe(played.text);
    const snake = Object.entries(statisticsOf(game)).map(([key, value]) => [key.replace(/[A-Z]/g, (each) => `_${each.toLowerCase()}`), value]);
    expect(played.statistics).toMatchObject(Object.fromEntries(snake));
  });

  test("all of it can be undone and redone", () => {
    const game = loadsGame(played.text, puzzle);
    const back = game.restart();
    expect(back.position).toEqual(Game.start(puzzle).position);
    expect(back.redo(game.line.length).position).toEqual(game.position);
  });
});

describe("a text from anywhere", () => {
  test.each(texts.map((each, at) => [at, each] as const))("text %i is read or refused as Python does", (_, { text, again, line }) => {
    if (again !== undefined) {
      const { game, title, started } = loadsRecord(text, four);
      expect(dumpsGame(game, { title, started })).toBe(again);
      return;
    }
    const error = refusal(() => loadsRecord(text, four));
    if (text) expect(error.line, error.message).toBe(line ?? 0);
  });
});

function refusal(act: () => unknown): GameError {
  try {
    act();
  } catch (error) {
    if (error instanceof GameError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
