// How hard a puzzle is, asked from the server and shown when it comes.

import type { RateAnswer } from "../../api/answers";
import { useAnswer } from "../../api/asking";
import { call } from "../../api/client";
import type { PuzzleDocument } from "../../model/puzzle";

/** The difficulty as "hard (4.5)", or what is known already, or "". It would tell of what lies in fog. */
export function useDifficulty({ key, line, problem, fog }: PuzzleDocument, known: string): string {
  const { answer } = useAnswer(problem || fog ? "" : key, (signal) => call<RateAnswer>("rate", { puzzle: line }, signal));
  const { level = "", number = "" } = answer?.ratings[0]?.rating ?? {};
  return level ? `${level} (${number})` : known;
}
