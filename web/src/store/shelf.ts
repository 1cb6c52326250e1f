// The storage of records, in IndexedDB, or in memory if the browser stores nothing. A game has a head,
// which is small and changes with each move, a puzzle, and moves in chunks of a few kilobytes. A move
// only writes the last chunk.

import type { PuzzleDocument } from "../model/puzzle";

/** A chunk of a game's record: the number of its first move, and a line for each move. */
export type Chunk = readonly [first: number, lines: string];

/** The data that one change of a game writes in one transaction. */
export interface ShelfChanges {
  head: { id: string };
  puzzle?: PuzzleDocument;
  chunks?: readonly Chunk[];
  /** Before chunks are written, chunks from this move on are deleted. */
  from?: number;
}

/** The stored data of a game, which has not been validated. */
export interface ShelfRecord {
  head: unknown;
  puzzle: unknown;
  chunks: (readonly [first: number, lines: unknown])[];
}

export interface Shelf {
  heads(): Promise<unknown[]>;
  /** All heads with their puzzles. */
  all(): Promise<Omit<ShelfRecord, "chunks">[]>;
  read(id: string): Promise<ShelfRecord>;
  /** Write the changes that `decide` returns for the current head, unless it returns null. Returns whether it wrote. */
  change(id: string, decide: (head: unknown) => ShelfChanges | null): Promise<boolean>;
  remove(id: string): Promise<void>;
}

type Step = (database: IDBDatabase) => void;

// Each step upgrades the schema to the next version. Published steps must not change.
export const STEPS: readonly Step[] = [
  (database) => {
    database.createObjectStore("games", { keyPath: "id" });
    database.createObjectStore("puzzles");
    database.createObjectStore("moves");
  },
];

const STORES = ["games", "puzzles", "moves"];
const PATIENCE_MS = 5_000;

const chunksFrom = (id: string, first = 0) => IDBKeyRange.bound([id, first], [id, Infinity]);

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
  });
}

/** Open the database, and bring it to the newest version. */
export function opened(name: string, steps = STEPS): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, steps.length);
    request.onupgradeneeded = ({ oldVersion }) => {
      for (const step of steps.slice(oldVersion)) step(request.result);
    };
    const late = new DOMException("the database does not open", "TimeoutError");
    const patience = setTimeout(() => reject(late), PATIENCE_MS);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result);
    request.addEventListener("success", () => clearTimeout(patience));
    request.addEventListener("error", () => clearTimeout(patience));
  });
}

export class DatabaseShelf implements Shelf {
  #connection: Promise<IDBDatabase> | null = null;
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  async heads(): Promise<unknown[]> {
    return settled<unknown[]>((await this.#begin("readonly")).objectStore("games").getAll());
  }

  async all(): Promise<Omit<ShelfRecord, "chunks">[]> {
    const transaction = await this.#begin("readonly");
    const heads = settled<{ id: string }[]>(transaction.objectStore("games").getAll());
    const puzzles = settled<unknown[]>(transaction.objectStore("puzzles").getAll());
    const keys = settled(transaction.objectStore("puzzles").getAllKeys());
    const [games, documents, ids] = await Promise.all([heads, puzzles, keys]);
    const byId = new Map(ids.map((id, at) => [id, documents[at]]));
    return games.map((head) => ({ head, puzzle: byId.get(head.id) }));
  }

  async read(id: string): Promise<ShelfRecord> {
    const transaction = await this.#begin("readonly");
    const moves = transaction.objectStore("moves");
    const [head, puzzle, lines, keys] = await Promise.all([
      settled<unknown>(transaction.objectStore("games").get(id)),
      settled<unknown>(transaction.objectStore("puzzles").get(id)),
      settled<unknown[]>(moves.getAll(chunksFrom(id))),
      settled(moves.getAllKeys(chunksFrom(id))),
    ]);
    return { head, puzzle, chunks: keys.map((key, at) => [(key as [string, number])[1], lines[at]]) };
  }

  async change(id: string, decide: (head: unknown) => ShelfChanges | null): Promise<boolean> {
    const transaction = await this.#begin("readwrite");
    const done = completed(transaction);
    const games = transaction.objectStore("games");
    const moves = transaction.objectStore("moves");
    let isWritten = false;
    let failure: unknown = null;
    const write = (changes: ShelfChanges) => {
      isWritten = true;
      games.put(changes.head);
      if (changes.puzzle) transaction.objectStore("puzzles").put(changes.puzzle, id);
      if (changes.from !== undefined) moves.delete(chunksFrom(id, changes.from));
      for (const [first, lines] of changes.chunks ?? []) moves.put(lines, [id, first]);
    };
    games.get(id).onsuccess = ({ target }) => {
      try {
        const changes = decide((target as IDBRequest<unknown>).result);
        if (changes) write(changes);
      } catch (error) {
        failure = error;
        transaction.abort();
      }
    };
    await done.catch((error: unknown) => {
      throw failure ?? error;
    });
    return isWritten;
  }

  async remove(id: string): Promise<void> {
    const transaction = await this.#begin("readwrite");
    const done = completed(transaction);
    transaction.objectStore("games").delete(id);
    transaction.objectStore("puzzles").delete(id);
    transaction.objectStore("moves").delete(chunksFrom(id));
    await done;
  }

  /** Start a transaction. If the connection was closed, open a new connection. */
  async #begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    const forget = () => (this.#connection = null);
    this.#connection ??= opened(this.#name).then((database) => {
      database.onclose = forget;
      // A newer page in another window upgrades the schema: close the connection for it.
      database.onversionchange = () => {
        database.close();
        forget();
      };
      return database;
    });
    const database = await this.#connection.catch((error: unknown) => {
      forget();
      throw error;
    });
    return database.transaction(STORES, mode);
  }
}

/** A shelf that keeps records only while the page is open. */
export class MemoryShelf implements Shelf {
  readonly #games = new Map<string, ShelfRecord>();

  heads(): Promise<unknown[]> {
    return Promise.resolve([...this.#games.values()].map(({ head }) => head));
  }

  all(): Promise<ShelfRecord[]> {
    return Promise.resolve([...this.#games.values()]);
  }

  read(id: string): Promise<ShelfRecord> {
    return Promise.resolve(this.#games.get(id) ?? { head: undefined, puzzle: undefined, chunks: [] });
  }

  change(id: string, decide: (head: unknown) => ShelfChanges | null): Promise<boolean> {
    const found = this.#games.get(id);
    const changes = decide(found?.head);
    if (!changes) return Promise.resolve(false);
    const { head, puzzle = found?.puzzle, chunks = [], from = Infinity } = changes;
    const byFirst = new Map((found?.chunks ?? []).filter(([first]) => first < from));
    for (const [first, lines] of chunks) byFirst.set(first, lines);
    this.#games.set(id, { head, puzzle, chunks: [...byFirst] });
    return Promise.resolve(true);
  }

  remove(id: string): Promise<void> {
    this.#games.delete(id);
    return Promise.resolve();
  }
}
