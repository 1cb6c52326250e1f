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
  readonly center: readonly number[];
  readonly colors: readonly number[];
}

/** The part of a position that a layer writes. */
export const PARTS = {
  digit: "digits", corner: "corner", center: "center", color: "colors",
} as const satisfies Record<Layer, keyof Position>;

/** The position before the first move. */
export function startOf(puzzle: PuzzleDocument): Position {
  const none = puzzle.givens.map(() => 0);
  return { digits: puzzle.givens, corner: none, center: none, colors: none };
}

/** Whether a cell has this digit, mark or color, shown or hidden; 0 asks whether it has any. */
export function has(position: Position, layer: Layer, number: number, cell: number): boolean {
  const value = position[PARTS[layer]][cell] ?? 0;
  if (!number) return value > 0;
  return layer === "digit" ? value === number : hasMark(value, number);
}

/** A position being changed: a part is copied before it is written for the first time. */
export class Draft {
  readonly #own = new Set<Layer>();

  /** `position` is the one now; it changes in place with what is written next, until it is kept. */
  constructor(public position: Position) {}

  /** Make edits, which must suit the puzzle; the values that each of them overwrites. */
  make(edits: readonly Edit[]): number[][] {
    return edits.map(({ layer, number, cells }) => {
      const values = this.#part(layer);
      const overwritten = cells.map((cell) => values[cell] ?? 0);
      cells.forEach((cell, at) => {
        const value = overwritten[at] ?? 0;
        if (layer === "digit" || !number) values[cell] = number;
        else values[cell] = number > 0 ? withMark(value, number) : withoutMark(value, -number);
      });
      return overwritten;
    });
  }

  /** Take edits back that overwrote these values. */
  unmake(edits: readonly Edit[], overwritten: readonly (readonly number[])[]): void {
    for (let at = edits.length - 1; at >= 0; at--) {
      const { layer, cells } = edits[at] as Edit;
      const values = this.#part(layer);
      cells.forEach((cell, each) => (values[cell] = overwritten[at]?.[each] ?? 0));
    }
  }

  /** The position now, which stays as it is. */
  keep(): Position {
    this.#own.clear();
    return this.position;
  }

  /** Go to a position that was kept. */
  go(position: Position): void {
    this.#own.clear();
    this.position = position;
  }

  #part(layer: Layer): number[] {
    const name = PARTS[layer];
    if (!this.#own.has(layer)) {
      this.#own.add(layer);
      this.position = { ...this.position, [name]: this.position[name].slice() };
    }
    return this.position[name] as number[];
  }
}

export const isSame = (a: Position, b: Position): boolean =>
  Object.values(PARTS).every((part) => a[part] === b[part] || a[part].every((value, cell) => value === b[part][cell]));
