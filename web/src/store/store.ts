// The saved games of this browser. Every move is written immediately. If the browser does not store
// games, they last as long as the window, and `problem` reports this.

import { Game } from "../game/game";
import { isUnknownMove } from "../game/moves";
import type { SessionOptions } from "../game/session";
import { dumpsGame, loadsRecord } from "../game/text";
import type { PuzzleDocument } from "../model/puzzle";
import { Keeping } from "./keeping";
import { withLate } from "./late";
import { addLearned, learned } from "./learned";
import { keptOf, Ledger } from "./ledger";
import { DENIED, problemOf } from "./problems";
import type { Head } from "./records";
import { gameOf, headOf, puzzleOf, recordName } from "./records";
import type { Shelf } from "./shelf";
import { DatabaseShelf, MemoryShelf } from "./shelf";
import { SpareShelf } from "./spare";

/** A saved game without its moves, for lists. */
export interface Saved extends Readonly<Omit<Head, "removed">> {
  readonly puzzle: PuzzleDocument;
  /** The number of filled cells, and the number of all cells. */
  readonly filled: number;
  readonly cells: number;
}

/** Words about a new game. */
export interface About {
  title?: string;
  about?: string;
  difficulty?: string;
  /** The text of a game of this puzzle, which is continued. */
  text?: string;
  /** The time of the last change of that game, in milliseconds since 1970. */
  changed?: number;
}

const NAME = "pandoku";
const CARRIED = "pandoku games 1";
const BIN_MS = 3_600_000;
const WORTH_MOVES = 10;

export class Store {
  /** A sentence about a problem with saving, or "". */
  problem: string;
  /** A sentence about saved games that cannot be read, or "". */
  damaged = "";
  readonly #ledger: Ledger;
  readonly #shelf: SpareShelf;
  readonly #open = new Map<string, Keeping>();
  readonly #listeners = new Set<() => void>();
  #hasAsked = false;

  readonly #channel: BroadcastChannel | null;
  /** A problem that lasts as long as the page is open. */
  readonly #lasting: string;

  constructor(shelf: Shelf, channel: BroadcastChannel | null = null, lasting = "") {
    this.#channel = channel;
    this.problem = this.#lasting = lasting;
    this.#shelf = new SpareShelf(shelf);
    this.#ledger = new Ledger(this.#shelf, (head) => this.#wrote(head));
    channel?.addEventListener("message", ({ data }: MessageEvent<{ id: string; version: number }>) => {
      this.#open.get(data.id)?.heard(data.version);
      this.#tell();
    });
  }

  /** Call a listener whenever the list of games or a problem changes. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** All games, the most recent first. */
  async list(): Promise<Saved[]> {
    const saved: Saved[] = [];
    const wrong: string[] = [];
    for (const each of await this.#ledger.shelf.all()) {
      const [head, puzzle] = [headOf(each.head), puzzleOf(each.puzzle)];
      if (!head || !puzzle) wrong.push(recordName(each.head));
      else if (!head.removed) saved.push(savedOf(head, puzzle));
    }
    this.damaged = wrong.length ? `Damaged, and left out of the list: ${wrong.join(", ")}.` : "";
    return saved.sort((a, b) => b.changed - a.changed);
  }

  /** The id of the newest unfinished game of a puzzle, or null. */
  async find(key: string): Promise<string | null> {
    const heads = (await this.#ledger.shelf.heads()).flatMap((each) => headOf(each) ?? []);
    const games = heads.filter((head) => head.key === key && !head.isSolved && !head.removed);
    return games.sort((a, b) => b.changed - a.changed)[0]?.id ?? null;
  }

  /** Start a game, or continue the game of a text. Returns its id. */
  async create(puzzle: PuzzleDocument, { text, changed, ...about }: About = {}): Promise<string> {
    const known = text ? loadsRecord(text, puzzle) : { game: Game.start(puzzle), title: puzzle.title };
    const { id } = await this.#ledger.add({ ...known, ...about }, known.game, known.game.playedMs, Number.isFinite(changed) ? changed : undefined);
    return id;
  }

  /** What the session of a game needs, and a sentence about a damaged part of the saved game, or "". */
  async resume(id: string): Promise<{ options: SessionOptions; note: string }> {
    await this.#open.get(id)?.settled();
    const { head, puzzle, lines, last } = await this.#ledger.entry(id);
    const game = gameOf(puzzle, withLate(id, lines));
    // To continue it without these moves would delete them.
    if (isUnknownMove(lines[game.moves.length]?.replace(/^\S+/, "") ?? "")) throw new Error("This game has moves from a newer version of this page. Reload it.");
    const nKept = Math.min(game.moves.length, lines.length);
    const keeper = new Keeping(this.#ledger, id, keptOf(head, nKept, last), {
      failed: (error) => this.#say(problemOf(error)),
      moved: (from, to) => {
        this.#open.delete(from);
        this.#open.set(to, keeper);
      },
    });
    this.#open.set(id, keeper);
    keeper.keep(game, Math.max(head.playedMs, game.playedMs));
    const nMissing = head.nMoves - game.moves.length;
    const note = nMissing > 0 ? `The record of this game is damaged: the last ${nMissing} of its ${head.nMoves} moves are lost.` : "";
    return { options: { playedMs: head.playedMs, game, keeper }, note };
  }

  /** Replace the puzzle document of a game by a newer document from the server. */
  renew(id: string, puzzle: PuzzleDocument): Promise<void> {
    return this.#ledger.renew(id, puzzle);
  }

