// The text of a game: its puzzle and every move, to be kept, mailed and replayed, byte for byte as
// `pandoku.play.text` writes it and read as `pandoku.play.reading` does.

import type { PuzzleDocument } from "../model/puzzle";
import { GameError, isPrintable } from "./errors";
import { Game } from "./game";
import type { Move } from "./moves";
import { moveText, parseMove } from "./moves";
import { timeText } from "./timer";

const FIRST_LINE = "pandoku game 1";
const MAX_CHARS = 16_000_000;
const MAX_TITLE = 200;
const TIME = /^ *(?:(\d{1,5}):)?(\d\d?):(\d\d)(?:\.(\d{3}))? +/;
const START = /^\d{4}-?[\dW][-\d]*(.[\d:.,]+(Z|[+-][\d:.,]+)?)?$/;

/** What the text of a game says besides its puzzle and moves. */
export interface Facts {
  title: string;
  /** When it was started, in ISO 8601, or "". */
  started: string;
}

export interface Record extends Facts {
  game: Game;
}

/** A game with its whole record as text; the title is made fit. */
export const dumpsGame = ({ puzzle, moves }: Game, facts: Partial<Facts> = {}): string =>
  gameText(puzzle, moves.map((move) => moveLine(puzzle.order, move)), facts);

/** The text of a game whose moves are lines already. */
export function gameText(puzzle: PuzzleDocument, moves: readonly string[], { title = "", started = "" }: Partial<Facts> = {}): string {
  const facts = Object.entries({ title: fitTitle(title), started, puzzle: puzzle.line });
  const head = facts.filter(([, value]) => value).map(([key, value]) => `${key}: ${value}`);
  return [FIRST_LINE, ...head, ...moves].join("\n") + "\n";
}

/** A move with its time, as a line of the text: "0:12.340 undo". */
export const moveLine = (order: number, move: Move): string => `${timeText(move.atMs)} ${moveText(order, move)}`;

/** The move of a line, or null if it is none. */
export function parseLine(order: number, line: string): Move | null {
  const [time, hours, minutes = 0, seconds = 0, restMs] = TIME.exec(line) ?? [];
  if (time === undefined || Number(seconds) > 59 || (hours && Number(minutes) > 59)) return null;
  const atS = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  return parseMove(order, line.slice(time.length), atS * 1000 + Number(restMs ?? 0));
}

/** The game of a text, whose line `puzzle:` is that of the puzzle; an error has its line. */
export function loadsRecord(text: string, puzzle: PuzzleDocument): Record {
  if (text.length > MAX_CHARS) throw new GameError("this text is too long for a game");
  const facts = new Map<string, string>();
  const moves: Move[] = [];
  const places: number[] = [];
  let isBegun = false;
  for (const [at, each] of text.replace(/^\ufeff/, "").split("\n").entries()) {
    const line = each.replace(/\r$/, "");
    const refuse = (expected: string): never => {
      throw new GameError(`expected ${expected}, found '${line.trim().slice(0, 40)}'`, at + 1);
    };
    if (!isPrintable(line)) refuse("printable characters");
    if (!line.trim() || line.trimStart().startsWith("#")) continue;
    if (facts.has("puzzle")) {
      moves.push(parseLine(puzzle.order, line) ?? refuse("a time and a move such as '0:12.340 undo'"));
      places.push(at + 1);
    } else if (isBegun) {
      const [, key = "", value = ""] = /^ *(title|started|puzzle) *:(.*)$/.exec(line) ?? [];
      if (facts.has(key) || !FACTS[key]?.(value.trim())) refuse("'title:', 'started:' or 'puzzle:', each once");
      facts.set(key, value.trim());
    } else if (line.trim() === FIRST_LINE) isBegun = true;
    else refuse(`'${FIRST_LINE}'`);
  }
  if (!facts.has("puzzle")) throw new GameError("expected the text of a game, with a line 'puzzle:'");
  const game = Game.of(puzzle, moves);
  if (game.moves.length < moves.length) throw new GameError("this move does not suit the game", places[game.moves.length]);
  return { game, title: facts.get("title") ?? "", started: facts.get("started") ?? "" };
}

/** The game of a text; otherwise like `loadsRecord`. */
export const loadsGame = (text: string, puzzle: PuzzleDocument): Game => loadsRecord(text, puzzle).game;

/** A text made fit to be the title of a game. */
export const fitTitle = (text: string): string =>
  [...text].map((each) => (isPrintable(each) ? each : " ")).join("").trim().slice(0, MAX_TITLE).trim();

// The lines before the moves, and what their values must be.
const FACTS: Readonly<{ [key: string]: (value: string) => boolean }> = {
  title: (value) => value === fitTitle(value),
  started: (value) => START.test(value),
  puzzle: () => true,
};
