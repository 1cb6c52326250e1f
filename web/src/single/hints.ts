// The hint ladder of an exported file: mistakes first, then the step that the guide finds. The
// levels and words are those of `pandoku.logic`.

import type { Changes, Game, Repair } from "../game/game";
import { digitsOf, hasMark } from "../game/masks";
import { MAX_HINT_LEVEL } from "../game/moves";
import { nameOf } from "../model/puzzle";
import type { Picture } from "../model/picture";
import type { Parts, StepData } from "./data";
import type { Guide, NextStep } from "./guide";

const PATTERN = 3;
const REASON = 4;
const WHY = 3; // the last level of a mistake

export interface Hint {
  level: number;
  text: string;
  picture: Picture | null;
  /** The number of the step, or null. */
  number: number | null;
  /** Its technique, from level 2 on, or "". */
  title: string;
  /** Whether there is no more to say. */
  isWhole: boolean;
  /** What to do, when all is told. */
  changes: Changes | null;
  /** What puts a mistake right, when all is told. */
  repair: Repair | null;
}

/** The hint after the last one: it says more, or begins anew if another step has come to be next. */
export function nextHint(game: Game, guide: Guide | null, told: ReadonlySet<number>, last: Hint | null): Hint {
  const level = last ? Math.min(MAX_HINT_LEVEL, last.level + Number(!last.isWhole)) : 0;
  const next = hintFor(game, guide, told, level);
  const isOther = last !== null && last.level > 0 && next.number !== last.number;
  return isOther ? hintFor(game, guide, told, 1) : next;
}

/** The hint of a level, 0 to 5, for what the player has; `told`: the steps told to the end. */
export function hintFor(game: Game, guide: Guide | null, told: ReadonlySet<number>, level: number): Hint {
  const wrong = mistakeIn(game);
  if (wrong) return mistakeHint(game, wrong, level);
  const { digits, puzzle } = game;
  if (game.isFull) return plain(game, level, "All is right: the puzzle is solved.");
  const found = level ? guide?.next(game.position, told) : null;
  if (guide && found) return stepHint(game, guide, found, level);
  if (level && guide?.data.end) return plain(game, level, guide.data.end);
  const nFilled = digits.filter(Boolean).length;
  const opening = puzzle.solution ? "All is right so far" : "Nothing is known to be wrong";
  const text = `${opening}: ${nFilled} of ${digits.length} cells hold a digit.`;
  return { ...plain(game, level, text), isWhole: !guide || level > 0 };
}

function plain(game: Game, level: number, text: string, cells: readonly number[] = []): Hint {
  const picture = cells.length ? pictureOf(game, { fills: lit(game, cells) }) : null;
  return { level, text, picture, number: null, title: "", isWhole: true, changes: null, repair: null };
}

// -------------------------------------------------------------- mistakes

interface Mistake {
  what: string;
  cells: readonly number[];
  where: string;
  whereCells: readonly number[];
  why: string;
  repair: Repair | null;
}

/** The first thing that is wrong, or null. */
function mistakeIn(game: Game): Mistake | null {
  if (!game.puzzle.solution) return clashIn(game, null);
  const wrong = game.wrongCells();
  return wrong.length ? wrongDigit(game, wrong) : wrongMarks(game);
}

function clashIn(game: Game, cell: number | null): Mistake | null {
  const clash = game.conflicts().find(({ cells }) => cell === null || cells.includes(cell));
  if (!clash) return null;
  const { cells, digit, where } = clash;
  const names = joined(cells.map((each) => nameOf(game.puzzle.order, each)));
  const house = game.puzzle.houses.find(({ name }) => name === where);
  return {
    what: `The digits at ${names} clash.`, cells, where, whereCells: house?.cells ?? cells, repair: null,
    why: digit ? `There are two ${digit}s in ${where}.` : `The digits of ${where} do not make its number.`,
  };
}

function wrongDigit(game: Game, wrong: readonly number[]): Mistake {
  const { puzzle, digits, entered } = game;
  const at = (cell: number) => (entered.includes(cell) ? entered.indexOf(cell) : entered.length);
  const first = wrong.reduce((a, b) => (at(b) < at(a) ? b : a));
  const back = entered.length - at(first);
  const when = back > 1 ? ` It was the first mistake, ${back} entries ago.` : "";
  const more = back || wrong.length === 1 ? when : " It is not the only wrong digit.";
  const what = `The ${digits[first]} at ${nameOf(puzzle.order, first)} is not right: take it out.${more}`;
  const clash = clashIn(game, first);
  const row = puzzle.houses[Math.floor(first / puzzle.order)];
  return {
    what, cells: [first], where: clash?.where ?? row?.name ?? "", whereCells: clash?.whereCells ?? row?.cells ?? [],
    why: clash?.why ?? "", repair: { cell: first, digit: digits[first] ?? 0, mark: false },
  };
}

