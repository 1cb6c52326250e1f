// Reads and validates records on the shelf, which may be damaged or from another version.

import { Game } from "../game/game";
import type { Move } from "../game/moves";
import { moveLine, parseLine } from "../game/text";
import type { FogDocument, PuzzleDocument } from "../model/puzzle";
import type { Chunk, ShelfRecord } from "./shelf";

const CHUNK_CHARS = 4_000;

/** The data about a game that a list of games needs, without its puzzle and its moves. */
export interface Head {
  id: string;
  /** The key of the game's puzzle. */
  key: string;
  title: string;
  /** A few words about the kind and difficulty, which were stored when the game was started. */
  about: string;
  difficulty: string;
  /** The start time in ISO 8601. */
  started: string;
  /** The time of the last change, in milliseconds since 1970. */
  changed: number;
  /** The time when the game was moved to the bin, in milliseconds since 1970, or 0. */
  removed: number;
  digits: readonly number[];
  isSolved: boolean;
  isRevealed: boolean;
  playedMs: number;
  nMoves: number;
  /** The number of changes. */
  version: number;
}

/** The state of a game that a window last read or wrote. */
export interface Kept {
  version: number;
  nMoves: number;
  playedMs: number;
  /**
   * The last chunk, to which the next move is added. null means that all chunks must be written
   * again.
   */
  last: Chunk | null;
}

/** The head of a game that has not been written yet. */
export const PLAIN: Readonly<Head> = {
  id: "", key: "", title: "", about: "", difficulty: "", started: "", changed: 0, removed: 0, digits: [],
  isSolved: false, isRevealed: false, playedMs: 0, nMoves: 0, version: 0,
};

/** The head of a record, or null if it is invalid. */
export function headOf(value: unknown): Head | null {
  const head = value as Head | null | undefined;
  const isWhole = Object.entries(PLAIN).every(([key, plain]) => typeof head?.[key as keyof Head] === typeof plain);
  return head && isWhole && Array.isArray(head.digits) ? head : null;
}

/** The puzzle of a record, or null if it cannot be played. */
export function puzzleOf(value: unknown): PuzzleDocument | null {
  const puzzle = value as PuzzleDocument | null | undefined;
  const { order = 0, givens, houses, cages, line, picture } = puzzle ?? {};
  const isWhole = [givens, houses, cages].every(Array.isArray) && givens?.length === order ** 2;
  return puzzle && isWhole && typeof line === "string" && picture ? whole(puzzle) : null;
}

/**
 * A puzzle, with the fields that documents of earlier versions lack. Such documents have only
 * houses and cages.
 */
function whole(puzzle: PuzzleDocument): PuzzleDocument {
  if (Array.isArray(puzzle.constraints) && puzzle.picture.shapes) return puzzle.fog === undefined ? { ...puzzle, fog: earlierFog(puzzle) } : puzzle;
  return { ...puzzle, constraints: [], picture: { ...puzzle.picture, shapes: [], margins: [0, 0, 0, 0] } };
}

/**
 * The fog of an earlier document, which has only the lights. Rules that are partly in fog are
 * hidden.
 */
function earlierFog({ constraints, cages, solution }: PuzzleDocument): FogDocument | null {
  const lights = constraints.filter(({ kind }) => kind === "fog").flatMap(({ cells }) => cells);
  if (!lights.length || !solution) return null;
  const named = (kind: string) => ({ partly: "", name: `${kind}, partly in the fog` });
  return {
    lights, solution, rules: [], cages: cages.map(() => named("cage")),
    constraints: constraints.map(({ kind, cells, relations }) => ({ drawn: cells, needs: relations.map(() => cells), ...named(kind) })),
  };
}

/** A name for a record that cannot be read. */
export function recordName(value: unknown): string {
  const { id, title } = (typeof value === "object" && value ? value : {}) as Record<string, unknown>;
  return [title, id].find((each) => typeof each === "string" && each !== "") as string | undefined ?? "a game without a name";
}

/** The lines of a record up to the first missing chunk, and the last of these chunks. */
export function linesOf(chunks: ShelfRecord["chunks"]): { lines: string[]; last: Chunk } {
  const lines: string[] = [];
  let last: Chunk = [0, ""];
  for (const [first, text] of [...chunks].sort(([a], [b]) => a - b)) {
    if (first !== lines.length || typeof text !== "string" || !text) break;
    for (const line of text.split("\n")) lines.push(line);
    last = [first, text];
  }
  return { lines, last };
}

/** The game in some lines, up to the first invalid line. */
export function gameOf(puzzle: PuzzleDocument, lines: readonly string[]): Game {
  const moves: Move[] = [];
  for (const line of lines) {
    const move = parseLine(puzzle.order, line);
    if (!move) break;
    moves.push(move);
  }
  return Game.of(puzzle, moves);
}

/**
 * The chunks for the moves of a game from a number on. The first of these moves fill up the chunk
 * `last`.
 */
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
