// A game: a puzzle and the moves made so far, as an immutable value. The Python side is
// `pandoku.play.game`, and test/games.json checks that both play the same.

import type { PuzzleDocument } from "../model/puzzle";
import { workingMasks } from "./candidates";
import { Course } from "./course";
import type { Edit, Layer } from "./edits";
import { ascending } from "./edits";
import { GameError } from "./errors";
import { digitsOf, hasMark } from "./masks";
import type { Move, MoveVerb } from "./moves";
import { isMove, moveOf, moveText } from "./moves";
import { penEdits, type PenPiece } from "./pen";
import type { Position } from "./position";
import { Draft, has, isSame } from "./position";
import { entered, erased, filled, type Notes, placed, revealed, some, written } from "./presses";
import type { Conflict } from "./rules";
import { accepts, conflictsOf } from "./rules";
import { inSight } from "./veil";

export const MAX_MOVES = 10_000;

/** The time of a press. The default is the time of the last move. */
export interface At {
  atMs?: number | undefined;
}

/** With `tidy`, placing a digit also removes this digit from the marks of cells that see it. */
export interface Tidily extends At {
  tidy?: boolean | undefined;
}

/** The changes of a hint's step, as pairs of a cell and a digit. */
export interface Changes {
  readonly placements: readonly (readonly [number, number])[];
  readonly eliminations: readonly (readonly [number, number])[];
  /** The marks that say the same for a beginner, or null. */
  readonly notes?: Notes | null;
}

/** The correction of a mistake: a wrong digit to remove, or a missing pencil mark to add. */
export interface Repair {
  readonly cell: number;
  readonly digit: number;
  readonly mark: boolean;
}

/** A game. A press that changes nothing returns the same object. */
export class Game {
  readonly #course: Course;

  private constructor(
    readonly puzzle: PuzzleDocument,
    /** All moves, oldest first, including moves that were undone. */
    readonly moves: readonly Move[],
    course: Course,
  ) {
    this.#course = course;
  }

  static start(puzzle: PuzzleDocument): Game {
    return new Game(puzzle, [], Course.start(puzzle));
  }

  /** The game after moves. If a move does not fit, this move and all later moves are left out. */
  static of(puzzle: PuzzleDocument, moves: Iterable<Move>): Game {
    const made: Move[] = [];
    let course = Course.start(puzzle);
    const draft = new Draft(puzzle, course.position);
    for (const move of moves) {
      const [next, after] = follow(puzzle, made, course, move, draft);
      if (!after) break;
      made.push(next);
      course = after;
    }
    return new Game(puzzle, made, course);
  }

