// The difficulty of a puzzle, requested from the server.

import type { RateAnswer } from "../../api/answers";
import { useAnswer } from "../../api/asking";
import { call } from "../../api/client";
import type { PuzzleDocument } from "../../model/puzzle";

/**
 * The difficulty as "hard (4.5)", or as a level if that is known, or "". In fog, it is not
 * requested, because it would be a clue.
 */
export function useDifficulty({ key, line, problem, fog }: PuzzleDocument, known: string): string {
  const { answer } = useAnswer(problem || fog ? "" : key, (signal) => call<RateAnswer>("rate", { puzzle: line }, signal));
  const { level = "", number = "" } = answer?.ratings[0]?.rating ?? {};
  return level ? `${level} (${number})` : known;
}
