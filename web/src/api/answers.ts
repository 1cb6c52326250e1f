// What the endpoints take and answer. Made by tests/web/make_answers.py from the Structs of
// pandoku.web.api: edit those, not this file.

import type { PuzzleDocument } from "../model/puzzle";
import type { Picture } from "../model/picture";

/** A cage on a player's board. */
export interface CageRequest {
  /**
   * A puzzle: a text in any format (81 characters will do), a link of a puzzle, an object of the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** Its position in the puzzle, from 0. */
  cage: number;
  /** The digit of every cell, row by row; 0 for empty. */
  digits?: number[];
  /** The center marks, as for `hint`. */
  center?: (number | number[])[];
  /** The cells that the player has filled: for fog. */
  entered?: number[];
}

/** What is known of the cage. */
export interface CageAnswer {
  clue: string;
  /** In words: `The 12-cage at r1c1`. */
  name: string;
  cells: number[];
  /** At most 200, those that are possible first. */
  combinations: Combination[];
  /** How many combinations are possible. */
  count: number;
  /** False if the cage has too many ways to be filled to try them all. */
  complete: boolean;
  /** Digits that every possible combination has. */
  required: number[];
  /** Digits that no possible combination has. */
  excluded: number[];
  /** For each cell of the cage the digits that occur in a way to fill it. */
  candidates: number[][];
  /** The combinations in a sentence or two. */
  text: string;
}

/** A set of digits that gives the target. */
export interface Combination {
  /** Ascending, with repeats. */
  digits: number[];
  /** Whether the digits and marks still allow it. */
  possible: boolean;
}

