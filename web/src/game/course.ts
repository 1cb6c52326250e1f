// The course of a game: the state after its moves so far. The Python side is `pandoku.play.course`.
//
// All positions of a game of 5,000 moves on 25x25 cells would need tens of megabytes. Therefore only
// the current position is stored, and each edit stores the few values that it overwrote. The edits form
// two lists that share their tails with earlier games, so that the cost of a move does not depend on the
// length of the game.

import type { PuzzleDocument } from "../model/puzzle";
import type { Move } from "./moves";
import type { Position } from "./position";
import { Draft, startOf } from "./position";

const MAX_CHECKPOINTS = 1000;

/**
 * The change of an edit: the values that it overwrote. For a return to a checkpoint, the complete
 * position.
 */
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
  /** The edits that can be undone, the latest edit first. */
  readonly #done: Link | null;
  /** The edits that can be redone, the next edit first. */
  readonly #undone: Link | null;

  private constructor(
    readonly puzzle: PuzzleDocument,
    readonly position: Position,
    done: Link | null,
    undone: Link | null,
    readonly checkpoints: ReadonlyMap<string, Position>,
  ) {
    this.#done = done;
    this.#undone = undone;
  }

  static start(puzzle: PuzzleDocument): Course {
    return new Course(puzzle, startOf(puzzle), null, null, new Map());
  }

  get nDone(): number {
    return lengthOf(this.#done);
  }

  get nUndone(): number {
    return lengthOf(this.#undone);
  }

  /** The edits that led to the current position, oldest first. */
  get line(): Move[] {
    return [...movesOf(this.#done)].reverse();
  }

  /**
   * The course after a move that fits the puzzle. null if too many edits would be undone or redone,
   * or if the checkpoint does not exist. This is the only place that defines the effect of a move.
   * To make many moves, pass the same draft to all of them.
   */
  after(move: Move, draft = new Draft(this.puzzle, this.position)): Course | null {
    switch (move.verb) {
      case "edit":
      case "reveal":
        return this.#on({ move, overwritten: draft.make(move.edits), from: null, to: null }, draft);
      case "return":
        return this.#returned(move, draft);
      case "undo":
      case "rewind":
        return this.#back(move.number, draft);
      case "redo":
        return this.#forth(move.number, draft);
      case "checkpoint":
        return this.#keeping(move.name, draft);
      default:
        return this;
    }
  }

  /** The current position, and then the position before each edit, back to the start. */
  *positionsBack(): Generator<Position> {
    const draft = new Draft(this.puzzle, this.position);
    yield draft.keep();
    for (let link = this.#done; link; link = link.rest) {
      takeBack(draft, link.change);
      yield draft.keep();
    }
  }

  #on(change: Change, { position }: Draft): Course {
    return new Course(this.puzzle, position, linked(change, this.#done), null, this.checkpoints);
  }

  #returned(move: Move, draft: Draft): Course | null {
    const to = this.checkpoints.get(move.name);
    if (!to) return null;
    const from = draft.keep();
    draft.go(to);
    return this.#on({ move, overwritten: [], from, to }, draft);
  }

  #back(number: number, draft: Draft): Course | null {
    if (number > this.nDone) return null;
    let [done, undone] = [this.#done, this.#undone];
    for (let left = number; left && done; left--) {
      takeBack(draft, done.change);
      undone = linked(done.change, undone);
      done = done.rest;
    }
    return new Course(this.puzzle, draft.position, done, undone, this.checkpoints);
  }

  #forth(number: number, draft: Draft): Course | null {
    if (number > this.nUndone) return null;
    let [done, undone] = [this.#done, this.#undone];
    for (let left = number; left && undone; left--) {
      const { change } = undone;
      if (change.to) draft.go(change.to);
      else draft.make(change.move.edits);
      done = linked(change, done);
      undone = undone.rest;
    }
    return new Course(this.puzzle, draft.position, done, undone, this.checkpoints);
  }

  #keeping(name: string, draft: Draft): Course | null {
    const kept = new Map(this.checkpoints).set(name, draft.keep());
    return kept.size > MAX_CHECKPOINTS ? null : new Course(this.puzzle, draft.position, this.#done, this.#undone, kept);
  }
}

function* movesOf(link: Link | null): Generator<Move> {
  for (; link; link = link.rest) yield link.change.move;
}

function takeBack(draft: Draft, { move, overwritten, from }: Change): void {
  if (from) draft.go(from);
  else draft.unmake(move.edits, overwritten);
}
