// A game: a puzzle and the moves made so far, as one immutable value. The Python side is
// `pandoku.play.game`, and test/games.json holds both to the same moves.

import type { PuzzleDocument } from "../model/puzzle";
import { workingMasks } from "./candidates";
import { Course } from "./course";
import type { Edit, Layer } from "./edits";
import { ascending } from "./edits";
import { GameError } from "./errors";
import { digitsOf, hasMark } from "./masks";
import type { Move, MoveVerb } from "./moves";
import { isMove, moveOf, moveText } from "./moves";
import type { Position } from "./position";
import { Draft, has, isSame } from "./position";
import { entered, erased, filled, placed, revealed, some } from "./presses";
import type { Conflict } from "./rules";
import { accepts, conflictsOf } from "./rules";
import { inSight } from "./veil";

export const MAX_MOVES = 10_000;

/** When a press was made; the time of the last move if it does not say. */
export interface At {
  atMs?: number | undefined;
}

/** `tidy`: whether a digit that is set also leaves the marks of the cells that see it. */
export interface Tidily extends At {
  tidy?: boolean | undefined;
}

/** What a hint's step changes: pairs of a cell and a digit. */
export interface Changes {
  readonly placements: readonly (readonly [number, number])[];
  readonly eliminations: readonly (readonly [number, number])[];
}

/** What puts a mistake right: a wrong digit leaves its cell, a candidate comes back to the pencil marks. */
export interface Repair {
  readonly cell: number;
  readonly digit: number;
  readonly mark: boolean;
}

/** A press that changes nothing returns the same game. */
export class Game {
  readonly #course: Course;

  private constructor(
    readonly puzzle: PuzzleDocument,
    /** Every move made, oldest first, undone or not. */
    readonly moves: readonly Move[],
    course: Course,
  ) {
    this.#course = course;
  }

  static start(puzzle: PuzzleDocument): Game {
    return new Game(puzzle, [], Course.start(puzzle));
  }

  /** The game after moves, as far as they suit it: its own moves may be fewer. */
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

