// A shelf in front of another one, for new games that the other one has no room for.

import { MemoryShelf, type Shelf, type ShelfChanges, type ShelfRecord } from "./shelf";

/**
 * Keeps the games that another shelf cannot take, as long as the page is open. The next change moves
 * a game to the other shelf if there is room again.
 */
export class SpareShelf implements Shelf {
  /** The error of the last change if only this shelf has it, or null. */
  failure: unknown = null;
  readonly #main: Shelf;
  readonly #spare = new MemoryShelf();

  constructor(main: Shelf) {
    this.#main = main;
  }

  async heads(): Promise<unknown[]> {
    return [...(await this.#main.heads()), ...(await this.#spare.heads())];
  }

  async all(): Promise<Omit<ShelfRecord, "chunks">[]> {
    return [...(await this.#main.all()), ...(await this.#spare.all())];
  }

  async read(id: string): Promise<ShelfRecord> {
    const record = await this.#main.read(id);
    return record.head === undefined ? this.#spare.read(id) : record;
  }

  async change(id: string, decide: (head: unknown) => ShelfChanges | null): Promise<boolean> {
    if ((await this.#spare.read(id)).head !== undefined) {
      const isWritten = await this.#spare.change(id, decide);
      if (isWritten) await this.#move(id);
      return isWritten;
    }
    let isNew = false;
    try {
      const isWritten = await this.#main.change(id, (head) => {
        isNew = head === undefined;
        return decide(head);
      });
      this.failure = null;
      return isWritten;
    } catch (error) {
      // The other shelf has the earlier moves of a game that is not new.
      if (!isNew) throw error;
      this.failure = error;
      return this.#spare.change(id, decide);
    }
  }

  /** Put a game on the other shelf if that has room. */
  async #move(id: string): Promise<void> {
    const record = (await this.#spare.read(id)) as ShelfChanges;
    try {
      await this.#main.change(id, () => ({ ...record, from: 0 }));
    } catch (error) {
      this.failure = error;
      return;
    }
    await this.#spare.remove(id);
    this.failure = null;
  }

  async remove(id: string): Promise<void> {
    await this.#spare.remove(id);
    await this.#main.remove(id);
  }
}
