// What a game took, from the whole record: what was undone counts too. The Python side is
// `pandoku.play.statistics`, which counts more.

import type { Game } from "./game";

export interface Statistics {
  playedMs: number;
  /** How many hints were shown, of any level. */
  nHints: number;
  nChecks: number;
  /** How many wrong digits the player wrote; null if there is no single solution. */
  nMistakes: number | null;
  wasRevealed: boolean;
}

export function statisticsOf({ moves, puzzle: { solution }, playedMs, isRevealed }: Game): Statistics {
  const ofKind = (wanted: string) => moves.filter(({ kind }) => kind === wanted);
  const written = ofKind("edit").flatMap(({ edits }) => edits).filter(({ layer, number }) => layer === "digit" && number > 0);
  const isWrong = (number: number) => (cell: number) => solution?.[cell] !== number;
  return {
    playedMs,
    nHints: ofKind("hint").length,
    nChecks: ofKind("check").length,
    nMistakes: solution && written.flatMap(({ number, cells }) => cells.filter(isWrong(number))).length,
    wasRevealed: isRevealed,
  };
}
