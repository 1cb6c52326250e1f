// What lies on the shelf, read with suspicion: a record may be damaged, or of another version.

import { Game } from "../game/game";
import { GameError } from "../game/errors";
import { moveLine, parseLine } from "../game/text";
import type { PuzzleDocument } from "../model/puzzle";
import type { Chunk, Found } from "./shelf";

const CHUNK_CHARS = 4_000;

/** What a list of games needs to know about one, without its puzzle and its moves. */
export interface Head {
  id: string;
  /** Of its puzzle. */
  key: string;
  title: string;
  /** Words of whoever began the game: what it is, and how hard. */
  about: string;
  difficulty: string;
  /** In ISO 8601. */
  started: string;
  /** When it was last changed, in milliseconds since 1970. */
  changed: number;
  /** When it was put into the bin, in the same way, or 0. */
  removed: number;
  digits: readonly number[];
  isSolved: boolean;
  isRevealed: boolean;
  playedMs: number;
  nMoves: number;
  /** Counts the changes. */
  version: number;
  /** The window that made the last one. */
  writer: string;
}

/** What a window last read or wrote of a game. */
export interface Kept {
  version: number;
  nMoves: number;
  playedMs: number;
  /** The last chunk, which the next move goes into; null if all are to be written anew. */
  last: Chunk | null;
}

const SHAPE: Readonly<Record<keyof Head, string>> = {
  id: "string", key: "string", title: "string", about: "string", difficulty: "string", started: "string",
  changed: "number", removed: "number", digits: "object", isSolved: "boolean", isRevealed: "boolean",
  playedMs: "number", nMoves: "number", version: "number", writer: "string",
};

/** The head of a record, or null if it is none. */
export function headOf(value: unknown): Head | null {
  const head = value as Head | null | undefined;
  if (typeof head !== "object" || !head) return null;
  const isWhole = Object.entries(SHAPE).every(([key, type]) => typeof head[key as keyof Head] === type);
  return isWhole && Array.isArray(head.digits) ? head : null;
}

/** The puzzle of a record, or null if it is none that can be played. */
export function puzzleOf(value: unknown): PuzzleDocument | null {
  const puzzle = value as PuzzleDocument | null | undefined;
  if (typeof puzzle !== "object" || !puzzle) return null;
  const { order, givens, houses, cages, line, key, picture } = puzzle;
  const isWhole =
    Number.isInteger(order) && Array.isArray(givens) && givens.length === order ** 2 && Array.isArray(houses) &&
    Array.isArray(cages) && typeof line === "string" && typeof key === "string" && typeof picture === "object" && !!picture;
  return isWhole ? puzzle : null;
}

/** What to call a record that cannot be read. */
export function nameOf(value: unknown): string {
  const { id, title } = (typeof value === "object" && value ? value : {}) as Record<string, unknown>;
  return [title, id].find((each) => typeof each === "string" && each !== "") as string | undefined ?? "a game without a name";
}

/** The lines of a record, as far as its chunks follow each other, and the last of these chunks. */
export function linesOf(chunks: Found["chunks"]): { lines: string[]; last: Chunk } {
  const lines: string[] = [];
  let last: Chunk = [0, ""];
  for (const [first, text] of [...chunks].sort(([a], [b]) => a - b)) {
    if (first !== lines.length || typeof text !== "string" || !text) break;
    for (const line of text.split("\n")) lines.push(line);
    last = [first, text];
  }
  return { lines, last };
}

/** The game of some lines, as far as they are whole, and how many are not. */
export function gameOf(puzzle: PuzzleDocument, lines: readonly string[]): { game: Game; nLost: number } {
  let whole = lines.length;
  const read = (line: string, at: number) => {
    try {
      return at < whole ? [parseLine(puzzle.order, line)] : [];
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      whole = at;
      return [];
    }
  };
  const moves = lines.flatMap(read);
  for (;;) {
    try {
      return { game: Game.of(puzzle, moves), nLost: lines.length - moves.length };
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      moves.length = error.line - 1;
    }
  }
}

/** The chunks that hold a game's moves from one on, after a chunk that has room. */
export function chunksOf(game: Game, from = 0, last: Chunk = [0, ""]): Chunk[] {
  const chunks: [number, string][] = [[...last]];
  for (const [at, move] of game.moves.slice(from).entries()) {
    const line = moveLine(game.puzzle.order, move);
    const open = chunks[chunks.length - 1] as [number, string];
    if (!open[1]) open[1] = line;
    else if (open[1].length + line.length < CHUNK_CHARS) open[1] += `\n${line}`;
    else chunks.push([from + at, line]);
  }
  return chunks.filter(([, lines]) => lines);
}
