// The data that `pandoku export` writes into the file: the puzzles, and their paths as guides. The Python
// side is `pandoku.web.onefile` and `pandoku.web.guide`.

import type { Curve, Fill, Line, Ring, Sum, Text, Ways } from "../model/picture";
import type { PuzzleDocument } from "../model/puzzle";

export interface FileData {
  title: string;
  /**
   * "free": a button shows hints. "ask": the page asks before a hint. "none": the file does not
   * contain hints and solutions.
   */
  hints: "free" | "ask" | "none";
  /** Whether the page asks for a name and ends with a sheet of results. */
  named: boolean;
  /** Part of the keys of saved games. "" if the key depends only on the puzzle. */
  id: string;
  sentences: HintSentences;
  /** A list of `FilePuzzle`, packed. */
  puzzles: string;
  /** A packed `GuideData` for each puzzle, or "". */
  guides: string[];
}

/**
 * The sentences of hints that have no step, as templates with places such as `{cell}`. Empty if the
 * file does not contain hints.
 */
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
  /** The digits on the first board without the givens, or null. */
  digits: number[] | null;
  /** Candidates that are missing on the first board, although no digit of a peer rules them out. */
  gone: Candidate[];
  steps: StepData[];
  /** The hint after the last step, or "" if the last step fills the grid. */
  end: string;
}

export interface StepData {
  title: string;
  places: Candidate[];
  removes: Candidate[];
  /**
   * The candidates that must be removed before the step is valid. null means all candidates that
   * earlier steps remove.
   */
  needs: Candidate[] | null;
  /** In fog, the cells that must be clear before the step can be shown. */
  sees?: number[];
  /**
   * For each level from 1, the number of characters that the text shares with the start of the
   * previous text, and the remaining text.
   */
  texts: [kept: number, more: string][];
  look: number[];
  pattern: number[];
  before: Partial<Parts>;
  /** A number stands for the item of `before` with this index. */
  after: { [part in keyof Parts]?: (number | Parts[part][number])[] };
}

/** A drawing over the board. */
export interface Parts {
  fills: Fill[];
  lines: Line[];
  texts: Text[];
  rings: Ring[];
  curves: Curve[];
  legend: [sign: string, style: string, text: string][];
  sums: Sum[];
  ways: Ways[];
}

declare global {
  /** Defined by the script that starts the player (`src/pandoku/web/assets/unpack.js`). */
  function unpacked(packed: string): Promise<string>;
}

/** The value of a packed text: base64 of deflated JSON. */
export async function unpack<T>(packed: string): Promise<T> {
  return JSON.parse(await unpacked(packed)) as T;
}
