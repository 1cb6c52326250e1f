// The difficulty of a puzzle and the time that it takes, requested from the server.

import type { AverageTime, RateAnswer } from "../../api/answers";
import { useAnswer } from "../../api/asking";
import { call } from "../../api/client";
import type { Pace } from "../../game/expected";
import type { PuzzleDocument } from "../../model/puzzle";
import { paceOf } from "../../store/pace";
import { openStore } from "../../store/store";

export interface Rated {
  /** The difficulty as "hard (4.5)", or as a level if that is known, or "". */
  text: string;
  /** "hard", or "" if it is not known. */
  level: string;
  /** Whether a difficulty is known or may still arrive. */
  isExpected: boolean;
  /** The time of an average player, or null if it is not known. */
  time: AverageTime | null;
}

/** The difficulty. In fog, it is not requested, because it would be a clue. */
export function useDifficulty({ key, line, problem, fog }: PuzzleDocument, known: string): Rated {
  const isAsked = !problem && !fog;
  const { answer } = useAnswer(isAsked ? key : "", (signal) => call<RateAnswer>("rate", { puzzle: line, effort: true }, signal));
  const { level = "", number = "", time = null } = answer?.ratings[0]?.rating ?? {};
  return { text: level ? `${level} (${number})` : known, level: known || level, isExpected: isAsked || known !== "", time };
}

/** The pace of the player before the game, or null if it is not known. */
export function usePace(): Pace | null {
  const { answer } = useAnswer("pace", async () => paceOf(await openStore()));
  return answer;
}
