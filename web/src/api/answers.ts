// What the endpoints take and answer. Made by tests/web/make_answers.py from the Structs of
// pandoku.calls: edit those, not this file.

import type { PuzzleDocument } from "../model/puzzle";
import type { Picture } from "../model/picture";
import type { SmallPicture } from "../model/picture";

/** A cage on a player's board. */
export interface CageRequest {
  /**
   * A puzzle: text in any format (such as 81 characters), a link to a puzzle, an object in the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** Index of the cage in the puzzle, from 0. */
  cage: number;
  /** The digit of every cell, row by row, or 0 for an empty cell. */
  digits?: number[];
  /** The center marks, as in `hint`. */
  center?: (number | number[])[];
  /** The cells that the player has filled. They are only needed in fog. */
  entered?: number[];
}

/** The combinations of the cage and their consequences. */
export interface CageAnswer {
  clue: string;
  /** The cage in words: `The 12-cage at r1c1`. */
  name: string;
  cells: number[];
  /** At most 200 combinations. Possible combinations come first. */
  combinations: Combination[];
  /** The number of possible combinations. */
  count: number;
  /** False if there are too many ways to fill the cage to try them all. */
  complete: boolean;
  /** The digits that are in every possible combination. */
  required: number[];
  /** The digits that are not in any possible combination. */
  excluded: number[];
  /** For each cell of the cage, the digits that occur there in at least one filling of the cage. */
  candidates: number[][];
  /** The combinations in a sentence or two. */
  text: string;
}

/** A set of digits that meets the target. */
export interface Combination {
  /** Digits in ascending order, with repeats. */
  digits: number[];
  /** Whether the digits and marks still allow this combination. */
  possible: boolean;
}