function wrongMarks({ puzzle, digits, position }: Game): Mistake | null {
  const solution = puzzle.solution ?? [];
  const cell = digits.findIndex((digit, at) => {
    const mask = position.center[at] ?? 0;
    return !digit && mask > 0 && !hasMark(mask, solution[at] ?? 0);
  });
  if (cell < 0) return null;
  const row = puzzle.houses[Math.floor(cell / puzzle.order)];
  return {
    what: `The notes at ${nameOf(puzzle.order, cell)} leave out a digit that is still possible.`, cells: [cell],
    where: `the notes of ${row?.name}`, whereCells: row?.cells ?? [],
    why: `Nothing rules out ${solution[cell]}: put it back.`, repair: { cell, digit: solution[cell] ?? 0, mark: true },
  };
}

function mistakeHint(game: Game, { what, cells, where, whereCells, why, repair }: Mistake, asked: number): Hint {
  const level = Math.min(asked, why ? WHY : WHY - 1);
  const told = (text: string, at: readonly number[], isWhole = false) => ({
    ...plain(game, level, text, at), isWhole, repair: isWhole ? repair : null,
  });
  if (level < 1) return told("Something is not right.", []);
  if (level < 2) return told(`Something in ${where} is not right.`, whereCells);
  if (level < WHY) return told(what, cells, !why);
  return told(`${what} ${why}`, cells, true);
}

const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

// -------------------------------------------------------------- a step

function stepHint(game: Game, guide: Guide, { number, step, filled }: NextStep, level: number): Hint {
  const after = filled.length && level >= PATTERN ? `\nThis was there before ${filledNames(game, filled)}.` : "";
  const isWhole = level >= MAX_HINT_LEVEL;
  return {
    level, number, isWhole, text: textOf(step, level) + after, title: level > 1 ? step.title : "",
    picture: pictureOf(game, partsOf(game, step, level)),
    changes: isWhole
      ? { placements: step.places.map((each) => guide.pairOf(each)), eliminations: step.removes.map((each) => guide.pairOf(each)) }
      : null,
    repair: null,
  };
}

function filledNames({ puzzle }: Game, cells: readonly number[]): string {
  const names = joined(cells.map((cell) => nameOf(puzzle.order, cell)));
  return cells.length === 1 ? `${names} was filled` : `${names} were filled`;
}

/** The text of a level from 1; each begins like the one before. */
function textOf(step: StepData, level: number): string {
  return step.texts.slice(0, level).reduce((text, [kept, more]) => text.slice(0, kept) + more, "");
}

function partsOf(game: Game, step: StepData, level: number): Partial<Parts> {
  if (level < PATTERN) return { fills: lit(game, step.look) };
  if (level < REASON) return { fills: lit(game, step.pattern) };
  const { before } = step;
  const after = level < MAX_HINT_LEVEL ? before : resolved(step);
  // A long path has no pictures.
  return Object.keys(after).length ? after : { fills: lit(game, step.pattern) };
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

/** What lies over the board, as a picture; candidates that are gone since are left out. */
function pictureOf({ puzzle, digits, position }: Game, parts: Partial<Parts>): Picture {
  const { order, lines } = puzzle.picture;
  const isLeft = ([x, y, text, role, style, struck]: Parts["texts"][number]) => {
    const cell = Math.floor(y) * order + Math.floor(x);
    const noted = position.center[cell] ?? 0;
    const isPlain = role === "candidate" && !style && !struck;
    return !isPlain || (!digits[cell] && (!noted || digitsOf(noted).includes(Number(text))));
  };
  return {
    order, title: "", lines: [...lines, ...(parts.lines ?? [])], fills: parts.fills ?? [], rings: parts.rings ?? [],
    texts: (parts.texts ?? []).filter(isLeft), curves: parts.curves ?? [], sums: parts.sums ?? [], caption: "", description: "",
    legend: (parts.legend ?? []).map(([sign, style, text]) => ({ sign, style, text, where: "" })),
  };
}
