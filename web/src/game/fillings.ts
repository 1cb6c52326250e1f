// The candidates that occur in a way to fill a cage. The Python side is `pandoku.play.combinations`:
// the same search in the same order, because both stop after the same number of steps.

import type { Cage, PuzzleDocument } from "../model/puzzle";
import { digitsOf, hasMark, union, withMark } from "./masks";
import { peersOf, productOf, sumOf } from "./rules";

const MOST_STEPS = 10_000;

class OutOfSteps extends Error {}

interface Goal {
  op: string;
  target: number;
  size: number;
  /** How often a digit may occur. */
  most: number;
}

/**
 * For each cell of a cage with a target, the candidates that occur in a way to fill it; null if
 * there is no way, or if there are too many to try them all.
 */
export function fillings(puzzle: PuzzleDocument, cage: Cage, masks: readonly number[]): number[] | null {
  const candidates = digitsOf(masks.reduce(union, 0));
  const places = new Places(puzzle, cage, masks);
  const tried = new Set<string>();
  try {
    for (const goal of goalsOf(puzzle, cage)) {
      for (const digits of ascending(goal, candidates, [], places)) {
        const key = digits.join();
        if (!tried.has(key) && places.take(digits)) tried.add(key);
      }
    }
  } catch (error) {
    if (error instanceof OutOfSteps) return null;
    throw error;
  }
  return tried.size ? places.seen : null;
}

function goalsOf(puzzle: PuzzleDocument, { cells, op, target, repeats }: Cage): Goal[] {
  const peers = peersOf(puzzle);
  const differ = !repeats || cells.every((a, at) => cells.slice(at + 1).every((b) => peers[a]?.has(b)));
  const rows = new Set(cells.map((cell) => Math.floor(cell / puzzle.order)));
  const columns = new Set(cells.map((cell) => cell % puzzle.order));
  const most = differ ? 1 : Math.min(rows.size, columns.size);
  const ops = [...(op === "?" ? "+*-/" : op)];
  return ops.map((each) => ({ op: each, target: target ?? 0, size: cells.length, most }));
}

/** Where the digits of combinations go in a cage. */
class Places {
  readonly seen: number[];
  private readonly filling: number[];
  private readonly apart: number[][];
  private readonly order: number[];
  private left = MOST_STEPS;

  constructor(puzzle: PuzzleDocument, { cells, repeats }: Cage, private readonly masks: readonly number[]) {
    const places = masks.map((_, at) => at);
    const count = (at: number) => digitsOf(masks[at] ?? 0).length;
    const peers = peersOf(puzzle);
    const areApart = (a: number, b: number) => a !== b && (!repeats || !!peers[cells[a] ?? -1]?.has(cells[b] ?? -1));
    // Cells with few candidates come first: there, what cannot be filled shows soonest.
    this.order = places.slice().sort((a, b) => count(a) - count(b));
    this.apart = places.map((at) => places.filter((other) => areApart(at, other)));
    this.seen = masks.map(() => 0);
    this.filling = masks.map(() => 0);
  }

  step(): void {
    if (--this.left < 0) throw new OutOfSteps();
  }

  /** Whether digits fit into the cells; all their places are noted in `seen`. */
  take(digits: readonly number[]): boolean {
    const counts = new Map<number, number>();
    for (const digit of digits) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    if (!this.fit(this.order, counts)) return false;
    this.masks.forEach((mask, at) => {
      for (const [digit, count] of counts) {
        if (!hasMark(mask, digit) || hasMark(this.seen[at] ?? 0, digit)) continue;
        this.filling[at] = digit;
        this.fit(this.order.filter((cell) => cell !== at), new Map(counts).set(digit, count - 1));
        this.filling[at] = 0;
      }
    });
    return true;
  }

  /** Whether the digits fit into some cells beside `filling`; both are the same after the call. */
  private fit(cells: readonly number[], counts: Map<number, number>): boolean {
    const [at, ...others] = cells;
    if (at === undefined) {
      this.filling.forEach((digit, cell) => (this.seen[cell] = withMark(this.seen[cell] ?? 0, digit)));
      return true;
    }
    const taken = new Set(this.apart[at]?.map((other) => this.filling[other]));
    for (const [digit, left] of counts) {
      if (!left || taken.has(digit) || !hasMark(this.masks[at] ?? 0, digit)) continue;
      this.step();
      this.filling[at] = digit;
      counts.set(digit, left - 1);
      const isFilled = this.fit(others, counts);
      this.filling[at] = 0;
      counts.set(digit, left);
      if (isFilled) return true;
    }
    return false;
  }
}

/** All ways to continue ascending digits that give the goal. */
function* ascending(
  goal: Goal, candidates: readonly number[], start: readonly number[], steps: Places,
): Generator<readonly number[]> {
  const nLeft = goal.size - start.length;
  if (!nLeft) yield start;
  else {
    for (const [at, digit] of candidates.entries()) {
      steps.step();
      const digits = [...start, digit];
      const isUsedUp = digits.length >= goal.most && digits.slice(-goal.most).every((each) => each === digit);
      const rest = candidates.slice(at + (isUsedUp ? 1 : 0));
      const verdict = mayReach(goal, digits, rest, nLeft - 1);
      if (verdict > 0) return;
      if (!verdict) yield* ascending(goal, rest, digits, steps);
    }
  }
}

/**
 * Whether ascending digits and n more out of `rest` may give the goal: 0 if they may, -1 if only
 * with a larger last digit, 1 if not even then.
 */
function mayReach(goal: Goal, digits: readonly number[], rest: readonly number[], n: number): number {
  if (n > rest.length * goal.most) return 1;
  const places = Array.from({ length: n }, (_, at) => Math.floor(at / goal.most));
  const low = places.map((at) => rest[at] ?? 0);
  if (goal.op === "+" || goal.op === "*") {
    const combine = goal.op === "+" ? sumOf : productOf;
    const high = places.map((at) => rest[rest.length - 1 - at] ?? 0);
    const verdict = compared(combine([...digits, ...low]), goal.target, combine([...digits, ...high]));
    return verdict || (goal.op === "*" && goal.target % productOf(digits) ? -1 : 0);
  }
  if (goal.op === "=") return n ? 1 : compared(digits[0] ?? 0, goal.target, digits[0] ?? 0);
  return mayLack(goal, digits, rest, low);
}

/** The same for "-" and "/": the largest digit comes last, and is the target and all others together. */
function mayLack(goal: Goal, digits: readonly number[], rest: readonly number[], low: readonly number[]): number {
  const isOpen = low.length > 0;
  const largest = (isOpen ? rest[rest.length - 1] : digits[digits.length - 1]) ?? 0;
  const others = isOpen ? [...digits, ...low.slice(0, -1)] : digits.slice(0, -1);
  let least = goal.target + sumOf(others);
  if (goal.op === "/") least = goal.target > 0 ? goal.target * productOf(others) : largest + 1;
  if (isOpen) return least > largest ? 1 : 0;
  return least === largest ? 0 : -1;
}

/** 0 if a target is between two numbers, 1 if it is below, -1 if it is above. */
const compared = (least: number, target: number, most: number): number =>
  least > target ? 1 : most < target ? -1 : 0;
