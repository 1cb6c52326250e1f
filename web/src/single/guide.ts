// The guide of a puzzle: it finds the next step of the stored path for the player's position. It contains
// no techniques. The requirements, changes and texts of steps come from `pandoku.web.guide`.

import { digitsOf, hasMark } from "../game/masks";
import type { Position } from "../game/position";
import { sightOf } from "../game/rules";
import { fogOver, inSight } from "../game/veil";
import type { PuzzleDocument } from "../model/puzzle";
import type { Candidate, GuideData, StepData } from "./data";

const NEVER = -2;
const AT_START = -1;

export interface NextStep {
  number: number;
  step: StepData;
  /** The cells of the step's pattern that the player has filled since the step became possible. */
  filled: number[];
}

export class Guide {
  /** The number of the step that removes a candidate, AT_START or NEVER. */
  private readonly cause: Int32Array;
  /** The number of the step that fills a cell. */
  private readonly filler = new Map<number, number>();
  private readonly order: number;

  constructor(private readonly puzzle: PuzzleDocument, readonly data: GuideData) {
    this.order = puzzle.order;
    this.cause = this.atStart();
    data.steps.forEach((step, number) => {
      for (const candidate of step.removes) this.remove(candidate, number);
      for (const candidate of step.places) {
        const cell = this.cellOf(candidate);
        this.filler.set(cell, number);
        this.placed(cell, this.digitOf(candidate), (gone) => this.remove(gone, number));
      }
    });
  }

  /**
   * The step to show next: a step that places a digit. If no such step is possible, the first step
   * that is needed.
   */
  next(position: Position, told: ReadonlySet<number>): NextStep | null {
    const gone = this.goneFor(position, told);
    const ready = [...this.needed(position.digits, gone)]
      .sort((a, b) => a - b)
      .filter((number) => this.isInSight(number, position) && this.rests(number).every((candidate) => gone[candidate]))
      .map((number) => this.found(number, position.digits));
    const fresh = ready.filter(({ filled }) => !filled.length);
    return fresh.find(({ step }) => step.places.length) ?? fresh[0] ?? ready[0] ?? null;
  }

  /** Whether a step that is needed uses cells in fog. */
  hasHidden(position: Position, told: ReadonlySet<number>): boolean {
    return [...this.needed(position.digits, this.goneFor(position, told))].some((number) => !this.isInSight(number, position));
  }

  pairOf(candidate: Candidate): [cell: number, digit: number] {
    return [this.cellOf(candidate), this.digitOf(candidate)];
  }

  // -------------------------------------------------------------- private

  private cellOf(candidate: Candidate): number {
    return Math.floor(candidate / this.order);
  }

  private digitOf(candidate: Candidate): number {
    return (candidate % this.order) + 1;
  }

  private remove(candidate: Candidate, number: number): void {
    if (this.cause[candidate] === NEVER) this.cause[candidate] = number;
  }

  /** Call a function for each candidate that a digit in a cell excludes. */
  private placed(cell: number, digit: number, each: (candidate: Candidate) => void, puzzle = this.puzzle): void {
    for (let other = 1; other <= this.order; other++) if (other !== digit) each(cell * this.order + other - 1);
    for (const peer of sightOf(puzzle)[cell] ?? []) each(peer * this.order + digit - 1);
  }

  private atStart(): Int32Array {
    // Givens in fog do not exclude anything yet.
    const seen = inSight(this.puzzle, fogOver(this.puzzle, this.puzzle.givens.map(() => 0)));
    const { givens, candidates } = seen;
    const cause = new Int32Array(givens.length * this.order).fill(NEVER);
    const leave = (candidate: Candidate) => (cause[candidate] = AT_START);
    givens.forEach((given, cell) => {
      const digit = given || (this.data.digits?.[cell] ?? 0);
      if (digit) this.placed(cell, digit, leave, seen);
      const mask = candidates?.[cell];
      for (let d = 1; mask !== undefined && d <= this.order; d++) if (!hasMark(mask, d)) leave(cell * this.order + d - 1);
    });
    this.data.gone.forEach(leave);
    return cause;
  }

  /** The candidates that are gone for the player: through digits, center marks, or revealed steps. */
  private goneFor({ digits, center, fog }: Position, told: ReadonlySet<number>): Uint8Array {
    const seen = inSight(this.puzzle, fog);
    const gone = Uint8Array.from(this.cause, (number) => Number(number === AT_START));
    digits.forEach((digit, cell) => {
      if (digit) this.placed(cell, digit, (candidate) => (gone[candidate] = 1), seen);
      else if (center[cell]) this.unmarked(cell, center[cell], gone);
    });
    // The eliminations of a revealed step count, but not its placements.
    for (const number of told) for (const candidate of this.data.steps[number]?.removes ?? []) gone[candidate] = 1;
    return gone;
  }

  private unmarked(cell: number, mask: number, gone: Uint8Array): void {
    const noted = new Set(digitsOf(mask));
    for (let digit = 1; digit <= this.order; digit++) if (!noted.has(digit)) gone[cell * this.order + digit - 1] = 1;
  }

  /** The open steps that are needed for later steps. */
  private needed(digits: readonly number[], gone: Uint8Array): Set<number> {
    const open = this.goals(digits);
    const needed = new Set<number>();
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (needed.has(number) || this.done(number, digits, gone)) continue;
      needed.add(number);
      for (const candidate of this.rests(number)) {
        const by = this.cause[candidate] ?? NEVER;
        if (!gone[candidate] && by >= 0) open.push(by);
      }
    }
    return needed;
  }

  private goals(digits: readonly number[]): number[] {
    // If the path ends early, any of its steps may help. In fog, the choice would reveal where the path leads.
    if (this.data.end || this.puzzle.fog) return [...this.data.steps.keys()];
    return digits.flatMap((digit, cell) => (digit ? [] : [this.filler.get(cell) ?? []].flat()));
  }

  private done(number: number, digits: readonly number[], gone: Uint8Array): boolean {
    const { places = [], removes = [] } = this.data.steps[number] ?? {};
    return (
      places.every((candidate) => digits[this.cellOf(candidate)] === this.digitOf(candidate)) &&
      removes.every((candidate) => gone[candidate])
    );
  }

  private rests(number: number): Candidate[] {
    const needs = this.data.steps[number]?.needs;
    if (needs) return needs;
    const all: Candidate[] = [];
    this.cause.forEach((by, candidate) => by >= 0 && by < number && all.push(candidate));
    return all;
  }

  private isInSight(number: number, { fog }: Position): boolean {
    return !this.data.steps[number]?.sees?.some((cell) => fog?.has(cell));
  }

  private found(number: number, digits: readonly number[]): NextStep {
    const step = this.data.steps[number] as StepData;
    const cells = new Set([...step.pattern, ...step.places.map((candidate) => this.cellOf(candidate))]);
    const wasFilled = (cell: number) => this.data.digits?.[cell] || (this.filler.get(cell) ?? number) < number;
    return { number, step, filled: [...cells].filter((cell) => digits[cell] && !this.puzzle.givens[cell] && !wasFilled(cell)) };
  }
}
