// An edit: one change to some cells in one layer of the player's position, with a text form.
// The Python side is `pandoku.play.edits`.

import type { PuzzleDocument } from "../model/puzzle";
import { nameOf } from "../model/puzzle";

export const LAYERS = ["digit", "corner", "centre", "colour"] as const;
export type Layer = (typeof LAYERS)[number];
export const N_COLOURS = 9;

/** `number` > 0 writes the digit or adds the mark or colour, < 0 removes it, 0 clears the layer. */
export interface Edit {
  readonly layer: Layer;
  readonly number: number;
  /** Ascending, at least one. */
  readonly cells: readonly number[];
}

const TEXT = /^ *([a-z]+) +([+-]?)(\d{1,3})((?: +r[1-9]\d?c[1-9]\d?)+) *$/;

/** The greatest number that a layer can hold: the order, or the number of colours. */
export const greatest = (order: number, layer: Layer): number => (layer === "colour" ? N_COLOURS : order);

/** An edit as text: "corner +7 r1c1 r2c1". */
export function editText(order: number, { layer, number, cells }: Edit): string {
  const sign = number > 0 && layer !== "digit" ? "+" : "";
  return `${layer} ${sign}${number} ${cells.map((cell) => nameOf(order, cell)).join(" ")}`;
}

/** The edit of a text, which need not suit any puzzle; the cells may come in any order. */
export function parseEdit(order: number, text: string): Edit | null {
  const [, layer, sign, number, names = ""] = TEXT.exec(text) ?? [];
  if (!names || (layer === "digit" && sign)) return null;
  const cells = [...names.matchAll(/r(\d+)c(\d+)/g)].map(([, row, column]) =>
    Number(column) > order ? -1 : (Number(row) - 1) * order + Number(column) - 1,
  );
  const signed = Number(number) * (sign === "-" ? -1 : 1);
  return { layer: layer as Layer, number: signed || 0, cells: [...new Set(cells)].sort((a, b) => a - b) };
}

/** Whether an edit can be made on a puzzle. */
export function isEdit({ order, givens }: PuzzleDocument, { layer, number, cells }: Edit): boolean {
  const most = greatest(order, layer);
  return (
    LAYERS.includes(layer) && Number.isInteger(number) && number <= most && number >= (layer === "digit" ? 0 : -most) &&
    cells.length > 0 &&
    cells.every((cell, at) => cell > (cells[at - 1] ?? -1) && (layer === "colour" ? cell in givens : givens[cell] === 0))
  );
}
