// An answer to an exercise: what the learner has written or removed so far, and how it looks on the
// board. Nothing here knows what is right; the server judges.

import type { BoardAnswer } from "../../api/answers";
import { digitsOf, withoutMark } from "../../game/masks";
import type { Position } from "../../game/position";
import type { Picture, Text } from "../../model/picture";

export interface Given {
  /** Digits written, by cell. */
  placed: ReadonlyMap<number, number>;
  /** Candidates removed, as "cell,digit". */
  gone: ReadonlySet<string>;
}

export const NOTHING: Given = { placed: new Map(), gone: new Set() };

/** Write a digit, or take it back if it stands there already. */
export function written(given: Given, cells: readonly number[], digit: number): Given {
  const placed = new Map(given.placed);
  const isThere = cells.every((cell) => placed.get(cell) === digit);
  for (const cell of cells) {
    if (isThere) placed.delete(cell);
    else placed.set(cell, digit);
  }
  return { ...given, placed };
}

/** Remove a candidate of cells, or put it back if it is gone from all of them. */
export function removed(given: Given, cells: readonly number[], digit: number): Given {
  const gone = new Set(given.gone);
  const keys = cells.map((cell) => `${cell},${digit}`);
  const isGone = keys.every((key) => gone.has(key));
  for (const key of keys) {
    if (isGone) gone.delete(key);
    else gone.add(key);
  }
  return { ...given, gone };
}

/** What the server judges: pairs of a cell and a digit. */
export function pairsOf(given: Given): { placements: [number, number][]; eliminations: [number, number][] } {
  const eliminations = [...given.gone].map((key) => key.split(",").map(Number) as [number, number]);
  return { placements: [...given.placed], eliminations };
}

/** The player's position: what screen readers are told of each cell. */
export function positionOf(board: BoardAnswer, given: Given): Position {
  const none = board.digits.map(() => 0);
  const centre = board.candidates.map((mask, cell) => {
    if (board.digits[cell]) return 0;
    return digitsOf(mask).reduce((left, digit) => (given.gone.has(`${cell},${digit}`) ? withoutMark(left, digit) : left), mask);
  });
  const digits = board.digits.map((digit, cell) => given.placed.get(cell) ?? digit);
  return { digits, corner: none, centre, colours: none };
}

/** The picture with the removed candidates struck. */
export function shown(picture: Picture, given: Given): Picture {
  const texts = picture.texts.map((text): Text => {
    const [x, y, digit, role, style] = text;
    const cell = Math.floor(y) * picture.order + Math.floor(x);
    const isGone = role === "candidate" && given.gone.has(`${cell},${digit}`);
    return isGone ? [x, y, digit, role, style, true] : text;
  });
  return { ...picture, texts };
}
