// The hints of an exported file: first mistakes, then the step that the guide finds. The levels and
// sentences are the same as in `pandoku.logic`. The file contains the sentences as templates.

import type { Changes, Game, Repair } from "../game/game";
import { digitsOf, hasMark } from "../game/masks";
import { MAX_HINT_LEVEL } from "../game/moves";
import type { Conflict } from "../game/rules";
import type { Picture } from "../model/picture";
import { type House, nameOf, type PuzzleDocument } from "../model/puzzle";
import { capital } from "../model/words";
import type { HintSentences, Parts, SentenceName, StepData } from "./data";
import type { Guide, NextStep } from "./guide";

const DIGIT = 3;
const CELLS = 4;
const WHY = 3; // the last level of a hint about a mistake

export interface Hint {
  level: number;
  text: string;
  picture: Picture | null;
  /** The number of the step, or null. */
  number: number | null;
  /** The title of the step's technique from level 2 on, or "". */
  title: string;
  /** Whether higher levels reveal nothing more. */
  isWhole: boolean;
  /** The changes of the step, at the last level. */
  changes: Changes | null;
  /** The correction of a mistake, at the last level. */
  repair: Repair | null;
}

/** The player's game, and the steps that were revealed completely. */
interface Asked {
  game: Game;
  told: ReadonlySet<number>;
}

export class Ladder {
  constructor(private readonly sentences: HintSentences, private readonly guide: Guide | null) {}

  /**
   * The hint after the last hint: the next level of the same step, or the first level of another
   * step.
   */
  next(asked: Asked, last: Hint | null): Hint {
    const level = last ? Math.min(MAX_HINT_LEVEL, last.level + Number(!last.isWhole)) : 0;
    const next = this.at(asked, level);
    const isOther = last !== null && last.level > 0 && next.number !== last.number;
    return isOther ? this.at(asked, 1) : next;
  }

  /** The hint of a level, 0 to 5. */
  at({ game, told }: Asked, level: number): Hint {
    const wrong = this.mistakeIn(game);
    if (wrong) return this.mistakeHint(game, wrong, level);
    const { digits } = game;
    if (game.isFull) return plain(game, level, this.say("solved"));
    const found = level ? this.guide?.next(game.position, told) : null;
    if (this.guide && found) return this.stepHint(game, this.guide, found, level);
    if (level && this.guide?.hasHidden(game.position, told)) return plain(game, level, this.say("nothing_in_sight"));
    if (level && this.guide?.data.end) return plain(game, level, this.guide.data.end);
    const counts = { filled: digits.filter(Boolean).length, total: digits.length };
    const text = this.say(isJudged(game) ? "right_so_far" : "nothing_wrong", counts);
    return { ...plain(game, level, text), isWhole: !this.guide || level > 0 };
  }

  // -------------------------------------------------------------- sentences

  private say(name: SentenceName, places: Readonly<Record<string, string | number>> = {}): string {
    return this.sentences[name].replace(/\{(\w+)\}/g, (_, place: string) => `${places[place]}`);
  }

  /** Cells in a sentence: "r1c1, r1c2 and r2c3". */
  private names({ order }: PuzzleDocument, cells: readonly number[]): string {
    const [last = "", ...names] = cells.map((cell) => nameOf(order, cell)).reverse();
    const [before, ...rest] = names;
    if (before === undefined) return last;
    const end = this.say("last_two", { first: before, last });
    return rest.reduce((list, first) => this.say("one_more", { first, rest: list }), end);
  }

  /** The sentences about broken rules. */
  private rules(puzzle: PuzzleDocument, clashes: readonly Conflict[]): string {
    return clashes.map(({ where, digit, cells }) => {
      const places = { place: capital(where.name), digit, cells: this.names(puzzle, cells) };
      return this.say(digit ? "repeats_digit" : "relations" in where ? "breaks_rule" : "misses_target", places);
    }).join(" ");
  }

  // -------------------------------------------------------------- mistakes

