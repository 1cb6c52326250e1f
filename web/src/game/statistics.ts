// What a game took, from the whole record: what was undone counts too. The Python side is
// `pandoku.play.statistics`.

import type { Game } from "./game";
import { MAX_HINT_LEVEL } from "./moves";

export interface Statistics {
  playedMs: number;
  /** How many digits the player wrote into cells. */
  nDigits: number;
  /** How many corner and centre marks were added, by the player or by filling. */
  nMarks: number;
  /** How many edits were taken back. */
  nUndone: number;
  /** How many hints of each level were shown, from level 0. */
  hints: number[];
  nChecks: number;
  /** How many wrong digits the player wrote; null if there is no single solution. */
  nMistakes: number | null;
  isSolved: boolean;
  wasRevealed: boolean;
}

export function statisticsOf(game: Game): Statistics {
  const { moves, puzzle } = game;
  const written = moves.flatMap(({ kind, edits }) => (kind === "edit" ? edits : [])).filter(({ number }) => number > 0);
  const digits = written.filter(({ layer }) => layer === "digit");
  const marks = written.filter(({ layer }) => layer === "corner" || layer === "centre");
  const count = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const hints = moves.filter(({ kind }) => kind === "hint").map(({ number }) => number);
  const { solution } = puzzle;
  return {
    playedMs: game.playedMs,
    nDigits: count(digits.map(({ cells }) => cells.length)),
    nMarks: count(marks.map(({ cells }) => cells.length)),
    nUndone: count(moves.map(({ kind, number }) => (kind === "undo" || kind === "rewind" ? number : 0))),
    hints: Array.from({ length: MAX_HINT_LEVEL + 1 }, (_, level) => hints.filter((each) => each === level).length),
    nChecks: moves.filter(({ kind }) => kind === "check").length,
    nMistakes: solution && count(digits.map(({ number, cells }) => cells.filter((cell) => solution[cell] !== number).length)),
    isSolved: game.isSolved,
    wasRevealed: game.isRevealed,
  };
}
