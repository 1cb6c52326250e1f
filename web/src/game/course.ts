// The course of a game: what its moves so far add up to. The Python side is `pandoku.play.course`.
//
// A game of 5,000 moves on 25x25 cells would need tens of megabytes for all its positions. So only
// the position now is kept, and each edit keeps the few values that it overwrote. The edits form
// two lists that share their tails with the games before, so that a move costs the same however
// long the game is.

import type { PuzzleDocument } from "../model/puzzle";
import type { Edit } from "./edits";
import type { Move } from "./moves";
import type { Position } from "./position";
import { after, PARTS, startOf } from "./position";

const MAX_CHECKPOINTS = 1000;

/** What an edit changed: the values that it overwrote, or the whole position on a return. */
interface Change {
  readonly move: Move;
  readonly overwritten: readonly (readonly number[])[];
  readonly from: Position | null;
  readonly to: Position | null;
}

interface Link {
  readonly change: Change;
  readonly rest: Link | null;
  readonly length: number;
}

const lengthOf = (link: Link | null) => link?.length ?? 0;
const linked = (change: Change, rest: Link | null): Link => ({ change, rest, length: lengthOf(rest) + 1 });

export class Course {
  private constructor(
    readonly position: Position,
    /** The edits that undo takes back, the last one first. */
    private readonly done: Link | null,
    /** The edits that redo repeats, the next one first. */
    private readonly undone: Link | null,
    readonly checkpoints: ReadonlyMap<string, Position>,
  ) {}

  static start(puzzle: PuzzleDocument): Course {
    return new Course(startOf(puzzle), null, null, new Map());
  }

  get nDone(): number {
    return lengthOf(this.done);
  }

  get nUndone(): number {
    return lengthOf(this.undone);
  }

  /** The edits that led here, oldest first. */
  get line(): Move[] {
    return [...movesOf(this.done)].reverse();
  }

  /**
   * The course after a move that suits the puzzle. Only here it is said what a move does. Null if there is less to
   * undo or redo, or no such checkpoint.
   */
  after(move: Move): Course | null {
    switch (move.kind) {
      case "edit":
      case "reveal":
        return this.edited(move);
      case "return":
        return this.returned(move);
      case "undo":
      case "rewind":
        return this.back(move.number);
      case "redo":
        return this.forth(move.number);
      case "checkpoint":
        return this.keeping(move.name);
      default:
        return this;
    }
  }

  /** The position now, then those before each edit, back to the start. */
  *positionsBack(): Generator<Position> {
    let position = this.position;
    yield position;
    for (let link = this.done; link; link = link.rest) yield (position = undone(position, link.change));
  }

  private edited(move: Move): Course {
    let position = this.position;
    const overwritten = move.edits.map((edit) => {
      const before = valuesAt(position, edit);
      position = after(position, edit);
      return before;
    });
    return this.on(position, { move, overwritten, from: null, to: null });
  }

  private returned(move: Move): Course | null {
    const to = this.checkpoints.get(move.name);
    return to ? this.on(to, { move, overwritten: [], from: this.position, to }) : null;
  }

  private on(position: Position, change: Change): Course {
    return new Course(position, linked(change, this.done), null, this.checkpoints);
  }

  private back(number: number): Course | null {
    if (number > this.nDone) return null;
    let { position, done, undone: next } = this as Course;
    for (let left = number; left && done; left--) {
      position = undone(position, done.change);
      next = linked(done.change, next);
      done = done.rest;
    }
    return new Course(position, done, next, this.checkpoints);
  }

  private forth(number: number): Course | null {
    if (number > this.nUndone) return null;
    let { position, done, undone: next } = this as Course;
    for (let left = number; left && next; left--) {
      const { change } = next;
      position = change.to ?? change.move.edits.reduce(after, position);
      done = linked(change, done);
      next = next.rest;
    }
    return new Course(position, done, next, this.checkpoints);
  }

  private keeping(name: string): Course | null {
    const kept = new Map(this.checkpoints).set(name, this.position);
    return kept.size > MAX_CHECKPOINTS ? null : new Course(this.position, this.done, this.undone, kept);
  }
}

function* movesOf(link: Link | null): Generator<Move> {
  for (; link; link = link.rest) yield link.change.move;
}

const valuesAt = (position: Position, { layer, cells }: Edit) =>
  cells.map((cell) => position[PARTS[layer]][cell] ?? 0);

/** The position before a change, from the one after it. */
function undone(position: Position, { move, overwritten, from }: Change): Position {
  if (from) return from;
  for (let at = move.edits.length - 1; at >= 0; at--) {
    const { layer, cells } = move.edits[at] as Edit;
    const values = position[PARTS[layer]].slice();
    cells.forEach((cell, each) => (values[cell] = overwritten[at]?.[each] ?? 0));
    position = { ...position, [PARTS[layer]]: values };
  }
  return position;
}