  /** The first mistake, or null. */
  private mistakeIn(game: Game): Mistake | null {
    const wrong = game.wrongCells();
    if (wrong.length) return this.wrongDigit(game, wrong);
    // In fog, a missing mark would reveal the solution.
    const marked = game.position.fog?.size ? null : this.wrongMarks(game);
    return marked ?? (isJudged(game) ? null : this.clash(game) ?? this.deadEnd(game));
  }

  private clash(game: Game): Mistake | null {
    const puzzle = game.seen;
    const clashes = game.conflicts();
    const [first] = clashes;
    if (!first || !clashes.some(({ digit }) => digit)) return null;
    const cells = [...new Set(clashes.flatMap((each) => each.cells))].sort((a, b) => a - b);
    const what = this.say("clash", { cells: this.names(puzzle, cells) });
    return { what, cells, ...this.placeOf(puzzle, first), why: this.rules(puzzle, clashes), repair: null };
  }

  /**
   * A mistake whose cell is unknown: a cage that misses its target, another constraint that cannot
   * be met, or a digit that is not allowed.
   */
  private deadEnd(game: Game): Mistake | null {
    const { candidates } = game.seen;
    const isAllowed = game.digits.every((digit, cell) => !digit || !candidates || hasMark(candidates[cell] ?? 0, digit));
    if (isAllowed && !game.conflicts().length) return null;
    return { what: this.say("dead_end"), cells: [], where: "", whereCells: [], why: "", repair: null };
  }

  private placeOf({ order }: PuzzleDocument, { where, cells }: Conflict): Place {
    if ("relations" in where) return { where: where.name, whereCells: where.cells.length ? where.cells : cells };
    if (!("clue" in where)) return { where: where.name, whereCells: where.cells };
    return { where: this.say("place_of_cage", { cell: nameOf(order, Math.min(...where.cells)) }), whereCells: where.cells };
  }

  private wrongDigit(game: Game, wrong: readonly number[]): Mistake {
    const { seen: puzzle, digits, entered } = game;
    const at = (cell: number) => (entered.includes(cell) ? entered.indexOf(cell) : entered.length);
    const first = wrong.reduce((a, b) => (at(b) < at(a) ? b : a));
    const digit = digits[first] ?? 0;
    const back = entered.length - at(first);
    const what = [this.say("wrong_digit", { digit, cell: nameOf(puzzle.order, first) })];
    if (back > 1) what.push(this.say("first_mistake", { n: back }));
    if (!back && wrong.length > 1) what.push(this.say("others_wrong"));
    const clashes = game.conflicts().filter(({ cells }) => cells.includes(first));
    const row = rowOf(puzzle, first);
    const place = clashes[0] ? this.placeOf(puzzle, clashes[0]) : { where: row.name, whereCells: row.cells };
    // Explaining a wrong digit that does not break a rule would need techniques.
    const isAllowed = !puzzle.candidates || hasMark(puzzle.candidates[first] ?? 0, digit);
    const why = clashes.length ? this.rules(puzzle, clashes) : isAllowed ? "" : this.say("not_allowed", { digit });
    return { what: what.join(" "), cells: [first], ...place, why, repair: { cell: first, digit, mark: false } };
  }

  private wrongMarks({ puzzle, digits, position }: Game): Mistake | null {
    const cell = digits.findIndex((digit, at) => {
      const mask = position.center[at] ?? 0;
      const right = puzzle.solution?.[at] ?? 0;
      return !digit && mask > 0 && right > 0 && !hasMark(mask, right);
    });
    if (cell < 0) return null;
    const row = rowOf(puzzle, cell);
    const digit = puzzle.solution?.[cell] ?? 0;
    return {
      what: this.say("wrong_marks", { cell: nameOf(puzzle.order, cell) }), cells: [cell],
      where: this.say("place_of_marks", { house: row.name }), whereCells: row.cells,
      why: this.say("missing_mark", { digit }), repair: { cell, digit, mark: true },
    };
  }

  private mistakeHint(game: Game, { what, cells, where, whereCells, why, repair }: Mistake, asked: number): Hint {
    const level = Math.min(asked, why ? WHY : WHY - 1);
    const told = (text: string, at: readonly number[], isWhole = false) => ({
      ...plain(game, level, text, at), isWhole, repair: isWhole ? repair : null,
    });
    if (!where) return told(what, cells, true);
    if (level < 1) return told(this.say("something_wrong"), []);
    if (level < 2) return told(this.say("wrong_place", { place: where }), whereCells);
    if (level < WHY) return told(what, cells, !why);
    return told(`${what} ${why}`, cells, true);
  }

