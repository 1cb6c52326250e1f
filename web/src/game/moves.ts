// A move: one entry in the record of a game, with a text form. The Python side is
// `pandoku.play.moves`, which explains each kind.

import type { PuzzleDocument } from "../model/puzzle";
import type { Edit } from "./edits";
import { checkEdit, editText, isLayer, LAYERS, parseEdit } from "./edits";
import { GameError, isPrintable, shown } from "./errors";

export const KINDS = [
  "edit", "undo", "redo", "rewind", "checkpoint", "return", "hint", "check", "reveal",
] as const;
export type MoveKind = (typeof KINDS)[number];

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
export const MAX_NAME = 80;
const MAX_EDITS = 1000;
const MAX_COUNT = 999_999;
const MAX_MS = 36_000_000_000;

const hasEdits = (kind: string) => kind === "edit" || kind === "reveal";
const hasCount = (kind: string) => kind === "undo" || kind === "redo" || kind === "rewind";
const hasName = (kind: string) => kind === "checkpoint" || kind === "return";

/** A move of a kind, with what it says. */
export function moveOf(kind: MoveKind, parts: Partial<Move> = {}): Move {
  return { kind, edits: [], number: 0, name: "", atMs: 0, ...parts };
}

/** A move as text, without its time. */
export function moveText(order: number, { kind, edits, number, name }: Move): string {
  const saysNumber = kind === "hint" || (hasCount(kind) && number > 1);
  const parts = [
    kind === "edit" ? "" : kind,
    edits.map((edit) => editText(order, edit)).join("; "),
    saysNumber ? String(number) : "",
    name,
  ];
  return parts.filter(Boolean).join(" ");
}

/** The move of a text, as `moveText` writes it; the column of an error counts from 1. */
export function parseMove(order: number, text: string, atMs = 0): Move {
  const [, before = "", kind = "", gap = ""] = /^( *)([^ ]*)( *)/.exec(text) ?? [];
  const start = before.length + kind.length + gap.length;
  const rest = text.slice(start).replace(/ +$/, "");
  if (isLayer(kind)) return moveOf("edit", { edits: parseEdits(order, text, 0), atMs });
  if (kind === "reveal") return moveOf(kind, { edits: parseEdits(order, text, start), atMs });
  if (hasCount(kind)) return moveOf(kind as MoveKind, { number: countOf(rest, start), atMs });
  if (kind === "hint") return moveOf(kind, { ...hintOf(rest, start), atMs });
  if (kind === "edit" || !KINDS.includes(kind as MoveKind)) {
    const known = [...LAYERS, ...KINDS.slice(1)].join(", ");
    throw new GameError(`expected a move (${known}), found ${shown(kind)}`, 0, before.length + 1);
  }
  const wrong = wrongName(kind, rest);
  if (wrong) throw new GameError(wrong, 0, start + 1);
  return moveOf(kind as MoveKind, { name: rest, atMs });
}

/** Refuse a move that no game of a puzzle can have. */
export function checkMove(puzzle: PuzzleDocument, { kind, edits, number, name, atMs }: Move): void {
  if (!KINDS.includes(kind)) throw new GameError(`expected a move out of ${KINDS.join(", ")}, found '${kind}'`);
  if (edits.length > 0 !== hasEdits(kind) || edits.length > MAX_EDITS) {
    const expected = hasEdits(kind) ? `1..${MAX_EDITS} edits` : "no edits";
    throw new GameError(`${kind}: expected ${expected}, found ${edits.length}`);
  }
  for (const edit of edits) checkEdit(puzzle, edit);
  const [least, most] = hasCount(kind) ? [1, MAX_COUNT] : [0, kind === "hint" ? MAX_HINT_LEVEL : 0];
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new GameError(`${kind}: expected a number ${least}..${most}, found ${number}`);
  }
  const wrong = wrongName(kind, name);
  if (wrong) throw new GameError(`${kind}: ${wrong}`);
  if (!Number.isInteger(atMs) || atMs < 0 || atMs > MAX_MS) {
    throw new GameError(`expected a time of 0..${MAX_MS} milliseconds, found ${atMs}`);
  }
}

function parseEdits(order: number, text: string, start: number): Edit[] {
  const parts = text.slice(start).split(";");
  if (parts.length > MAX_EDITS) {
    throw new GameError(`expected at most ${MAX_EDITS} edits, found ${parts.length}`, 0, start + 1);
  }
  return parts.map((part) => {
    try {
      return parseEdit(order, part);
    } catch (error) {
      if (error instanceof GameError) throw new GameError(error.reason, 0, start + error.column);
      throw error;
    } finally {
      start += part.length + 1;
    }
  });
}

function countOf(rest: string, start: number): number {
  const count = rest ? Number(rest.slice(0, 9)) : 1;
  if (/^[0-9]*$/.test(rest) && count >= 1 && count <= MAX_COUNT) return count;
  throw new GameError(`expected a number 1..${MAX_COUNT}, found ${shown(rest)}`, 0, start + 1);
}

function hintOf(rest: string, start: number): { number: number; name: string } {
  const level = rest.split(" ", 1)[0] ?? "";
  if (!/^[0-5]$/.test(level)) {
    const found = level ? shown(level) : "the end";
    throw new GameError(`expected the level of a hint, 0..${MAX_HINT_LEVEL}, found ${found}`, 0, start + 1);
  }
  const name = rest.slice(1).replace(/^ +/, "");
  const wrong = wrongName("hint", name);
  if (wrong) throw new GameError(wrong, 0, start + 2);
  return { number: Number(level), name };
}

/** Why a move of a kind cannot have this name, or "". */
function wrongName(kind: string, name: string): string {
  if (!hasName(kind) && kind !== "hint") {
    return name && `expected nothing after '${kind}', found ${shown(name)}`;
  }
  if (!name && hasName(kind)) return "expected the name of a checkpoint, found none";
  const length = [...name].length;
  if (length > MAX_NAME) return `expected a name of at most ${MAX_NAME} characters, found ${length}`;
  if (!isPrintable(name) || name !== name.trim()) {
    return `expected a name of printable characters, found ${shown(name)}`;
  }
  return "";
}
