// Long proofs in outline.

import { describe, expect, test } from "vitest";
import { outlineOf } from "../src/pages/explain/outline";

const step = (text: string[], outline: number[]) => ({ text, outline, spans: text.map(() => []) });

describe("the outline of a proof", () => {
  test("is not needed for a short proof", () => {
    expect(outlineOf(step(["1. a", "2. b"], []))).toBeNull();
  });

  test("is not needed if only indented sentences are left out, which are folded", () => {
    expect(outlineOf(step(["1. a", "    1.1. b", "2. c"], [0, 2]))).toBeNull();
  });

  test("has a line for each gap", () => {
    const told = outlineOf(step(["1. a", "2. b", "    2.1. c", "3. d", "4. e"], [0, 4]));
    expect(told?.map(({ text }) => text)).toEqual(["1. a", "… 2 more lines", "4. e"]);
  });
});
