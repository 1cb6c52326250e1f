// The candidates that occur in the fillings of a cage. The Python side is
// `pandoku.play.combinations`.

import type { Cage, PuzzleDocument } from "../model/puzzle";
import { digitsOf, withMark } from "./masks";
import { gives, sightOf } from "./rules";

/**
 * For each cell of a cage with a target, the candidates that occur in a filling. null if the cage
 * cannot be filled.
 */
export function fillings(puzzle: PuzzleDocument, cage: Cage, masks: readonly number[]): number[] | null {
  const { cells, repeats } = cage;
  const sight = sightOf(puzzle);
  const places = [...cells.keys()];
  const apart = places.map((at) => places.slice(0, at).filter((other) => sight[cells[at] ?? 0]?.has(cells[other] ?? 0)));
  // For each cell, the cells up to this cell whose digits matter for later cells.
  const open = places.map((at) => places.slice(0, at + 1).filter((other) => apart.slice(at + 1).some((each) => each.includes(other))));
  const seen = masks.map(() => 0);
  const filling: number[] = [];
  const known = new Map<string, boolean>();

  /** Whether the cells from an index on can be filled. Known results are not computed again. */
  const fit = (at: number, sum: number, product: number, largest: number): boolean => {
    if (at === cells.length) return gives(cage, sum, product, largest, at);
    const before = (open[at - 1] ?? []).map((other) => filling[other]);
    const key = [at, sum, product, largest, ...(repeats ? before : before.sort())].join();
    let isFilled = known.get(key);
    if (isFilled !== undefined) return isFilled;
    isFilled = false;
    for (const digit of digitsOf(masks[at] ?? 0)) {
      if (apart[at]?.some((other) => filling[other] === digit)) continue;
      filling[at] = digit;
      if (!fit(at + 1, sum + digit, product * digit, Math.max(largest, digit))) continue;
      isFilled = true;
      seen[at] = withMark(seen[at] ?? 0, digit);
    }
    known.set(key, isFilled);
    return isFilled;
  };
  return fit(0, 0, 1, 0) ? seen : null;
}
