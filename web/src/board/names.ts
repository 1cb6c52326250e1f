// Cells and changes in words, for screen readers.

import { digitsOf, without } from "../game/masks";
import type { Position } from "../game/position";
import { conflictsOf } from "../game/rules";
import type { Fog } from "../game/veil";
import type { PuzzleDocument } from "../model/puzzle";
import { count } from "../model/words";
import { LETTERS } from "./cells";
import { letterOf } from "./marks";

export interface CellState {
  digit: number;
  isGiven: boolean;
  corner: number;
  center: number;
  colors: number;
  letters: number;
  /** Whether a line of the player touches the cell. */
  hasLines: boolean;
  /** "conflict" if the digit breaks a rule, "wrong" if it only differs from the solution. */
  mistake: "" | "conflict" | "wrong";
  isPaused: boolean;
  /** The cages and other constraints of the cell: "cage 12 plus with r1c2". */
  rules: readonly string[];
}

/** "row 3 column 4". */
export function placeName(order: number, cell: number): string {
  return `row ${Math.floor(cell / order) + 1} column ${(cell % order) + 1}`;
}

/** "row 3 column 4, empty, candidates 1 5 9, cage 12 plus". */
export function cellName(order: number, cell: number, state: CellState): string {
  const place = placeName(order, cell);
  if (state.isPaused) return `${place}, hidden`;
  const parts = [place, state.digit ? `${state.digit}${state.isGiven ? " given" : ""}` : "empty"];
  if (state.mistake) parts.push(state.mistake);
  if (!state.digit && state.center) parts.push(`candidates ${digitsOf(state.center).join(" ")}`);
  if (!state.digit && state.corner) parts.push(`corner marks ${digitsOf(state.corner).join(" ")}`);
  if (!state.digit && state.letters) parts.push(`letters ${digitsOf(state.letters).map(letterOf).join(" ")}`);
  if (state.hasLines) parts.push("line");
  if (state.colors) parts.push(`color ${colorNames(state.colors)}`);
  parts.push(...state.rules);
  return parts.join(", ");
}

const colorNames = (mask: number) => digitsOf(mask).map((color) => LETTERS[color - 1]).join(" ");

/**
 * The cages and other constraints of each cell in words, or none for a cell without constraints. A constraint that is
 * partly in fog, and those in games of earlier versions, have only their names.
 */
export function ruleNames(puzzle: PuzzleDocument): string[][] {
  const names = puzzle.givens.map((): string[] => []);
  for (const { name, cells, spoken } of [...puzzle.cages, ...puzzle.constraints]) {
    if (spoken) for (const [cell, words] of spoken) names[cell]?.push(words);
    else for (const cell of cells) names[cell]?.push(name.replace(/^the /, ""));
  }
  return names.map((each) => [...new Set(each)]);
}

/**
 * The rules of a cell as lines: its cages and other constraints. Without them, its houses, and in fog, nothing but
 * the fog.
 */
export function rulesOfCell(puzzle: PuzzleDocument, cell: number, fog: Fog): string[] {
  if (fog?.has(cell)) return ["in fog"];
  const rules = ruleNames(puzzle)[cell];
  if (rules?.length) return rules;
  const houses = puzzle.houses.filter(({ cells }) => cells.includes(cell)).map(({ name }) => name);
  const last = houses.pop() ?? "";
  return [`only ${houses.length ? `${houses.join(", ")} and ` : ""}${last}`];
}

/**
 * The changes between two positions: "5 placed in row 3 column 4, clear of fog: 3 cells". Without
 * changes, "".
 */
export function changeName(order: number, before: Position, after: Position): string {
  const [pressed, [gone, come]] = [pressName(order, before, after), [left(before.fog, after.fog), left(after.fog, before.fog)]];
  return [pressed, gone && `clear of fog: ${count(gone, "cell")}`, come && `in fog again: ${count(come, "cell")}`].filter(Boolean).join(", ");
}

/** The number of cells that came out of the fog. */
const left = (before: Fog, after: Fog): number => [...before ?? []].filter((cell) => !after?.has(cell)).length;

function pressName(order: number, before: Position, after: Position): string {
  const where = (cells: number[]) => (cells.length === 1 ? placeName(order, cells[0] ?? 0) : `${cells.length} cells`);
  for (const [kind, name] of Object.entries(CHANGES) as [keyof typeof CHANGES, string][]) {
    // A given that comes out of the fog was not placed by the player.
    const [old, now] = kind === "digits" ? [before.written ?? before.digits, after.written ?? after.digits] : [before[kind], after[kind]];
    const cells = now.flatMap((value, cell) => (value === old[cell] ? [] : [cell]));
    const [first] = cells;
    if (first === undefined) continue;
    const [was, is] = [old[first] ?? 0, now[first] ?? 0];
    if (!name) return is ? `${is} placed in ${where(cells.filter((cell) => now[cell] === is))}` : `${where(cells)} erased`;
    const [added, gone] = [without(is, was), without(was, is)];
    if (kind === "pen") return `line ${added ? "drawn" : "erased"} at ${where(cells)}`;
    const words = digitsOf(added || gone);
    const says = kind === "colors" ? colorNames(added || gone) : kind === "letters" ? words.map(letterOf).join(" ") : words.join(" ");
    return `${name} ${says} ${added ? "added in" : "removed from"} ${where(cells)}`;
  }
  return "";
}

// Digits come first, because marks that a digit removes are not announced.
const CHANGES: Record<"digits" | "corner" | "center" | "colors" | "letters" | "pen", string> = {
  digits: "", corner: "corner mark", center: "candidate", colors: "color", letters: "letter", pen: "line",
};

/** The cells whose digits break a rule. They are only computed if there are mistakes. */
export function brokenCells(puzzle: PuzzleDocument, digits: readonly number[], mistakes: ReadonlySet<number>): ReadonlySet<number> {
  return new Set(mistakes.size ? conflictsOf(puzzle, digits).flatMap(({ cells }) => cells) : []);
}

/**
 * New mistakes in words: "conflict with row 3", or "wrong in row 3 column 4". Without new mistakes,
 * "".
 */
export function mistakeName(puzzle: PuzzleDocument, digits: readonly number[], before: ReadonlySet<number>, after: ReadonlySet<number>): string {
  const added = [...after].filter((cell) => !before.has(cell));
  if (!added.length) return "";
  const houses = puzzle.houses.filter(({ cells }) =>
    added.some((cell) => cells.includes(cell) && cells.some((other) => other !== cell && digits[other] === digits[cell])),
  );
  const constraints = conflictsOf(puzzle, digits).filter(({ where, cells }) => "relations" in where && added.some((cell) => cells.includes(cell)));
  const names = [...houses, ...constraints.map(({ where }) => where)].slice(0, 3).map(({ name }) => name);
  if (names.length) return `conflict with ${names.join(" and ")}`;
  const broken = brokenCells(puzzle, digits, after);
  const what = added.some((cell) => broken.has(cell)) ? "conflict" : "wrong";
  return `${what} in ${added.length === 1 ? placeName(puzzle.order, added[0] ?? 0) : `${added.length} cells`}`;
}
