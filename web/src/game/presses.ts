// The edits that a press of the player makes at a position: only those that change something, so a
// press without effect has none. The puzzle is what can be seen of it. The Python side is `pandoku.play.presses`.

import type { PuzzleDocument } from "../model/puzzle";
import { candidatesLeft } from "./candidates";
import type { Edit, Layer } from "./edits";
import { hasMark } from "./masks";
import type { Position } from "./position";
import { has } from "./position";
import { sightOf } from "./rules";

type Cells = readonly number[];

const ERASED: readonly Layer[] = ["digit", "center", "corner", "color"];

/** A number is set in all cells, or removed if all of them have it. */
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

/** A digit is written into cells without a given; 0 clears them. */
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

/** The layer is cleared, or the first other one that shows anything. */
export function erased(puzzle: PuzzleDocument, position: Position, layer: Layer, cells: Cells): Edit[] {
  for (const each of [layer, ...ERASED]) {
    const able = cells.filter((cell) => canTake(puzzle, position, each, cell));
    const edits = cleared(position, each, able);
    if (edits.length) return edits;
  }
  return [];
}

/** The center marks of the empty cells become their candidates. */
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

/** The digits become those of the solution, where it has any. */
export function revealed(position: Position, solution: readonly number[]): Edit[] {
  const wrong = solution.map((_, cell) => cell).filter((cell) => solution[cell] && position.digits[cell] !== solution[cell]);
  const digits = [...new Set(wrong.map((cell) => solution[cell] ?? 0))].sort((a, b) => a - b);
  return digits.flatMap((digit) => some("digit", digit, wrong.filter((cell) => solution[cell] === digit)));
}

/** The edit of cells, if there are any. */
export const some = (layer: Layer, number: number, cells: Cells): Edit[] =>
  cells.length ? [{ layer, number, cells }] : [];

const cleared = (position: Position, layer: Layer, cells: Cells): Edit[] =>
  some(layer, 0, cells.filter((cell) => has(position, layer, 0, cell)));

/** Whether a press in a layer concerns a cell: marks do not show under a digit. */
function canTake(puzzle: PuzzleDocument, position: Position, layer: Layer, cell: number): boolean {
  if (layer === "color") return true;
  return !(layer === "digit" ? puzzle.givens[cell] : position.digits[cell]);
}
