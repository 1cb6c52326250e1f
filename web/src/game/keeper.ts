// The place where a session saves its game: the store of saved games, or nowhere.

import type { Game } from "./game";

/** "failed" means in memory only. "elsewhere" means that another window continued the game. */
export type Saving = "saved" | "saving" | "failed" | "elsewhere";

export interface TakenOver {
  game: Game;
  playedMs: number;
  /** A sentence about the result. */
  says: string;
}

export interface Keeper {
  readonly id: string;
  readonly saving: Saving;
  /** Save the current state of a game. Returns immediately and never throws. */
  keep(game: Game, playedMs: number): void;
  /** Call a listener whenever `saving` changes. */
  watch(listener: () => void): () => void;
  /** Take over a game that another window continued. No move of either game is lost. */
  takeOver(game: Game, playedMs: number): Promise<TakenOver>;
  /** Continue with a copy under a new id. Returns a sentence about the result. */
  fork(game: Game, playedMs: number): Promise<string>;
}

/** A keeper that saves nothing. */
export const nowhere: Keeper = {
  id: "",
  saving: "saved",
  keep: () => {},
  watch: () => () => {},
  takeOver: (game, playedMs) => Promise.resolve({ game, playedMs, says: "" }),
  fork: () => Promise.resolve(""),
};