/** What to check. */
export interface CheckRequest {
  /**
   * A puzzle: a text in any format (81 characters will do), a link of a puzzle, an object of the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  seconds?: number;
}

/** What was found. */
export interface CheckAnswer {
  /** Whether there is provably exactly one solution. */
  proper: boolean;
  /** proper, several solutions, no solution, impossible, or unknown, out of budget. */
  verdict: string;
  problems: Defect[];
  /** At most two. */
  solutions: number[][];
  /** The cells in which two solutions differ. */
  differing: number[];
  text: string;
}

/** Something wrong that shows without a search. */
export interface Defect {
  /** error or warning */
  severity: string;
  message: string;
  /** The cells concerned. */
  cells: number[];
}

/** What to write, and how. */
export interface ConvertRequest {
  /**
   * A puzzle: a text in any format (81 characters will do), a link of a puzzle, an object of the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** A format; `kinds` lists them. */
  to: string;
  /** Progress to store, in a format that can. */
  board?: PositionDocument | null;
}

/** Digits on the grid, and the candidates that are left. */
export interface PositionDocument {
  /** The digit of every cell, row by row; 0 for empty. */
  digits: number[];
  /** Masks or lists; empty for those that the digits leave. */
  candidates?: (number | number[])[];
}

/** The puzzles as one document. */
export interface ConvertAnswer {
  text: string;
  format: string;
  /** Of a file with it: `.json`; may be empty. */
  suffix: string;
  /** How many puzzles are in it. */
  count: number;
  /** Data of the puzzles that the format does not store: title, extra, ... */
  left_out: string[];
}

/** What to count. */
export interface CountRequest {
  /**
   * A puzzle: a text in any format (81 characters will do), a link of a puzzle, an object of the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** Stop at this many. */
  limit?: number;
  seconds?: number;
}

/** The number of solutions. */
export interface CountAnswer {
  count: number;
  /** False if there may be more. */
  exact: boolean;
  /** As `at least 100000`. */
  text: string;
}

/** What to draw. */
export interface DrawRequest {
  /**
   * A puzzle: a text in any format (81 characters will do), a link of a puzzle, an object of the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** Digits and candidates; null for the puzzle alone. */
  board?: PositionDocument | null;
  /** Show the candidates of empty cells. */
  candidates?: boolean;
  /** Cells to highlight. */
  highlights?: number[];
  /** Draw this step of the path from the board, from 1. */
  step?: number | null;
  /** Whose path, as for `explain`. */
  scale?: string;
  /** A document, or a list of what to draw. */
  format?: "listing" | "svg";
  /** Of an SVG; auto is the reader's. */
  theme?: "auto" | "dark" | "light";
}

/** A picture. */
export interface DrawAnswer {
  /** An SVG document, if it was asked for. */
  svg: string | null;
  /** A drawing list, if it was asked for. */
  picture: Picture | null;
}

/** Which board. */
export interface DrillRequest {
  /** Name, title or alias. */
  technique: string;
  /** Which drill: the same one everywhere. */
  nth?: number;
}

/** A board, what to do on it, and the answer. */
export interface DrillAnswer {
  technique: string;
  nth: number;
  /** How many boards are kept for practice. */
  n: number;
  puzzle: PuzzleDocument;
  /** Where to start from. */
  board: BoardAnswer;
  /** The board with all candidates. */
  picture: Picture;
  /** What to do, in a sentence. */
  task: string;
  /** Whether a digit is to be written; else candidates go. */
  places: boolean;
  /** From vague to clear. */
  hints: DrillHint[];
  /** A step; others may be right too. */
  answer: StepTold;
}

/** A rule about some cells that is not a cage. */
export interface ConstraintDocument {
  /** As in sentences: `thermometer at r1c3`. */
  name: string;
  /** `thermometer`. */
  kind: string;
  /** A sentence: `Thermometer: r1c3 r2c3.` */
  text: string;
  /** Each once; empty if it is about all cells. */
  cells: number[];
  /** What it means; all must hold. */
  relations: (OnlyDocument | DifferDocument | PairsDocument | TotalDocument | MachineDocument)[];
}

/** A relation: one cell holds one of some digits. */
export interface OnlyDocument {
  cell: number;
  /** A mask: bit d-1 is digit d. */
  digits: number;
}

/** A relation: the digits of the cells differ. */
export interface DifferDocument {
  cells: number[];
}

/** A relation: the digit of a cell limits that of another. */
export interface PairsDocument {
  /** For each digit of the first cell, a mask of those of the second. */
  table: number[];
  /** The cells, first and second. */
  pairs: [number, number][];
}

/** A relation: the weights of the digits add up to one of the targets. */
export interface TotalDocument {
  /** A cell, and a weight for each digit 1..n. */
  terms: [number, number[]][];
  targets: number[];
}

/** A relation: an automaton accepts the digits in the order of the cells; it begins in 0. */
export interface MachineDocument {
  cells: number[];
  /** For each state, the next for each digit; -1 for none. */
  steps: number[][];
  /** The states in which it may end. */
  accepting: number[];
}

/** Digits on the grid, and the candidates that are left. */
export interface BoardAnswer {
  /** Row by row, 0 for empty. */
  digits: number[];
  /** A mask for every cell: bit d-1 is digit d. */
  candidates: number[];
}

/** A hint. */
export interface DrillHint {
  /** Where to look. */
  text: string;
}

/** A step in words and as a picture. */
export interface StepTold {
  technique: string;
  title: string;
  /** The step in a line. */
  short: string;
  /** The sentences that prove it, the last concludes. */
  text: string[];
  /** For each sentence what its parts name. */
  spans: SpanDocument[][];
  placements: [number, number][];
  eliminations: [number, number][];
  picture: Picture;
}

/** A part of a sentence, and what it names. */
export interface SpanDocument {
  /** The first character, from 0. */
  start: number;
  /** The character after the last. */
  end: number;
  about: "cage" | "candidates" | "cells" | "constraint" | "house" | "step";
  cells: number[];
  /** Of candidates, at each of the cells. */
  digits: number[];
  /** A house or constraint by its position, or the step from 1; else 0. */
  number: number;
}

/** What to explain, for whom. */
export interface ExplainRequest {
  /**
   * A puzzle: a text in any format (81 characters will do), a link of a puzzle, an object of the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** Where the path starts, instead of the puzzle's start. */
  board?: PositionDocument | null;
  /** Whose order of steps; `kinds` lists the scales. */
  scale?: string;
  /** `beginner`: what needs no pencil marks comes first. */
  reader?: string | null;
  /** End the path after this many steps. */
  limit?: number;
  /** The first step to return, from 1. */
  from?: number;
  /** How many steps to return; null for all, with pictures at most ten. */
  count?: number | null;
  /** Whether each step has a picture, for at most ten steps. */
  pictures?: boolean;
}

/** A path. */
export interface ExplainAnswer {
  /** The result in a line. */
  summary: string;
  /** null for a path that ends early or has steps rated 9 and more. */
  rating: PathRating | null;
  puzzle: PuzzleDocument;
  /** Where the path starts; candidates are masks. */
  board: BoardAnswer;
  steps: StepAnswer[];
  blocks: BlockAnswer[];
  /** How many steps the whole path has. */
  n_steps: number;
  /** The number of the hardest step; 0 if there is none. */
  hardest: number;
  /** full, stuck or broken; limit if there are more steps; budget if the time was over. */
  stopped: string;
  /** What a stuck path lacks, in a sentence. */
  missing: string;
  scale: string;
  /** The scales that can explain this puzzle. */
  scales: string[];
}

/** How difficult a path is. */
export interface PathRating {
  level: string;
  score: number;
  text: string;
}

/** A step of the path. */
export interface StepAnswer {
  /** From 1. */
  number: number;
  technique: string;
  title: string;
  /** The step in a line. */
  short: string;
  /** The sentences that prove it. What belongs to the one before is indented. */
  text: string[];
  /** For each sentence what its parts name. */
  spans: SpanDocument[][];
  placements: [number, number][];
  eliminations: [number, number][];
  /** easy, medium, ...; empty if it is not rated. */
  level: string;
  score: number | null;
  /** Whether it is one of many like it. */
  routine: boolean;
  /** Only if pictures are asked for. */
  picture: Picture | null;
}

/** A step worth reading, or a run of routine steps. */
export interface BlockAnswer {
  first: number;
  last: number;
  routine: boolean;
  title: string;
}

/** The wishes of `pandoku.generate`; whatever is left out or null was not asked for. */
export interface GenerateRequest {
  /** `kinds` lists them. */
  kind?: string;
  /** The n of n x n. */
  order?: number | null;
  /** How many puzzles. */
  count?: number;
  /** The same seed makes the same puzzles, 0..2^64-1; as a text if large. */
  seed?: number | string | null;
  /** Attempts at each puzzle; by default as many as `pandoku.generate` makes. */
  budget?: number | null;
  /** Rows and columns of a box: [2, 3] or `2x3`. */
  box?: number[] | string | null;
  /** The regions of a jigsaw, a number or letter for every cell. */
  regions?: number[] | string | null;
  /** A number, a pair, `24..28` or `minimal`: no given can go. */
  givens?: number | number[] | string | null;
  /** Empty cells instead. */
  blanks?: number | number[] | string | null;
  /** Of the givens; see `kinds`. */
  symmetry?: string | null;
  /** A dot for each empty cell, anything else for a given. */
  pattern?: string | null;
  /** The full grid to start from. */
  solution?: string | null;
  /** easy, medium, hard, expert or extreme. */
  difficulty?: string | null;
  /** A number, a pair or a range such as `6.5..7.2` or `9.0..`. */
  rating?: number | (number | null)[] | string | null;
  /** Techniques without any of which the path is stuck. */
  needs?: string[] | string | null;
  /** The last technique, in the scale pandoku, that may be needed. */
  at_most?: string | null;
  /** Spread the difficulty over several steps. */
  smooth?: boolean;
  /** Those of a calcudoku, such as `+-* /`. */
  operations?: string | null;
  /** Print no operations. */
  hide_operations?: boolean;
  /** A number, a pair, `2..4`, or weights by size: {"2": 3, "3": 1}. */
  cage_sizes?: number | number[] | string | null | Record<string, number>;
  /** The share of cells that are cages of one. */
  singles?: number | null;
  /** Of a killer's cage. */
  largest_sum?: number | null;
  /** No clue of a cage can go. */
  clue_minimal?: boolean;
}

/** The puzzles. */
export interface GenerateAnswer {
  puzzles: Made[];
  missing: NotMade[];
  seed: string;
}

/** A puzzle as asked for. */
export interface Made {
  puzzle: PuzzleDocument;
  /** null if rating it takes longer than a few seconds. */
  rating: Difficulty | null;
  /** A line of cells, or of JSON where that is not enough. */
  text: string;
  /** Which puzzle of the seed, from 0. */
  index: number;
  /** A number as a text, as it may exceed 2^53. */
  seed: string;
}

/** How difficult a puzzle is. */
export interface Difficulty {
  scale: string;
  /** null if the puzzle has no rating. */
  score: number | null;
  /** The score as a text; >= marks a lower bound. */
  number: string;
  /** easy, medium, hard, expert, extreme; or empty. */
  level: string;
  /** The hardest technique, or empty. */
  hardest: string;
  /** rated, bounded, budget, stuck, or why there is none. */
  end: string;
  /** All of it in a line. */
  text: string;
}

/** A puzzle that was not found. */
export interface NotMade {
  index: number;
  /** What came closest, and what may help. */
  text: string;
  attempts: number;
}

/** How far it is. */
export interface GenerateProgress {
  found: number;
  count: number;
  /** Made so far, in all. */
  attempts: number;
  /** The same in words. */
  text: string;
}

/** Where the player stands, and how much to say. */
export interface HintRequest {
  /**
   * A puzzle: a text in any format (81 characters will do), a link of a puzzle, an object of the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** The digit of every cell, row by row; 0 for empty. */
  digits?: number[];
  /** The center marks of every cell: they limit its candidates; 0 does not. */
  center?: (number | number[])[];
  /**
   * The cells in the order in which they were filled, to find the first mistake, and to stay near
   * the last of them.
   */
  entered?: number[];
  /**
   * 0: is all right so far?; 1: where to look; 2: the technique's name; 3: the cells and
   * candidates; 4: the reason; 5: the conclusion
   */
  level?: number;
  /** The order of techniques. */
  scale?: string;
  /** `beginner`: what needs no pencil marks comes first. */
  reader?: string | null;
}

/** A hint. */
export interface HintAnswer {
  level: number;
  text: string;
  /** What the parts of the text name. */
  spans: SpanDocument[];
  /** Where to look. */
  cells: number[];
  /** Whether something is wrong, or there is no hint. */
  problem: boolean;
  /** Whether no higher level says more. */
  whole: boolean;
  /** Its name, from level 2 on; else empty. */
  technique: string;
  /** The technique's title, or empty. */
  title: string;
  /** It shows no more than the text says; null for no cells. */
  picture: Picture | null;
  /** What to do, when the hint tells it: at level 5. */
  changes: ChangesDocument | null;
  /** What puts a mistake right, from level 3 on; else null. */
  repair: RepairDocument | null;
}

/** What a step does to the board: [cell, digit] pairs. */
export interface ChangesDocument {
  placements: [number, number][];
  eliminations: [number, number][];
}

/** What puts a mistake right. */
export interface RepairDocument {
  cell: number;
  /** The wrong digit, or the candidate that is missing. */
  digit: number;
  /** Whether it is a pencil mark that was left out. */
  mark: boolean;
}

/** What there is. */
export interface KindsAnswer {
  kinds: KindOffered[];
  symmetries: SymmetryOffered[];
  difficulties: string[];
  /** For `needs` and `at_most`. */
  techniques: string[];
  scales: ScaleOffered[];
  readers: string[];
  engines: EngineOffered[];
  formats: FormatOffered[];
}

/** A kind of puzzle that can be made. */
export interface KindOffered {
  name: string;
  summary: string;
  /** The least order. */
  least: number;
  /** The greatest order. */
  most: number;
  /** All orders, ascending. */
  orders: number[];
  /** What `box` may be, the usual first, for orders with a choice. */
  boxes: Record<string, string[]>;
  /** The order if none is asked for. */
  usual: number;
  /** The wishes that only some kinds know. */
  takes: string[];
  /** Whether its puzzles have cages. */
  cages: boolean;
  /** Whether each day has one. */
  daily: boolean;
}

/** A symmetry of givens. */
export interface SymmetryOffered {
  name: string;
  /** On 5x5 cells: cells of a number are all givens or all empty. */
  orbits: number[];
}

/** A scale of difficulty. */
export interface ScaleOffered {
  name: string;
  summary: string;
}

/** An engine that searches for solutions. */
export interface EngineOffered {
  name: string;
  summary: string;
  /** Whether it finds every solution. */
  complete: boolean;
  /** Whether `race` can record what it does. */
  events: boolean;
}

/** A format that can be written. */
export interface FormatOffered {
  name: string;
  summary: string;
}

/** Which technique. */
export interface LessonRequest {
  /** Name, title or alias. */
  name: string;
}

/** A lesson. */
export interface LessonAnswer {
  name: string;
  title: string;
  /** In a sentence: "an X-wing". */
  named: string;
  family: string;
  level: string;
  score: number;
  /** "every puzzle", "cages" or "one solution". */
  needs: string;
  /** What it is, in a line. */
  what: string;
  /** What to look for. */
  look: string;
  /** Why it works. */
  why: string;
  aliases: string[];
  ratings: ScaleRating[];
  example: LessonExample;
  near_miss: NearMiss | null;
  /** How many boards are kept for practice. */
  practice: number;
  previous: Other | null;
  next: Other | null;
}

/** How hard the example is in a scale. */
export interface ScaleRating {
  scale: string;
  level: string;
  score: number;
  /** As people write it: "3.2 (medium)". */
  text: string;
}

/** A board with one step of the technique. */
export interface LessonExample {
  puzzle: PuzzleDocument;
  board: BoardAnswer;
  /** The board before the step. */
  before: Picture;
  /** What there is to say of the board. */
  intro: string;
  /** What to do on it, in a sentence. */
  task: string;
  /** The step. */
  answer: StepTold;
  after: After;
}

/** The board after the step. */
export interface After {
  picture: Picture;
  /** What comes next. */
  text: string;
}

/** A board that differs a little, on which the technique finds nothing. */
export interface NearMiss {
  picture: Picture;
  /** What differs. */
  text: string;
  /** Why it finds nothing, or "". */
  why: string;
}

/** Another lesson. */
export interface Other {
  name: string;
  title: string;
}

/** What to open: one of `text`, `link` and `daily`. */
export interface OpenRequest {
  /** A puzzle, many puzzles, or a game, in any known format. */
  text?: string | null;
  /** Which puzzle of the text. */
  nth?: number;
  /** What stands behind `?p=` in a link: made by pandoku, or 81 cells. */
  link?: string | null;
  /** The puzzle of a day, such as 2026-11-22. */
  daily?: string | null;
  /** The kind of the daily puzzle: sudoku, killer, calcudoku. */
  kind?: string | null;
}

/** What was found. */
export interface OpenAnswer {
  puzzle: PuzzleDocument;
  /** The text of a game, if it was one. */
  game: string | null;
  /** The progress that the text stores, if it has any. */
  board: BoardAnswer | null;
  /** How many further puzzles the text has. */
  more: number;
  /** How the text was read: if there was a choice, what was inferred. */
  note: string;
  /** The other program whose link or document it is, or empty. */
  program: string;
}

/** Which engines run, and for how long. */
export interface RaceRequest {
  /**
   * A puzzle: a text in any format (81 characters will do), a link of a puzzle, an object of the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** Names; empty for all. `kinds` lists them. */
  engines?: string[];
  /** Stop after this many solutions; 2 proves that it is unique. */
  limit?: number;
  /** For each engine. */
  seconds?: number;
}

/** The race. */
export interface RaceAnswer {
  puzzle: PuzzleDocument;
  /** In the order in which they were asked for. */
  runs: EngineRun[];
}

/** What an engine did. */
export interface EngineRun {
  engine: string;
  /** How it searches. */
  summary: string;
  /** Why it did not run; empty if it did. */
  why_not: string;
  /** `a solution`, `no solution`, `out of budget`, ... */
  outcome: string;
  /** The first solution found. */
  solution: number[] | null;
  /** How long it took, without the recording. */
  elapsed_s: number;
  /** Counters as the engine's source defines them: nodes, checks, ... */
  stats: Record<string, number>;
  /** null for an engine that reports no events, or had none. */
  trace: Trace | null;
}

/** What an engine did, as frames: each of the lists has one entry for every frame. */
export interface Trace {
  /** The names of the numbers in `counts`. */
  counters: string[];
  /** How many events there were up to the frame. */
  at: number[];
  /** What happens last: 0 try, 1 reject, 2 place, 3 remove, 4 backtrack. */
  events: number[];
  /** Where. */
  cells: number[];
  /** With which digit; 0 for a backtrack. */
  digits: number[];
  /** Cells and their digits now, by turns, that the frame before had not. */
  changes: number[][];
  /** The counters so far. */
  counts: number[][];
}

/** How far it is. */
export interface RaceProgress {
  done: number;
  of: number;
  /** The engine that runs now; empty at the end. */
  engine: string;
}

/** What to rate. */
export interface RateRequest {
  /**
   * A puzzle: a text in any format (81 characters will do), a link of a puzzle, an object of the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /**
   * null means `se` (the numbers of Sudoku Explainer) for 9x9 Sudokus, and `pandoku` for all
   * others; `kinds` lists the scales.
   */
  scale?: string | null;
  /** Looks for each puzzle in the scale `se`, for a lower bound. */
  budget?: number;
}

/** The ratings, in the order of the puzzles. */
export interface RateAnswer {
  ratings: RatedPuzzle[];
}

/** A puzzle's rating, or why it has none. */
export interface RatedPuzzle {
  /** Which puzzle of the text, from 1. */
  nth: number;
  rating: Difficulty | null;
  /** Why there is no rating; empty if there is one. */
  problem: string;
}

/** How far it is. */
export interface RateProgress {
  done: number;
  of: number;
}

/** A game. */
export interface ReviewRequest {
  /** The text of a game: `pandoku game 1` ... */
  game: string;
}

/** A review. */
export interface ReviewAnswer {
  /** A paragraph for each subject, with empty lines between. */
  text: string;
  /** The most frequent first. */
  techniques: Used[];
  /** Techniques to learn, in order. */
  missed: Missed[];
  turns: TurnAnswer[];
  mistakes: number;
  solved: boolean;
  played_ms: number;
}

/** A technique that the player used without a hint. */
export interface Used {
  name: string;
  title: string;
  count: number;
}

/** A technique that would have been easier, for a lesson about it. */
export interface Missed {
  name: string;
  title: string;
}

/** A digit that the player wrote. */
export interface TurnAnswer {
  /** When, in milliseconds played. */
  at_ms: number;
  /** Milliseconds since the digit before. */
  spent_ms: number;
  cell: number;
  digit: number;
  /** null if the puzzle is not proper. */
  right: boolean | null;
  /** Which gives the digit; empty if none is known. */
  technique: string;
  score: number | null;
  /** The technique of the easiest step then, or empty. */
  easiest: string;
  /** The highest level of the hints before it. */
  hint: number | null;
  /** Whether it is one of the slowest. */
  slow: boolean;
  /** Whether something much easier was there. */
  missed: boolean;
  /** The turn in sentences. */
  text: string;
}

/** What to share. */
export interface ShareRequest {
  /**
   * A puzzle: a text in any format (81 characters will do), a link of a puzzle, an object of the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
}

/** A link for each program, in the order of their names. */
export interface ShareAnswer {
  links: LinkOffered[];
}

/** A program, and the link with which it opens the puzzle. */
export interface LinkOffered {
  program: string;
  /** The format of the link. */
  format: string;
  /** Empty if the program cannot hold the puzzle. */
  link: string;
  /** Why there is no link. */
  why_not: string;
  /** Data of the puzzle that is not in the link: title, ... */
  left_out: string[];
}

/** What to solve. */
export interface SolveRequest {
  /**
   * A puzzle: a text in any format (81 characters will do), a link of a puzzle, an object of the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** Stop after this many; 2 proves a solution unique. */
  limit?: number;
  /** `kinds` lists them. */
  engine?: string;
  seconds?: number;
}

/** What was found. */
export interface SolveAnswer {
  /** How many solutions, at most the limit. */
  count: number;
  /** Whether there is provably exactly one. */
  unique: boolean;
  /** Whether there are no others than those found. */
  complete: boolean;
  /** Why it ended early: limit, nodes, seconds or stuck. */
  stopped: string | null;
  /** Each row by row. */
  solutions: number[][];
  /** The result in words. */
  text: string;
  engine: string;
  /** What the engine counted. */
  stats: Record<string, number>;
  elapsed_s: number;
}

/** The techniques, the easiest first. */
export interface TechniquesAnswer {
  techniques: TechniqueAnswer[];
}

/** A technique in the list. */
export interface TechniqueAnswer {
  name: string;
  title: string;
  /** What it is akin to. */
  family: string;
  /** How hard its example is, in a word. */
  level: string;
  /** The number behind it; 0 without a rating. */
  score: number;
  /** "every puzzle", "cages" or "one solution". */
  needs: string;
  summary: string;
  aliases: string[];
  sign: Sign;
}

/** A drawing of a pattern, without digits and words. */
export interface Sign {
  /** The grid is order x order cells, each 1 x 1. */
  order: number;
  /** Roles, as in pictures, each with a path (as in SVG), in cells. */
  parts: [string, string][];
}

/** A drill and an answer to it. */
export interface VerdictRequest {
  /** Name, title or alias. */
  technique: string;
  /** The drill; null means the lesson's example. */
  nth?: number | null;
  /** [cell, digit] pairs; cells are numbered from 0. */
  placements?: [number, number][];
  /** [cell, digit] pairs; cells are numbered from 0. */
  eliminations?: [number, number][];
}

/** What a teacher would say. */
export interface VerdictAnswer {
  /** Whether all of it follows. */
  right: boolean;
  /** Whether it has all that follows from one step. */
  complete: boolean;
  /** Sentences; they do not tell the step before. */
  text: string;
  /** The step that was found, or null. */
  answer: StepTold | null;
}
