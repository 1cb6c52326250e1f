// Which mistakes a player wants to see while playing. The Python side is `pandoku.play.checks`.

import type { PuzzleDocument } from "../model/puzzle";
import type { Game } from "./game";

export const CHECKS = ["off", "conflicts", "solution"] as const;
export type Check = (typeof CHECKS)[number];

/** What digits are compared with besides the rules, as a sentence; "" for nothing. */
export const judgedBy = ({ judge }: PuzzleDocument): string =>
  judge === "source" ? "Your digits are compared with the solution of the puzzle's source." : "";

/** The cells to be shown as mistakes. Of cells of which nothing knows the digit, "solution" shows conflicts. */
export function shownMistakes(game: Game, check: Check): ReadonlySet<number> {
  if (check === "off") return new Set();
  const { solution } = game.puzzle;
  if (check === "solution" && solution && !solution.includes(0)) return new Set(game.wrongCells());
  const conflicts = game.conflicts().flatMap(({ cells }) => cells);
  if (check === "conflicts" || !solution) return new Set(conflicts);
  return new Set([...game.wrongCells(), ...conflicts.filter((cell) => !solution[cell])]);
}
