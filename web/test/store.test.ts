// The store in a database: saving, recovery, and the interaction of two windows.

import "fake-indexeddb/auto";
import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Game } from "../src/game/game";
import type { Move } from "../src/game/moves";
import { ELSEWHERE, GameSession, type SessionOptions } from "../src/game/session";
import { dumpsGame, loadsGame, loadsRecord, moveLine } from "../src/game/text";
import { opened, STEPS } from "../src/store/shelf";
import type { Store } from "../src/store/store";
import { begun } from "../src/store/store";
import { emptyOf, FOUR, LARGE, NINE } from "./puzzles";

const NAME = "test";
const [first = 0, second = 0, third = 0] = emptyOf(NINE);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const window = () => begun(NAME);

/** Make moves, and save each before the next. */
async function put(session: GameSession, ...cells: number[]): Promise<void> {
  for (const cell of cells) {
    session.press({ do: "put", cell, number: 1 + (cell % 9), layer: "center" });
    await kept(session);
  }
}

/** Wait until a session has finished saving. */
async function kept(session: GameSession): Promise<void> {
  await vi.waitUntil(() => session.state.saving !== "saving", { interval: 1 });
}

/** Wait until another window has noticed a write. */
const heard = (session: GameSession) => vi.waitUntil(() => session.state.saving === "elsewhere", { interval: 1 });

async function sessionIn(store: Store, id: string, wishes: Partial<SessionOptions> = {}): Promise<{ session: GameSession; note: string }> {
  const { options, note } = await store.resume(id);
  return { session: new GameSession({ ...options, ...wishes }), note };
}

async function begunGame(store: Store, puzzle = NINE): Promise<{ id: string; session: GameSession }> {
  const id = await store.create(puzzle, { title: "Sunday" });
  return { id, session: (await sessionIn(store, id)).session };
}

/** Change a record without the store. */
async function damage(store: string, act: (records: IDBObjectStore) => void): Promise<void> {
  const database = await opened(NAME);
  const transaction = database.transaction(store, "readwrite");
  act(transaction.objectStore(store));
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
}

describe("a game", () => {
  test("is there again after a crash, with every move", async () => {
    const { id, session } = await begunGame(await window());
    await put(session, first, second, third);
    session.press({ do: "undo" });
    await kept(session);
    const again = await sessionIn(await window(), id);
    expect(again.note).toBe("");
    expect(dumpsGame(again.session.state.game)).toBe(dumpsGame(session.state.game));
    expect(again.session.state.game.canRedo).toBe(true);
  });

  test("keeps the time played beyond its last move", async () => {
    const store = await window();
    const id = await store.create(NINE);
    let now = 0;
    const { session } = await sessionIn(store, id, { clock: () => now });
    await put(session, first);
    now = 61_000;
    session.hide();
    await kept(session);
    const [saved] = await (await window()).list();
    expect(saved?.playedMs).toBe(61_000);
    expect((await sessionIn(await window(), id, { clock: () => 0 })).session.playedMs()).toBe(61_000);
  });

  test("is written by appending: a move writes little, however long the game is", async () => {
    const store = await window();
    const { id, session } = await begunGame(store);
    const cells = emptyOf(NINE);
    for (let at = 0; at < 600; at++) session.press({ do: "put", cell: cells[at % cells.length] ?? 0, number: 1 + (at % 9), layer: "corner" });
    await kept(session);
    const written: number[] = [];
    const plain = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...args) {
      written.push(JSON.stringify(args[0]).length);
      return plain.apply(this, args);
    });
    await put(session, first);
    expect([session.state.saving, store.problem, written.length]).toEqual(["saved", "", 2]);
    expect(session.state.game.moves.length).toBe(601);
    expect(dumpsGame(session.state.game).length).toBeGreaterThan(14_000);
    expect(written.reduce((a, b) => a + b, 0)).toBeLessThan(5_500);
    vi.restoreAllMocks();
    expect(await store.text(id)).toBe(dumpsGame(session.state.game, loadsRecord(await store.text(id), NINE)));
  });

  test("begins from the text of a game", async () => {
    const text = dumpsGame(Game.start(FOUR).place(emptyOf(FOUR)[0] ?? 0, 1, { atMs: 500 }), { title: "By mail", started: "2026-01-02" });
    const store = await window();
    const id = await store.create(FOUR, { text });
    expect(await store.text(id)).toBe(text);
    const [saved] = await store.list();
    expect([saved?.title, saved?.started, saved?.nMoves, saved?.playedMs]).toEqual(["By mail", "2026-01-02", 1, 500]);
  });

  test("says in the list how far it is", async () => {
    const store = await window();
    const { session } = await begunGame(store, FOUR);
    session.press({ do: "reveal" });
    await kept(session);
    const [saved] = await store.list();
    expect([saved?.filled, saved?.cells, saved?.isSolved, saved?.isRevealed]).toEqual([16, 16, true, true]);
    expect(saved?.digits).toEqual(FOUR.solution);
  });

  test("of a title that is hostile has a title that a text can hold", async () => {
    const store = await window();
    const id = await store.create({ ...FOUR, title: `a\n\u202e<b>${"😀".repeat(300)}` });
    const { title } = loadsRecord(await store.text(id), FOUR);
    expect(title).toMatch(/^a {2}<b>😀+$/u);
    expect([...title].length).toBe(200);
  });
});

