// The division of a hint into lines.

import { expect, test } from "vitest";
import type { SpanDocument } from "../src/api/answers";
import { hintLines } from "../src/pages/play/lines";

/** A span for each name of a cell in a text. */
function cellsOf(text: string): SpanDocument[] {
  return [...text.matchAll(/r\dc\d/g)].map((found, number) => ({
    start: found.index, end: found.index + found[0].length, about: "cells", cells: [number], digits: [], number: 0,
  }));
}

/** The spans of each line in words. */
function named(text: string, title: string): string[][] {
  const lines = hintLines({ text, title, spans: cellsOf(text) });
  return lines.text.map((line, at) => lines.spans[at]!.map(({ start, end }) => line.slice(start, end)));
}

const CHAIN = "Alternating chain. Suppose r6c7 is not 3. Then r6c3 is 3: row 6 has no other place. Then r3c3 is 9. Either way r3c8 is not 9.";
const NUMBERED = "Forcing chain. At r1c2 it can be 1 or 2.\n1. Suppose r1c2 is 1. Then r2c2 is 3.\n    1.1. Suppose r4c4 is 5.\nIn every case r9c9 is 7.";

test("a long paragraph has a line for each sentence, and the technique above them", () => {
  const { title, text } = hintLines({ text: CHAIN, title: "alternating chain", spans: [] });
  expect(title).toBe("Alternating chain.");
  expect(text).toEqual([
    "Suppose r6c7 is not 3.", "Then r6c3 is 3: row 6 has no other place.", "Then r3c3 is 9.", "Either way r3c8 is not 9.",
  ]);
});

test("a short hint stays a paragraph", () => {
  const text = "Hidden single. Box 2 still needs 8. The other cells are filled.";
  expect(hintLines({ text, title: "hidden single", spans: [] })).toEqual({
    title: "Hidden single.", text: ["Box 2 still needs 8. The other cells are filled."], spans: [[]],
  });
  expect(hintLines({ text: "Look at row 1.", title: "", spans: [] })).toEqual({ title: "", text: ["Look at row 1."], spans: [[]] });
});

test("numbered lines stay as they are, with their indentation", () => {
  expect(hintLines({ text: NUMBERED, title: "forcing chain", spans: [] }).text).toEqual([
    "At r1c2 it can be 1 or 2.", "1. Suppose r1c2 is 1. Then r2c2 is 3.", "    1.1. Suppose r4c4 is 5.", "In every case r9c9 is 7.",
  ]);
});

test("the parts of every line name what they named in the text", () => {
  expect(named(CHAIN, "alternating chain")).toEqual([["r6c7"], ["r6c3"], ["r3c3"], ["r3c8"]]);
  expect(named(NUMBERED, "forcing chain")).toEqual([["r1c2"], ["r1c2", "r2c2"], ["r4c4"], ["r9c9"]]);
});
