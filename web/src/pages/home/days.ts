// The daily puzzles among the games, and the number of consecutive days with a solved puzzle.

import type { PuzzleDocument } from "../../model/puzzle";
import type { Saved } from "../../store/store";
import { before, dayOf } from "./texts";

/** The kinds of daily puzzles. */
export const DAILY_KINDS = ["sudoku", "killer", "calcudoku"];

export interface Daily {
  kind: string;
  /** "2026-11-22" */
  day: string;
}

/** The day and kind of a daily puzzle, from its id, or null. */
export function dailyOf(puzzle: PuzzleDocument): Daily | null {
  const found = /^\{"version":\d+,"id":"daily-([a-z]+)-(\d{4}-\d\d-\d\d)"/.exec(puzzle.line);
  return found ? { kind: found[1] as string, day: found[2] as string } : null;
}

/**
 * The number of consecutive days on which a puzzle of the day was solved. If no puzzle of today is
 * solved yet, the days end yesterday.
 */
export function streakOf(saved: readonly Saved[], today: string): number {
  const solved = new Set<string>();
  for (const { puzzle, isSolved, isRevealed, changed } of saved) {
    const daily = isSolved && !isRevealed ? dailyOf(puzzle) : null;
    if (daily && daily.day === dayOf(new Date(changed))) solved.add(daily.day);
  }
  let day = solved.has(today) ? today : before(today);
  let length = 0;
  for (; solved.has(day); day = before(day)) length += 1;
  return length;
}
