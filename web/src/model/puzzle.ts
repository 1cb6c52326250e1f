// The document of a puzzle: everything that the page needs to play it without the server.
// The Python side is `pandoku.web.documents`.

import type { Picture } from "./picture";

export type HouseKind = "row" | "column" | "box" | "region" | "diagonal" | "extra";

export interface House {
  kind: HouseKind;
  number: number;
  /** Name in sentences: "row 3", "the window". */
  name: string;
  cells: number[];
}

export type Operation = "+" | "-" | "*" | "/" | "=" | "?";

/**
 * Cells with words about a rule, for screen readers: "black dot to r1c2". Missing in games of earlier
 * versions, and while a rule is partly in fog.
 */
export type Spoken = [cell: number, words: string][];

export interface Cage {
  cells: number[];
  /** Name in sentences: "the 12-cage at r1c1", "the 60× cage at r1c1". */
  name: string;
  /** Text in the corner: "12+", "3÷", "17"; "" for a cage without a clue. */
  clue: string;
  /** "?" for a hidden operation, "=" for a given digit. */
  op: Operation;
  /** The target, or null if the digits only have to differ. */
  target: number | null;
  /** Whether a digit may occur twice in the cage. */
  repeats: boolean;
  spoken?: Spoken;
}

/** A relation of a constraint. In a mask, bit d-1 is digit d. */
export type Relation =
  | { is: "only"; cell: number; digits: number }
  | { is: "differ"; cells: number[] }
  /** For each digit of the first cell, a mask of the digits that the second cell may have. */
  | { is: "pairs"; table: number[]; pairs: [first: number, second: number][] }
  /**
   * The sum of the weights of the digits must be one of the targets. Each cell has a weight for
   * each digit 1..n.
   */
  | { is: "total"; terms: [cell: number, weights: number[]][]; targets: number[] }
  /** An automaton reads the digits, starting in state 0. The state -1 rejects them. */
  | { is: "machine"; cells: number[]; steps: number[][]; accepting: number[] };

/** A rule other than a house or a cage. */
export interface Constraint {
  /** Name in sentences: "thermometer at r1c3". */
  name: string;
  /** Name of the kind of constraint: "thermometer". */
  kind: string;
  /** A sentence: "Thermometer: r1c3 r2c3." */
  text: string;
  /** The cells, without repetition. Empty if the rule is about all cells. */
  cells: number[];
  /** Relations that must all be met. */
  relations: Relation[];
  spoken?: Spoken;
}

/** A sentence of the rules. */
export interface ToldRule {
  /** The sentence is shown when one of these cells is clear of fog. Without cells, it is always shown. */
  cells: number[];
  text: string;
  /**
   * "rules" for a sentence of pandoku, "setter" for the words of the setter, which replace them, or
   * "note" for a remark. Missing in games of earlier versions, like `kind`.
   */
  by?: "rules" | "setter" | "note";
  /** Name of the kind of constraint: "Whisper line", or "". */
  kind?: string;
}

/** The data that lifts the fog over a puzzle, and the texts to show while there is fog. */
export interface FogDocument {
  /** The cells that are clear from the start. */
  lights: number[];
  /** The digits that lift the fog around them, or 0 if the right digit is unknown. */
  solution: number[];
  rules: ToldRule[];
  /** An entry for each constraint. */
  constraints: {
    /**
     * The cells where the constraint is drawn. It is completely hidden while all these cells are in
     * fog.
     */
    drawn: number[];
    /**
     * For each relation of the constraint, the cells that must be clear before the relation is
     * used.
     */
    needs: number[][];
    /** The text and the name of the constraint while it is partly visible. */
    partly: string;
    name: string;
  }[];
  /** An entry for each cage. A cage is used once all its cells are clear. */
  cages: { partly: string; name: string }[];
}

export interface PuzzleDocument {
  /** Key that identifies the puzzle. It does not depend on the title. */
  key: string;
  /** The puzzle as one line of the format json: the line `puzzle:` of a game, byte for byte. */
  line: string;
  order: number;
  title: string;
  /** Name of the author, or "". */
  author: string;
  /** A few words about the puzzle: "9x9 killer". */
  about: string;
  /** Its rules in a sentence or two. */
  rules: string;
  /** The sentences of the rules, one by one. Missing in games of earlier versions. */
  told?: ToldRule[];
  /** Digits row by row; 0 for an empty cell. */
  givens: number[];
  houses: House[];
  cages: Cage[];
  constraints: Constraint[];
  /** The candidates at the start, bit d-1 for digit d, or null for all candidates. */
  candidates: number[] | null;
  /**
   * Source of the right digits: "rules" if the rules have one solution, "source" (the solution in
   * the source of the puzzle) if some rules are not checked, or "" if digits cannot be checked.
   * Missing in games of earlier versions.
   */
  judge?: "rules" | "source" | "";
  /** The right digits, with 0 for an unknown digit. null if digits cannot be checked. */
  solution: number[] | null;
  /** A warning for players about the solution, or "". */
  problem: string;
  /** The fog, or null. */
  fog?: FogDocument | null;
  /** A sentence about rules that are not checked, or "". */
  unchecked: string;
  /** Givens, lines, clues and shaded houses, without the player's digits. */
  picture: Picture;
  /** The value of `?p=` in a link to the puzzle. */
  link: string;
}

/** The name of a cell: "r1c1" for 0. */
export function nameOf(order: number, cell: number): string {
  return `r${Math.floor(cell / order) + 1}c${(cell % order) + 1}`;
}
