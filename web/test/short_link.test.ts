// Short links: which texts are short links, and what comes of a store that answers, refuses, or is silent.

import { afterEach, expect, test, vi } from "vitest";
import { storedAt, storedText } from "../src/pages/home/short_link";

const STORE = "https://pad.example/api/puzzle/";

test.each([
  ["https://pad.example/8h6j2k", "8h6j2k"],
  ["  pad.example/8h6j2k ", "8h6j2k"],
  ["https://www.pad.example/sudoku/8h6j2k?setting-nogrid=1", "8h6j2k"],
  ["https://pad.example/adventure/580-watsp", "adventure/580-watsp"],
  ["https://pad.example/scl8h6j2k8h6j2k", ""],
  ["https://pad.example/", ""],
  ["https://other.example/8h6j2k", ""],
  ["https://pad.example.evil.example/8h6j2k", ""],
  ["https://pad.example/../../secret", ""],
  [`https://pad.example/${"a".repeat(81)}`, ""],
  ["53..7....6..195....98....6.", ""],
  ["", ""],
])("%j leads to %j", (text, number) => {
  expect(storedAt(text, [STORE])).toBe(number && STORE + number);
  expect(storedAt(text, [])).toBe("");
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["an answer", () => Promise.resolve(new Response(" sclN4Ig \n")), "sclN4Ig"],
  ["a refusal", () => Promise.resolve(new Response("no such puzzle", { status: 404 })), ""],
  ["an answer that is too long", () => Promise.resolve(new Response("x".repeat(1_000_001))), ""],
  ["no connection, or a store that does not answer pages", () => Promise.reject(new TypeError("Failed to fetch")), ""],
])("%s", async (_, answer, text) => {
  const asked = vi.fn(answer);
  vi.stubGlobal("fetch", asked);
  expect(await storedText(`${STORE}8h6j2k`, new AbortController().signal)).toBe(text);
  // Nothing about the player is sent, and no other address is used.
  expect(asked).toHaveBeenCalledWith(`${STORE}8h6j2k`, expect.objectContaining({ credentials: "omit", referrerPolicy: "no-referrer", redirect: "error" }));
});
