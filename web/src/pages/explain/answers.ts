// What the API answers to `explain`.

import type { Picture } from "../../model/picture";
import type { PuzzleDocument } from "../../model/puzzle";

export interface Span {
  start: number;
  end: number;
  kind: "cells" | "candidates" | "house" | "cage" | "step";
  cells: number[];
  digits: number[];
  number: number;
}

export interface Told {
  technique: string;
  title: string;
  short: string;
  text: string[];
  spans: Span[][];
  placements: [number, number][];
  eliminations: [number, number][];
  picture: Picture | null;
}

export interface StepAnswer extends Told {
  number: number;
  level: string;
  score: number;
  routine: boolean;
}

export interface BlockAnswer {
  first: number;
  last: number;
  routine: boolean;
  title: string;
}

export interface ExplainAnswer {
  summary: string;
  rating: { level: string; score: number; text: string } | null;
  puzzle: PuzzleDocument;
  steps: StepAnswer[];
  blocks: BlockAnswer[];
  hardest: number;
  stopped: string;
  missing: string;
  scales: string[];
  /** The digits and candidates before the first step. */
  board?: { digits: number[]; candidates: number[] };
}
