// The daily puzzles among the games, and the number of consecutive days with a solved puzzle.

import type { TodayAnswer } from "../../api/answers";
import { read } from "../../api/client";
import type { PuzzleDocument } from "../../model/puzzle";
import type { Saved } from "../../store/store";
import { before, dayOf, mondayOf } from "./texts";

/** The kind of the puzzle of the week, which has the date of its Monday. */
export const WEEKLY = "variant";
/** The kinds of daily puzzles. */
export const DAILY_KINDS = ["sudoku", "killer", "calcudoku", WEEKLY];

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

/** The first day with the same puzzle of a kind: the Monday of a variant. */
export function firstDay(day: string, kind: string): string {
  return kind === WEEKLY ? mondayOf(day) : day;
}

/** The most recent game of a daily puzzle. */
export function gameOn(saved: readonly Saved[], day: string, kind: string): Saved | undefined {
  const first = firstDay(day, kind);
  return saved.find(({ puzzle }) => {
    const daily = dailyOf(puzzle);
    return daily?.kind === kind && daily.day === first;
  });
}

const asked = new Map<string, Promise<TodayAnswer>>();

/** A daily puzzle as a small picture. It is requested once. */
export function boardOn(day: string, kind: string): Promise<TodayAnswer> {
  const query = `today?day=${firstDay(day, kind)}&kind=${kind}`;
  let answer = asked.get(query);
  if (!answer) {
    asked.set(query, (answer = read<TodayAnswer>(query)));
    answer.catch(() => asked.delete(query));
  }
  return answer;
}

/** The days whose puzzle the player solved on the day itself. */
export function daysSolved(saved: readonly Saved[]): Set<string> {
  const solved = new Set<string>();
  for (const { puzzle, isSolved, isRevealed, changed } of saved) {
    const daily = isSolved && !isRevealed ? dailyOf(puzzle) : null;
    if (daily && daily.kind !== WEEKLY && daily.day === dayOf(new Date(changed))) solved.add(daily.day);
  }
  return solved;
}

/**
 * The number of consecutive days with a puzzle of the day that was solved on its day. If no puzzle of
 * today is solved yet, the days end yesterday.
 */
export function streakOf(saved: readonly Saved[], today: string): number {
  const solved = daysSolved(saved);
  return lengthTo(solved, solved.has(today) ? today : before(today));
}

/** The longest run of consecutive days. */
export function longestStreak(saved: readonly Saved[]): number {
  const solved = daysSolved(saved);
  return Math.max(0, ...[...solved].map((day) => lengthTo(solved, day)));
}

function lengthTo(solved: ReadonlySet<string>, last: string): number {
  let [day, length] = [last, 0];
  for (; solved.has(day); day = before(day)) length += 1;
  return length;
}
