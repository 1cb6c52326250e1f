// The data that a file saves on the device: in localStorage or, if the browser denies that, in
// memory.

import type { Keeper } from "../game/keeper";
import { Game } from "../game/game";
import { dumpsGame, loadsRecord } from "../game/text";
import type { FileData, FilePuzzle, GuideData } from "./data";

export interface KeptGame {
  text: string;
  playedMs: number;
  /** The times of the start and of the solution in ISO 8601, or "". */
  started: string;
  solved: string;
  /** The numbers of the steps that hints have revealed completely. */
  told: number[];
  /** The number of filled cells without a given, of hints and of checks. */
  filled: number;
  hints: number;
  checks: number;
}

const NEW: KeptGame = { text: "", playedMs: 0, started: "", solved: "", told: [], filled: 0, hints: 0, checks: 0 };

const PREFIX = "pandoku.file.";
const memory = new Map<string, string>();

/** Whether data is saved on the device. */
export const keeps: boolean = tried(() => {
  localStorage.setItem(`${PREFIX}try`, "");
  localStorage.removeItem(`${PREFIX}try`);
  return true;
}) ?? false;

function tried<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

export function recall(key: string): string | null {
  return memory.get(key) ?? tried(() => localStorage.getItem(PREFIX + key));
}

/** Save a text. Returns false if it is only in memory. */
export function keep(key: string, text: string): boolean {
  memory.set(key, text);
  return tried(() => (localStorage.setItem(PREFIX + key, text), true)) ?? false;
}

export const keyOf = ({ id }: FileData, entry: FilePuzzle): string => (id ? `${id}.` : "") + entry.key;

/** The saved game of a puzzle, or null. */
export function readKept(key: string): KeptGame | null {
  const found = tried(() => JSON.parse(recall(key) ?? "null") as Partial<KeptGame> | null);
  if (!found || typeof found.text !== "string") return null;
  return { ...NEW, ...found };
}

export interface Opened {
  game: Game;
  kept: KeptGame;
}

/** The saved game of a puzzle, or a new game if there is none or it cannot be read. */
export function openGame(key: string, entry: FilePuzzle, guide: GuideData | null): Opened {
  const kept = readKept(key);
  const game = kept && tried(() => loadsRecord(kept.text, entry).game);
  if (kept && game) return { game, kept };
  return { game: startOf(entry, guide), kept: { ...NEW, started: new Date().toISOString() } };
}

/** A new game, with the digits that are already placed at the start of the path. */
function startOf(entry: FilePuzzle, guide: GuideData | null): Game {
  return (guide?.digits ?? []).reduce(
    (game, digit, cell) => (digit ? game.place(cell, digit, { tidy: false }) : game),
    Game.start(entry),
  );
}

function countsOf({ entered, moves }: Game): Pick<KeptGame, "filled" | "hints" | "checks"> {
  return {
    filled: entered.length,
    // Count only the first level of each hint.
    hints: moves.filter(({ verb, number }) => verb === "hint" && number === 1).length,
    checks: moves.filter(({ verb }) => verb === "check").length,
  };
}

/** Saves the game of a puzzle, and notices if another window continues the game. */
export class FileKeeper implements Keeper {
  saving: Keeper["saving"] = "saved";
  private readonly listeners = new Set<() => void>();
  private readonly stop: () => void;

  constructor(readonly id: string, private readonly entry: FilePuzzle, private kept: KeptGame) {
    const look = ({ key }: StorageEvent) => {
      if (key === PREFIX + id) memory.delete(id), this.tell("elsewhere");
    };
    addEventListener("storage", look);
    this.stop = () => removeEventListener("storage", look);
  }

  get record(): KeptGame {
    return this.kept;
  }

  keep(game: Game, playedMs: number): void {
    if (this.saving === "elsewhere" || (!game.moves.length && !this.kept.text)) return;
    const { started } = this.kept;
    const solved = game.isSolved ? this.kept.solved || new Date().toISOString() : "";
    this.kept = { ...this.kept, text: dumpsGame(game, { started }), playedMs, solved, ...countsOf(game) };
    this.tell(keep(this.id, JSON.stringify(this.kept)) ? "saved" : "failed");
  }

  /** Record that a step was revealed completely. */
  told(number: number): void {
    this.kept = { ...this.kept, told: [...new Set([...this.kept.told, number])] };
  }

  watch(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      this.stop();
    };
  }

  takeOver(game: Game, playedMs: number) {
    const found = readKept(this.id);
    const theirs = found && tried(() => loadsRecord(found.text, this.entry).game);
    if (found && theirs) this.kept = found;
    this.tell("saved");
    return Promise.resolve({ game: theirs ?? game, playedMs: found?.playedMs ?? playedMs, says: "" });
  }

  fork(): Promise<string> {
    return Promise.resolve("");
  }

  private tell(saving: Keeper["saving"]): void {
    if (saving === this.saving) return;
    this.saving = saving;
    for (const listener of this.listeners) listener();
  }
}
