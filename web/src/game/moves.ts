// A move: one entry in the record of a game, with a text form. The Python side is
// `pandoku.play.moves`, which explains each kind.

import type { PuzzleDocument } from "../model/puzzle";
import type { Edit, Layer } from "./edits";
import { editText, isEdit, LAYERS, parseEdit } from "./edits";
import { isPrintable } from "./errors";

export type MoveKind = "edit" | "undo" | "redo" | "rewind" | "checkpoint" | "return" | "hint" | "check" | "reveal";

export interface Move {
  readonly kind: MoveKind;
  /** Of "edit" and "reveal", in the order in which they are made. */
  readonly edits: readonly Edit[];
  /** How many edits are taken back or repeated, or the level of a hint. */
  readonly number: number;
  /** The name of a checkpoint, or the technique of a hint. */
  readonly name: string;
  /** Milliseconds played when the move was made, pauses excluded. */
  readonly atMs: number;
}

export const MAX_HINT_LEVEL = 5;
const MAX_NAME = 80;
const MAX_EDITS = 1000;
const MAX_COUNT = 999_999;
const MAX_MS = 36_000_000_000;

// What a move of a kind has: edits, a count, a level, a name that it needs, or nothing.
const HAS: Readonly<Record<MoveKind, "edits" | "count" | "level" | "name" | "">> = {
  edit: "edits", reveal: "edits", undo: "count", redo: "count", rewind: "count", hint: "level",
  checkpoint: "name", return: "name", check: "",
};

/** A move of a kind, with what it says. */
export const moveOf = (kind: MoveKind, parts: Partial<Move> = {}): Move => ({
  kind, edits: [], number: 0, name: "", atMs: 0, ...parts,
});

/** A move as text, without its time. */
export function moveText(order: number, { kind, edits, number, name }: Move): string {
  const saysNumber = HAS[kind] === "level" || number > 1;
  const made = edits.map((edit) => editText(order, edit)).join("; ");
  return [kind === "edit" ? "" : kind, made, saysNumber ? number : "", name].filter((each) => each !== "").join(" ");
}

/** The move of a text, as `moveText` writes it; null if it is none. It need not suit any game. */
export function parseMove(order: number, text: string, atMs = 0): Move | null {
  const [, word = "", rest = ""] = /^ *([^ ]*) *(.*?) *$/.exec(text) ?? [];
  const isEdits = LAYERS.includes(word as Layer);
  const kind = isEdits ? "edit" : (word as MoveKind);
  const has = isEdits || word !== "edit" ? HAS[kind] : undefined;
  if (has === "edits") {
    const edits = (isEdits ? text : rest).split(";").map((part) => parseEdit(order, part));
    return edits.some((edit) => !edit) ? null : moveOf(kind, { edits: edits as Edit[], atMs });
  }
  if (has === "count") return /^\d*$/.test(rest) ? moveOf(kind, { number: Number(rest.slice(0, 9) || 1), atMs }) : null;
  if (has === "level") {
    const [, level, name = ""] = /^(\d)(?: +(.*))?$/.exec(rest) ?? [];
    return level ? moveOf(kind, { number: Number(level), name, atMs }) : null;
  }
  return has === undefined ? null : moveOf(kind, { name: rest, atMs });
}

/** Whether a game of a puzzle can have this move, as far as that does not hang on other moves. */
export function isMove(puzzle: PuzzleDocument, { kind, edits, number, name, atMs }: Move): boolean {
  const has = HAS[kind];
  const isWithin = (value: number, least: number, most: number) => Number.isInteger(value) && value >= least && value <= most;
  const mayBeNamed = has === "name" || has === "level";
  return (
    has !== undefined &&
    isWithin(edits.length, has === "edits" ? 1 : 0, has === "edits" ? MAX_EDITS : 0) &&
    edits.every((edit) => isEdit(puzzle, edit)) &&
    isWithin(number, has === "count" ? 1 : 0, has === "count" ? MAX_COUNT : has === "level" ? MAX_HINT_LEVEL : 0) &&
    isWithin([...name].length, has === "name" ? 1 : 0, mayBeNamed ? MAX_NAME : 0) &&
    isPrintable(name) && name === name.trim() &&
    isWithin(atMs, 0, MAX_MS)
  );
}
