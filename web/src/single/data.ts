// What `pandoku export` writes into the file: the puzzles, and their paths as guides. The Python
// side is `pandoku.web.onefile` and `pandoku.web.guide`.

import type { Curve, Fill, Line, Ring, Sum, Text } from "../model/picture";
import type { PuzzleDocument } from "../model/puzzle";

export interface FileData {
  title: string;
  /** "ask": behind a question; "none": there are none, and no solutions either. */
  hints: "free" | "ask" | "none";
  /** Whether the page asks for a name, and ends with a sheet of results. */
  named: boolean;
  /** Goes into the keys under which games are kept; "" if a puzzle alone is the key. */
  id: string;
  sentences: HintSentences;
  /** A list of `FilePuzzle`, packed. */
  puzzles: string;
  /** A packed `GuideData` for each puzzle, or "". */
  guides: string[];
}

/** The sentences of hints that need no step, as templates: `{cell}` is a place. Empty without hints. */
export type HintSentences = Readonly<Record<SentenceName, string>>;

/** The names of `pandoku.logic.HintSentence`, in lower case. */
export type SentenceName =
  | "solved" | "right_so_far" | "nothing_wrong" | "something_wrong" | "wrong_place"
  | "place_of_cage" | "place_of_marks" | "clash" | "repeats_digit" | "misses_target" | "breaks_rule" | "dead_end"
  | "wrong_digit" | "first_mistake" | "others_wrong" | "not_allowed" | "wrong_marks"
  | "missing_mark" | "nothing_in_sight" | "filled_one" | "filled_many" | "last_two" | "one_more";

export interface FilePuzzle extends PuzzleDocument {
  name: string;
}

/** A candidate as a number: cell * order + digit - 1. */
export type Candidate = number;

export interface GuideData {
  /** Digits of the first board besides the givens, or null. */
  digits: number[] | null;
  /** Candidates that are missing on the first board though no digit says why. */
  gone: Candidate[];
  steps: StepData[];
  /** What a hint says when there are no more steps; "" if the grid is full then. */
  end: string;
}

export interface StepData {
  title: string;
  places: Candidate[];
  removes: Candidate[];
  /** The candidates that must be gone for the step to hold; null for all that are gone before it. */
  needs: Candidate[] | null;
  /** In fog, the cells that have to be clear so that the step can be told. */
  sees?: number[];
  /** For each level from 1: how many characters of the text before stay, and what follows. */
  texts: [kept: number, more: string][];
  look: number[];
  pattern: number[];
  before: Partial<Parts>;
  /** A number stands for that item of `before`. */
  after: { [part in keyof Parts]?: (number | Parts[part][number])[] };
}

/** What lies over the board. */
export interface Parts {
  fills: Fill[];
  lines: Line[];
  texts: Text[];
  rings: Ring[];
  curves: Curve[];
  legend: [sign: string, style: string, text: string][];
  sums: Sum[];
}

declare global {
  /** Of the script that starts the player (`src/pandoku/web/assets/unpack.js`). */
  function unpacked(packed: string): Promise<string>;
}

/** The value of a packed text: base64 of deflated JSON. */
export async function unpack<T>(packed: string): Promise<T> {
  return JSON.parse(await unpacked(packed)) as T;
}