/** A puzzle to check. */
export interface CheckRequest {
  /**
   * A puzzle: text in any format (such as 81 characters), a link to a puzzle, an object in the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  seconds?: number;
}

/** The result of the check. */
export interface CheckAnswer {
  /** Whether there is provably exactly one solution. */
  proper: boolean;
  /** proper, several solutions, no solution, impossible, or unknown, out of budget. */
  verdict: string;
  problems: Defect[];
  /** At most two solutions. */
  solutions: number[][];
  /** The cells in which two solutions differ. */
  differing: number[];
  text: string;
}

/** A defect that is found without a search. */
export interface Defect {
  /** error or warning */
  severity: string;
  message: string;
  /** The cells that have the defect. */
  cells: number[];
}

/** Puzzles to convert, and the format. */
export interface ConvertRequest {
  /**
   * A puzzle: text in any format (such as 81 characters), a link to a puzzle, an object in the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** Name of a format; see `kinds`. */
  to: string;
  /** Progress to store, if the format supports it. */
  board?: PositionDocument | null;
}

/** Digits and remaining candidates. */
export interface PositionDocument {
  /** The digit of every cell, row by row, or 0 for an empty cell. */
  digits: number[];
  /** Masks or lists. An empty list means all candidates that the digits allow. */
  candidates?: (number | number[])[];
}

/** The puzzles as one document. */
export interface ConvertAnswer {
  text: string;
  format: string;
  /** Suffix of the format's file names, such as `.json`, or empty. */
  suffix: string;
  /** The number of puzzles. */
  count: number;
  /** Names of facts that the format does not store: title, extra, ... */
  left_out: string[];
}

/** A puzzle whose solutions are counted. */
export interface CountRequest {
  /**
   * A puzzle: text in any format (such as 81 characters), a link to a puzzle, an object in the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** Stop at this number of solutions. */
  limit?: number;
  seconds?: number;
}

/** The number of solutions. */
export interface CountAnswer {
  count: number;
  /** False if there may be more solutions. */
  exact: boolean;
  /** The number in words: `at least 100000`. */
  text: string;
}

/** The branches of the course. */
export interface CourseAnswer {
  branches: BranchAnswer[];
}

/** A branch of the course. */
export interface BranchAnswer {
  name: string;
  title: string;
  /** The kind of its boards, for `lesson` and `drill`. null means any kind. */
  kind: string | null;
  /** The stops, the easiest first. */
  stops: StopAnswer[];
}

/** A stop of the course. */
export interface StopAnswer {
  /** The name, which `open` takes for its puzzle. */
  name: string;
  title: string;
  /** The skill that the learner gains. */
  able: string;
  /** Its place in its branch: `stop 6 of 15, Sudoku`. */
  place: string;
  /** The techniques that it teaches. */
  techniques: Other[];
  /** Number of right answers that the stop requires for each technique. */
  goal: number;
}

/** Another lesson. */
export interface Other {
  name: string;
  title: string;
}

/** A puzzle, a board or a step to draw. */
export interface DrawRequest {
  /**
   * A puzzle: text in any format (such as 81 characters), a link to a puzzle, an object in the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** Digits and candidates. null draws only the puzzle. */
  board?: PositionDocument | null;
  /** Show the candidates of empty cells. */
  candidates?: boolean;
  /** Cells to highlight. */
  highlights?: number[];
  /**
   * Number of the step to draw, in the path that starts from the board, from 1. null draws no step.
   */
  step?: number | null;
  /** Scale of the path, as in `explain`. */
  scale?: string;
  /** An SVG document or a drawing list. */
  format?: "listing" | "svg";
  /** Theme of an SVG; auto follows the reader's preference. */
  theme?: "auto" | "dark" | "light";
}

/** A picture. */
export interface DrawAnswer {
  /** An SVG document, if requested. */
  svg: string | null;
  /** A drawing list, if requested. */
  picture: Picture | null;
}

/** A technique and the number of a board. */
export interface DrillRequest {
  /** Name, title or alias of the technique. */
  technique: string;
  /** Number of the drill. It gives the same board on every server. */
  nth?: number;
  /** The kind of the boards: sudoku, killer or calcudoku. null means any kind. */
  kind?: string | null;
}

/** A board, the task, and an answer. */
export interface DrillAnswer {
  technique: string;
  nth: number;
  kind: string | null;
  /** The number of stored boards for practice. */
  n: number;
  puzzle: PuzzleDocument;
  /** The board to start from. */
  board: BoardAnswer;
  /** The board with all candidates. */
  picture: Picture;
  /** The rules of the puzzle, or empty if it has no rules but houses and cages. */
  rules: string;
  /** The task in a sentence. */
  task: string;
  /** Whether the task is to place a digit, rather than to remove candidates. */
  places: boolean;
  /** Hints, from vague to precise. */
  hints: DrillHint[];
  /** A right answer. There may be other right answers. */
  answer: StepTold;
}

/** A rule about some cells that is not a cage. */
export interface ConstraintDocument {
  /** Name in sentences: `the six-cell thermometer at r1c3`. */
  name: string;
  /** Name of the constraint's kind: `thermometer`. */
  kind: string;
  /** A sentence: `Thermometer: r1c3 r2c3.` */
  text: string;
  /** The cells, without repetition. Empty if the constraint is about all cells. */
  cells: number[];
  /** Relations that must all be met. */
  relations: (OnlyDocument | DifferDocument | PairsDocument | TotalDocument | MachineDocument)[];
  /**
   * Cells with words for screen readers: `bulb of the six-cell thermometer, then r2c2`. A drawing
   * without a rule also has its cells here.
   */
  spoken: [number, string][];
}

/** A relation: a cell contains one of several digits. */
export interface OnlyDocument {
  cell: number;
  /** The digits as a mask: bit d-1 is digit d. */
  digits: number;
}

/** A relation: the digits of the cells differ. */
export interface DifferDocument {
  cells: number[];
}

/** A relation: the digit of one cell limits the digit of another. */
export interface PairsDocument {
  /** For each digit of the first cell, a mask of digits of the second cell. */
  table: number[];
  /** Pairs of a first and second cell. */
  pairs: [number, number][];
}

/** A relation: the weights of the digits add up to one of the targets. */
export interface TotalDocument {
  /** A cell and a weight for each digit 1..n. */
  terms: [number, number[]][];
  targets: number[];
}

/** A relation: an automaton accepts the digits of the cells. It starts in state 0. */
export interface MachineDocument {
  /** The cells in the order of reading. */
  cells: number[];
  /** For each state, the next state for each digit. -1 rejects the digits. */
  steps: number[][];
  /** The accepting states. */
  accepting: number[];
}

/** Digits and remaining candidates. */
export interface BoardAnswer {
  /** Digits row by row, 0 for an empty cell. */
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
  /** The step in a line of at most 15 words. */
  short: string;
  /** The title, the pattern and the outcome. */
  heading: string;
  /** The sentences of the proof. The last sentence is the conclusion. */
  text: string[];
  /** For each sentence, the parts that name something. */
  spans: SpanDocument[][];
  placements: [number, number][];
  eliminations: [number, number][];
  picture: Picture;
}

/** A part of a sentence that names something on the board. */
export interface SpanDocument {
  /** Index of the first character, from 0. */
  start: number;
  /** Index after the last character. */
  end: number;
  about: "cage" | "candidates" | "cells" | "constraint" | "house" | "step";
  cells: number[];
  /** For candidates, the digits at each of the cells. */
  digits: number[];
  /** Index of a house or constraint, or number of a step (from 1), or 0. */
  number: number;
}

/** A puzzle to explain, and options of the path. */
export interface ExplainRequest {
  /**
   * A puzzle: text in any format (such as 81 characters), a link to a puzzle, an object in the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** The board from which the path starts. null means the board with only the givens. */
  board?: PositionDocument | null;
  /** Scale whose order of steps is used; see `kinds`. */
  scale?: string;
  /** With `beginner`, steps that need few notes come first. */
  reader?: string | null;
  /** End the path after this many steps. */
  limit?: number;
  /** The first step to return, from 1. */
  from?: number;
  /** Number of steps to return. null means all steps, or ten steps with pictures. */
  count?: number | null;
  /** Whether steps have pictures, which limits the answer to ten steps. */
  pictures?: boolean;
}

/** A path. */
export interface ExplainAnswer {
  /** The result in one line. */
  summary: string;
  /** The difficulty. null if the path ends early or has steps rated 9 or more. */
  rating: PathRating | null;
  puzzle: PuzzleDocument;
  /** The board from which the path starts. */
  board: BoardAnswer;
  steps: StepAnswer[];
  blocks: BlockAnswer[];
  /** The number of steps in the complete path. */
  n_steps: number;
  /** The number of the hardest step, or 0 if the path is empty. */
  hardest: number;
  /** full, stuck, broken, limit (there are more steps) or budget (the time is up). */
  stopped: string;
  /** If the path is stuck, a sentence about the technique that would be needed. */
  missing: string;
  scale: string;
  /** The scales that can explain this puzzle. */
  scales: string[];
}

/** The difficulty of a path. */
export interface PathRating {
  level: string;
  score: number;
  /** The scale of `score` and `level`. */
  scale: string;
  text: string;
  /** The effort and the minutes of an average player. */
  effort: string;
}

/** A step of the path. */
export interface StepAnswer {
  /** Number of the step, from 1. */
  number: number;
  technique: string;
  title: string;
  /** The step in a line of at most 15 words. */
  short: string;
  /** The title, the pattern and the outcome. */
  heading: string;
  /** The sentences of the proof. A sentence that belongs to the previous sentence is indented. */
  text: string[];
  /** For each sentence, the parts that name something. */
  spans: SpanDocument[][];
  /**
   * If the proof is long: the positions, from 0, of the sentences that are enough to read.
   * Otherwise empty.
   */
  outline: number[];
  placements: [number, number][];
  eliminations: [number, number][];
  /** easy, medium, ...; empty if the step is not rated. */
  level: string;
  score: number | null;
  /**
   * The word and the number of the step. The scale follows if the path is rated in another scale.
   * Empty if the step is not rated.
   */
  rated: string;
  /** Whether the step belongs to a run of similar easy steps. */
  routine: boolean;
  /** The picture, if requested. */
  picture: Picture | null;
}

/** A step worth reading, or a run of routine steps. */
export interface BlockAnswer {
  first: number;
  last: number;
  routine: boolean;
  title: string;
}

/** The options of `pandoku.generate`. An option that is omitted or null has no effect. */
export interface GenerateRequest {
  /** Kind of puzzle; see `kinds`. */
  kind?: string;
  /** The order n of an n x n grid. */
  order?: number | null;
  /** Number of puzzles. */
  count?: number;
  /** Seed 0..2^64-1, as a string if it is large. The same seed makes the same puzzles. */
  seed?: number | string | null;
  /** Maximum number of attempts at each puzzle. The default is the budget of `pandoku.generate`. */
  budget?: number | null;
  /** Rows and columns of a box: [2, 3] or `2x3`. */
  box?: number[] | string | null;
  /** The regions of a jigsaw: a number or letter for each cell. */
  regions?: number[] | string | null;
  /** Number of givens: a number, a pair, `24..28`, or `minimal` if no given can be removed. */
  givens?: number | number[] | string | null;
  /** Number of empty cells, instead of `givens`. */
  blanks?: number | number[] | string | null;
  /** Symmetry of the givens and constraints; see `kinds`. */
  symmetry?: string | null;
  /** A dot for each empty cell, any other character for a given. */
  pattern?: string | null;
  /** The full grid to start from. */
  solution?: string | null;
  /** easy, medium, hard, expert or extreme. */
  difficulty?: string | null;
  /** Rating: a number, a pair or a range such as `6.5..7.2` or `9.0..`. */
  rating?: number | (number | null)[] | string | null;
  /** Techniques that are needed: if one of them is not used, the path is stuck. */
  needs?: string[] | string | null;
  /** The hardest technique, in the scale pandoku, that may be needed. */
  at_most?: string | null;
  /** Spread the difficulty over several steps. */
  smooth?: boolean;
  /** Operations of a calcudoku, such as `+-* /`. */
  operations?: string | null;
  /** Leave out the operations of the clues. */
  hide_operations?: boolean;
  /** Number of cells in a cage: a number, a pair, `2..4`, or weights by size: {"2": 3, "3": 1}. */
  cage_sizes?: number | number[] | string | null | Record<string, number>;
  /** The share of cells that form a cage of one cell. */
  singles?: number | null;
  /** The largest sum of a cage in a killer. */
  largest_sum?: number | null;
  /** Whether no clue of a cage can be removed. */
  clue_minimal?: boolean;
  /**
   * Constraints to place on the grid: `thermometer 4, arrow, dots all`, or a list of such items.
   */
  constraints?: string[] | string | null;
  /** Whether lines may cross each other. */
  crossings?: boolean;
  /**
   * A puzzle whose layout is kept, as text in any format, in place of a kind: its clues stay in
   * place and get new values.
   */
  like?: string | null;
  /** Whether no given, constraint or clue of a cage can be removed. */
  minimal?: boolean;
}

/** The puzzles. */
export interface GenerateAnswer {
  puzzles: Made[];
  missing: NotMade[];
  seed: string;
}

/** A puzzle that meets the request. */
export interface Made {
  puzzle: PuzzleDocument;
  /** The difficulty. null if rating the puzzle takes longer than a few seconds. */
  rating: Difficulty | null;
  /** The puzzle as a line: of cells if possible, otherwise of JSON. */
  text: string;
  /** Number of the puzzle for the seed, from 0. */
  index: number;
  /** The seed as a string, because it may exceed 2^53. */
  seed: string;
}

/** The difficulty of a puzzle. */
export interface Difficulty {
  scale: string;
  /** The score. null if the puzzle is not rated. */
  score: number | null;
  /** The score as a string; >= marks a lower bound. */
  number: string;
  /** easy, medium, hard, expert, extreme, or empty. */
  level: string;
  /** The level, and the word for the effort if it is another. */
  words: string;
  /** The effort and the minutes of an average player, or empty. */
  effort: string;
  /** The time of an average player. null if the effort is not known or only a lower bound. */
  time: AverageTime | null;
  /** Name of the hardest technique, or empty. */
  hardest: string;
  /** rated, bounded, budget, stuck, or the reason why there is no rating. */
  end: string;
  /** The rating in one line. */
  text: string;
}

/** The time that a puzzle takes an average player. */
export interface AverageTime {
  /** The estimated minutes. */
  minutes: number;
  /** The same in words, with the interval. */
  text: string;
  /** Version of the scale. Times of different versions do not compare. */
  version: number;
}

/** A puzzle that was not found. */
export interface NotMade {
  index: number;
  /** A message about the closest attempt, with advice. */
  text: string;
  attempts: number;
}

/** The progress of the search. */
export interface GenerateProgress {
  found: number;
  count: number;
  /** Number of attempts so far at all puzzles. */
  attempts: number;
  /** The progress in words. */
  text: string;
}

/** A player's position, and the level of the hint. */
export interface HintRequest {
  /**
   * A puzzle: text in any format (such as 81 characters), a link to a puzzle, an object in the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** The digit of every cell, row by row, or 0 for an empty cell. */
  digits?: number[];
  /** The center marks of each cell, which limit its candidates. 0 means no marks. */
  center?: (number | number[])[];
  /** The corner marks of each cell, which a `beginner` has noted. */
  corner?: (number | number[])[];
  /**
   * The cells in the order in which they were filled. Hints start with the first mistake, or near
   * the last cell.
   */
  entered?: number[];
  /**
   * 0: is all right so far?; 1: where to look; 2: the technique's name; 3: the digit; 4: the cells
   * that decide; 5: the complete step
   */
  level?: number;
  /** Scale whose order of techniques is used. */
  scale?: string;
  /** With `beginner`, steps that need few notes come first. */
  reader?: string | null;
}

/** A hint. */
export interface HintAnswer {
  level: number;
  text: string;
  /** The parts of the text that name something. */
  spans: SpanDocument[];
  /** The cells to look at. */
  cells: number[];
  /** Whether the text reports a mistake, or that no hint was found. */
  problem: boolean;
  /** Whether higher levels reveal nothing more. */
  whole: boolean;
  /** Name of the technique from level 2 on, or empty. */
  technique: string;
  /** Title of the technique, or empty. */
  title: string;
  /** A picture for the text. null if the text names no cells. */
  picture: Picture | null;
  /** The effect of the step, at level 5. */
  changes: ChangesDocument | null;
  /** With `changes`: the marks that say the same, if there are any. */
  notes: NotesDocument | null;
  /** The correction of a mistake from level 3 on, or null. */
  repair: RepairDocument | null;
}

/** The effect of a step on the board, as [cell, digit] pairs. */
export interface ChangesDocument {
  placements: [number, number][];
  eliminations: [number, number][];
}

/** The marks that a hint for a `beginner` writes and removes, as [cell, digit] pairs. */
export interface NotesDocument {
  corner: [number, number][];
  center: [number, number][];
  /** The marks of both kinds that are removed. */
  gone: [number, number][];
}

/** The correction of a mistake. */
export interface RepairDocument {
  cell: number;
  /** The wrong digit, or the missing candidate. */
  digit: number;
  /** Whether a pencil mark is missing, rather than a digit wrong. */
  mark: boolean;
}

/** The names that requests can use. */
export interface KindsAnswer {
  kinds: KindOffered[];
  symmetries: SymmetryOffered[];
  /** Values of `constraints` in `generate`. */
  constraints: ConstraintOffered[];
  difficulties: string[];
  /** Values of `needs` and `at_most`. */
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
  /** The smallest order. */
  least: number;
  /** The largest order. */
  most: number;
  /** All orders, ascending. */
  orders: number[];
  /** The possible values of `box` for each order with a choice, starting with the default. */
  boxes: Record<string, string[]>;
  /** The default order. */
  usual: number;
  /** The options that only some kinds have. */
  takes: string[];
  /** Whether puzzles of this kind have cages. */
  cages: boolean;
  /** Whether there is a daily puzzle of this kind. */
  daily: boolean;
  /** A small puzzle of this kind, or an empty grid of its shape. */
  board: SmallBoard;
}

/** A puzzle as a small picture. */
export interface SmallBoard {
  order: number;
  givens: number[];
  /** The cells in fog. */
  fog: number[];
  picture: SmallPicture;
}

/** A symmetry of givens. */
export interface SymmetryOffered {
  name: string;
  /** A number for each of 5x5 cells. Cells with the same number are all givens or all empty. */
  orbits: number[];
}

/** A kind of constraint that can be placed on a grid. */
export interface ConstraintOffered {
  name: string;
  /** The plural for players, such as `Thermometers`. */
  title: string;
  /** The rule in one sentence. */
  text: string;
  /** Whether a request can name a number of them. */
  counts: boolean;
  /** Whether a request can name all of them. */
  all: boolean;
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
  /** Whether the engine finds every solution. */
  complete: boolean;
  /** Whether `race` can record the engine's search. */
  events: boolean;
}

/** A format for writing puzzles. */
export interface FormatOffered {
  name: string;
  summary: string;
}

/** The name of a technique. */
export interface LessonRequest {
  /** Name, title or alias of the technique. */
  name: string;
  /** The kind of the boards: sudoku, killer or calcudoku. null means any kind. */
  kind?: string | null;
}

/** A lesson. */
export interface LessonAnswer {
  name: string;
  title: string;
  /** The title in a sentence: "an X-wing". */
  named: string;
  family: string;
  level: string;
  score: number;
  /** "every puzzle", "cages" or "one solution". */
  needs: string;
  /** A summary in one line. */
  what: string;
  /** The pattern to look for. */
  look: string;
  /** The reason why it works. */
  why: string;
  aliases: string[];
  ratings: ScaleRating[];
  /** The step that the lesson begins with. */
  first: StepTold;
  /** The step of `first` in a sentence. */
  line: string;
  /** A remark on the board of `first`, or empty. */
  remark: string;
  /** The moment to look for the pattern, or empty. */
  when: string;
  /** How to scan for the technique, on the board of `first`. */
  slides: SlideDocument[];
  /** Up to two more typical positions. */
  further: FurtherExample[];
  /** A board to try, or null if the lesson begins with its step. */
  example: LessonExample | null;
  near_miss: NearMiss | null;
  slips: SlipDocument[];
  /** The kind of the boards for practice. null means any kind. */
  kind: string | null;
  /** The number of stored boards for practice. */
  practice: number;
  previous: Other | null;
  next: Other | null;
}

/** The difficulty of the example in a scale. */
export interface ScaleRating {
  scale: string;
  level: string;
  score: number;
  /** The rating in words: "3.2 (medium)". */
  text: string;
}

/** A picture of how to scan for the technique. */
export interface SlideDocument {
  text: string;
  picture: Picture;
}

/** Another typical position with a step of the technique. */
export interface FurtherExample {
  /** The board before the step. */
  before: Picture;
  /** The step. */
  answer: StepTold;
}

/** A board with one step of the technique. */
export interface LessonExample {
  puzzle: PuzzleDocument;
  board: BoardAnswer;
  /** The board before the step. */
  before: Picture;
  /** Remarks on the board, or empty. */
  intro: string;
  /** The rules of the puzzle, or empty if it has no rules but houses and cages. */
  rules: string;
  /** The task in a sentence. */
  task: string;
  /** The step. */
  answer: StepTold;
  after: After;
}

/** The board after the step. */
export interface After {
  picture: Picture;
  /** A sentence about the next step. */
  text: string;
}

/** A slightly different board where the technique finds nothing. */
export interface NearMiss {
  picture: Picture;
  /** The difference in a sentence. */
  text: string;
  /** The reason why the technique does not find a step there, or empty. */
  why: string;
}

/** An error that people make, on a board where its conclusion is false. */
export interface SlipDocument {
  picture: Picture;
  /** The error in a sentence. */
  text: string;
  /** The reason why the conclusion is false there. */
  why: string;
}

/** The choices of a short form for a new puzzle. */
export interface MakeableAnswer {
  kinds: MakeableKind[];
  difficulties: string[];
}

/** A kind of puzzle that can be made. */
export interface MakeableKind {
  name: string;
  summary: string;
  /** All orders, ascending. */
  orders: number[];
  /** The default order. */
  usual: number;
}

/** A puzzle to open: exactly one of `text`, `link`, `daily`, `stop` and `tryout`. */
export interface OpenRequest {
  /** One or more puzzles in any format, or a game. */
  text?: string | null;
  /** Number of the puzzle in the text. */
  nth?: number;
  /** The value of `?p=` in a link made by pandoku, or 81 cells. */
  link?: string | null;
  /** The date of a daily puzzle, such as 2026-11-22. */
  daily?: string | null;
  /** The kind of the daily puzzle: sudoku, killer, calcudoku, variant. */
  kind?: string | null;
  /** A stop of the course, whose puzzle is opened. */
  stop?: string | null;
  /** A kind of `tryouts`, whose small puzzle is opened. */
  tryout?: string | null;
}

/** The puzzle, and its progress if there is any. */
export interface OpenAnswer {
  puzzle: PuzzleDocument;
  /** The text if it contains a game, or null. */
  game: string | null;
  /** The progress stored in the text. */
  board: BoardAnswer | null;
  /** The number of puzzles that follow in the text. */
  more: number;
  /** A note on how an ambiguous text was interpreted, or empty. */
  note: string;
  /** The other program that made the link or document, or empty. */
  program: string;
}

/** A puzzle, the engines, and their limits. */
export interface RaceRequest {
  /**
   * A puzzle: text in any format (such as 81 characters), a link to a puzzle, an object in the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** Names of engines. An empty list means all engines; see `kinds`. */
  engines?: string[];
  /** Stop after this number of solutions; 2 proves that a solution is unique. */
  limit?: number;
  /** Time limit for each engine. */
  seconds?: number;
}

/** The race. */
export interface RaceAnswer {
  puzzle: PuzzleDocument;
  /** The runs in the requested order. */
  runs: EngineRun[];
}

/** The run of one engine. */
export interface EngineRun {
  engine: string;
  /** A sentence on how the engine searches. */
  summary: string;
  /** The reason why the engine did not run, or empty if it ran. */
  why_not: string;
  /** `a solution`, `no solution`, `out of budget`, ... */
  outcome: string;
  /** The first solution found. */
  solution: number[] | null;
  /** The time of the search in seconds, without the recording. */
  elapsed_s: number;
  /** Counters as the engine's source defines them: nodes, checks, ... */
  stats: Record<string, number>;
  /** The record of the search. null if the engine reports no events. */
  trace: Trace | null;
}

/** The search of an engine in frames. Each list except `counters` has an entry per frame. */
export interface Trace {
  /** The names of the numbers in `counts`. */
  counters: string[];
  /** For each frame, the number of events so far. */
  at: number[];
  /** The last event: 0 try, 1 reject, 2 place, 3 remove, 4 backtrack. */
  events: number[];
  /** The cell of the event. */
  cells: number[];
  /** The digit of the event, or 0 for a backtrack. */
  digits: number[];
  /** The changes since the previous frame: cell, digit, cell, digit, ... */
  changes: number[][];
  /** The counters so far. */
  counts: number[][];
}

/** The progress of the race. */
export interface RaceProgress {
  done: number;
  of: number;
  /** The engine that is running, or empty at the end. */
  engine: string;
}

/** Puzzles to rate. */
export interface RateRequest {
  /**
   * A puzzle: text in any format (such as 81 characters), a link to a puzzle, an object in the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /**
   * Name of a scale; see `kinds`. null means `se` (the ratings of Sudoku Explainer) for 9x9
   * Sudokus, and `pandoku` for all other puzzles.
   */
  scale?: string | null;
  /**
   * Limit on the work for each puzzle in the scale `se`. If a puzzle exceeds the limit, its rating
   * is a lower bound.
   */
  budget?: number;
  /**
   * Whether to add the effort and the time of an average player to every rating. Puzzles with cages
   * or other constraints have them anyway.
   */
  effort?: boolean;
}

/** The ratings, in the order of the puzzles. */
export interface RateAnswer {
  ratings: RatedPuzzle[];
}

/** The rating of a puzzle, or the reason why it is missing. */
export interface RatedPuzzle {
  /** Number of the puzzle in the text, from 1. */
  nth: number;
  rating: Difficulty | null;
  /** The reason why the puzzle is not rated, or empty. */
  problem: string;
}

/** The progress of the rating. */
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
  /**
   * The review in paragraphs, one for each subject, separated by empty lines. The advice is not
   * included.
   */
  text: string;
  /** The techniques that give what the player entered without hints, the most frequent first. */
  techniques: TechniqueCount[];
  /**
   * At most three techniques that are worth a drill: those of easier steps, and those that hints
   * named. Techniques in `techniques` are left out.
   */
  advice: Advised[];
  turns: TurnAnswer[];
  mistakes: number;
  solved: boolean;
  played_ms: number;
}

