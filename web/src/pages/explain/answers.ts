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

export interface StepTold {
  technique: string;
  title: string;
  short: string;
  text: string[];
  spans: Span[][];
  placements: [number, number][];
  eliminations: [number, number][];
  picture: Picture | null;
}

export interface StepAnswer extends StepTold {
  number: number;
  level: string;
  score: number | null;
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
  board: { digits: number[]; candidates: number[] };
}

/** A drawing of a technique's pattern, without digits; coordinates are in cells. */
export interface SignAnswer {
  order: number;
  box: [number, number] | null;
  houses: [number, number, number, number][];
  cells: [number, string][];
  marks: [number, number, string][];
  gone: [number, number][];
  links: [number, number, number, number][];
  cages: [number, number, number, number][];
}

export interface TechniqueAnswer {
  name: string;
  title: string;
  family: string;
  level: string;
  score: number;
  needs: string;
  summary: string;
  aliases: string[];
  sign: SignAnswer;
}

interface BoardAnswer {
  digits: number[];
  candidates: number[];
}

export interface LessonAnswer {
  name: string;
  title: string;
  named: string;
  family: string;
  level: string;
  score: number;
  needs: string;
  what: string;
  look: string;
  why: string;
  aliases: string[];
  ratings: { scale: string; level: string; score: number; text: string }[];
  example: {
    puzzle: PuzzleDocument;
    board: BoardAnswer;
    before: Picture;
    intro: string;
    task: string;
    answer: StepTold;
    after: { picture: Picture; text: string };
  };
  near_miss: { picture: Picture; text: string; why: string } | null;
  practice: number;
  previous: { name: string; title: string } | null;
  next: { name: string; title: string } | null;
}

export interface DrillAnswer {
  technique: string;
  nth: number;
  n: number;
  puzzle: PuzzleDocument;
  board: BoardAnswer;
  picture: Picture;
  task: string;
  places: boolean;
  hints: { text: string }[];
  answer: StepTold;
}

export interface VerdictAnswer {
  right: boolean;
  complete: boolean;
  text: string;
  answer: StepTold | null;
}
