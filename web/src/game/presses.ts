// The edits of a press at a position. Edits that change nothing are left out, so a press without effect has
// no edits. The puzzle is its visible part. The Python side is `pandoku.play.presses`.

import type { PuzzleDocument } from "../model/puzzle";
import { candidatesLeft } from "./candidates";
import { type Edit, isBehindDigits, type Layer } from "./edits";
import { hasMark } from "./masks";
import type { Position } from "./position";
import { has } from "./position";
import { sightOf } from "./rules";

type Cells = readonly number[];

type Pairs = readonly (readonly [cell: number, digit: number])[];

/** The marks that a hint for a beginner writes, and those that it removes. */
export interface Notes {
  corner: Pairs;
  center: Pairs;
  gone: Pairs;
}

const ERASED: readonly Layer[] = ["digit", "center", "corner", "letter", "color"];

/** Set a number in all cells. If all cells have it, remove it. */
export function entered(
  puzzle: PuzzleDocument, position: Position, layer: Layer, number: number, cells: Cells, tidy: boolean,
): Edit[] {
  const able = cells.filter((cell) => canTake(puzzle, position, layer, cell));
  if (!number) return cleared(position, layer, able);
  const lacking = able.filter((cell) => !has(position, layer, number, cell));
  if (layer === "digit") {
    return lacking.length ? placed(puzzle, position, number, lacking, tidy) : cleared(position, layer, able);
  }
  return lacking.length ? some(layer, number, lacking) : some(layer, -number, able);
}

/** Write a digit into cells without a given. 0 clears the cells. */
export function placed(
  puzzle: PuzzleDocument, position: Position, digit: number, cells: Cells, tidy: boolean,
): Edit[] {
  const changed = cells.filter((cell) => position.digits[cell] !== digit);
  const sight = sightOf(puzzle);
  const isSeen = (cell: number) => tidy && digit > 0 && !puzzle.givens[cell] && changed.some((each) => sight[cell]?.has(each));
  const seen = [...sight.keys()].filter(isSeen);
  const having = (layer: Layer) => seen.filter((cell) => has(position, layer, digit, cell));
  return [
    ...some("digit", digit, changed),
    ...some("corner", -digit, having("corner")),
    ...some("center", -digit, having("center")),
  ];
}

/** Clear the layer, or the first other layer that is not empty. */
export function erased(puzzle: PuzzleDocument, position: Position, layer: Layer, cells: Cells): Edit[] {
  for (const each of [layer, ...ERASED]) {
    const able = cells.filter((cell) => canTake(puzzle, position, each, cell));
    const edits = cleared(position, each, able);
    if (edits.length) return edits;
  }
  return [];
}

/** Set the center marks of empty cells to their candidates. */
export function filled(puzzle: PuzzleDocument, position: Position, cells: Cells): Edit[] {
  const left = candidatesLeft(puzzle, position.digits);
  const empty = cells.filter((cell) => !position.digits[cell]);
  const edits: Edit[] = [];
  for (let digit = 1; digit <= puzzle.order; digit++) {
    const isLeft = (cell: number) => hasMark(left[cell] ?? 0, digit);
    const isNoted = (cell: number) => hasMark(position.center[cell] ?? 0, digit);
    edits.push(...some("center", digit, empty.filter((cell) => isLeft(cell) && !isNoted(cell))));
    edits.push(...some("center", -digit, empty.filter((cell) => isNoted(cell) && !isLeft(cell))));
  }
  return edits;
}

/** Write the notes of a hint for a beginner, and remove the marks that go. */
export function written({ corner, center }: Position, notes: Notes): Edit[] {
  const digits = [...notes.corner, ...notes.center, ...notes.gone].map(([, digit]) => digit);
  const either = corner.map((mask, cell) => mask | (center[cell] ?? 0));
  return [...new Set(digits)].sort((a, b) => a - b).flatMap((digit) => {
    const cells = (pairs: Pairs, marks: readonly number[], isThere: boolean) =>
      pairs.filter(([cell, each]) => each === digit && hasMark(marks[cell] ?? 0, digit) === isThere).map(([cell]) => cell).sort((a, b) => a - b);
    return [
      ...some("corner", digit, cells(notes.corner, either, false)),
      ...some("center", digit, cells(notes.center, center, false)),
      ...some("corner", -digit, cells(notes.gone, corner, true)),
      ...some("center", -digit, cells(notes.gone, center, true)),
    ];
  });
}

/** Fill in the digits of the solution, as far as it is known. */
export function revealed(position: Position, solution: readonly number[]): Edit[] {
  const wrong = solution.map((_, cell) => cell).filter((cell) => solution[cell] && position.digits[cell] !== solution[cell]);
  const digits = [...new Set(wrong.map((cell) => solution[cell] ?? 0))].sort((a, b) => a - b);
  return digits.flatMap((digit) => some("digit", digit, wrong.filter((cell) => solution[cell] === digit)));
}

/** A list with an edit of cells. Without cells, the list is empty. */
export const some = (layer: Layer, number: number, cells: Cells): Edit[] =>
  cells.length ? [{ layer, number, cells }] : [];

const cleared = (position: Position, layer: Layer, cells: Cells): Edit[] =>
  some(layer, 0, cells.filter((cell) => has(position, layer, 0, cell)));

/** Whether a press in a layer affects a cell. Marks are hidden under a digit. */
function canTake(puzzle: PuzzleDocument, position: Position, layer: Layer, cell: number): boolean {
  if (isBehindDigits(layer)) return true;
  return !(layer === "digit" ? puzzle.givens[cell] : position.digits[cell]);
}