  /** The game after any move. A time before the last move is replaced by the time of the last move. */
  play(move: Move): Game {
    const { puzzle, moves } = this;
    const [next, course] = follow(puzzle, moves, this.#course, move);
    if (course) return new Game(puzzle, [...moves, next], course);
    if (moves.length >= MAX_MOVES) throw new GameError(`a game has at most ${MAX_MOVES} moves: export it, and begin again`);
    throw new GameError(`the move '${moveText(puzzle.order, move).slice(0, 60)}' does not suit this game`);
  }

  // -------------------------------------------------------------- actions of the player

  /** Enter a number in cells: set it in all cells. If all cells have it, remove it. */
  enter(layer: Layer, number: number, cells: Iterable<number>, { tidy = false, atMs }: Tidily = {}): Game {
    return this.#edited(entered(this.seen, this.position, layer, number, ascending(cells), tidy), atMs);
  }

  /** Write a digit into a cell without a given, replacing any digit there. 0 clears the cell. */
  place(cell: number, digit: number, { tidy = false, atMs }: Tidily = {}): Game {
    return this.#edited(placed(this.seen, this.position, digit, [cell], tidy), atMs);
  }

  /**
   * Erase a layer in cells. If it is empty, erase the first layer of digits, center marks, corner
   * marks, letters and colors that is not empty.
   */
  erase(cells: Iterable<number>, layer: Layer = "digit", { atMs }: At = {}): Game {
    return this.#edited(erased(this.seen, this.position, layer, ascending(cells)), atMs);
  }

  /** Draw pieces of lines in a color. With the color 0, erase them. */
  draw(pieces: readonly PenPiece[], color: number, { atMs }: At = {}): Game {
    return this.#edited(penEdits(this.position, pieces, color), atMs);
  }

  /** Fill in the candidates of empty cells as center marks, by default in all cells. */
  fill(cells: Iterable<number> | null = null, { atMs }: At = {}): Game {
    const chosen = ascending(cells ?? this.puzzle.givens.keys());
    return this.#edited(filled(this.seen, this.position, chosen), atMs);
  }

  undo(n = 1, { atMs }: At = {}): Game {
    return this.#made("undo", Math.min(n, this.#course.nDone), atMs);
  }

  redo(n = 1, { atMs }: At = {}): Game {
    return this.#made("redo", Math.min(n, this.#course.nUndone), atMs);
  }

  /** Undo all edits. They can be redone. */
  restart(at: At = {}): Game {
    return this.undo(this.#course.nDone, at);
  }

  /** Save the position under a name. An earlier position of this name is replaced. */
  checkpoint(name: string, { atMs }: At = {}): Game {
    return this.play(moveOf("checkpoint", { name: name.trim(), atMs: this.#time(atMs) }));
  }

  /** Return to the position of a checkpoint, as an edit that can be undone. */
  returnTo(name: string, { atMs }: At = {}): Game {
    const kept = this.checkpoints.get(name);
    if (kept && isSame(kept, this.position)) return this;
    return this.play(moveOf("return", { name, atMs: this.#time(atMs) }));
  }

  /** Go back to the position before the first remaining mistake. */
  rewind({ atMs }: At = {}): Game {
    return this.#made("rewind", this.mistakesAfter(), atMs);
  }

  /** Give up and fill in the solution. */
  reveal({ atMs }: At = {}): Game {
    return this.#edited(revealed(this.position, this.#solution), atMs, "reveal");
  }

  /** Record a check, which does not change the grid. */
  check({ atMs }: At = {}): Game {
    return this.play(moveOf("check", { atMs: this.#time(atMs) }));
  }

  /** Record a hint, with its level, and the technique that it named or "". */
  hint(level: number, technique = "", { atMs }: At = {}): Game {
    return this.play(moveOf("hint", { number: level, name: technique, atMs: this.#time(atMs) }));
  }

  /**
   * Apply the step of a hint in one move. Cells without center marks get their candidates first. If the hint has notes,
   * only these are written.
   */
  applyHint({ placements, eliminations, notes }: Changes, { tidy = false, atMs }: Tidily = {}): Game {
    if (notes) return this.#edited(written(this.position, notes), atMs);
    const draft = new Draft(this.puzzle, this.position);
    const edits: Edit[] = [];
    const take = (made: Edit[]) => {
      draft.make(made);
      edits.push(...made);
    };
    for (const [cell, digit] of placements) take(placed(inSight(this.puzzle, draft.position.fog), draft.position, digit, [cell], tidy));
    take(this.#noted(ascending(eliminations.map(([cell]) => cell))));
    for (const digit of ascending(eliminations.map(([, each]) => each))) {
      const cells = ascending(eliminations.filter(([, other]) => other === digit).map(([cell]) => cell));
      take(some("center", -digit, cells.filter((cell) => has(draft.position, "center", digit, cell))));
    }
    return this.#edited(edits, atMs);
  }

  /** Correct a mistake, if it still exists. */
  repair({ cell, digit, mark }: Repair, at: At = {}): Game {
    if (mark) return has(this.position, "center", digit, cell) ? this : this.enter("center", digit, [cell], at);
    return this.digits[cell] === digit ? this.place(cell, 0, at) : this;
  }

  // -------------------------------------------------------------- the state of the game

  get position(): Position {
    return this.#course.position;
  }

  get digits(): readonly number[] {
    return this.position.digits;
  }

  /** The visible part of the puzzle. Everything shown to the player follows from it. */
  get seen(): PuzzleDocument {
    return inSight(this.puzzle, this.position.fog);
  }

  get canUndo(): boolean {
    return this.#course.nDone > 0;
  }

  get canRedo(): boolean {
    return this.#course.nUndone > 0;
  }

  /** The edits that led to the current position, oldest first, without edits that were undone. */
  get line(): readonly Move[] {
    return this.#course.line;
  }

  /** The saved positions by name, in order of their first use. */
  get checkpoints(): ReadonlyMap<string, Position> {
    return this.#course.checkpoints;
  }

  /** The playing time up to the last move, in milliseconds. */
  get playedMs(): number {
    return this.moves.at(-1)?.atMs ?? 0;
  }

  /** All visible rules that the digits break. */
  conflicts(): Conflict[] {
    return conflictsOf(this.seen, this.digits);
  }

  /** The cells whose digit is known to be wrong. */
  wrongCells(): number[] {
    const { digits } = this;
    return [...(this.puzzle.solution ?? []).entries()].flatMap(([cell, right]) => (isWrong(digits[cell], right) ? [cell] : []));
  }

  /** The number of edits to undo until no digit is wrong. */
  mistakesAfter(): number {
    const solution = this.#solution;
    let steps = 0;
    let known: readonly number[] | null = null;
    for (const { digits } of this.#course.positionsBack()) {
      // Edits of marks do not change digits.
      if (digits !== known && !solution.some((right, cell) => isWrong(digits[cell], right))) break;
      known = digits;
      steps += 1;
    }
    return steps;
  }

  /** The cells that the player has filled, in the order of filling. */
  get entered(): number[] {
    const since = new Set<number>();
    for (const { edits } of this.line) {
      for (const { layer, cells } of edits) {
        if (layer === "digit") for (const cell of cells) since.delete(cell), since.add(cell);
      }
    }
    const { digits, puzzle } = this;
    const { written } = this.position;
    // The player's digit is hidden if a given has become visible in its cell.
    const isOwn = (cell: number) => !!digits[cell] && (written ? written[cell] === digits[cell] : !puzzle.givens[cell]);
    // Digits that a checkpoint restored, and that were not written again, come first.
    const rest = [...digits.keys()].filter((cell) => isOwn(cell) && !since.has(cell));
    return [...rest, ...[...since].filter(isOwn)];
  }

  /** The number of times that a digit must still be placed. */
  remaining(digit: number): number {
    return this.puzzle.order - this.digits.filter((each) => each === digit).length;
  }

  get isRevealed(): boolean {
    return this.moves.some(({ verb }) => verb === "reveal");
  }

  get isFull(): boolean {
    return !this.digits.includes(0);
  }

  get isSolved(): boolean {
    return this.isFull && accepts(this.puzzle, this.digits) && !this.wrongCells().length;
  }

  // -------------------------------------------------------------- private

  get #solution(): readonly number[] {
    const { solution, problem } = this.puzzle;
    if (solution) return solution;
    throw new GameError(problem || "no solution of this puzzle is known");
  }

  /** The edits that fill in candidates in cells without center marks. */
  #noted(cells: readonly number[]): Edit[] {
    const { digits, center } = this.position;
    const masks = workingMasks(this.seen, digits, center);
    const bare = cells.filter((cell) => !center[cell]);
    const noted = ascending(bare.flatMap((cell) => digitsOf(masks[cell] ?? 0)));
    return noted.flatMap((digit) => some("center", digit, bare.filter((cell) => hasMark(masks[cell] ?? 0, digit))));
  }

  #time(atMs: number | undefined): number {
    return atMs ?? this.playedMs;
  }

  #edited(edits: readonly Edit[], atMs: number | undefined, verb: MoveVerb = "edit"): Game {
    return edits.length ? this.play(moveOf(verb, { edits, atMs: this.#time(atMs) })) : this;
  }

  #made(verb: MoveVerb, number: number, atMs: number | undefined): Game {
    return number ? this.play(moveOf(verb, { number, atMs: this.#time(atMs) })) : this;
  }
}

/** Whether a digit is known to be wrong, because another digit is right. */
const isWrong = (digit: number | undefined, right: number): boolean => !!digit && !!right && digit !== right;

/** A move with its time, and the course after the move. null if the move does not fit the game. */
function follow(puzzle: PuzzleDocument, moves: readonly Move[], course: Course, move: Move, draft?: Draft): [Move, Course | null] {
  const last = moves.at(-1)?.atMs ?? 0;
  const next = move.atMs >= 0 && move.atMs < last ? { ...move, atMs: last } : move;
  return [next, moves.length < MAX_MOVES && isMove(puzzle, course.position.fog, next) ? course.after(next, draft) : null];
}
