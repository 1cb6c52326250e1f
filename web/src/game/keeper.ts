// Where a session keeps its game: the store of saved games, or nowhere.

import type { Game } from "./game";

/** "failed": kept in memory only; "elsewhere": another window went on with the game. */
export type Saving = "saved" | "saving" | "failed" | "elsewhere";

export interface TakenOver {
  game: Game;
  playedMs: number;
  /** What was done, as a sentence. */
  says: string;
}

export interface Keeper {
  readonly id: string;
  readonly saving: Saving;
  /** Keep a game as it stands; it returns at once and never fails. */
  keep(game: Game, playedMs: number): void;
  /** Call a listener whenever `saving` changes. */
  watch(listener: () => void): () => void;
  /** Go on with a game that went on elsewhere; no move of either is lost. */
  takeOver(game: Game, playedMs: number): Promise<TakenOver>;
  /** Go on with a copy under a new id; what was done, as a sentence. */
  fork(game: Game, playedMs: number): Promise<string>;
}

/** Keeps nothing. */
export const nowhere: Keeper = {
  id: "",
  saving: "saved",
  keep: () => {},
  watch: () => () => {},
  takeOver: (game, playedMs) => Promise.resolve({ game, playedMs, says: "" }),
  fork: () => Promise.resolve(""),
};
