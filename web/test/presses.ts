// Presses in the form of test/games.json, and games for tests.

import { Game } from "../src/game/game";
import { GameError } from "../src/game/errors";
import type { Layer } from "../src/game/edits";
import type { PuzzleDocument } from "../src/model/puzzle";

/** A word, its arguments, and the playing time in milliseconds, or null for the time of the last move. */
export type Press = readonly [word: string, ...rest: unknown[]];

const PICTURE = {
  order: 0, title: "", fills: [], lines: [], texts: [], rings: [], curves: [], legend: [], caption: "", description: "", sums: [],
  shapes: [], margins: [0, 0, 0, 0],
};

/** A document of the vectors, which omit fields that a game does not need. */
export function plainDocument(puzzle: Partial<PuzzleDocument>): PuzzleDocument {
  return { picture: PICTURE, link: "", ...puzzle } as PuzzleDocument;
}

/** The game after a press, or the same game if the press is refused. */
export function pressed(game: Game, [word, ...rest]: Press): Game {
  const atMs = (rest.pop() as number | null) ?? undefined;
  const [a, b, c, d] = rest;
  const options = { atMs };
  switch (word) {
    case "enter":
      return game.enter(a as Layer, b as number, c as number[], { tidy: d as boolean, atMs });
    case "place":
      return unlessRefused(game, () => game.place(a as number, b as number, { tidy: c as boolean, atMs }));
    case "erase":
      return game.erase(a as number[], b as Layer, options);
    case "fill":
      return game.fill(a as number[] | null, options);
    case "undo":
      return game.undo(a as number, options);
    case "redo":
      return game.redo(a as number, options);
    case "restart":
      return game.restart(options);
    case "checkpoint":
      return game.checkpoint(a as string, options);
    case "return":
      return game.returnTo(a as string, options);
    case "rewind":
      return game.rewind(options);
    case "reveal":
      return game.reveal(options);
    case "check":
      return game.check(options);
    case "hint":
      return game.hint(a as number, b as string, options);
    case "apply": {
      const changes = { placements: a as [number, number][], eliminations: b as [number, number][] };
      return game.applyHint(changes, { tidy: c as boolean, atMs });
    }
    default:
      throw new Error(`no such press: ${word}`);
  }
}

function unlessRefused(game: Game, act: () => Game): Game {
  try {
    return act();
  } catch (error) {
    if (error instanceof GameError) return game;
    throw error;
  }
}
