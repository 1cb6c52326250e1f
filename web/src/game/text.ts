// The text of a game: its puzzle and all moves, to be saved, sent and replayed. It is written byte for byte as in
// `pandoku.play.text`, and read as in `pandoku.play.reading`.

import type { PuzzleDocument } from "../model/puzzle";
import { GameError, isPrintable } from "./errors";
import { Game } from "./game";
import type { Move } from "./moves";
import { moveText, parseMove } from "./moves";
import { timeText } from "./timer";

const MAX_TITLE = 200;
const TIME = /^ *(?:(\d{1,5}):)?(\d\d?):(\d\d)(?:\.(\d{3}))? +/;
const START = /^\d{4}-?[\dW][-\d]*(.[\d:.,]+(Z|[+-][\d:.,]+)?)?$/;

/** The data in the text of a game, except its puzzle and moves. */
export interface Facts {
  title: string;
  /** The start time in ISO 8601, or "". */
  started: string;
}

export interface GameRecord extends Facts {
  game: Game;
}

/** A game with its complete record as text. The title is shortened if necessary. */
export function dumpsGame({ puzzle, moves }: Game, { title = "", started = "" }: Partial<Facts> = {}): string {
  const facts = Object.entries({ title: fitTitle(title), started, puzzle: puzzle.line });
  const head = facts.filter(([, value]) => value).map(([key, value]) => `${key}: ${value}`);
  return ["pandoku game 1", ...head, ...moves.map((move) => moveLine(puzzle.order, move)), ""].join("\n");
}

/** A move with its time, as a line of the text: "0:12.340 undo". */
export const moveLine = (order: number, move: Move): string => `${timeText(move.atMs)} ${moveText(order, move)}`;

/** The move of a line, or null if the line is not a move. */
export function parseLine(order: number, line: string): Move | null {
  const [time, hours, minutes = 0, seconds = 0, restMs] = TIME.exec(line) ?? [];
  if (time === undefined || Number(seconds) > 59 || (hours && Number(minutes) > 59)) return null;
  const atS = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  return parseMove(order, line.slice(time.length), atS * 1000 + Number(restMs ?? 0));
}

/**
 * The game in a text. The line `puzzle:` must be equal to the line of the puzzle. Errors have a
 * line number.
 */
export function loadsRecord(text: string, puzzle: PuzzleDocument): GameRecord {
  const facts = new Map<string, string>();
  const moves: Move[] = [];
  const places: number[] = [];
  const require = (isFit: unknown, line = 0) => {
    if (!isFit) throw new GameError("this is not the text of a game of this puzzle", line);
  };
  for (const [at, line] of text.replace(/^\ufeff/, "").split(/\r?\n/).entries()) {
    require(isPrintable(line), at + 1);
    if (/^ *(#|$)/.test(line)) continue;
    if (facts.has("puzzle")) {
      const move = parseLine(puzzle.order, line);
      require(move, at + 1);
      moves.push(move as Move);
      places.push(at + 1);
    } else {
      const [, key = "", value = ""] = (facts.size ? /^ *(title|started|puzzle) *: *(.*?) *$/ : /^ *(pandoku game) (1) *$/).exec(line) ?? [];
      require(key && !facts.has(key), at + 1);
      require(key === "title" ? value === fitTitle(value) : key !== "started" || START.test(value), at + 1);
      facts.set(key, value);
    }
  }
  require(facts.has("puzzle"));
  const game = Game.of(puzzle, moves);
  require(game.moves.length === moves.length, places[game.moves.length]);
  return { game, title: facts.get("title") ?? "", started: facts.get("started") ?? "" };
}

/** The game in a text (see `loadsRecord`). */
export const loadsGame = (text: string, puzzle: PuzzleDocument): Game => loadsRecord(text, puzzle).game;

/** A text, changed if necessary, so that it can be the title of a game. */
export const fitTitle = (text: string): string =>
  [...[...text].map((each) => (isPrintable(each) ? each : " ")).join("").trim()].slice(0, MAX_TITLE).join("").trim();
