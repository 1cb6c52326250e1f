// The mistakes that a player wants to see during the game. The Python side is `pandoku.play.checks`.

import type { PuzzleDocument } from "../model/puzzle";
import type { Game } from "./game";

export const CHECKS = ["off", "conflicts", "solution"] as const;
export type Check = (typeof CHECKS)[number];

/**
 * A sentence about the solution, if digits are compared with it in addition to the rules, or "".
 */
export const judgedBy = ({ judge }: PuzzleDocument): string =>
  judge === "source" ? "Your digits are compared with the solution of the puzzle's source." : "";

/** The cells to show as mistakes. With "solution", cells whose digit is unknown show conflicts. */
export function shownMistakes(game: Game, check: Check): ReadonlySet<number> {
  if (check === "off") return new Set();
  const { solution } = game.puzzle;
  if (check === "solution" && solution && !solution.includes(0)) return new Set(game.wrongCells());
  const conflicts = game.conflicts().flatMap(({ cells }) => cells);
  if (check === "conflicts" || !solution) return new Set(conflicts);
  return new Set([...game.wrongCells(), ...conflicts.filter((cell) => !solution[cell])]);
}