describe("games", () => {
  test("are listed with the last changed first, and found by their puzzle", async () => {
    let now = 0;
    vi.spyOn(Date, "now").mockImplementation(() => (now += 1));
    const store = await window();
    const ids = [await store.create(NINE), await store.create(FOUR)];
    await put((await sessionIn(store, ids[0] ?? "")).session, first);
    expect((await store.list()).map(({ id }) => id)).toEqual(ids);
    expect(await store.find(FOUR.key)).toBe(ids[1]);
    expect(await store.find("?")).toBe(null);
  });

  test("that are deleted can be taken back for an hour", async () => {
    const store = await window();
    const { id } = await begunGame(store);
    const [saved] = await store.list();
    await store.remove(id);
    expect(await store.list()).toEqual([]);
    expect(await store.find(NINE.key)).toBe(null);
    await store.restore({ id });
    expect(await store.list()).toEqual([saved]);
    await store.remove(id);
    await (await window()).restore({ id });
    expect((await store.list()).length).toBe(1);
    await store.remove(id);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_700_000);
    await (await window()).restore({ id });
    expect(await store.list()).toEqual([]);
    await expect(store.text(id)).rejects.toThrow("There is no such game in this browser.");
  });

  test("that are played on while they are deleted come back", async () => {
    const store = await window();
    const { id, session } = await begunGame(store);
    await put(session, first);
    await store.remove(id);
    await put(session, second);
    expect((await store.list()).map((saved) => saved.nMoves)).toEqual([2]);
    await damage("games", (records) => records.delete(id));
    await damage("puzzles", (records) => records.delete(id));
    await damage("moves", (records) => records.clear());
    await put(session, third);
    expect(session.state.saving).toBe("saved");
    expect(loadsGame(await store.text(id), NINE).moves.length).toBe(3);
  });

  test("go to another browser in one file, and none twice", async () => {
    const store = await window();
    const { session } = await begunGame(store);
    await put(session, first, second);
    await store.create(FOUR, { about: "4x4 sudoku", difficulty: "easy" });
    const text = await store.exportAll();
    const other = await begun("other");
    expect(await other.importAll(text)).toBe("2 of 2 games added.");
    expect(await other.importAll(text)).toBe("0 of 2 games added; 2 already here.");
    const texts = async (from: Store) => (await Promise.all((await from.list()).map(({ id }) => from.text(id)))).sort();
    expect(await texts(other)).toEqual(await texts(store));
    expect((await other.list()).map(({ difficulty }) => difficulty).sort()).toEqual(["", "easy"]);
  });

  test("of a file that is damaged or none are named, and the others come in", async () => {
    const store = await window();
    await begunGame(store);
    const file = JSON.parse(await store.exportAll()) as { games: unknown[] };
    file.games.push({ title: "Monday", puzzle: FOUR, text: "pandoku game 1\nnonsense" }, null);
    const other = await begun("other");
    expect(await other.importAll(JSON.stringify(file))).toBe("1 of 3 games added; 2 cannot be read: Monday, a game without a name.");
    await expect(other.importAll("{}")).rejects.toThrow("not a file of games");
    await expect(other.importAll("x")).rejects.toThrow("not a file of games");
  });
});

