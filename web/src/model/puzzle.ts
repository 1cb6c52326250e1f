// What the server says about a puzzle: everything that the page needs to play it without asking
// again. The Python side is `pandoku.web.documents`.

import type { Picture } from "./picture";

export type HouseKind = "row" | "column" | "box" | "region" | "diagonal" | "extra";

export interface House {
  kind: HouseKind;
  number: number;
  /** As in sentences: "row 3", "the window". */
  name: string;
  cells: number[];
}

export type Operation = "+" | "-" | "*" | "/" | "=" | "?";

export interface Cage {
  cells: number[];
  /** As in sentences: "the 12-cage at r1c1", "the 60× cage at r1c1". */
  name: string;
  /** What is printed in the corner: "12+", "3÷", "17"; "" for a cage without a clue. */
  clue: string;
  /** "?" for a hidden operation, "=" for a given digit. */
  op: Operation;
  /** null if the digits only have to differ. */
  target: number | null;
  /** Whether a digit may occur twice in the cage. */
  repeats: boolean;
}

export interface PuzzleDocument {
  /** The same puzzle has the same key. */
  key: string;
  /** The puzzle as one line of the format json: the line `puzzle:` of a game, byte for byte. */
  line: string;
  order: number;
  title: string;
  /** Who made it, or "". */
  author: string;
  /** What it is, in a few words: "9x9 killer". */
  about: string;
  /** Its rules in a sentence or two. */
  rules: string;
  /** Row by row; 0 for empty. */
  givens: number[];
  houses: House[];
  cages: Cage[];
  /** The candidates that the puzzle leaves from the start, bit d-1 for digit d; null for all. */
  candidates: number[] | null;
  /** The solution if there is exactly one, else null. */
  solution: number[] | null;
  /** Why there is no single solution, in words; "" if there is one. */
  problem: string;
  /** Givens, lines, clues and shaded houses, without any of the player's digits. */
  picture: Picture;
  /** What goes behind `?p=` in a link to this puzzle. */
  link: string;
}

/** The name of a cell: "r1c1" for 0. */
export function nameOf(order: number, cell: number): string {
  return `r${Math.floor(cell / order) + 1}c${(cell % order) + 1}`;
}
