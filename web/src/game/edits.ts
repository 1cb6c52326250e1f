// An edit: a change to cells in one layer of the player's position. Edits have a text form. The
// Python side is `pandoku.play.edits`.

import type { PuzzleDocument } from "../model/puzzle";
import { nameOf } from "../model/puzzle";
import { type Fog, isFixed } from "./veil";

export const LAYERS = ["digit", "corner", "center", "color", "letter", "pen"] as const;
export type Layer = (typeof LAYERS)[number];
export const N_COLORS = 9;
export const N_LETTERS = 26;
/** The pieces of lines that a cell has: eight in each of six colors (see pen.ts). */
export const N_PIECES = 48;

/** `number` > 0 writes the digit or adds the mark, color or line, < 0 removes it, 0 clears the layer. */
export interface Edit {
  readonly layer: Layer;
  readonly number: number;
  /** At least one cell, in ascending order. */
  readonly cells: readonly number[];
}

const TEXT = /^ *([a-z]+) +([+-]?)(\d{1,3})((?: +r\d+c\d+)+) *$/;

const GREATEST: Partial<Record<Layer, number>> = { color: N_COLORS, letter: N_LETTERS, pen: N_PIECES };

/** The greatest number of a layer: the order, or the number of colors, letters or pieces of lines. */
export const greatest = (order: number, layer: Layer): number => GREATEST[layer] ?? order;

/** Whether a layer is also for cells with a digit. */
export const isBehindDigits = (layer: Layer): boolean => layer === "color" || layer === "pen";

/** An edit as text: "corner +7 r1c1 r2c1". */
export function editText(order: number, { layer, number, cells }: Edit): string {
  const sign = number > 0 && layer !== "digit" ? "+" : "";
  return `${layer} ${sign}${number} ${cells.map((cell) => nameOf(order, cell)).join(" ")}`;
}

/** The edit in a text. The edit need not fit a puzzle, and its cells may be in any order. */
export function parseEdit(order: number, text: string): Edit | null {
  const [, layer, sign, number, names = ""] = TEXT.exec(text) ?? [];
  if (!names || (layer === "digit" && sign)) return null;
  const known = cellsByName(order);
  const cells = names.trim().split(/ +/).map((name) => known.get(name) ?? -1);
  const signed = Number(number) * (sign === "-" ? -1 : 1);
  return { layer: layer as Layer, number: signed || 0, cells: ascending(cells) };
}

/** Remove duplicates, and sort the numbers. */
export const ascending = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b);

const byName = new Map<number, ReadonlyMap<string, number>>();

/** The cells of a grid by name, cached because reading a long game needs many of them. */
function cellsByName(order: number): ReadonlyMap<string, number> {
  const known = byName.get(order) ?? new Map(Array.from({ length: order ** 2 }, (_, cell) => [nameOf(order, cell), cell]));
  byName.set(order, known);
  return known;
}

/** Whether an edit is possible in a puzzle with the current fog. Visible givens cannot change. */
export function isEdit(puzzle: PuzzleDocument, fog: Fog, { layer, number, cells }: Edit): boolean {
  const { order, givens } = puzzle;
  const most = greatest(order, layer);
  return (
    LAYERS.includes(layer) && Number.isInteger(number) && number <= most && number >= (layer === "digit" ? 0 : -most) &&
    cells.length > 0 &&
    cells.every((cell, at) => {
      const isNext = cell > (cells[at - 1] ?? -1) && givens[cell] !== undefined;
      return isNext && (isBehindDigits(layer) || !isFixed(puzzle, fog, cell));
    })
  );
}
