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

/** What a constraint means. In a mask, bit d-1 is digit d. */
export type Relation =
  | { is: "only"; cell: number; digits: number }
  | { is: "differ"; cells: number[] }
  /** For each digit of the first cell, a mask of those allowed in the second. */
  | { is: "pairs"; table: number[]; pairs: [first: number, second: number][] }
  /** The weights of the digits, one for each of 1..n, add up to one of the targets. */
  | { is: "total"; terms: [cell: number, weights: number[]][]; targets: number[] }
  /** An automaton reads the digits, from state 0 on; -1 is no state. */
  | { is: "machine"; cells: number[]; steps: number[][]; accepting: number[] };

/** A rule other than a house or a cage. */
export interface Constraint {
  /** As in sentences: "thermometer at r1c3". */
  name: string;
  /** "thermometer". */
  kind: string;
  /** A sentence that states it: "Thermometer: r1c3 r2c3." */
  text: string;
  /** Each once; empty if it is about all cells. */
  cells: number[];
  /** All of them must hold. */
  relations: Relation[];
}

/** What lifts the fog over a puzzle, and what can be told as long as some of it is there. */
export interface FogDocument {
  /** The cells that are clear from the beginning. */
  lights: number[];
  /** The digits that lift the fog around them; 0 where none is known to be right. */
  solution: number[];
  /** The sentences of the rules, each told once any of its cells is clear; always without cells. */
  rules: { cells: number[]; text: string }[];
  /** One for each constraint. */
  constraints: {
    /** Where it is drawn; nothing is known of it as long as all of them are in fog. */
    drawn: number[];
    /** For each of its relations, the cells that have to be clear so that it is known. */
    needs: number[][];
    /** Its text and its name as long as only a part of it can be seen. */
    partly: string;
    name: string;
  }[];
  /** One for each cage, which counts when all its cells are clear. */
  cages: { partly: string; name: string }[];
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
  constraints: Constraint[];
  /** The candidates that the puzzle leaves from the start, bit d-1 for digit d; null for all. */
  candidates: number[] | null;
  /** What judges digits: its rules, if they leave one solution; the solution in its source, if some rules are not
   * checked; or nothing. Games of earlier versions do not say. */
  judge?: "rules" | "source" | "";
  /** The digits that are right, 0 where that is not known; null if nothing judges. */
  solution: number[] | null;
  /** What to know about that, in words; "" for nothing. */
  problem: string;
  /** The fog, or null. */
  fog?: FogDocument | null;
  /** Which rules are only in a text or drawings, in words; "" if all are checked. */
  unchecked: string;
  /** Givens, lines, clues and shaded houses, without any of the player's digits. */
  picture: Picture;
  /** What goes behind `?p=` in a link to this puzzle. */
  link: string;
}

/** The name of a cell: "r1c1" for 0. */
export function nameOf(order: number, cell: number): string {
  return `r${Math.floor(cell / order) + 1}c${(cell % order) + 1}`;
}