describe("two windows of one game", () => {
  async function twoWindows() {
    const [here, there] = [await window(), await window()];
    const { id, session } = await begunGame(here);
    await put(session, first);
    return { id, here, there, mine: session, theirs: (await sessionIn(there, id)).session };
  }

  test("are told, and the one that is behind goes on with the newest", async () => {
    const { mine, theirs } = await twoWindows();
    await put(theirs, second);
    await heard(mine);
    expect(mine.press({ do: "undo" })).toBe(ELSEWHERE);
    expect(await mine.takeOver()).toBe("This is the game from the other window.");
    expect(mine.state.saving).toBe("saved");
    expect(dumpsGame(mine.state.game)).toBe(dumpsGame(theirs.state.game));
    await put(mine, third);
    expect(mine.state.saving).toBe("saved");
    await heard(theirs);
  });

  test("overwrite nothing when they do not hear of each other, and both histories survive", async () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    delete (globalThis as { BroadcastChannel?: unknown }).BroadcastChannel;
    const { id, here, mine, theirs } = await twoWindows();
    await put(theirs, second);
    await put(mine, third);
    expect(mine.state.saving).toBe("elsewhere");
    expect(loadsGame(await here.text(id), NINE).position.center[second]).toBeGreaterThan(0);
    expect(await mine.takeOver()).toBe("The game continues here. The game from the other window is saved separately.");
    const texts = new Map(await Promise.all((await here.list()).map(async ({ id, title }) => [title, await here.text(id)] as const)));
    expect([...texts.keys()].sort()).toEqual(["Sunday", "Sunday (other window)"]);
    const marked = (title: string) => loadsGame(texts.get(title) ?? "", NINE).position.center;
    expect([marked("Sunday")[third], marked("Sunday")[second]].map(Boolean)).toEqual([true, false]);
    expect([marked("Sunday (other window)")[third], marked("Sunday (other window)")[second]].map(Boolean)).toEqual([false, true]);
    await put(mine, second);
    expect(mine.state.saving).toBe("saved");
    await put(theirs, third);
    expect(theirs.state.saving).toBe("elsewhere");
  });

  test("can part: one goes on with a copy", async () => {
    const { id, here, mine, theirs } = await twoWindows();
    await put(theirs, second);
    await heard(mine);
    expect(await mine.fork()).toBe("This is now a copy. Both games are saved.");
    expect(mine.id).not.toBe(id);
    await put(mine, third);
    await put(theirs, third);
    expect([mine.state.saving, theirs.state.saving]).toEqual(["saved", "saved"]);
    expect((await here.list()).map(({ title, nMoves }) => [title, nMoves]).sort()).toEqual([["Sunday (copy)", 2], ["Sunday", 3]]);
    const again = (await sessionIn(here, mine.id)).session;
    expect(dumpsGame(again.state.game)).toBe(dumpsGame(mine.state.game));
  });

  test("do not disturb each other by the time they count", async () => {
    const { mine, theirs } = await twoWindows();
    await vi.waitUntil(() => mine.playedMs() > mine.state.game.playedMs + 1, { interval: 1 });
    mine.hide();
    await kept(mine);
    theirs.hide();
    await kept(theirs);
    theirs.show();
    await put(theirs, second);
    expect(theirs.state.saving).toBe("saved");
    await heard(mine);
  });

  test("that leave the game alone do not disturb each other", async () => {
    const { mine, theirs } = await twoWindows();
    theirs.close();
    await put(mine, second);
    expect(mine.state.saving).toBe("saved");
  });
});

