// The relations of constraints other than cages. The Python side is `pandoku.model.relations`.

import type { Relation } from "../model/puzzle";
import { allOf, bitOf, common, digitsOf, hasMark } from "./masks";

/** The candidates of all cells: the digit of a filled cell, and all digits for an empty one. */
export const masksOf = (order: number, digits: readonly number[]): number[] =>
  digits.map((digit) => (digit ? bitOf(digit) : allOf(order)));

/** Whether some candidates can meet a relation on its own. The result is exact if each cell has one candidate. */
export function mayHold(relation: Relation, masks: readonly number[]): boolean {
  const maskOf = (cell: number) => masks[cell] ?? 0;
  switch (relation.is) {
    case "only":
      return common(maskOf(relation.cell), relation.digits) > 0;
    case "differ": {
      const decided = relation.cells.map(maskOf).filter((mask) => digitsOf(mask).length === 1);
      return new Set(decided).size === decided.length;
    }
    case "pairs":
      return relation.pairs.every((pair) => mayPair(relation.table, pair, masks));
    case "total": {
      let sums = new Set([0]);
      for (const [cell, weights] of relation.terms) {
        const own = new Set(digitsOf(maskOf(cell)).map((digit) => weights[digit - 1] ?? 0));
        sums = new Set([...sums].flatMap((sum) => [...own].map((weight) => sum + weight)));
      }
      return relation.targets.some((target) => sums.has(target));
    }
    case "machine": {
      let states = new Set([0]);
      for (const cell of relation.cells) {
        const digits = digitsOf(maskOf(cell));
        const after = [...states].flatMap((state) => digits.map((digit) => relation.steps[state]?.[digit - 1] ?? -1));
        states = new Set(after.filter((state) => state >= 0));
      }
      return relation.accepting.some((state) => states.has(state));
    }
  }
}

function mayPair(table: readonly number[], [first, second]: readonly [number, number], masks: readonly number[]): boolean {
  return table.some((seconds, at) => hasMark(masks[first] ?? 0, at + 1) && common(seconds, masks[second] ?? 0) > 0);
}

/**
 * The cells of relations that cannot be met. If a relation is about pairs, only the cells of bad
 * pairs.
 */
export function brokenBy(relations: readonly Relation[], masks: readonly number[]): Set<number> {
  const cells = relations.flatMap((relation) => {
    if (relation.is === "pairs") return relation.pairs.filter((pair) => !mayPair(relation.table, pair, masks)).flat();
    return mayHold(relation, masks) ? [] : cellsOf(relation);
  });
  return new Set(cells);
}

function cellsOf(relation: Exclude<Relation, { is: "pairs" }>): number[] {
  if (relation.is === "only") return [relation.cell];
  return relation.is === "total" ? relation.terms.map(([cell]) => cell) : relation.cells;
}