  /** The game after any move; one before the time of the last gets that time. */
  play(move: Move): Game {
    const { puzzle, moves } = this;
    const [next, course] = follow(puzzle, moves, this.#course, move);
    if (course) return new Game(puzzle, [...moves, next], course);
    if (moves.length >= MAX_MOVES) throw new GameError(`a game has at most ${MAX_MOVES} moves: export it, and begin again`);
    throw new GameError(`the move '${moveText(puzzle.order, move).slice(0, 60)}' does not suit this game`);
  }

  // -------------------------------------------------------------- what a player does

  /** A number is pressed with some cells chosen: set in all, or removed if all of them have it. */
  enter(layer: Layer, number: number, cells: Iterable<number>, { tidy = false, atMs }: Tidily = {}): Game {
    return this.#edited(entered(this.seen, this.position, layer, number, ascending(cells), tidy), atMs);
  }

  /** A digit is written into a cell without a given, whatever was there; 0 clears it. */
  place(cell: number, digit: number, { tidy = false, atMs }: Tidily = {}): Game {
    return this.#edited(placed(this.seen, this.position, digit, [cell], tidy), atMs);
  }

  /** The cells lose what the layer shows, else the first of digits, center, corner and colors. */
  erase(cells: Iterable<number>, layer: Layer = "digit", { atMs }: At = {}): Game {
    return this.#edited(erased(this.seen, this.position, layer, ascending(cells)), atMs);
  }

  /** The candidates of empty cells become their center marks; of all cells if none are given. */
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

  /** All edits are taken back; redo repeats them. */
  restart(at: At = {}): Game {
    return this.undo(this.#course.nDone, at);
  }

  /** The position is kept under a name, in place of one of that name. */
  checkpoint(name: string, { atMs }: At = {}): Game {
    return this.play(moveOf("checkpoint", { name: name.trim(), atMs: this.#time(atMs) }));
  }

  /** Back to the position of a checkpoint, as an edit that undo takes back. */
  returnTo(name: string, { atMs }: At = {}): Game {
    const kept = this.checkpoints.get(name);
    if (kept && isSame(kept, this.position)) return this;
    return this.play(moveOf("return", { name, atMs: this.#time(atMs) }));
  }

  /** Back to before the first mistake that is still there. */
  rewind({ atMs }: At = {}): Game {
    return this.#made("rewind", this.mistakesAfter(), atMs);
  }

  /** The player gives up and has the solution filled in. */
  reveal({ atMs }: At = {}): Game {
    return this.#edited(revealed(this.position, this.#solution), atMs, "reveal");
  }

  /** The player asked for a check; nothing changes on the grid. */
  check({ atMs }: At = {}): Game {
    return this.play(moveOf("check", { atMs: this.#time(atMs) }));
  }

  /** A hint of a level was shown, which named a technique, or "" if it named none. */
  hint(level: number, technique = "", { atMs }: At = {}): Game {
    return this.play(moveOf("hint", { number: level, name: technique, atMs: this.#time(atMs) }));
  }

  /** The step of a hint is done in one edit; cells without center marks get their candidates first. */
  applyHint({ placements, eliminations }: Changes, { tidy = false, atMs }: Tidily = {}): Game {
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

  /** A mistake is put right, if it is still there. */
  repair({ cell, digit, mark }: Repair, at: At = {}): Game {
    if (mark) return has(this.position, "center", digit, cell) ? this : this.enter("center", digit, [cell], at);
    return this.digits[cell] === digit ? this.place(cell, 0, at) : this;
  }

  // -------------------------------------------------------------- where the game stands

  get position(): Position {
    return this.#course.position;
  }

  get digits(): readonly number[] {
    return this.position.digits;
  }

  /** What can be seen of the puzzle: all that a player is shown or told follows from it. */
  get seen(): PuzzleDocument {
    return inSight(this.puzzle, this.position.fog);
  }

  get canUndo(): boolean {
    return this.#course.nDone > 0;
  }

  get canRedo(): boolean {
    return this.#course.nUndone > 0;
  }

  /** The edits that led here, oldest first: those that are not undone. */
  get line(): readonly Move[] {
    return this.#course.line;
  }

  /** The positions kept, by name, in the order in which the names first came. */
  get checkpoints(): ReadonlyMap<string, Position> {
    return this.#course.checkpoints;
  }

  /** When the last move was made, in milliseconds played. */
  get playedMs(): number {
    return this.moves.at(-1)?.atMs ?? 0;
  }

  /** Every rule in sight that the digits break. */
  conflicts(): Conflict[] {
    return conflictsOf(this.seen, this.digits);
  }

  /** The cells whose digit is known to be wrong; none if nothing judges them. */
  wrongCells(): number[] {
    const { digits } = this;
    return [...(this.puzzle.solution ?? []).entries()].flatMap(([cell, right]) => (isWrong(digits[cell], right) ? [cell] : []));
  }

  /** How many edits must be undone so that no digit is wrong. */
  mistakesAfter(): number {
    const solution = this.#solution;
    let steps = 0;
    let known: readonly number[] | null = null;
    for (const { digits } of this.#course.positionsBack()) {
      // Edits of marks leave the digits as they are.
      if (digits !== known && !solution.some((right, cell) => isWrong(digits[cell], right))) break;
      known = digits;
      steps += 1;
    }
    return steps;
  }

  /** Cells that the player has filled, in the order in which they got their digits. */
  get entered(): number[] {
    const since = new Set<number>();
    for (const { edits } of this.line) {
      for (const { layer, cells } of edits) {
        if (layer === "digit") for (const cell of cells) since.delete(cell), since.add(cell);
      }
    }
    const { digits, puzzle } = this;
    const { written } = this.position;
    // A digit under a given that came to light is not shown.
    const isOwn = (cell: number) => !!digits[cell] && (written ? written[cell] === digits[cell] : !puzzle.givens[cell]);
    // Digits that came back with a checkpoint, and are not written again, come first.
    const rest = [...digits.keys()].filter((cell) => isOwn(cell) && !since.has(cell));
    return [...rest, ...[...since].filter(isOwn)];
  }

  /** How often a digit is still to be placed. */
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

  // -------------------------------------------------------------- inner parts

  get #solution(): readonly number[] {
    const { solution, problem } = this.puzzle;
    if (solution) return solution;
    throw new GameError(problem || "no solution of this puzzle is known");
  }

  /** The edits that note their candidates in cells without center marks. */
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

/** Whether a digit is known to be wrong, as another one is right. */
const isWrong = (digit: number | undefined, right: number): boolean => !!digit && !!right && digit !== right;

/** A move in its time, and the course after it; null if it does not suit the game. */
function follow(puzzle: PuzzleDocument, moves: readonly Move[], course: Course, move: Move, draft?: Draft): [Move, Course | null] {
  const last = moves.at(-1)?.atMs ?? 0;
  const next = move.atMs >= 0 && move.atMs < last ? { ...move, atMs: last } : move;
  return [next, moves.length < MAX_MOVES && isMove(puzzle, course.position.fog, next) ? course.after(next, draft) : null];
}
