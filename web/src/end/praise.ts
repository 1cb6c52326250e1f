// The sentence at the end of a game. It follows from the games that the browser keeps.

import type { Statistics } from "../game/statistics";
import { count, sizedKind } from "../model/words";
import { dayOf, mondayOf } from "../pages/home/texts";
import type { Saved } from "../store/store";

/** The solved game. */
export interface Ending {
  /** The id of the game. */
  id: string;
  /** "9x9 killer" */
  about: string;
  /** "hard", or "" if it is not known. */
  difficulty: string;
  took: Statistics;
  /** The time of the end, in milliseconds since 1970. */
  endedMs: number;
}

type Other = Pick<Saved, "id" | "difficulty" | "playedMs" | "changed" | "isSolved" | "isRevealed"> & { puzzle: Pick<Saved["puzzle"], "about"> };

const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const WORTH_COUNTING = 3; // games of a week

/** A true sentence about a solved game, compared with the other games of the browser. */
export function praise({ id, about, difficulty, took, endedMs }: Ending, games: readonly Other[]): string {
  const others = games.filter((each) => each.id !== id && each.isSolved && !each.isRevealed);
  const alike = others.filter((each) => each.puzzle.about === about && each.difficulty === difficulty);
  const name = `${difficulty} ${sizedKind(about)}`.trim();
  const best = Math.min(...alike.map(({ playedMs }) => wholeSeconds(playedMs)));
  const ahead = best - wholeSeconds(took.playedMs);
  // A game with hints is not compared with others.
  if (alike.length && ahead > 0 && !took.nHints) return `Your fastest of ${alike.length + 1} ${name} puzzles, by ${spanText(ahead)}.`;
  // If the clock was set back, games of the future do not count.
  const ofWeek = others.filter(({ changed }) => changed >= weekOf(endedMs) && changed <= endedMs).length + 1;
  if (alike.length && ofWeek >= WORTH_COUNTING) return `Your ${nth(ofWeek)} puzzle this week.`;
  return `Your ${nth(alike.length + 1)} ${name}.`;
}

const wholeSeconds = (ms: number): number => Math.floor(ms / 1000);

/** "first", "12th" */
export function nth(n: number): string {
  const isTeen = n % 100 > 10 && n % 100 < 14;
  return ORDINALS[n] ?? `${n.toLocaleString("en")}${(!isTeen && ["", "st", "nd", "rd"][n % 10]) || "th"}`;
}

/** "12 seconds", "1:12", "1:00:05" */
function spanText(seconds: number): string {
  if (seconds < 60) return count(seconds, "second");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => `${part}`.padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The start of a week, Monday at midnight, in the player's time zone. */
function weekOf(ms: number): number {
  return new Date(`${mondayOf(dayOf(new Date(ms)))}T00:00`).getTime();
}
