// Moves that are not in the database yet, kept in localStorage. localStorage is written at once,
// but a page that is being closed may not be able to finish a transaction of the database.

import type { Game } from "../game/game";
import { moveLine } from "../game/text";

const keyOf = (id: string) => `pandoku.late.${id}`;

/** Store the moves of a game from a number on, until they are in the database. Never throws. */
export function keepLate(id: string, { puzzle, moves }: Game, from: number): void {
  const lines = moves.slice(from).map((move) => moveLine(puzzle.order, move));
  try {
    localStorage.setItem(keyOf(id), JSON.stringify({ from, lines }));
  } catch {
    // Access is denied or the storage is full, so rely on the database.
  }
}

export function dropLate(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Access is denied, so nothing is stored.
  }
}

/** The lines of a game. Late lines are added if they continue these lines. */
export function withLate(id: string, lines: readonly string[]): readonly string[] {
  try {
    const late = JSON.parse(localStorage.getItem(keyOf(id)) ?? "null") as { from: number; lines: string[] } | null;
    const all = late ? [...lines.slice(0, late.from), ...late.lines] : lines;
    return lines.every((line, at) => line === all[at]) ? all : lines;
  } catch {
    return lines;
  }
}
