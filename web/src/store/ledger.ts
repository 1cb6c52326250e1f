// Writes games: heads with version numbers, and chunks of moves. Handles games that other windows
// have written.

import { Game } from "../game/game";
import type { TakenOver } from "../game/keeper";
import { fitTitle, moveLine } from "../game/text";
import type { PuzzleDocument } from "../model/puzzle";
import type { Head, Kept } from "./records";
import { chunksOf, gameOf, headOf, linesOf, PLAIN, puzzleOf, recordName } from "./records";
import type { Chunk, Shelf } from "./shelf";

/** A game as it is stored on the shelf. */
export interface Entry {
  head: Head;
  puzzle: PuzzleDocument;
  lines: string[];
  /** The last chunk of the lines. */
  last: Chunk;
}

const freshId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Ledger {
  readonly #onWritten: (head: Head) => void;

  /** `onWritten` is called after each write. */
  constructor(readonly shelf: Shelf, onWritten: (head: Head) => void) {
    this.#onWritten = onWritten;
  }

  /** The game with an id. If it cannot be read, the error has a sentence for players. */
  async entry(id: string): Promise<Entry> {
    const record = await this.shelf.read(id);
    if (record.head === undefined) {
      throw new Error("There is no such game in this browser.");
    }
    const [head, puzzle] = [headOf(record.head), puzzleOf(record.puzzle)];
    if (!head || !puzzle) throw new Error(`This game cannot be read: its record is damaged (${recordName(record.head)}).`);
    const { lines, last } = linesOf(record.chunks);
    return { head, puzzle, lines, last };
  }

  /** Write a complete game under a new id. `changed` is the time of its last change, now by default. */
  async add(about: Partial<Head>, game: Game, playedMs: number, changed?: number): Promise<{ id: string; kept: Kept }> {
    const now = headAfter(newHead(about), game, playedMs);
    const head = { ...now, changed: Math.min(changed ?? now.changed, now.changed) };
    const chunks = chunksOf(game);
    await this.shelf.change(head.id, () => ({ head, puzzle: game.puzzle, chunks, from: 0 }));
    this.#onWritten(head);
    return { id: head.id, kept: keptOf(head, game.moves.length, chunks.at(-1)) };
  }

  /**
   * Write the new part of a game. If another window has written the game in between, write nothing
   * and return null.
   */
  async append(id: string, kept: Kept, game: Game, playedMs: number): Promise<Kept | null> {
    let [chunks, from] = kept.last ? [chunksOf(game, kept.nMoves, kept.last), kept.last[0]] : [chunksOf(game), 0];
    let written: Head | null = null;
    await this.shelf.change(id, (value) => {
      const head = headOf(value);
      if (head && head.version !== kept.version) return null;
      if (head) {
        written = headAfter(head, game, playedMs, kept);
        return { head: written, chunks, from };
      }
      // Another window has deleted the game. It continues here, so write all parts of it.
      [chunks, from] = [chunksOf(game), 0];
      written = headAfter({ ...newHead({ title: game.puzzle.title }), id, version: kept.version }, game, playedMs);
      return { head: written, chunks, from, puzzle: game.puzzle };
    });
    if (!written) return null;
    this.#onWritten(written);
    return keptOf(written, game.moves.length, chunks.at(-1) ?? kept.last);
  }

  /**
   * Take over a game that another window changed. If moves of the other window would be lost, copy
   * its game first.
   */
  async takeOver(id: string, game: Game, playedMs: number): Promise<TakenOver & { kept: Kept }> {
    const { head, puzzle, lines, last } = await this.entry(id);
    const mine = game.moves.map((move) => moveLine(puzzle.order, move));
    if (beginsWith(lines, mine)) {
      const theirs = gameOf(puzzle, lines);
      const says = "This is the game from the other window.";
      return { game: theirs, playedMs: head.playedMs, says, kept: keptOf(head, theirs.moves.length, last) };
    }
    const isCopied = !beginsWith(mine, lines);
    if (isCopied) {
      const title = fitTitle(`${head.title || puzzle.about} (other window)`);
      await this.add({ ...head, title }, gameOf(puzzle, lines), head.playedMs);
    }
    const kept = await this.append(id, keptOf(head, game.moves.length, null), game, playedMs);
    // The game has changed again in between, so start over.
    if (!kept) return this.takeOver(id, game, playedMs);
    const copied = isCopied ? " The game from the other window is saved separately." : "";
    return { game, playedMs, says: `The game continues here.${copied}`, kept };
  }

  /** Write a copy of a game under a new id. */
  async copy(id: string, game: Game, playedMs: number): Promise<{ id: string; kept: Kept }> {
    const { head } = await this.entry(id);
    return this.add({ ...head, title: fitTitle(`${head.title || game.puzzle.about} (copy)`) }, game, playedMs);
  }

  /** Replace the puzzle document of a game by a newer document from the server. */
  async renew(id: string, puzzle: PuzzleDocument): Promise<void> {
    await this.shelf.change(id, (value) => {
      const head = headOf(value);
      return head && { head, puzzle };
    });
  }

  /** Note the difficulty of a game if it was unknown. Other windows ignore this change. */
  async rate(id: string, difficulty: string): Promise<void> {
    await this.shelf.change(id, (value) => {
      const head = headOf(value);
      return head && !head.difficulty ? { head: { ...head, difficulty } } : null;
    });
  }

  /** Move a game to the bin, with the time of the deletion. The time 0 takes it out of the bin. */
  async bin(id: string, removed: number): Promise<void> {
    await this.shelf.change(id, (value) => {
      const head = headOf(value);
      return head && { head: { ...head, removed } };
    });
  }
}

/** The current head of a game. A change of the time alone is not a new version, so other windows ignore it. */
function headAfter(head: Head, { digits, isSolved, isRevealed, moves, puzzle }: Game, playedMs: number, kept?: Kept): Head {
  const now = { key: puzzle.key, digits, isSolved, isRevealed, nMoves: moves.length, playedMs: Math.max(head.playedMs, playedMs) };
  if (kept?.last && kept.nMoves === moves.length) return { ...head, ...now };
  return { ...head, ...now, changed: Date.now(), removed: 0, version: head.version + 1 };
}

const newHead = ({ title, about, difficulty, started }: Partial<Head>): Head => ({
  ...PLAIN, id: freshId(), title: fitTitle(`${title ?? ""}`), about: `${about ?? ""}`, difficulty: `${difficulty ?? ""}`, started: started || nowText(),
});

/** The saved state of a game. If the record is damaged or has no last chunk, the next write is complete. */
export const keptOf = ({ version, playedMs, nMoves }: Head, nKept: number, last: Chunk | null = [0, ""]): Kept => ({
  version, nMoves: nKept, playedMs, last: nMoves > nKept ? null : last,
});

const beginsWith = (lines: readonly string[], start: readonly string[]): boolean =>
  start.length <= lines.length && start.every((line, at) => line === lines[at]);

/** The current time in ISO 8601, in the form that Python writes. */
const nowText = (): string => `${new Date().toISOString().slice(0, 19)}+00:00`;
