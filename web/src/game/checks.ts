// Which mistakes a player wants to see while playing. The Python side is `pandoku.play.checks`.

import type { Game } from "./game";

export const CHECKS = ["off", "conflicts", "solution"] as const;
export type Check = (typeof CHECKS)[number];

/** The cells to be shown as mistakes; without a single solution, "solution" shows conflicts. */
export function shownMistakes(game: Game, check: Check): ReadonlySet<number> {
  if (check === "off") return new Set();
  if (check === "solution" && game.puzzle.solution) return new Set(game.wrongCells());
  return new Set(game.conflicts().flatMap(({ cells }) => cells));
}
