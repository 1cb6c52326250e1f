// Puzzles for tests, from test/games.json.

import type { PuzzleDocument } from "../src/model/puzzle";
import vectors from "./games.json";
import { plainDocument } from "./presses";

const all = (vectors.games as unknown as { puzzle: PuzzleDocument }[]).map(({ puzzle }) => plainDocument(puzzle));

export function puzzleWith(isWanted: (puzzle: PuzzleDocument) => boolean): PuzzleDocument {
  const found = all.find(isWanted);
  if (!found) throw new Error("there is no such puzzle in test/games.json");
  return found;
}

export const FOUR = puzzleWith(({ order, solution }) => order === 4 && !!solution);
export const NINE = puzzleWith(({ order, solution }) => order === 9 && !!solution);
export const OPEN = puzzleWith(({ solution, order }) => order === 4 && !solution);
export const LARGE = puzzleWith(({ order }) => order === 25);

/** The cells without a given. */
export const emptyOf = ({ givens }: PuzzleDocument): number[] => [...givens.keys()].filter((cell) => !givens[cell]);
