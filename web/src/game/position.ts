// A position: the digits and the marks on the grid at one moment of a game. Immutable; what an edit
// does not change is shared. The Python side is `pandoku.play.position`.

import type { PuzzleDocument } from "../model/puzzle";
import type { Edit, Layer } from "./edits";
import { hasMark, withMark, withoutMark } from "./masks";
import { digitsInSight, type Fog, fogOver } from "./veil";

/**
 * A digit hides the marks of its cell: they stay here, and show again when the digit goes. Where a given comes out of the
 * fog it takes the place of what was written, which shows again if the fog comes back.
 */
export interface Position {
  /** The digit of every cell that can be seen, given or placed, row by row; 0 for empty. */
  readonly digits: readonly number[];
  /** Marks as masks, see masks.ts. */
  readonly corner: readonly number[];
  readonly center: readonly number[];
  readonly colors: readonly number[];
  /** What the player has written in each cell, also where a given is; only if there is fog. */
  readonly written?: readonly number[];
  /** The cells in fog, which follow from that. */
  readonly fog?: Fog;
}

/** The part of a position that a layer writes. */
export const PARTS = {
  digit: "digits", corner: "corner", center: "center", color: "colors",
} as const satisfies Record<Layer, keyof Position>;

/** The position before the first move. */
export function startOf(puzzle: PuzzleDocument): Position {
  const none = puzzle.givens.map(() => 0);
  const marks = { corner: none, center: none, colors: none };
  const fog = fogOver(puzzle, none);
  return fog ? { digits: digitsInSight(puzzle, none, fog), ...marks, written: none, fog } : { digits: puzzle.givens, ...marks };
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
  constructor(private readonly puzzle: PuzzleDocument, public position: Position) {}

  /** Make edits, which must suit the puzzle; the values that each of them overwrites. */
  make(edits: readonly Edit[]): number[][] {
    const made = edits.map(({ layer, number, cells }) => {
      const values = this.#part(layer);
      const overwritten = cells.map((cell) => values[cell] ?? 0);
      cells.forEach((cell, at) => {
        const value = overwritten[at] ?? 0;
        if (layer === "digit" || !number) values[cell] = number;
        else values[cell] = number > 0 ? withMark(value, number) : withoutMark(value, -number);
      });
      return overwritten;
    });
    this.#look(edits);
    return made;
  }

  /** Take edits back that overwrote these values. */
  unmake(edits: readonly Edit[], overwritten: readonly (readonly number[])[]): void {
    for (let at = edits.length - 1; at >= 0; at--) {
      const { layer, cells } = edits[at] as Edit;
      const values = this.#part(layer);
      cells.forEach((cell, each) => (values[cell] = overwritten[at]?.[each] ?? 0));
    }
    this.#look(edits);
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

  /** What can be seen after edits of digits, which lift the fog or bring it back. */
  #look(edits: readonly Edit[]): void {
    const { written, fog } = this.position;
    if (!written || !fog || !edits.some(({ layer }) => layer === "digit")) return;
    const left = fogOver(this.puzzle, written);
    // What stays the same is the same value, so that nothing is drawn again for it.
    const now = left?.size === fog.size && [...fog].every((cell) => left.has(cell)) ? fog : left;
    this.position = { ...this.position, digits: digitsInSight(this.puzzle, written, now), fog: now };
  }

  #part(layer: Layer): number[] {
    const name = layer === "digit" && this.position.written ? "written" : PARTS[layer];
    if (!this.#own.has(layer)) {
      this.#own.add(layer);
      this.position = { ...this.position, [name]: this.position[name]?.slice() };
    }
    return this.position[name] as number[];
  }
}

export const isSame = (a: Position, b: Position): boolean =>
  ([...Object.values(PARTS), "written"] as const).every((part) => a[part] === b[part] || a[part]?.every((value, cell) => value === b[part]?.[cell]));
