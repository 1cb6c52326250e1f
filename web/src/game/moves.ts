// A move: an entry in the record of a game. Moves have a text form. The Python side is
// `pandoku.play.moves`, which explains each verb.

import type { PuzzleDocument } from "../model/puzzle";
import type { Edit, Layer } from "./edits";
import { editText, isEdit, LAYERS, parseEdit } from "./edits";
import { isPrintable } from "./errors";
import type { Fog } from "./veil";

export type MoveVerb = "edit" | "undo" | "redo" | "rewind" | "checkpoint" | "return" | "hint" | "check" | "reveal";

export interface Move {
  readonly verb: MoveVerb;
  /** The edits of "edit" and "reveal", in order. */
  readonly edits: readonly Edit[];
  /** The number of edits that are undone or redone, or the level of a hint. */
  readonly number: number;
  /** The name of a checkpoint, or the technique of a hint. */
  readonly name: string;
  /** The playing time before the move in milliseconds, without pauses. */
  readonly atMs: number;
}

/** The last level of a hint. Its step is applied. */
export const MAX_HINT_LEVEL = 5;
const MAX_MS = 36_000_000_000;

/**
 * Limits for a verb: the maximum number of edits, the least and greatest number, the minimum and
 * maximum length of the name.
 */
type Bounds = readonly [edits: number, least: number, greatest: number, shortest: number, longest: number];
const EDITS: Bounds = [1000, 0, 0, 0, 0];
const COUNT: Bounds = [0, 1, 999_999, 0, 0];
const NAME: Bounds = [0, 0, 0, 1, 80];
const BOUNDS: Readonly<Record<MoveVerb, Bounds>> = {
  edit: EDITS, reveal: EDITS, undo: COUNT, redo: COUNT, rewind: COUNT, checkpoint: NAME, return: NAME,
  hint: [0, 0, MAX_HINT_LEVEL, 0, 80], check: [0, 0, 0, 0, 0],
};

/** A move with a verb and its other parts. */
export const moveOf = (verb: MoveVerb, parts: Partial<Move> = {}): Move => ({
  verb, edits: [], number: 0, name: "", atMs: 0, ...parts,
});

/** A move as text, without its time. */
export function moveText(order: number, { verb, edits, number, name }: Move): string {
  const made = edits.map((edit) => editText(order, edit)).join("; ");
  const says = verb === "hint" || number > 1 ? number : "";
  return [verb === "edit" ? "" : verb, made, says, name].filter((each) => each !== "").join(" ");
}

/**
 * The move in a text that `moveText` wrote, or null for other texts. The move need not fit a game.
 */
export function parseMove(order: number, text: string, atMs = 0): Move | null {
  const [, word = "", rest = ""] = /^([^ ]*) *(.*)$/.exec(text.trim()) ?? [];
  const isEdits = LAYERS.includes(word as Layer);
  const verb = isEdits ? "edit" : (word as MoveVerb);
  if (!isEdits && (word === "edit" || !Object.hasOwn(BOUNDS, word))) return null;
  const [hasEdits, isCount] = BOUNDS[verb];
  if (hasEdits) {
    const edits = (isEdits ? text : rest).split(";").map((part) => parseEdit(order, part));
    return edits.every((edit) => edit !== null) ? moveOf(verb, { edits, atMs }) : null;
  }
  // A count is optional, whereas a level is required and may be followed by a name.
  const [, number, name] = (isCount ? /^(\d*)$/ : verb === "hint" ? /^(\d)(?: +(.*))?$/ : /^()(.*)$/).exec(rest) ?? [];
  return number === undefined ? null : moveOf(verb, { number: Number(number.slice(0, 9) || isCount), name: name ?? "", atMs });
}

/** Whether a text begins with a word that this version does not have, so that it is a move of a newer version. */
export function isUnknownMove(text: string): boolean {
  const [, word = "", rest = ""] = /^([a-z]+) +(.*)$/.exec(text.trim()) ?? [];
  return /r\d+c\d+/.test(rest) && !LAYERS.includes(word as Layer) && !Object.hasOwn(BOUNDS, word);
}

/** Whether a move is possible in a puzzle with the current fog, regardless of other moves. */
export function isMove(puzzle: PuzzleDocument, fog: Fog, { verb, edits, number, name, atMs }: Move): boolean {
  if (!Object.hasOwn(BOUNDS, verb)) return false;
  const [most, least, greatest, shortest, longest] = BOUNDS[verb];
  const isWithin = (value: number, from: number, to: number) => Number.isInteger(value) && value >= from && value <= to;
  return (
    isWithin(edits.length, Math.min(most, 1), most) && edits.every((edit) => isEdit(puzzle, fog, edit)) &&
    isWithin(number, least, greatest) && isWithin(atMs, 0, MAX_MS) &&
    isWithin([...name].length, shortest, longest) && isPrintable(name) && name === name.trim()
  );
}
