// Boards between steps: the picture of the puzzle with the digits placed so far.

import type { ExplainAnswer, StepAnswer } from "../../api/answers";
import type { Picture, Text } from "../../model/picture";
import type { PuzzleDocument } from "../../model/puzzle";
import type { View } from "./views";

const BASE = 36;

/** The digits before the first step. */
export function startDigits(answer: ExplainAnswer): readonly number[] {
  return answer.board.digits;
}

/** The digits after some steps. */
export function digitsAfter(answer: ExplainAnswer, steps: readonly StepAnswer[]): number[] {
  const digits = [...startDigits(answer)];
  for (const step of steps) for (const [cell, digit] of step.placements) digits[cell] = digit;
  return digits;
}

/**
 * The picture of a view that is not a step: the puzzle, the board after routine steps, or the end.
 */
export function boardAfter(answer: ExplainAnswer, view: View): Picture {
  const last = view.kind === "end" ? answer.steps.length : (view.steps.at(-1)?.number ?? 0);
  const digits = digitsAfter(answer, answer.steps.slice(0, last));
  const fresh = view.steps.flatMap((step) => step.placements.map(([cell]) => cell));
  return drawn(answer.puzzle, digits, fresh);
}

/** A puzzle with additional digits, some of them highlighted. */
export function drawn(puzzle: PuzzleDocument, digits: readonly number[], fresh: readonly number[] = []): Picture {
  const { order, picture, givens, cages } = puzzle;
  const middle = cages.length ? 0.57 : 0.5; // lower with cages, because of their clues
  const texts = digits.flatMap((digit, cell): Text[] => {
    if (!digit || givens[cell]) return [];
    return [[(cell % order) + 0.5, Math.floor(cell / order) + middle, `${digit}`, "digit", "", false]];
  });
  return {
    ...picture,
    fills: [...picture.fills, ...fresh.map((cell): Picture["fills"][number] => [cell % order, Math.floor(cell / order), 1, 1, "highlight"])],
    texts: [...picture.texts, ...texts],
    description: rowsOf(order, digits),
  };
}

/** The digits row by row, for screen readers. */
function rowsOf(order: number, digits: readonly number[]): string {
  const rows = Array.from({ length: order }, (_, row) => digits.slice(row * order, (row + 1) * order));
  return rows.map((row, at) => `Row ${at + 1}: ${row.map((digit) => digit || "empty").join(" ")}.`).join(" ");
}

/**
 * Digits as a text for an address, with a character for each cell: 0 if it is empty, letters for 10
 * to 35.
 */
export function codeOf(digits: readonly number[]): string {
  return digits.map((digit) => digit.toString(BASE)).join("");
}

/** The digits in a text that `codeOf` made. */
export function digitsIn(code: string): number[] {
  return [...code].map((each) => Number.parseInt(each, BASE) || 0);
}
