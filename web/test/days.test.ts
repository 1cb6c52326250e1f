import { describe, expect, it } from "vitest";
import { dailyOf, streakOf } from "../src/pages/home/days";
import { sentence } from "../src/api/asking";
import { linkIn } from "../src/pages/home/opening";
import { before, whenText } from "../src/pages/home/texts";
import type { PuzzleDocument } from "../src/model/puzzle";
import type { Saved } from "../src/store/store";

const puzzle = (day: string): PuzzleDocument => ({ line: `{"version":1,"id":"daily-killer-${day}","size":9}` }) as PuzzleDocument;
const solved = (day: string, on = day, more: Partial<Saved> = {}): Saved =>
  ({ puzzle: puzzle(day), isSolved: true, isRevealed: false, changed: new Date(`${on}T12:00:00`).getTime(), ...more }) as Saved;

describe("daily puzzles", () => {
  it("are known by their id alone", () => {
    expect(dailyOf(puzzle("2026-11-22"))).toEqual({ kind: "killer", day: "2026-11-22" });
    expect(dailyOf({ line: '{"version":1,"title":"daily-killer-2026-11-22"}' } as PuzzleDocument)).toBeNull();
  });

  it("count in a row over the end of a month, and today does not break it", () => {
    const games = [solved("2026-11-30"), solved("2026-12-01")];
    expect(streakOf(games, "2026-12-02")).toBe(2);
    expect(streakOf([...games, solved("2026-12-02")], "2026-12-02")).toBe(3);
    expect(streakOf(games, "2026-12-03")).toBe(0);
  });

  it("count only if they were solved on their day, by the player", () => {
    expect(streakOf([solved("2026-12-01", "2026-12-02")], "2026-12-01")).toBe(0);
    expect(streakOf([solved("2026-12-01", "2026-12-01", { isRevealed: true })], "2026-12-01")).toBe(0);
  });
});

describe("words", () => {
  it("name days as people do", () => {
    const now = new Date("2027-01-01T09:00:00");
    expect(before("2027-01-01")).toBe("2026-12-31");
    expect(whenText(now.getTime(), now)).toBe("today");
    expect(whenText(new Date("2026-12-31T23:00:00").getTime(), now)).toBe("yesterday");
  });

  it("are sentences", () => {
    expect(sentence(new Error("expected a digit, found 'x'"))).toBe("Expected a digit, found 'x'.");
    expect(sentence(new Error("Try again."))).toBe("Try again.");
  });
});

describe("links", () => {
  it("are those to a puzzle only", () => {
    globalThis.document ??= { baseURI: "http://localhost/" } as Document;
    expect(linkIn("https://example.org/a/play?p=s1opnRg")).toBe("s1opnRg");
    expect(linkIn("explain?p=abc&x=1")).toBe("abc");
    expect(linkIn("https://example.org/other?p=abc")).toBe("");
    expect(linkIn("1".repeat(81))).toBe("");
  });
});
