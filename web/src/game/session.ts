// A session: a game with the selection, the layer, the clock and the keeper. It defines the effect
// of each press. It does not depend on the page: the page subscribes to the session.

import type { Action } from "./actions";
import type { Check } from "./checks";
import { shownMistakes } from "./checks";
import type { Layer } from "./edits";
import { greatest, isBehindDigits, LAYERS } from "./edits";
import { count, stopped } from "../model/words";
import { GameError } from "./errors";
import type { Game } from "./game";
import type { Keeper, Saving } from "./keeper";
import { nowhere } from "./keeper";
import { colorOf, N_INKS, type PenPiece, piecesAt } from "./pen";
import { Timer } from "./timer";

export interface SessionState {
  readonly game: Game;
  readonly selected: ReadonlySet<number>;
  readonly cursor: number | null;
  readonly layer: Layer;
  /** The color of the pen, 1 to 6. */
  readonly ink: number;
  /** Whether the player paused the game. A hidden page only stops the clock. */
  readonly isPaused: boolean;
  /** The cells to show as mistakes. */
  readonly mistakes: ReadonlySet<number>;
  /** Whether the last move is saved, or "elsewhere" if another window continued the game. */
  readonly saving: Saving;
}

export interface SessionOptions {
  game: Game;
  /** The playing time in milliseconds if it is later than the last move. */
  playedMs?: number;
  keeper?: Keeper;
  /** A monotonic clock in milliseconds. */
  clock?: () => number;
  tidy?: boolean;
  check?: Check;
}

type Moved = (game: Game, atMs: number) => Game;

export const ELSEWHERE = "This game continues in another window.";
const PAUSED = "The game is paused.";
export const NOT_RIGHT = "The grid is full, but not right yet.";
const DONE = {
  restart: "Back at the start. Redo repeats the moves.",
  rewind: "Back to before the first mistake.",
  reveal: "This is the solution.",
};
const WANTED = { all: () => true, none: () => false, invert: (isChosen: boolean) => !isChosen };

export class GameSession {
  #current: SessionState;
  #timer: Timer;
  #isHidden = false;
  #tidy: boolean;
  #check: Check;
  /** The wrong cells of the last check. */
  #checked: ReadonlySet<number> = new Set();
  readonly #keeper: Keeper;
  readonly #clock: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #stop: () => void;

  constructor({ game, playedMs = 0, keeper = nowhere, clock = () => performance.now(), ...wishes }: SessionOptions) {
    this.#keeper = keeper;
    this.#clock = clock;
    this.#tidy = wishes.tidy ?? true;
    this.#check = wishes.check ?? "conflicts";
    this.#timer = new Timer(Math.max(playedMs, game.playedMs));
    this.#current = {
      game, selected: new Set(), cursor: null, layer: "digit", ink: 1, isPaused: false,
      mistakes: shownMistakes(game, this.#check), saving: keeper.saving,
    };
    this.#stop = keeper.watch(() => this.#change({ saving: keeper.saving }));
    this.#runTimer();
  }

  get state(): SessionState {
    return this.#current;
  }

