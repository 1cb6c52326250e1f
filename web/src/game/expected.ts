// The time that a puzzle takes an average player, and this player, whose pace is derived from solved
// games. The Python side is `pandoku.play.pace`.

import type { AverageTime } from "../api/answers";
import type { Game } from "./game";
import { isByHints, statisticsOf } from "./statistics";

type Estimate = Pick<AverageTime, "minutes" | "text">;

/** The pace of a player: the player's minutes divided by an average player's minutes. */
export interface Pace {
  factor: number;
  /** The number of solved games that the factor is derived from. */
  nGames: number;
}

const LEAST_GAMES = 3; // with fewer games, the pace of a player is not known
const AVERAGE = 2; // an average player counts as this number of games, because few games say little
const SHORTEST_MS = 10_000; // shorter games were not solved by thinking

/** The pace for the times of games, each divided by an average player's time. null if there are too few. */
export function paceFrom(ratios: readonly number[]): Pace | null {
  const logs = ratios.filter((each) => each > 0).map(Math.log).sort((a, b) => a - b);
  const nGames = logs.length;
  if (nGames < LEAST_GAMES) return null;
  const [low = 0, high = 0] = [logs[(nGames - 1) >> 1], logs[nGames >> 1]];
  return { factor: Math.exp((nGames / (nGames + AVERAGE)) * ((low + high) / 2)), nGames };
}

/** Whether a game says something about the pace: the player solved it, and not by hints. */
export function isOwnWork(game: Game): boolean {
  return game.isSolved && !game.isRevealed && game.playedMs >= SHORTEST_MS && !isByHints(statisticsOf(game));
}

/** The pace as a sentence, or "". */
export function paceText(pace: Pace | null): string {
  if (!pace) return "";
  const share = Math.max(1, Math.round(100 * pace.factor));
  return `Judging by ${pace.nGames} games, you need about ${share}% of the time of an average player.`;
}

/** The time of a puzzle as a sentence. */
export function expectedText(average: Estimate, pace: Pace | null): string {
  if (!pace) return `An average player needs ${average.text}.`;
  const usual = inWholeMinutes(average.minutes);
  return `Judging by ${pace.nGames} games, you need about ${ownText(average, pace)}. An average player needs about ${usual.toLocaleString("en")}.`;
}

/** The time of a puzzle in a few words, for the head of a game. */
export function briefText(average: Estimate, pace: Pace | null): string {
  return pace ? `about ${ownText(average, pace)} for you` : average.text;
}

/** The time of a puzzle in short lines, for a comparison with the time of a solved game. */
export function comparedTexts(average: Estimate, pace: Pace | null): string[] {
  if (!pace) return [`average player: ${average.text}`];
  return [`usual for you: about ${ownText(average, pace)}`, `average player: about ${minutesText(inWholeMinutes(average.minutes))}`];
}

const inWholeMinutes = (minutes: number): number => Math.max(1, Math.round(minutes));
const minutesText = (minutes: number): string => `${minutes.toLocaleString("en")} minute${minutes === 1 ? "" : "s"}`;
const ownText = ({ minutes }: Estimate, { factor }: Pace): string => minutesText(inWholeMinutes(minutes * factor));
