// The text of a game: its puzzle and every move, to be kept, mailed and replayed, byte for byte as
// `pandoku.play.text` writes it and read as `pandoku.play.reading` does.

import type { PuzzleDocument } from "../model/puzzle";
import { GameError, isPrintable, shown } from "./errors";
import { Game, MAX_MOVES } from "./game";
import type { Move } from "./moves";
import { moveText, parseMove } from "./moves";
import { timeText } from "./timer";

export const FIRST_LINE = "pandoku game 1";
const MAX_CHARS = 16_000_000;
const MAX_LINES = 2 * MAX_MOVES;
const MAX_TITLE = 200;
const TIME = /^ *(?:([0-9]{1,5}):)?([0-9]{1,2}):([0-9]{2})(?:\.([0-9]{3}))? +/;
const START = /^\d{4}-?(\d\d-?\d\d|W\d\d(-?\d)?)(.\d\d(:?\d\d(:?\d\d([.,]\d+)?)?)?(Z|[+-]\d\d(:?\d\d(:?\d\d([.,]\d+)?)?)?)?)?$/;

/** What the text of a game says besides its puzzle and moves. */
export interface Facts {
  title: string;
  /** When it was started, in ISO 8601, or "". */
  started: string;
}

export interface Record extends Facts {
  game: Game;
}

/** A game with its whole record as text. */
export function dumpsGame({ puzzle, moves }: Game, facts: Partial<Facts> = {}): string {
  return gameText(puzzle, moves.map((move) => moveLine(puzzle.order, move)), facts);
}

/** The text of a game whose moves are lines already. */
export function gameText(
  puzzle: PuzzleDocument, moves: readonly string[], { title = "", started = "" }: Partial<Facts> = {},
): string {
  const wrong = wrongTitle(title) || wrongStart(started);
  if (wrong) throw new GameError(wrong);
  const facts = Object.entries({ title, started, puzzle: printable(puzzle.line) });
  const head = facts.filter(([, value]) => value).map(([key, value]) => `${key}: ${value}`);
  return [FIRST_LINE, ...head, ...moves].join("\n") + "\n";
}

/** A move with its time, as a line of the text: "0:12.340 undo". */
export const moveLine = (order: number, move: Move): string =>
  `${timeText(move.atMs)} ${moveText(order, move)}`;

/** The move of a line; the column of an error counts from 1. */
export function parseLine(order: number, line: string): Move {
  const [time, hours, minutes = 0, seconds = 0, restMs] = TIME.exec(line) ?? [];
  if (time === undefined) {
    throw new GameError(`expected a time and a move such as '0:12.340 undo', found ${shown(line.trim())}`, 0, 1);
  }
  if (Number(seconds) > 59 || (hours && Number(minutes) > 59)) {
    throw new GameError(`expected a time [hours:]minutes:seconds, found ${shown(time.trim())}`, 0, 1);
  }
  const atS = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  try {
    return parseMove(order, line.slice(time.length), atS * 1000 + Number(restMs ?? 0));
  } catch (error) {
    if (error instanceof GameError) throw new GameError(error.reason, 0, time.length + error.column);
    throw error;
  }
}

/** The game of a text, whose line `puzzle:` is that of the puzzle; an error has a line and a column. */
export function loadsRecord(text: string, puzzle: PuzzleDocument): Record {
  const lines = linesOf(text);
  const [number = 1, first = ""] = lines.next().value ?? [];
  if (first.trim() !== FIRST_LINE) {
    const newer = first.startsWith("pandoku game ") ? "; a newer version of pandoku may read it" : "";
    throw new GameError(`expected the first line '${FIRST_LINE}', found ${shown(first.trim())}${newer}`, number, 1);
  }
  const facts = factsOf(lines);
  const rest = [...lines];
  const moves = rest.map(([at, line]) => located(at, () => parseLine(puzzle.order, line)));
  try {
    return { game: Game.of(puzzle, moves), ...facts };
  } catch (error) {
    if (error instanceof GameError) throw new GameError(error.reason, rest[error.line - 1]?.[0], 1);
    throw error;
  }
}

/** What a line gives; its errors say which line. */
function located<T>(line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof GameError) throw new GameError(error.reason, line, error.column);
    throw error;
  }
}

/** The game of a text; otherwise like `loadsRecord`. */
export const loadsGame = (text: string, puzzle: PuzzleDocument): Game => loadsRecord(text, puzzle).game;

/** The lines that are neither blank nor comments, each with its number from 1. */
function* linesOf(text: string): Generator<[number, string], undefined> {
  if (text.length > MAX_CHARS) throw new GameError(`expected at most ${MAX_CHARS} characters, found more`);
  for (const [at, each] of text.replace(/^\ufeff/, "").split("\n").entries()) {
    const line = each.replace(/\r$/, "");
    if (at >= MAX_LINES) throw new GameError(`expected at most ${MAX_LINES} lines, found more`, at + 1, 1);
    if (!isPrintable(line)) throw new GameError("expected printable characters, found others", at + 1, 1);
    if (line.trim() && !line.trimStart().startsWith("#")) yield [at + 1, line];
  }
}

/** The title and the start: the lines before that of the puzzle, which is passed over. */
function factsOf(lines: Iterator<[number, string], undefined>): Facts {
  const facts: Facts = { title: "", started: "" };
  const known = new Set<string>();
  for (let next = lines.next(); !next.done; next = lines.next()) {
    const [number, line] = next.value;
    const [, key = "", value = ""] = /^ *(title|started|puzzle) *:(.*)$/.exec(line) ?? [];
    if (!key) throw new GameError(`expected 'title:', 'started:' or 'puzzle:', found ${shown(line.trim())}`, number, 1);
    if (key === "puzzle") return facts;
    const wrong = known.has(key)
      ? `expected one line '${key}:', found another`
      : (key === "title" ? wrongTitle : wrongStart)(value.trim());
    if (wrong) throw new GameError(wrong, number, 1);
    known.add(key);
    facts[key as keyof Facts] = value.trim();
  }
  throw new GameError("expected a line 'puzzle: {...}', found none");
}

/** A text made fit to be the title of a game. */
export const fitTitle = (text: string): string =>
  [...text].map((each) => (isPrintable(each) ? each : " ")).join("").trim().slice(0, MAX_TITLE).trim();

/** Why a text cannot be the title of a game, or "". */
function wrongTitle(title: string): string {
  if ([...title].length <= MAX_TITLE && isPrintable(title) && title === title.trim()) return "";
  return `expected a title of at most ${MAX_TITLE} printable characters, found ${shown(title)}`;
}

function wrongStart(started: string): string {
  return !started || START.test(started) ? "" : `expected a time in ISO 8601 as the start, found ${shown(started)}`;
}

/** A line of JSON in which every character is printable. */
const printable = (line: string): string =>
  isPrintable(line) ? line : [...line].map((each) => (isPrintable(each) ? each : escaped(each))).join("");

const escaped = (char: string): string =>
  [...char.split("")].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
