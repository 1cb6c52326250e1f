// A position: the digits and the marks on the grid at one moment of a game. Immutable; what an edit
// does not change is shared. The Python side is `pandoku.play.position`.

import type { PuzzleDocument } from "../model/puzzle";
import type { Edit, Layer } from "./edits";
import { hasMark, withMark, withoutMark } from "./masks";

/** A digit hides the marks of its cell: they stay here, and show again when the digit goes. */
export interface Position {
  /** The digit of every cell, given or placed, row by row; 0 for empty. */
  readonly digits: readonly number[];
  /** Marks as masks, see masks.ts. */
  readonly corner: readonly number[];
  readonly centre: readonly number[];
  readonly colours: readonly number[];
}

/** The part of a position that a layer writes. */
export const PARTS = {
  digit: "digits", corner: "corner", centre: "centre", colour: "colours",
} as const satisfies Record<Layer, keyof Position>;

/** The position before the first move. */
export function startOf(puzzle: PuzzleDocument): Position {
  const none = puzzle.givens.map(() => 0);
  return { digits: puzzle.givens, corner: none, centre: none, colours: none };
}

/** Whether a cell has this digit, mark or colour, shown or hidden; 0 asks whether it has any. */
export function has(position: Position, layer: Layer, number: number, cell: number): boolean {
  const value = position[PARTS[layer]][cell] ?? 0;
  if (!number) return value > 0;
  return layer === "digit" ? value === number : hasMark(value, number);
}

/** The position after an edit, which must suit the puzzle. */
export function after(position: Position, { layer, number, cells }: Edit): Position {
  const part = PARTS[layer];
  const values = position[part].slice();
  for (const cell of cells) {
    const value = values[cell] ?? 0;
    if (layer === "digit" || !number) values[cell] = number;
    else values[cell] = number > 0 ? withMark(value, number) : withoutMark(value, -number);
  }
  return { ...position, [part]: values };
}

export const isSame = (a: Position, b: Position): boolean =>
  Object.values(PARTS).every((part) => a[part] === b[part] || a[part].every((value, cell) => value === b[part][cell]));
