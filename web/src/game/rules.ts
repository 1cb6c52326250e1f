// Checks digits with the rules of a puzzle. The Python side is `pandoku.model`: its sight and
// conflicts, `Cage.allows` and `Puzzle.accepts`.

import type { Cage, Constraint, House, PuzzleDocument } from "../model/puzzle";
import { hasMark } from "./masks";
import { brokenBy, masksOf, mayHold } from "./relations";

/** A rule that the digits break. */
export interface Conflict {
  where: House | Cage | Constraint;
  /**
   * The repeated digit. 0 if the cells of a cage are full and miss the target, or if the filled
   * cells of another constraint cannot be completed.
   */
  digit: number;
  cells: readonly number[];
}

const sights = new WeakMap<PuzzleDocument, readonly ReadonlySet<number>[]>();

/**
 * For every cell, the cells that cannot have the same digit, because both cells are in a house, in
 * a cage without repeats, or in a relation of cells that differ.
 */
export function sightOf(puzzle: PuzzleDocument): readonly ReadonlySet<number>[] {
  let found = sights.get(puzzle);
  if (!found) {
    const seen = puzzle.givens.map(() => new Set<number>());
    const relations = puzzle.constraints.flatMap((constraint) => constraint.relations);
    const differ = relations.flatMap((relation) => (relation.is === "differ" ? [relation] : []));
    for (const { cells } of [...puzzle.houses, ...puzzle.cages.filter((cage) => !cage.repeats), ...differ]) {
      for (const cell of cells) for (const other of cells) if (other !== cell) seen[cell]?.add(other);
    }
    sights.set(puzzle, (found = seen));
  }
  return found;
}

/** Every rule that digits break: houses first, then cages, then other constraints. */
export function conflictsOf(puzzle: PuzzleDocument, digits: readonly number[]): Conflict[] {
  const found: Conflict[] = [];
  for (const where of puzzle.houses) {
    for (const [digit, cells] of repeats(where.cells, digits)) found.push({ where, digit, cells });
  }
  for (const where of puzzle.cages) {
    const repeated = where.repeats ? [] : repeats(where.cells, digits);
    for (const [digit, cells] of repeated) found.push({ where, digit, cells });
    const filling = where.cells.map((cell) => digits[cell] ?? 0);
    if (!repeated.length && !filling.includes(0) && !allows(where, filling)) found.push({ where, digit: 0, cells: where.cells });
  }
  const masks = puzzle.constraints.length ? masksOf(puzzle.order, digits) : [];
  for (const where of puzzle.constraints) {
    const broken = brokenBy(where.relations, masks);
    const own = where.cells.filter((cell) => broken.has(cell));
    const cells = (own.length ? own : [...broken].sort((a, b) => a - b)).filter((cell) => digits[cell]);
    if (cells.length) found.push({ where, digit: 0, cells });
  }
  return found;
}

/** The digits that occur more than once in the cells, ascending, each with its cells. */
function repeats(cells: readonly number[], digits: readonly number[]): [number, number[]][] {
  const at = new Map<number, number[]>();
  for (const cell of cells) {
    const digit = digits[cell] ?? 0;
    if (digit) at.set(digit, [...(at.get(digit) ?? []), cell]);
  }
  return [...at].filter(([, having]) => having.length > 1).sort(([a], [b]) => a - b);
}

/** Whether a full grid solves the puzzle. */
export function accepts(puzzle: PuzzleDocument, digits: readonly number[]): boolean {
  const masks = masksOf(puzzle.order, digits);
  const differ = (cells: readonly number[]) => new Set(cells.map((cell) => digits[cell])).size === cells.length;
  return (
    digits.every((digit) => digit > 0) &&
    puzzle.houses.every(({ cells }) => differ(cells)) &&
    puzzle.cages.every((cage) => allows(cage, cage.cells.map((cell) => digits[cell] ?? 0))) &&
    puzzle.constraints.every(({ relations }) => relations.every((relation) => mayHold(relation, masks))) &&
    (puzzle.candidates ?? []).every((mask, cell) => hasMark(mask, digits[cell] ?? 0))
  );
}

/**
 * Whether digits (one for each cell of a cage) satisfy the cage. Other rules are not considered.
 */
function allows(cage: Cage, digits: readonly number[]): boolean {
  if (!cage.repeats && new Set(digits).size < digits.length) return false;
  const sum = digits.reduce((a, b) => a + b, 0);
  const product = digits.reduce((a, b) => a * b, 1);
  return cage.target === null || gives(cage, sum, product, Math.max(...digits), digits.length);
}

/**
 * Whether digits with this sum, product, maximum and number of digits give the target of a cage.
 */
export function gives({ op, target }: Cage, sum: number, product: number, largest: number, n: number): boolean {
  const by: Readonly<Record<string, boolean>> = {
    "+": sum === target,
    "*": product === target || (product > Number.MAX_SAFE_INTEGER && Math.abs(product / (target ?? 0) - 1) < 1e-12),
    "-": 2 * largest - sum === target,
    "/": largest * largest === (target ?? 0) * product,
    "=": n === 1 && sum === target,
  };
  return op === "?" ? [..."+-*/"].some((each) => by[each]) : !!by[op];
}
