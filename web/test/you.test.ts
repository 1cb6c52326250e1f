import { describe, expect, it } from "vitest";
import { longestStreak } from "../src/pages/home/days";
import { dayLater, mondayOf } from "../src/pages/home/texts";
import { later, monthOf, weeksOf } from "../src/pages/you/months";
import { rowsOf } from "../src/pages/you/records";
import { Game } from "../src/game/game";
import type { PuzzleDocument } from "../src/model/puzzle";
import type { Saved } from "../src/store/store";

describe("months", () => {
  it("have weeks from Monday to Sunday, also in leap years", () => {
    const weeks = weeksOf([2028, 1]);
    expect(weeks.flat().filter(Boolean).length).toBe(29);
    expect(weeks[0]).toEqual(["", "2028-02-01", "2028-02-02", "2028-02-03", "2028-02-04", "2028-02-05", "2028-02-06"]);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });

  it("go on over the end of a year", () => {
    expect(later(monthOf("2026-01-31"), -1)).toEqual([2025, 11]);
    expect(dayLater("2026-12-31", 1)).toBe("2027-01-01");
    expect(["2026-11-29", "2026-11-30", "2027-01-01"].map(mondayOf)).toEqual(["2026-11-23", "2026-11-30", "2026-12-28"]);
  });
});

describe("records", () => {
  const saved = (id: string, about: string, difficulty: string, playedMs: number, more: Partial<Saved> = {}): Saved =>
    ({ id, puzzle: { about } as PuzzleDocument, difficulty, playedMs, isSolved: true, isRevealed: false, ...more }) as Saved;
  const byHints = { moves: ["hint", "edit"].map((verb) => ({ verb, number: 5, edits: verb === "edit" ? [{ layer: "digit", number: 1, cells: [0] }] : [] })), puzzle: {} } as unknown as Game;
  const alone = { moves: [], puzzle: {} } as unknown as Game;

  it("have the best time without hints, the most played kind first and easy games before hard ones", async () => {
    const games = [
      saved("a", "9x9 Sudoku", "hard", 9000), saved("b", "9x9 Sudoku", "easy", 5000), saved("c", "9x9 Sudoku", "easy", 3000),
      saved("d", "6x6 killer", "", 1000), saved("e", "9x9 Sudoku", "easy", 10, { isRevealed: true }),
    ];
    const rows = await rowsOf(games, { game: async (id) => (id === "c" || id === "d" ? byHints : alone) });
    expect(rows.map(({ about, difficulty, solved, best, bestId }) => [about, difficulty, solved, best, bestId])).toEqual([
      ["9x9 Sudoku", "easy", 2, 5000, "b"], ["9x9 Sudoku", "hard", 1, 9000, "a"], ["6x6 killer", "", 1, null, ""],
    ]);
  });
});

describe("the longest run", () => {
  it("counts days with a solved puzzle of the day, without the variant of the week", () => {
    const on = (day: string, kind = "killer") =>
      ({ puzzle: { line: `{"version":1,"id":"daily-${kind}-${day}"` }, isSolved: true, isRevealed: false, changed: new Date(`${day}T12:00`).getTime() }) as Saved;
    expect(longestStreak([on("2026-11-30"), on("2026-12-01"), on("2026-12-03"), on("2026-12-02", "variant")])).toBe(2);
    expect(longestStreak([])).toBe(0);
  });
});
