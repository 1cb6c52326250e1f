// Fog: the visible part of a puzzle during a game. Everything shown to the player follows from
// `inSight`. The Python side is `pandoku.logic.veil`.

import type { Constraint, FogDocument, PuzzleDocument } from "../model/puzzle";
import { allOf } from "./masks";
import { pictureInSight } from "./glimpse";

/** The cells in fog, or undefined for a puzzle without fog. */
export type Fog = ReadonlySet<number> | undefined;

/**
 * The cells in fog: all cells except the lights, the cells of correct digits that the player has
 * written, and their neighbors. `written` has the player's digit for each cell, or 0. Givens do not
 * lift the fog.
 */
export function fogOver({ order, fog }: Pick<PuzzleDocument, "order" | "fog">, written: readonly number[]): Fog {
  if (!fog) return undefined;
  const left = new Set(written.keys());
  for (const cell of fog.lights) left.delete(cell);
  written.forEach((digit, cell) => {
    if (digit && digit === fog.solution[cell]) for (const each of around(order, cell)) left.delete(each);
  });
  return left;
}

/** A cell, and its neighbors at a side or a corner. */
function* around(order: number, cell: number): Generator<number> {
  const [row, column] = [Math.floor(cell / order), cell % order];
  for (let y = Math.max(0, row - 1); y <= Math.min(order - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(order - 1, column + 1); x++) yield y * order + x;
  }
}

/** Whether a cell has a visible given, which cannot change. A given in fog is like an empty cell. */
export const isFixed = ({ givens }: Pick<PuzzleDocument, "givens">, fog: Fog, cell: number): boolean =>
  !!givens[cell] && !fog?.has(cell);

/** The visible digits: givens outside the fog, and the player's digits elsewhere. */
export const digitsInSight = (puzzle: PuzzleDocument, written: readonly number[], fog: Fog): number[] =>
  written.map((digit, cell) => (isFixed(puzzle, fog, cell) ? puzzle.givens[cell] ?? 0 : digit));

const seen = new WeakMap<ReadonlySet<number>, PuzzleDocument>();

/**
 * The visible part of a puzzle, as a puzzle: givens, candidates and rules of clear cells, and the
 * visible parts of constraints, if such a part is a rule by itself. Of other constraints, only the
 * name remains. Without fog, the result is the puzzle itself.
 */
export function inSight(puzzle: PuzzleDocument, fog: Fog): PuzzleDocument {
  if (!fog || !puzzle.fog) return puzzle;
  let found = seen.get(fog);
  if (!found) seen.set(fog, (found = partOf(puzzle, puzzle.fog, fog)));
  return found;
}

function partOf(puzzle: PuzzleDocument, about: FogDocument, fog: ReadonlySet<number>): PuzzleDocument {
  const isClear = (cell: number) => !fog.has(cell);
  // Without the cells, which include cells in the fog.
  const told = about.rules.filter(({ cells }) => !cells.length || cells.some(isClear)).map((rule) => ({ ...rule, cells: [] }));
  const rules = told.map(({ text }) => text).join(" ");
  return {
    ...puzzle,
    rules,
    told,
    givens: puzzle.givens.map((given, cell) => (isClear(cell) ? given : 0)),
    candidates: puzzle.candidates && puzzle.candidates.map((mask, cell) => (isClear(cell) ? mask : allOf(puzzle.order))),
    cages: puzzle.cages.filter(({ cells }) => cells.every(isClear)),
    constraints: [...cagesInPart(puzzle, about, isClear), ...constraintsInPart(puzzle, about, isClear)],
    picture: pictureInSight(puzzle.picture, isClear, rules),
  };
}

type IsClear = (cell: number) => boolean;

/** Partly visible cages, which have a name but no rule. */
function cagesInPart({ cages }: PuzzleDocument, about: FogDocument, isClear: IsClear): Constraint[] {
  return cages.flatMap(({ cells: all }, at) => {
    const [cells, { partly: text = "", name = "" } = {}] = [all.filter(isClear), about.cages[at]];
    return cells.length && cells.length < all.length ? [{ name, kind: "cage", text, cells, relations: [] }] : [];
  });
}

function constraintsInPart({ constraints }: PuzzleDocument, about: FogDocument, isClear: IsClear): Constraint[] {
  return constraints.flatMap((constraint, at) => {
    const own = about.constraints[at];
    if (!own || constraint.kind === "fog" || (own.drawn.length && !own.drawn.some(isClear))) return [];
    const relations = constraint.relations.filter((_, number) => own.needs[number]?.every(isClear));
    if (own.drawn.every(isClear)) return [{ ...constraint, relations }];
    const cells = constraint.cells.filter(isClear);
    return [{ kind: constraint.kind, name: own.name, text: own.partly, cells: cells.length ? cells : own.drawn.filter(isClear), relations }];
  });
}
