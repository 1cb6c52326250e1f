// The candidates that are possible with the digits on the grid, as a player would note them. The
// Python side is `pandoku.play.candidates`.

import type { Cage, PuzzleDocument } from "../model/puzzle";
import { fillings } from "./fillings";
import { allOf, bitOf, common, digitsOf, union, without } from "./masks";
import { sightOf } from "./rules";

const MOST_SETS = 5_000;

/** The candidates of all cells as masks. A cage that cannot be filled removes nothing. */
export function candidatesLeft(puzzle: PuzzleDocument, digits: readonly number[]): number[] {
  const board = leftByDigits(puzzle, digits);
  const masks = board.slice();
  for (const cage of puzzle.cages) {
    if (cage.target === null || !isTried(cage, board)) continue;
    const found = fillings(puzzle, cage, cage.cells.map((cell) => board[cell] ?? 0));
    if (found) cage.cells.forEach((cell, at) => (masks[cell] = common(masks[cell] ?? 0, found[at] ?? 0)));
  }
  return masks;
}

/**
 * The candidates that both the digits and the center marks allow: the board that a player works on.
 */
export function workingMasks(
  puzzle: PuzzleDocument, digits: readonly number[], center: readonly number[],
): number[] {
  return leftByDigits(puzzle, digits).map((mask, cell) => {
    const noted = center[cell] ?? 0;
    return digits[cell] || !noted ? mask : common(mask, noted);
  });
}

/**
 * The candidates of each cell without the digits that the cell sees. For a filled cell, only its
 * digit.
 */
function leftByDigits(puzzle: PuzzleDocument, digits: readonly number[]): number[] {
  const masks = puzzle.candidates?.slice() ?? digits.map(() => allOf(puzzle.order));
  const sight = sightOf(puzzle);
  digits.forEach((digit, cell) => {
    if (!digit) return;
    for (const other of sight[cell] ?? []) masks[other] = without(masks[other] ?? 0, bitOf(digit));
  });
  return masks.map((mask, cell) => (digits[cell] ? bitOf(digits[cell]) : mask));
}

/** Whether a cage has few enough combinations to try them all. */
function isTried({ cells, repeats }: Cage, masks: readonly number[]): boolean {
  const size = cells.length;
  const nDigits = digitsOf(cells.reduce((seen, cell) => union(seen, masks[cell] ?? 0), 0)).length;
  return new Set(cells).size === size && choices(nDigits + (repeats ? size - 1 : 0), size) <= MOST_SETS;
}

/** The number of ways to choose k out of n, only approximate for large numbers. */
function choices(n: number, k: number): number {
  let ways = n < k ? 0 : 1;
  for (let at = 1; at <= k; at++) ways = (ways * (n - k + at)) / at;
  return Math.round(ways);
}