  // -------------------------------------------------------------- a step

  private stepHint(game: Game, guide: Guide, { number, step, filled }: NextStep, level: number): Hint {
    const isWhole = level >= MAX_HINT_LEVEL;
    const texts = [textOf(step, level)];
    if (filled.length && level >= DIGIT) {
      texts.push(this.say(filled.length > 1 ? "filled_many" : "filled_one", { cells: this.names(game.puzzle, filled) }));
    }
    return {
      level, number, isWhole, text: texts.join("\n"), title: level > 1 ? step.title : "",
      picture: pictureOf(game, partsOf(game, step, level)),
      changes: isWhole
        ? { placements: step.places.map((each) => guide.pairOf(each)), eliminations: step.removes.map((each) => guide.pairOf(each)) }
        : null,
      repair: null,
    };
  }
}

/** Whether the right digit of every cell is known. */
const isJudged = ({ puzzle: { solution } }: Game): boolean => solution !== null && !solution.includes(0);

interface Place {
  where: string;
  whereCells: readonly number[];
}

interface Mistake extends Place {
  what: string;
  cells: readonly number[];
  why: string;
  repair: Repair | null;
}

const rowOf = ({ houses, order }: PuzzleDocument, cell: number): House => houses[Math.floor(cell / order)] as House;

function plain(game: Game, level: number, text: string, cells: readonly number[] = []): Hint {
  const picture = cells.length ? pictureOf(game, { fills: lit(game, cells) }) : null;
  return { level, text, picture, number: null, title: "", isWhole: true, changes: null, repair: null };
}

/** The text of a level, from 1. Each text shares its beginning with the previous text. */
function textOf(step: StepData, level: number): string {
  return step.texts.slice(0, level).reduce((text, [kept, more]) => text.slice(0, kept) + more, "");
}

function partsOf(game: Game, step: StepData, level: number): Partial<Parts> {
  if (level < CELLS) return { fills: lit(game, step.look) };
  const { before } = step;
  const after = level < MAX_HINT_LEVEL ? before : resolved(step);
  // The file does not have pictures for long paths.
  return Object.keys(after).length ? after : { fills: lit(game, level < MAX_HINT_LEVEL ? step.look : step.pattern) };
}

function resolved({ before, after }: StepData): Partial<Parts> {
  const parts = Object.entries(after).map(([name, items]) => {
    const shared = (before[name as keyof Parts] ?? []) as unknown[];
    return [name, items.map((item) => (typeof item === "number" ? shared[item] : item))];
  });
  return Object.fromEntries(parts) as Partial<Parts>;
}

const lit = ({ puzzle: { order } }: Game, cells: readonly number[]): Parts["fills"] =>
  cells.map((cell) => [cell % order, Math.floor(cell / order), 1, 1, "highlight"]);

/** The drawing over the board as a picture, without candidates that have been removed by now. */
function pictureOf({ seen, digits, position }: Game, parts: Partial<Parts>): Picture {
  const { order, lines, shapes, margins } = seen.picture;
  const isLeft = ([x, y, text, role, style, struck]: Parts["texts"][number]) => {
    const cell = Math.floor(y) * order + Math.floor(x);
    const noted = position.center[cell] ?? 0;
    const isPlain = role === "candidate" && !style && !struck;
    return !isPlain || (!digits[cell] && (!noted || digitsOf(noted).includes(Number(text))));
  };
  return {
    order, title: "", lines: [...lines, ...(parts.lines ?? [])], fills: parts.fills ?? [], rings: parts.rings ?? [],
    texts: (parts.texts ?? []).filter(isLeft), curves: parts.curves ?? [], sums: parts.sums ?? [], ways: parts.ways ?? [], shapes, margins, caption: "", description: "",
    legend: (parts.legend ?? []).map(([sign, style, text]) => ({ sign, style, text, where: "" })),
  };
}