  /** The id of the saved game, which changes with `fork`. */
  get id(): string {
    return this.#keeper.id;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The current playing time in milliseconds. */
  playedMs(): number {
    return this.#timer.played(this.#clock());
  }

  /** Run an action of the player. Returns a message as a sentence, or "". */
  press(action: Action): string {
    const { game, selected, cursor, layer } = this.#current;
    switch (action.do) {
      case "number":
        return this.#number(action.number, selected, action.layer);
      case "put":
        return this.#number(action.number, [action.cell], action.layer);
      case "draw":
        return this.#draw(action.pieces);
      case "ink":
        return this.#change({ ink: action.color });
      case "erase":
        if ((action.layer ?? layer) === "pen") return this.#wipe();
        return this.move((game, atMs) => game.erase(selected, action.layer ?? layer, { atMs }));
      case "fill":
        return this.move((game, atMs) => game.fill(selected.size > 1 ? selected : null, { atMs }));
      case "undo":
      case "redo":
        return this.move((game, atMs) => game[action.do](1, { atMs }), "", `Nothing to ${action.do}.`);
      case "restart":
      case "rewind":
      case "reveal":
        return this.move((game, atMs) => game[action.do]({ atMs }), DONE[action.do], "There is no mistake.");
      case "check":
        return this.#showMistakes();
      case "checkpoint":
        return this.move((game, atMs) => game.checkpoint(action.name, { atMs }), `Kept as ${action.name.trim()}.`);
      case "return":
        return this.move((game, atMs) => game.returnTo(action.name, { atMs }), `Back at ${action.name}.`, `This is ${action.name}.`);
      case "layer":
        return this.#change({ layer: action.layer });
      case "turn":
        return this.#change({ layer: LAYERS[(LAYERS.indexOf(layer) + action.by + LAYERS.length) % LAYERS.length] ?? layer });
      case "select":
        return this.select(action.cells, action.cursor);
      case "all":
      case "none":
      case "invert":
        return this.select([...game.digits.keys()].filter((cell) => WANTED[action.do](selected.has(cell))), cursor);
      case "pause":
        return this.#pause();
      default:
        return "";
    }
  }

  select(cells: Iterable<number>, cursor: number | null): "" {
    return this.#change({ selected: new Set(cells), cursor });
  }

  /** Make any move. Returns `done` if the move changed anything, otherwise `same`. */
  move(made: Moved, done = "", same = ""): string {
    if (this.#keeper.saving === "elsewhere") return ELSEWHERE;
    if (this.#current.isPaused) return PAUSED;
    const before = this.#current.game;
    let game: Game;
    try {
      game = made(before, this.playedMs());
    } catch (error) {
      if (error instanceof GameError) return stopped(error.message);
      throw error;
    }
    if (game === before) return same;
    if (game.digits !== before.digits) this.#checked = new Set();
    this.#change({ game, mistakes: this.#mistakesIn(game) });
    this.#runTimer();
    this.#keeper.keep(game, this.playedMs());
    return done || (game.isFull && !before.isFull && !game.isSolved ? NOT_RIGHT : "");
  }

  /** Apply changed preferences. */
  prefer({ tidy = this.#tidy, check = this.#check }: { tidy?: boolean; check?: Check }): void {
    [this.#tidy, this.#check] = [tidy, check];
    this.#change({ mistakes: this.#mistakesIn(this.#current.game) });
  }

  /** Stop the clock and save the playing time, because the page is hidden. */
  hide(): void {
    this.#isHidden = true;
    this.#runTimer();
    this.#keeper.keep(this.#current.game, this.playedMs());
  }

  /** Continue, because the page is visible again. */
  show(): void {
    this.#isHidden = false;
    this.#runTimer();
  }

  /** Take over a game that another window continued. Returns a sentence about the result. */
  async takeOver(): Promise<string> {
    const { game, playedMs, says } = await this.#keeper.takeOver(this.#current.game, this.playedMs());
    this.#timer = new Timer(Math.max(playedMs, game.playedMs));
    this.#runTimer();
    this.#checked = new Set();
    this.#change({ game, mistakes: this.#mistakesIn(game), saving: this.#keeper.saving });
    return says;
  }

  /** Continue with a copy in addition to the game in the other window. Returns a sentence about the result. */
  async fork(): Promise<string> {
    return this.#keeper.fork(this.#current.game, this.playedMs());
  }

  /** Save the game, and stop notifying listeners. */
  close(): void {
    this.hide();
    this.#stop();
    this.#listeners.clear();
  }

  // -------------------------------------------------------------- private

  #draw(pieces: readonly PenPiece[]): string {
    const { game, ink } = this.#current;
    const isThere = pieces.every((piece) => colorOf(game.position, piece) === ink);
    return this.move((now, atMs) => now.draw(pieces, isThere ? 0 : ink, { atMs }));
  }

  /** Erase the lines at the selected cells. */
  #wipe(): string {
    const { game, selected } = this.#current;
    const pieces = [...selected].flatMap((cell) => piecesAt(game.puzzle.order, cell));
    return this.move((now, atMs) => now.draw(pieces, 0, { atMs }), "", selected.size ? "" : "Choose a cell first.");
  }

  #number(number: number, chosen: Iterable<number>, layer = this.#current.layer): string {
    if (layer === "pen") return number <= N_INKS ? this.#change({ ink: number }) : `Colors go up to ${N_INKS}.`;
    const cells = [...chosen];
    const { order, givens } = this.#current.game.seen;
    const most = greatest(order, layer);
    if (!cells.length) return "Choose a cell first.";
    if (number > most) return `${layer === "color" ? "Colors" : layer === "letter" ? "Letters" : "Digits"} go up to ${layer === "letter" ? "Z" : most}.`;
    if (!isBehindDigits(layer) && cells.every((cell) => givens[cell])) return "That is a given.";
    return this.move((game, atMs) => game.enter(layer, number, cells, { tidy: this.#tidy, atMs }));
  }

  #showMistakes(): string {
    const refused = this.move((game, atMs) => game.check({ atMs }));
    if (refused) return refused;
    const { game } = this.#current;
    this.#checked = shownMistakes(game, "solution");
    this.#change({ mistakes: this.#mistakesIn(game) });
    if (this.#checked.size) return `${count(this.#checked.size, "cell")} wrong.`;
    if (game.isFull) return game.isSolved ? "Solved: everything is right." : NOT_RIGHT;
    const nEmpty = game.digits.filter((digit) => !digit).length;
    const { solution } = game.puzzle;
    const sure = solution && !solution.includes(0) ? "All right so far" : "No broken rules so far";
    return `${sure}: ${count(nEmpty, "cell")} to go.`;
  }

  #pause(): string {
    const isPaused = !this.#current.isPaused;
    this.#change({ isPaused });
    this.#runTimer();
    this.#keeper.keep(this.#current.game, this.playedMs());
    return isPaused ? PAUSED : "";
  }

  /** Run the clock while the game is unfinished and visible. */
  #runTimer(): void {
    const { game, isPaused } = this.#current;
    const runs = !isPaused && !this.#isHidden && !game.isSolved;
    this.#timer = runs ? this.#timer.start(this.#clock()) : this.#timer.pause(this.#clock());
  }

  #mistakesIn(game: Game): ReadonlySet<number> {
    return new Set([...this.#checked, ...shownMistakes(game, this.#check)]);
  }

  #change(changes: Partial<SessionState>): "" {
    this.#current = { ...this.#current, ...changes };
    for (const listener of this.#listeners) listener();
    return "";
  }
}