describe("a page that is left and seen again at once", () => {
  test("has the moves that the database did not get in time", async () => {
    const values = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
      removeItem: (key: string) => values.delete(key),
    });
    const { id, session } = await begunGame(await window());
    await put(session, first);
    expect(values.size).toBe(0);
    const late = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("gone", "AbortError");
    });
    await put(session, second, third);
    late.mockRestore();
    const again = (await sessionIn(await window(), id)).session;
    expect(dumpsGame(again.state.game)).toBe(dumpsGame(session.state.game));
    await kept(again);
    expect([again.state.saving, values.size]).toEqual(["saved", 0]);
    expect((await sessionIn(await window(), id)).session.state.game.moves.length).toBe(3);
  });

  test("has what was pressed last", async () => {
    const store = await window();
    const { id, session } = await begunGame(store);
    for (const cell of [first, second, third]) session.press({ do: "put", cell, number: 1, layer: "center" });
    session.close();
    const again = (await sessionIn(store, id)).session;
    expect(again.state.game.moves.length).toBe(3);
    await put(again, 0, first);
    expect(again.state.saving).toBe("saved");
  });
});

describe("a browser that keeps nothing", () => {
  test.each([
    ["has no database", () => vi.stubGlobal("indexedDB", undefined)],
    ["denies it", () => vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => { throw new DOMException("denied", "SecurityError"); })],
  ])("because it %s lets games be played, and is said", async (_, deny) => {
    deny();
    const store = await window();
    expect(store.problem).toMatch(/^This browser does not save anything for this page.*Export a game to keep it\.$/);
    const { id, session } = await begunGame(store);
    await put(session, first, second);
    expect([session.state.saving, (await store.list()).length]).toEqual(["saved", 1]);
    session.close();
    expect((await sessionIn(store, id)).session.state.game.moves.length).toBe(2);
    expect(loadsGame(await store.text(id), NINE).moves.length).toBe(2);
    await store.remove(id);
    expect(await store.list()).toEqual([]);
  });

  test("any more, because it is full, loses no move once there is room", async () => {
    const store = await window();
    let told = 0;
    const { id, session } = await begunGame(store);
    store.watch(() => (told += 1));
    await put(session, first);
    told = 0;
    const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await put(session, second, third);
    expect([session.state.saving, told]).toEqual(["failed", 1]);
    expect(store.problem).toMatch(/^The browser's storage is full\. Delete old games, or export this one\.$/);
    expect(session.state.game.moves.length).toBe(3);
    full.mockRestore();
    await put(session, first);
    expect([session.state.saving, store.problem]).toEqual(["saved", ""]);
    expect((await sessionIn(await window(), id)).session.state.game.moves.length).toBe(4);
  });

  test("takes new games in memory while it is full, and saves them with the next move after it", async () => {
    const store = await window();
    const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const { id, session } = await begunGame(store);
    await put(session, first);
    expect(store.problem).toMatch(/^The browser's storage is full/);
    expect((await store.list()).map((each) => [each.id, each.title, each.nMoves])).toEqual([[id, "Sunday", 1]]);
    expect(await (await window()).list()).toEqual([]);
    full.mockRestore();
    await put(session, second);
    expect([session.state.saving, store.problem]).toEqual(["saved", ""]);
    expect((await store.list()).map((each) => each.id)).toEqual([id]);
    const later = await window();
    expect((await sessionIn(later, id)).session.state.game.moves.length).toBe(2);
    expect((await later.list())[0]?.title).toBe("Sunday");
  });

  test("is asked once to keep what there is, when a game has some moves", async () => {
    const persist = vi.fn(() => Promise.resolve(true));
    vi.stubGlobal("navigator", { storage: { persist } });
    const { session } = await begunGame(await window(), LARGE);
    const cells = emptyOf(LARGE);
    await put(session, ...cells.slice(0, 9));
    expect(persist).not.toHaveBeenCalled();
    await put(session, ...cells.slice(9, 12));
    expect(persist).toHaveBeenCalledTimes(1);
  });
});

describe("records", () => {
  test("that are damaged are named and left out, and no other game suffers", async () => {
    const store = await window();
    const ids = [await store.create(NINE, { title: "Good" }), await store.create(NINE, { title: "Bad" }), await store.create(NINE, { title: "Ugly" })];
    await damage("puzzles", (records) => records.put({ order: 9 }, ids[1]));
    await damage("games", (records) => records.put({ id: ids[2], title: 7 }));
    await damage("games", (records) => records.put({ id: "stray" }));
    expect((await store.list()).map(({ title }) => title)).toEqual(["Good"]);
    expect(store.damaged).toMatch(/^Damaged, and left out of the list: .*Bad/);
    expect(store.damaged).toContain("stray");
    await expect(sessionIn(store, ids[1] ?? "")).rejects.toThrow("This game cannot be read: its record is damaged (Bad).");
    await expect(store.text("nowhere")).rejects.toThrow("There is no such game in this browser.");
  });

  test("whose last moves are damaged are played from the last whole one", async () => {
    const store = await window();
    const { id, session } = await begunGame(store);
    await put(session, first, second, third);
    session.close();
    await damage("moves", (records) => records.put("0:00.000 center +1 r1c1\nrubbish", [id, 0]));
    const free = emptyOf(NINE).includes(0) ? 1 : 0;
    const again = await sessionIn(store, id);
    expect(again.session.state.game.moves.length).toBe(free);
    expect(loadsGame(await store.text(id), NINE).moves.length).toBe(free);
    expect(again.note).toBe(`The record of this game is damaged: the last ${3 - free} of its 3 moves are lost.`);
    await put(again.session, second);
    expect(loadsGame(await store.text(id), NINE).moves.length).toBe(free + 1);
    expect((await sessionIn(store, id)).note).toBe("");
  });

  test("with moves of a newer version are not opened, so that they keep these moves", async () => {
    const store = await window();
    const { id, session } = await begunGame(store);
    await put(session, first);
    session.close();
    const text = `${moveLine(9, session.state.game.moves[0] as Move)}\n0:01.000 stamp 3 r1c1`;
    await damage("moves", (records) => records.put(text, [id, 0]));
    await expect((await window()).resume(id)).rejects.toThrow("This game has moves from a newer version of this page. Reload it.");
  });

  test("from before there were constraints are played on", async () => {
    const store = await window();
    const { id, session } = await begunGame(store);
    await put(session, first);
    session.close();
    const { constraints: _, ...old } = NINE;
    await damage("puzzles", (records) => records.put({ ...old, picture: { ...NINE.picture, shapes: undefined } }, id));
    const again = await sessionIn(store, id);
    await put(again.session, second);
    expect(again.session.state.game.conflicts()).toBeDefined();
    expect(again.session.state.game.puzzle.picture.shapes).toEqual([]);
  });

  test("from before documents had fog keep what lies in it, and get the document of now", async () => {
    const store = await window();
    const { id, session } = await begunGame(store);
    await put(session, first);
    session.close();
    const { judge: _, fog: __, ...old } = NINE;
    const lights = NINE.givens.flatMap((given, cell) => (given && cell < 40 ? [cell] : []));
    const constraints = [{ name: "fog", kind: "fog", text: "", cells: lights, relations: [] }];
    await damage("puzzles", (records) => records.put({ ...old, constraints }, id));
    const { game } = (await sessionIn(store, id)).session.state;
    expect(game.digits.some((digit, cell) => digit && !lights.includes(cell) && cell !== game.entered[0])).toBe(false);
    expect(game.seen.givens.filter(Boolean)).toHaveLength(lights.length);
    await store.renew(id, NINE);
    const again = (await sessionIn(store, id)).session.state.game;
    expect([again.puzzle.judge, again.seen.givens]).toEqual(["rules", NINE.givens]);
    expect(again.moves).toHaveLength(1);
  });

  test("outlive a change of the schema", async () => {
    const store = await window();
    const { id, session } = await begunGame(store);
    await put(session, first);
    const next = await opened(NAME, [...STEPS, (database) => void database.createObjectStore("later")]);
    expect([...next.objectStoreNames].sort()).toEqual(["games", "later", "moves", "puzzles"]);
    const heads = await new Promise<unknown[]>((resolve) => {
      const request = next.transaction("games").objectStore("games").getAll();
      request.onsuccess = () => resolve(request.result);
    });
    expect(heads).toMatchObject([{ id, nMoves: 1 }]);
    next.close();
    // A page that is older than its games does not change them, and gives advice.
    const older = await window();
    expect(older.problem).toMatch(/^The saved games are from a newer version of this page\. Reload it/);
    await put(session, second);
    expect(session.state.saving).toBe("failed");
  });
});
