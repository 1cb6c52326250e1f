// An edit: one change to some cells in one layer of the player's position, with a text form.
// The Python side is `pandoku.play.edits`.

import type { PuzzleDocument } from "../model/puzzle";
import { nameOf } from "../model/puzzle";
import { GameError, shown } from "./errors";

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

export const isLayer = (word: string): word is Layer => LAYERS.includes(word as Layer);

/** The greatest number that a layer can hold: the order, or the number of colours. */
export const greatest = (order: number, layer: Layer): number =>
  layer === "colour" ? N_COLOURS : order;

/** An edit as text: "corner +7 r1c1 r2c1". */
export function editText(order: number, { layer, number, cells }: Edit): string {
  const sign = number > 0 && layer !== "digit" ? "+" : "";
  return `${layer} ${sign}${number} ${cells.map((cell) => nameOf(order, cell)).join(" ")}`;
}

/** The edit of a text; the cells may come in any order. The column of an error counts from 1. */
export function parseEdit(order: number, text: string): Edit {
  const words = [...text.matchAll(/[^ ]+/g)];
  const layer = words[0]?.[0] ?? "";
  if (!isLayer(layer)) return refuse(text, words[0], `a layer (${LAYERS.join(", ")})`);
  const word = words[1]?.[0] ?? "";
  const number = /^[+-]?[0-9]{1,3}$/.test(word) ? Number(word) : NaN;
  const hasSign = /^[+-]/.test(word);
  if (!(Math.abs(number) <= greatest(order, layer)) || (layer === "digit" && hasSign)) {
    return refuse(text, words[1], numbersOf(order, layer));
  }
  const cells = new Set<number>();
  for (const each of words.slice(2)) {
    const cell = cellNamed(order, each[0]);
    if (cell < 0) refuse(text, each, `a cell r1c1..r${order}c${order}`);
    cells.add(cell);
  }
  if (!cells.size) refuse(text, undefined, `a cell r1c1..r${order}c${order}`);
  return { layer, number: number || 0, cells: [...cells].sort((a, b) => a - b) };
}

/** The cell of a name such as "r1c1", or -1. */
function cellNamed(order: number, name: string): number {
  const [, row, column] = /^r([1-9][0-9]?)c([1-9][0-9]?)$/.exec(name) ?? [];
  const [r, c] = [Number(row), Number(column)];
  return r <= order && c <= order ? (r - 1) * order + c - 1 : -1;
}

/** Refuse an edit that cannot be made on a puzzle. */
export function checkEdit(puzzle: PuzzleDocument, { layer, number, cells }: Edit): void {
  checkLayer(layer);
  const most = greatest(puzzle.order, layer);
  if (!Number.isInteger(number) || number > most || number < (layer === "digit" ? 0 : -most)) {
    throw new GameError(`expected ${numbersOf(puzzle.order, layer)}, found ${number}`);
  }
  checkCells(puzzle, cells);
  let last = -1;
  for (const cell of cells) {
    if (cell <= last) throw new GameError(`expected cells in ascending order, found ${cell} after ${last}`);
    last = cell;
  }
  if (!cells.length) throw new GameError("expected at least one cell, found none");
  if (layer !== "colour") requireEditable(puzzle, cells);
}

export function checkLayer(layer: Layer): void {
  if (!isLayer(layer)) throw new GameError(`expected a layer out of ${LAYERS.join(", ")}, found '${layer}'`);
}

export function checkCells(puzzle: PuzzleDocument, cells: readonly number[]): void {
  for (const cell of cells) {
    if (puzzle.givens[cell] === undefined) {
      throw new GameError(`expected a cell 0..${puzzle.givens.length - 1}, found ${cell}`);
    }
  }
}

/** Refuse cells with a given. */
export function requireEditable(puzzle: PuzzleDocument, cells: readonly number[]): void {
  for (const cell of cells) {
    const given = puzzle.givens[cell];
    if (given) {
      const name = nameOf(puzzle.order, cell);
      throw new GameError(`${name}: expected a cell without a given, found the given ${given}`);
    }
  }
}

function numbersOf(order: number, layer: Layer): string {
  const most = greatest(order, layer);
  if (layer === "digit") return `a digit 1..${most}, or 0 to clear`;
  const what = layer === "colour" ? "a colour" : `a ${layer} mark`;
  return `${what} +1..+${most}, -1..-${most} to remove it, or 0 to clear`;
}

function refuse(text: string, word: RegExpExecArray | undefined, expected: string): never {
  const found = word ? shown(word[0]) : "the end";
  throw new GameError(`expected ${expected}, found ${found}`, 0, (word?.index ?? text.length) + 1);
}