  /** Note the difficulty of a game if it was unknown. Never throws, because the game is complete without it. */
  async rate(id: string, difficulty: string): Promise<void> {
    await this.#ledger.rate(id, difficulty).catch(() => undefined);
  }

  /** A game as text, in the form of `pandoku.play`. */
  async text(id: string): Promise<string> {
    await this.#open.get(id)?.settled();
    const { head, puzzle, lines } = await this.#ledger.entry(id);
    return dumpsGame(gameOf(puzzle, lines), head);
  }

  /** A saved game with its moves. */
  async game(id: string): Promise<Game> {
    await this.#open.get(id)?.settled();
    const { puzzle, lines } = await this.#ledger.entry(id);
    return gameOf(puzzle, lines);
  }

  /** Move a game to the bin, which is emptied after an hour. */
  async remove(id: string): Promise<void> {
    await this.#ledger.bin(id, Date.now());
    this.#tell();
  }

  /** Take a game out of the bin. */
  async restore({ id }: Pick<Saved, "id">): Promise<void> {
    await this.#ledger.bin(id, 0);
    this.#tell();
  }

  /** Whether a game is in the bin. */
  async isBinned(id: string): Promise<boolean> {
    return (await this.#ledger.shelf.heads()).some((each) => {
      const head = headOf(each);
      return head?.id === id && head.removed > 0;
    });
  }

  /** Delete games that have been in the bin for an hour. */
  async emptyBin(): Promise<void> {
    for (const each of await this.#ledger.shelf.heads()) {
      const { id = "", removed = 0 } = headOf(each) ?? {};
      if (removed && removed < Date.now() - BIN_MS) await this.#ledger.shelf.remove(id);
    }
  }

  /** All games with their puzzles, and the progress in the course, as one text for `importAll` in another browser. */
  async exportAll(): Promise<string> {
    const games = (await this.list()).map(async ({ id, title, about, difficulty, changed, puzzle }) => {
      return { title, about, difficulty, changed, text: await this.text(id), puzzle };
    });
    return `${JSON.stringify({ format: CARRIED, games: await Promise.all(games), course: learned() })}\n`;
  }

  /**
   * Add the games of an exported text that are not here yet. A game that has gone on elsewhere
   * replaces its earlier state. Returns a sentence about the result.
   */
  async importAll(text: string): Promise<string> {
    const here = new Map<string, string>();
    for (const { id } of await this.list()) here.set(id, await this.text(id).catch(() => ""));
    const { games, course } = carriedIn(text);
    addLearned(course);
    let [nAdded, nKnown] = [0, 0];
    const wrong: string[] = [];
    for (const game of games) {
      const puzzle = puzzleOf(game?.puzzle);
      const lines = typeof game?.text === "string" ? game.text : "";
      const isHere = lines && [...here.values()].some((each) => each.startsWith(lines));
      const earlier = [...here].find(([, each]) => each && lines.startsWith(each))?.[0];
      if (isHere) nKnown += 1;
      else if (game && puzzle && (await this.create(puzzle, game).catch(() => null))) {
        nAdded += 1;
        if (earlier) await this.remove(earlier);
      } else wrong.push(recordName(game));
    }
    const parts = [`${nAdded} of ${games.length} games added`];
    if (nKnown) parts.push(`${nKnown} already here`);
    if (wrong.length) parts.push(`${wrong.length} cannot be read: ${wrong.join(", ")}`);
    return `${parts.join("; ")}.`;
  }

  #wrote({ id, version, nMoves }: Head): void {
    this.#channel?.postMessage({ id, version });
    const { failure } = this.#shelf;
    this.#say(failure ? problemOf(failure) : this.#lasting);
    this.#tell();
    if (nMoves < WORTH_MOVES || this.#hasAsked) return;
    this.#hasAsked = true;
    // Ask for persistent storage when there is a game. Games are saved even if the browser refuses.
    globalThis.navigator?.storage?.persist?.().catch(() => false);
  }

  #say(problem: string): void {
    if (problem === this.problem) return;
    this.problem = problem;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function savedOf({ removed: _, ...head }: Head, puzzle: PuzzleDocument): Saved {
  const { digits } = head;
  return { ...head, puzzle, filled: digits.filter(Boolean).length, cells: puzzle.givens.length };
}

type Carried = { puzzle: PuzzleDocument; text: string } & About;

/** The games and the progress in a text of `exportAll`, not validated yet. */
function carriedIn(text: string): { games: (Carried | null)[]; course: unknown } {
  try {
    const { format, games, course } = JSON.parse(text) as { format?: unknown; games?: unknown; course?: unknown };
    if (format === CARRIED && Array.isArray(games)) return { games: games as Carried[], course };
  } catch {
    // The error is thrown below.
  }
  throw new Error("This is not a file of games exported from this page.");
}

let store: Promise<Store> | null = null;

/** The store of this page, which is shared. */
export const openStore = (): Promise<Store> => (store ??= begun(NAME));

/** Open the store of a name. Never throws. */
export async function begun(name: string): Promise<Store> {
  try {
    const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null;
    const opened = new Store(new DatabaseShelf(name), channel);
    await opened.emptyBin();
    return opened;
  } catch (error) {
    const isNewer = (error as Error | null)?.name === "VersionError";
    return new Store(new MemoryShelf(), null, isNewer ? problemOf(error) : DENIED);
  }
}
