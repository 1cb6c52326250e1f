// Saves a game in this window. Every move is written immediately. If another window has written a
// version of the game, this window notices before it writes.

import type { Game } from "../game/game";
import type { Keeper, Saving, TakenOver } from "../game/keeper";
import type { Ledger } from "./ledger";
import { dropLate, keepLate } from "./late";
import type { Kept } from "./records";

interface Events {
  /** Called if the browser could not write. */
  failed(error: unknown): void;
  /** Called when the id of the game changes. */
  moved(from: string, to: string): void;
}

export class Keeping implements Keeper {
  saving: Saving = "saved";
  #wanted: { game: Game; playedMs: number } | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isWriting = false;
  readonly #listeners = new Set<() => void>();

  readonly #ledger: Ledger;
  readonly #events: Events;
  #kept: Kept;

  constructor(ledger: Ledger, public id: string, kept: Kept, events: Events) {
    this.#ledger = ledger;
    this.#kept = kept;
    this.#events = events;
  }

  keep(game: Game, playedMs: number): void {
    const isNew = game.moves.length !== this.#kept.nMoves || playedMs > this.#kept.playedMs;
    if (this.saving === "elsewhere" || !(isNew || this.#isWriting)) return;
    this.#wanted = { game, playedMs };
    keepLate(this.id, game, this.#kept.nMoves);
    if (!this.#isWriting) this.#writing = this.#write();
  }

  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when all pending writes are done or have failed. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Remember that another window wrote a version of the game. */
  heard(version: number): void {
    if (version > this.#kept.version) this.#become("elsewhere");
  }

  async takeOver(game: Game, playedMs: number): Promise<TakenOver> {
    await this.settled();
    const { kept, ...taken } = await this.#ledger.takeOver(this.id, game, playedMs);
    this.#keptNow(kept);
    return taken;
  }

  async fork(game: Game, playedMs: number): Promise<string> {
    await this.settled();
    const { id, kept } = await this.#ledger.copy(this.id, game, playedMs);
    dropLate(this.id);
    this.#events.moved(this.id, id);
    this.id = id;
    this.#keptNow(kept);
    return "This is now a copy. Both games are saved.";
  }

  /** Write until everything is saved. After a failure the next move tries again. */
  async #write(): Promise<void> {
    this.#isWriting = true;
    this.#become("saving");
    let saving: Saving = "saved";
    while (this.#wanted && saving === "saved") saving = await this.#written(this.#wanted);
    // There is no `await` between the last check of pending changes and this line.
    this.#isWriting = false;
    if (saving === "saved") dropLate(this.id);
    this.#become(saving);
  }

  async #written({ game, playedMs }: { game: Game; playedMs: number }): Promise<Saving> {
    this.#wanted = null;
    try {
      const kept = await this.#ledger.append(this.id, this.#kept, game, playedMs);
      if (!kept) return "elsewhere";
      this.#kept = kept;
      return "saved";
    } catch (error) {
      this.#events.failed(error);
      return "failed";
    }
  }

  #keptNow(kept: Kept): void {
    dropLate(this.id);
    this.#kept = kept;
    this.#wanted = null;
    this.#become("saved");
  }

  #become(saving: Saving): void {
    if (saving === this.saving) return;
    this.saving = saving;
    for (const listener of this.#listeners) listener();
  }
}
