// An answer to an exercise: a board where the learner writes digits or removes candidates, and
// its picture. The server decides whether it is right.

import type { BoardAnswer } from "../../api/answers";
import { digitsOf, hasMark, without, withMark, withoutMark } from "../../game/masks";
import type { Picture, Text } from "../../model/picture";

type Pairs = [cell: number, digit: number][];

/** Whether a digit is written in a cell (if `places`), or removed from the cell. */
export function isDone(now: BoardAnswer, places: boolean, cell: number, digit: number): boolean {
  return places ? now.digits[cell] === digit : !hasMark(now.candidates[cell] ?? 0, digit);
}

/** Write or remove a digit in cells. If this is already done in all cells, undo it. */
export function pressed(now: BoardAnswer, places: boolean, cells: readonly number[], digit: number): BoardAnswer {
  const isBack = cells.every((cell) => isDone(now, places, cell, digit));
  const change = (value: number) => (places ? (isBack ? 0 : digit) : (isBack ? withMark : withoutMark)(value, digit));
  const changed = (values: readonly number[]) => values.map((value, cell) => (cells.includes(cell) ? change(value) : value));
  return places ? { ...now, digits: changed(now.digits) } : { ...now, candidates: changed(now.candidates) };
}

/** The changes of a board, in the form in which the server judges them. */
export function changesOf(start: BoardAnswer, now: BoardAnswer): { placements: Pairs; eliminations: Pairs } {
  const placements = now.digits.flatMap((digit, cell): Pairs => (digit === start.digits[cell] ? [] : [[cell, digit]]));
  const eliminations = start.candidates.flatMap((mask, cell): Pairs =>
    digitsOf(without(mask, now.candidates[cell] ?? 0)).map((digit) => [cell, digit]),
  );
  return { placements, eliminations };
}

/** The picture, with the removed candidates struck through. */
export function shown(picture: Picture, now: BoardAnswer): Picture {
  const texts = picture.texts.map((text): Text => {
    const [x, y, digit, role, style] = text;
    const cell = Math.floor(y) * picture.order + Math.floor(x);
    const isGone = role === "candidate" && isDone(now, false, cell, Number(digit));
    return isGone ? [x, y, digit, role, style, true] : text;
  });
  return { ...picture, texts };
}
