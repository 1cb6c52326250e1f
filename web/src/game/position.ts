// A position: the digits and marks on the grid at one moment of a game. It is immutable and shares
// unchanged parts with other positions. The Python side is `pandoku.play.position`.

import type { PuzzleDocument } from "../model/puzzle";
import type { Edit, Layer } from "./edits";
import { hasMark, withMark, withoutMark } from "./masks";
import { digitsInSight, type Fog, fogOver } from "./veil";

/**
 * A digit hides the marks of its cell, which reappear when the digit is removed. If a given comes out of the fog,
 * it hides the player's digit, which reappears if the fog comes back.
 */
export interface Position {
  /** The visible digits (given or placed), row by row, with 0 for an empty cell. */
  readonly digits: readonly number[];
  /** Marks as masks (see masks.ts). */
  readonly corner: readonly number[];
  readonly center: readonly number[];
  readonly colors: readonly number[];
  readonly letters: readonly number[];
  /** Pieces of lines (see pen.ts). */
  readonly pen: readonly number[];
  /** The player's digit in each cell, including cells with a given. Only used in fog. */
  readonly written?: readonly number[];
  /** The cells in fog, which follow from `written`. */
  readonly fog?: Fog;
}

/** The part of a position for each layer. */
export const PARTS = {
  digit: "digits", corner: "corner", center: "center", color: "colors", letter: "letters", pen: "pen",
} as const satisfies Record<Layer, keyof Position>;

/** The position before the first move. */
export function startOf(puzzle: PuzzleDocument): Position {
  const none = puzzle.givens.map(() => 0);
  const marks = { corner: none, center: none, colors: none, letters: none, pen: none };
  const fog = fogOver(puzzle, none);
  return fog ? { digits: digitsInSight(puzzle, none, fog), ...marks, written: none, fog } : { digits: puzzle.givens, ...marks };
}

/** Whether a cell has a digit, mark or color, visible or hidden. 0 means any number. */
export function has(position: Position, layer: Layer, number: number, cell: number): boolean {
  const value = position[PARTS[layer]][cell] ?? 0;
  if (!number) return value > 0;
  return layer === "digit" ? value === number : hasMark(value, number);
}

/** A mutable position. Each part is copied before it is written for the first time. */
export class Draft {
  readonly #own = new Set<Layer>();

  /** `position` is the current position. It changes in place until `keep` is called. */
  constructor(private readonly puzzle: PuzzleDocument, public position: Position) {}

  /** Make edits, which must fit the puzzle. Returns the values that each edit overwrites. */
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

  /** Undo edits that overwrote the given values. */
  unmake(edits: readonly Edit[], overwritten: readonly (readonly number[])[]): void {
    for (let at = edits.length - 1; at >= 0; at--) {
      const { layer, cells } = edits[at] as Edit;
      const values = this.#part(layer);
      cells.forEach((cell, each) => (values[cell] = overwritten[at]?.[each] ?? 0));
    }
    this.#look(edits);
  }

  /** Return the current position. It will not change any more. */
  keep(): Position {
    this.#own.clear();
    return this.position;
  }

  /** Go to a position returned by `keep`. */
  go(position: Position): void {
    this.#own.clear();
    this.position = position;
  }

  /** Update the visible part after edits of digits, which lift the fog or bring it back. */
  #look(edits: readonly Edit[]): void {
    const { written, fog } = this.position;
    if (!written || !fog || !edits.some(({ layer }) => layer === "digit")) return;
    const left = fogOver(this.puzzle, written);
    // An unchanged set stays the same object, so that nothing is drawn again.
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
