// Fog over the cells that a player has not reached: their givens and clues are hidden.

import type { PuzzleDocument } from "../model/puzzle";
import { at, type Layout } from "../picture/layout";
import { box } from "../picture/shapes";
import { memo } from "./memo";

/**
 * The cells in fog: all but the lights, and those that a correct digit of the player touches. Null if the puzzle has no
 * fog, or if no single solution says which digits are correct.
 */
export function fogOf({ order, constraints, givens, solution }: PuzzleDocument, digits: readonly number[]): ReadonlySet<number> | null {
  const fogs = constraints.filter(({ kind }) => kind === "fog");
  if (!fogs.length || !solution) return null;
  const fog = new Set(givens.keys());
  for (const { cells } of fogs) for (const cell of cells) fog.delete(cell);
  digits.forEach((digit, cell) => {
    if (!digit || givens[cell] || digit !== solution[cell]) return;
    const [row, column] = [Math.floor(cell / order), cell % order];
    for (const down of [-1, 0, 1]) {
      for (const right of [-1, 0, 1]) {
        const [y, x] = [row + down, column + right];
        if (x >= 0 && x < order && y >= 0 && y < order) fog.delete(y * order + x);
      }
    }
  });
  return fog;
}

/** The digits that can be seen: without the givens in fog. */
export const digitsInSight = (givens: readonly number[], digits: readonly number[], fog: ReadonlySet<number>) =>
  digits.map((digit, cell) => (givens[cell] && fog.has(cell) ? 0 : digit));

interface FogProps {
  fog: ReadonlySet<number>;
  /** Of the clip path that leaves what is not in fog. */
  id: string;
  layout: Layout;
}

export const Fog = memo(({ fog, id, layout }: FogProps) => {
  const { start, cell: side, order: n, end } = layout;
  const boxes = (isFog: boolean) =>
    Array.from({ length: n * n }, (_, cell) => (fog.has(cell) === isFog ? box(at(layout, cell % n), at(layout, Math.floor(cell / n)), side, side) : "")).join("");
  const grid = n * side;
  // What stands beside the grid is never in fog.
  const beside = [box(0, 0, end, start), box(0, start + grid, end, end), box(0, start, start, grid), box(start + grid, start, end, grid)];
  return (
    <>
      <clipPath id={id}><path d={beside.join("") + boxes(false)} /></clipPath>
      <path class="fog" d={boxes(true)} />
    </>
  );
});
