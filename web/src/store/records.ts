// What lies on the shelf, read with suspicion: a record may be damaged, or of another version.

import { Game } from "../game/game";
import type { Move } from "../game/moves";
import { moveLine, parseLine } from "../game/text";
import type { FogDocument, PuzzleDocument } from "../model/puzzle";
import type { Chunk, ShelfRecord } from "./shelf";

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
}

/** What a window last read or wrote of a game. */
export interface Kept {
  version: number;
  nMoves: number;
  playedMs: number;
  /** The last chunk, which the next move goes into; null if all are to be written anew. */
  last: Chunk | null;
}

/** The head of a game that is not written yet. */
export const PLAIN: Readonly<Head> = {
  id: "", key: "", title: "", about: "", difficulty: "", started: "", changed: 0, removed: 0, digits: [],
  isSolved: false, isRevealed: false, playedMs: 0, nMoves: 0, version: 0,
};

/** The head of a record, or null if it is none. */
export function headOf(value: unknown): Head | null {
  const head = value as Head | null | undefined;
  const isWhole = Object.entries(PLAIN).every(([key, plain]) => typeof head?.[key as keyof Head] === typeof plain);
  return head && isWhole && Array.isArray(head.digits) ? head : null;
}

/** The puzzle of a record, or null if it is none that can be played. */
export function puzzleOf(value: unknown): PuzzleDocument | null {
  const puzzle = value as PuzzleDocument | null | undefined;
  const { order = 0, givens, houses, cages, line, picture } = puzzle ?? {};
  const isWhole = [givens, houses, cages].every(Array.isArray) && givens?.length === order ** 2;
  return puzzle && isWhole && typeof line === "string" && picture ? whole(puzzle) : null;
}

/** A puzzle with what documents of an earlier version do not have: then it had houses and cages only. */
function whole(puzzle: PuzzleDocument): PuzzleDocument {
  if (Array.isArray(puzzle.constraints) && puzzle.picture.shapes) return puzzle.fog === undefined ? { ...puzzle, fog: earlierFog(puzzle) } : puzzle;
  return { ...puzzle, constraints: [], picture: { ...puzzle.picture, shapes: [], margins: [0, 0, 0, 0] } };
}

/** The fog of a document that only has its lights: rules that are not clear as a whole are hidden. */
function earlierFog({ constraints, cages, solution }: PuzzleDocument): FogDocument | null {
  const lights = constraints.filter(({ kind }) => kind === "fog").flatMap(({ cells }) => cells);
  if (!lights.length || !solution) return null;
  const named = (kind: string) => ({ partly: "", name: `${kind}, partly in the fog` });
  return {
    lights, solution, rules: [], cages: cages.map(() => named("cage")),
    constraints: constraints.map(({ kind, cells, relations }) => ({ drawn: cells, needs: relations.map(() => cells), ...named(kind) })),
  };
}

/** What to call a record that cannot be read. */
export function recordName(value: unknown): string {
  const { id, title } = (typeof value === "object" && value ? value : {}) as Record<string, unknown>;
  return [title, id].find((each) => typeof each === "string" && each !== "") as string | undefined ?? "a game without a name";
}

/** The lines of a record, as far as its chunks follow each other, and the last of these chunks. */
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

/** The game of some lines, as far as they are whole. */
export function gameOf(puzzle: PuzzleDocument, lines: readonly string[]): Game {
  const moves: Move[] = [];
  for (const line of lines) {
    const move = parseLine(puzzle.order, line);
    if (!move) break;
    moves.push(move);
  }
  return Game.of(puzzle, moves);
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