/** A technique that gives what the player entered without a hint. */
export interface TechniqueCount {
  name: string;
  title: string;
  /** The number of digits and eliminations it gives. */
  count: number;
}

/** A technique that is worth a drill. */
export interface Advised {
  name: string;
  title: string;
}

/** A digit that the player entered. */
export interface TurnAnswer {
  /** Playing time up to the digit, in milliseconds. */
  at_ms: number;
  /** Milliseconds since the previous digit. */
  spent_ms: number;
  cell: number;
  digit: number;
  /** Whether the digit is right. null if the puzzle is not proper. */
  right: boolean | null;
  /** The technique that gives the digit, or empty if it is not known. */
  technique: string;
  score: number | null;
  /** The easiest technique at that time, or empty. */
  easiest: string;
  /** The highest level of the hints since the previous digit. */
  hint: number | null;
  /** Whether the digit is one of the slowest digits. */
  slow: boolean;
  /** Whether a much easier step was available. */
  missed: boolean;
  /** The turn in sentences. */
  text: string;
}

/** A puzzle to share. */
export interface ShareRequest {
  /**
   * A puzzle: text in any format (such as 81 characters), a link to a puzzle, an object in the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
}

/** A link for each program, sorted by the names of the programs. */
export interface ShareAnswer {
  links: LinkOffered[];
}

/** A link that opens the puzzle in another program. */
export interface LinkOffered {
  program: string;
  /** The format of the link. */
  format: string;
  /** The link, or empty if the program does not support a rule of the puzzle. */
  link: string;
  /** The reason why there is no link, or empty. */
  why_not: string;
  /** Names of facts that the link does not contain: title, ... */
  left_out: string[];
}

/** A puzzle to solve. */
export interface SolveRequest {
  /**
   * A puzzle: text in any format (such as 81 characters), a link to a puzzle, an object in the
   * format json, or a grid as a list of rows or of all cells (0, null or "." for empty).
   */
  puzzle: string | Record<string, unknown> | unknown[];
  /** Stop after this number of solutions; 2 proves that a solution is unique. */
  limit?: number;
  /** Name of an engine; see `kinds`. */
  engine?: string;
  seconds?: number;
}

/** The result of the search. */
export interface SolveAnswer {
  /** The number of solutions, at most the limit. */
  count: number;
  /** Whether there is provably exactly one solution. */
  unique: boolean;
  /** Whether all solutions were found. */
  complete: boolean;
  /** The reason for an early end: limit, nodes, seconds or stuck. */
  stopped: string | null;
  /** Solutions, each row by row. */
  solutions: number[][];
  /** The result in words. */
  text: string;
  engine: string;
  /** The counters of the engine. */
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
  /** The family of similar techniques. */
  family: string;
  /** The level of its example, such as `medium`. */
  level: string;
  /** The rating of its example, or 0 without a rating. */
  score: number;
  /** "every puzzle", "cages" or "one solution". */
  needs: string;
  summary: string;
  aliases: string[];
  sign: Sign;
}

/** A drawing of a pattern without digits and words. */
export interface Sign {
  /** The grid has order x order cells of size 1 x 1. */
  order: number;
  /** Pairs of a role, as in pictures, and an SVG path in units of cells. */
  parts: [string, string][];
}

/** A day and a kind of daily puzzle. */
export interface TodayRequest {
  /** A date such as 2026-11-22. */
  day: string;
  /** The kind: sudoku, killer, calcudoku, variant. */
  kind?: string;
}

/** A daily puzzle. */
export interface TodayAnswer {
  title: string;
  /** A few words about the puzzle: `9x9 killer`. */
  about: string;
  /** The first day with this puzzle: the Monday for a variant. */
  day: string;
  difficulty: string;
  board: SmallBoard;
}

/** The kinds to try. */
export interface TryoutsAnswer {
  tryouts: TryoutAnswer[];
}

/** A kind of puzzle with a small puzzle to try. */
export interface TryoutAnswer {
  /** The name, which `open` takes for its puzzle. */
  name: string;
  title: string;
  /** The idea of the rule, in a few words. */
  says: string;
  difficulty: string;
  board: SmallBoard;
}

/** A drill and an answer to it. */
export interface VerdictRequest {
  /** Name, title or alias of the technique. */
  technique: string;
  /** Number of the drill. null means the example of the lesson. */
  nth?: number | null;
  /** The kind of the boards: sudoku, killer or calcudoku. null means any kind. */
  kind?: string | null;
  /** [cell, digit] pairs; cells are numbered from 0. */
  placements?: [number, number][];
  /** [cell, digit] pairs; cells are numbered from 0. */
  eliminations?: [number, number][];
}

/** The judgment of an answer. */
export interface VerdictAnswer {
  /** Whether all parts of the answer follow from the technique. */
  right: boolean;
  /** Whether the answer includes everything that follows from one step. */
  complete: boolean;
  /** Sentences for the player. They do not reveal the step before it is found. */
  text: string;
  /** The step. null until the player has found a step. */
  answer: StepTold | null;
}
