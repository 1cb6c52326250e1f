// The time that a puzzle takes a player: the pace, the sentences, and the games that count.

import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import { briefText, comparedTexts, isOwnWork, paceFrom, paceText, expectedText } from "../src/game/expected";
import { Game } from "../src/game/game";
import { moveOf } from "../src/game/moves";
import { dumpsGame } from "../src/game/text";
import { paceOf } from "../src/store/pace";
import { begun } from "../src/store/store";
import { FOUR } from "./puzzles";

const AVERAGE = { minutes: 20, text: "about 20 minutes (14 to 28)" };
const rated = vi.hoisted(() => vi.fn());
vi.mock("../src/api/client", () => ({ call: rated }));
const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  kept.clear();
  rated.mockReset().mockResolvedValue({ ratings: [{ rating: { time: { minutes: 2, text: "", version: 2 } } }] });
});

/** A game that was solved in a number of minutes. */
function solved(minutes: number): Game {
  const cells = [...FOUR.givens.keys()].filter((cell) => !FOUR.givens[cell]);
  const edits = cells.map((cell) => ({ layer: "digit" as const, number: FOUR.solution?.[cell] ?? 0, cells: [cell] }));
  return Game.start(FOUR).play(moveOf("edit", { edits, atMs: minutes * 60_000 }));
}

test("the pace is drawn to an average player, and needs three games", () => {
  expect(paceFrom([0.5, 0.5])).toBeNull();
  const pace = paceFrom([0.5, 0.25, 4, 0.5]);
  expect(pace?.nGames).toBe(4);
  expect(pace?.factor).toBeCloseTo(0.5 ** (4 / 6)); // as in tests/play/test_pace.py
});

test("the sentences are those of the terminal", () => {
  const pace = { factor: 0.5, nGames: 12 };
  expect(expectedText(AVERAGE, pace)).toBe("Judging by 12 games, you need about 10 minutes. An average player needs about 20.");
  expect(expectedText(AVERAGE, null)).toBe("An average player needs about 20 minutes (14 to 28).");
  expect(comparedTexts(AVERAGE, pace)).toEqual(["usual for you: about 10 minutes", "average player: about 20 minutes"]);
  expect(comparedTexts(AVERAGE, null)).toEqual(["average player: about 20 minutes (14 to 28)"]);
  expect(briefText(AVERAGE, { factor: 0.01, nGames: 3 })).toBe("about 1 minute for you");
  expect(paceText({ factor: 0.84, nGames: 12 })).toBe("Judging by 12 games, you need about 84% of the time of an average player.");
});

test("games count if they were solved by thinking", () => {
  expect(isOwnWork(solved(1))).toBe(true);
  expect(isOwnWork(solved(0.1))).toBe(false);
  expect(isOwnWork(Game.start(FOUR))).toBe(false);
});

test("each game is rated once, and deleted games no longer count", async () => {
  const store = await begun("test");
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push(await store.create(FOUR, { text: dumpsGame(solved(1)) }));
  await store.create(FOUR, { text: dumpsGame(solved(0.1)) });
  expect(await paceOf(store)).toEqual({ factor: expect.closeTo(0.5 ** (3 / 5)), nGames: 3 });
  expect(rated).toHaveBeenCalledTimes(3);
  expect((await paceOf(store))?.nGames).toBe(3);
  expect(rated).toHaveBeenCalledTimes(3);
  const [first = ""] = ids;
  await store.remove(first);
  expect(await paceOf(store)).toBeNull();
});

test("without the server, games are rated later", async () => {
  const store = await begun("test");
  for (let n = 0; n < 3; n += 1) await store.create(FOUR, { text: dumpsGame(solved(1)) });
  rated.mockRejectedValueOnce(new Error("offline"));
  expect(await paceOf(store)).toBeNull();
  expect((await paceOf(store))?.nGames).toBe(3);
});

test("damaged and outdated ratios are computed again", async () => {
  const store = await begun("test");
  for (let n = 0; n < 3; n += 1) await store.create(FOUR, { text: dumpsGame(solved(1)) });
  const pace = await paceOf(store);
  for (const damaged of ["x", '{"version":"a","games":{}}', '{"version":1,"games":null}']) {
    kept.set("pandoku.pace", damaged);
    expect(await paceOf(store)).toEqual(pace);
  }
});
