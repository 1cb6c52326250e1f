// Moves that are not in the database yet, kept in localStorage. It is written at once, whereas a page that is
// closed may not live to finish a transaction.

import type { Game } from "../game/game";
import { moveLine } from "../game/text";

const keyOf = (id: string) => `pandoku.late.${id}`;

/** Keep the moves of a game from a number on until they are in the database. Never throws. */
export function keepLate(id: string, { puzzle, moves }: Game, from: number): void {
  const lines = moves.slice(from).map((move) => moveLine(puzzle.order, move));
  try {
    localStorage.setItem(keyOf(id), JSON.stringify({ from, lines }));
  } catch {
    // Denied or full: rely on the database alone.
  }
}

export function dropLate(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Denied: nothing is kept.
  }
}

/** The lines of a game with late lines added, if these continue the lines. */
export function withLate(id: string, lines: readonly string[]): readonly string[] {
  try {
    const late = JSON.parse(localStorage.getItem(keyOf(id)) ?? "null") as { from: number; lines: string[] } | null;
    const all = late ? [...lines.slice(0, late.from), ...late.lines] : lines;
    return lines.every((line, at) => line === all[at]) ? all : lines;
  } catch {
    return lines;
  }
}
