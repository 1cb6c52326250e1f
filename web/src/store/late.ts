// Moves that are not in the database yet, in localStorage, which is written at once: a page that is left
// while a move is being saved does not live to see its end.

import type { Game } from "../game/game";
import { moveLine } from "../game/text";

const keyOf = (id: string) => `pandoku.late.${id}`;

/** Keep the moves of a game from one on, until they are in the database; it never fails. */
export function keepLate(id: string, { puzzle, moves }: Game, from: number): void {
  const lines = moves.slice(from).map((move) => moveLine(puzzle.order, move));
  try {
    localStorage.setItem(keyOf(id), JSON.stringify({ from, lines }));
  } catch {
    // Denied or full: then the database alone has to do.
  }
}

export function dropLate(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Denied: there is nothing.
  }
}

/** The lines of a game with those that came late, if they go on from the lines. */
export function withLate(id: string, lines: readonly string[]): readonly string[] {
  try {
    const late = JSON.parse(localStorage.getItem(keyOf(id)) ?? "null") as { from: number; lines: string[] } | null;
    const all = late ? [...lines.slice(0, late.from), ...late.lines] : lines;
    return lines.every((line, at) => line === all[at]) ? all : lines;
  } catch {
    return lines;
  }
}
