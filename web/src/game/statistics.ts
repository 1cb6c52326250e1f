// The statistics of a game from its complete record, including undone moves. The Python side is
// `pandoku.play.statistics`, which counts more.

import type { Game } from "./game";
import type { Move } from "./moves";

const MOST_HINT = 5; // the level of a hint that reveals the complete step

export interface Statistics {
  playedMs: number;
  /** The number of digits that the player wrote. */
  nDigits: number;
  /** The number of digits that the player wrote just after a hint had revealed them. */
  nTold: number;
  /** The number of hints. Higher levels of the same hint are not counted. */
  nHints: number;
  nChecks: number;
  /** The number of wrong digits that the player wrote. null if there is no unique solution. */
  nMistakes: number | null;
  wasRevealed: boolean;
}

export function statisticsOf({ moves, puzzle: { solution }, playedMs, isRevealed }: Game): Statistics {
  const withVerb = (wanted: string) => moves.filter(({ verb }) => verb === wanted);
  const digitsOf = (all: readonly Move[]) => all.flatMap(({ edits }) => edits).filter(({ layer, number }) => layer === "digit" && number > 0);
  const nDigits = (all: readonly Move[]) => digitsOf(all).reduce((n, { cells }) => n + cells.length, 0);
  const isHint = (move: Move | undefined) => move?.verb === "hint";
  const edits = withVerb("edit");
  const told = moves.filter(({ verb }, at) => verb === "edit" && isHint(moves[at - 1]) && moves[at - 1]?.number === MOST_HINT);
  const isWrong = (number: number) => (cell: number) => !!solution?.[cell] && solution[cell] !== number;
  return {
    playedMs,
    nDigits: nDigits(edits),
    nTold: nDigits(told),
    nHints: moves.filter((move, at) => isHint(move) && !isHint(moves[at - 1])).length,
    nChecks: withVerb("check").length,
    nMistakes: solution && digitsOf(edits).flatMap(({ number, cells }) => cells.filter(isWrong(number))).length,
    wasRevealed: isRevealed,
  };
}

/** Whether at least half of the digits came from hints. */
export function isByHints({ nTold, nDigits }: Statistics): boolean {
  return nTold > 0 && nDigits <= 2 * nTold;
}
