// The progress of the learner, stored in this browser if possible: the lessons that were read, the
// boards of drills that were solved, and the stops of the course whose puzzles were solved. Nothing
// is ever removed, so the progress of another browser, or of the terminal, can be added at any time.

import type { StopAnswer } from "../api/answers";
import type { PuzzleDocument } from "../model/puzzle";

// Boards have a separate key, because earlier versions stored nothing else.
const BOARDS_KEY = "pandoku.lessons";
const COURSE_KEY = "pandoku.course";
const FORMAT = "pandoku course 1";
const LONGEST_NAME = 100;

/** The progress of a learner. */
export interface Learned {
  /** The techniques whose lessons were read. */
  readonly lessons: readonly string[];
  /**
   * The boards of each technique that were solved without help, in the form of `numberedBoard`.
   * Earlier versions also stored "example".
   */
  readonly drills: Readonly<Record<string, readonly string[]>>;
  /** The stops of the course whose puzzles were solved. */
  readonly puzzles: readonly string[];
}

/** The progress at a stop. `part` is the first part that is not done, or "" if the stop is done. */
export interface StopProgress {
  readonly isRead: boolean;
  readonly nRight: number;
  readonly goal: number;
  readonly isSolved: boolean;
  readonly part: "lesson" | "drill" | "puzzle" | "";
}

let kept: Learned | null = null;

/** The progress of the learner in this browser. */
export function learned(): Learned {
  return (kept ??= stored());
}

/** Whether the learner has begun to learn. */
export function hasBegun(): boolean {
  return count(learned()) > 0;
}

/** The solved boards of a technique under all of its names, because it may have been renamed. */
export function solvedOf({ name, aliases }: { name: string; aliases: readonly string[] }): string[] {
  const names = [name, ...aliases.map((each) => each.replaceAll(" ", "-"))];
  return [...new Set(names.flatMap((each) => drillsOf(each)))];
}

/** The progress at a stop of the course. */
export function progressAt({ name, techniques, goal }: Pick<StopAnswer, "name" | "techniques" | "goal">): StopProgress {
  const { lessons, puzzles } = learned();
  const isRead = techniques.every((each) => lessons.includes(each.name));
  const nRight = techniques.reduce((sum, each) => sum + Math.min(goal, drillsOf(each.name).length), 0);
  const all = goal * techniques.length;
  const isSolved = puzzles.includes(name);
  const part = !isRead ? "lesson" : nRight < all ? "drill" : isSolved ? "" : "puzzle";
  return { isRead, nRight, goal: all, isSolved, part };
}

/** The technique of a stop whose lesson, or else whose drill, comes next. */
export function nextTechnique({ techniques, goal }: Pick<StopAnswer, "techniques" | "goal">): StopAnswer["techniques"][number] | undefined {
  const { lessons } = learned();
  const unread = techniques.find((each) => !lessons.includes(each.name));
  return unread ?? techniques.find((each) => drillsOf(each.name).length < goal) ?? techniques[0];
}

/** The stop of the course that a puzzle belongs to, from its id, or "". */
export function stopOf(puzzle: Pick<PuzzleDocument, "line">): string {
  return /^\{"version":\d+,"id":"course-([a-z0-9-]+)"/.exec(puzzle.line)?.[1] ?? "";
}

/** Record that the lesson of a technique was read. */
export function noteRead(technique: string): void {
  add({ lessons: [technique], drills: {}, puzzles: [] });
}

/** A board for practice: its number, after the kind of boards if only these were requested. As in `pandoku.play.learned`. */
export function numberedBoard(number: number, kind: string | null): string {
  return kind === null ? `${number}` : `${kind} ${number}`;
}

/** Record that a board is solved without help. */
export function noteSolved(technique: string, board: string): void {
  add({ lessons: [], drills: { [technique]: [board] }, puzzles: [] });
}

/** Record that the puzzle of a stop is solved. */
export function noteStop(stop: string): void {
  add({ lessons: [], drills: {}, puzzles: [stop] });
}

/** The progress as text, in the form of `pandoku course --export`. */
export function learnedText(): string {
  return `${JSON.stringify({ format: FORMAT, ...learned() }, null, 1)}\n`;
}

/** Add the progress in a text of `learnedText`, and return a sentence about the result. */
export function importLearned(text: string): string {
  const found = read(text);
  const before = count(learned());
  add(found);
  const [added, all] = [count(learned()) - before, count(found)];
  return added ? `${added} of ${all} results are new.` : `All ${all} results were here already.`;
}

/** Add progress that was exported with games, or nothing if the value is something else. */
export function addLearned(value: unknown): void {
  if (value && typeof value === "object") add(learnedIn(value));
}

/** Whether a text looks like exported progress. */
export function isLearnedText(text: string): boolean {
  return /^\s*\{\s*"format":\s*"pandoku course /.test(text.slice(0, 100));
}

function drillsOf(technique: string): readonly string[] {
  const { drills } = learned();
  return Object.hasOwn(drills, technique) ? (drills[technique] ?? []) : [];
}

function count({ lessons, drills, puzzles }: Learned): number {
  return lessons.length + puzzles.length + Object.values(drills).reduce((sum, boards) => sum + boards.length, 0);
}

/** Add progress, also to what another window has stored since this one began. */
function add(more: Learned): void {
  const before = learned();
  kept = joined(joined(stored(), before), more);
  if (count(kept) === count(before)) return;
  try {
    localStorage.setItem(BOARDS_KEY, JSON.stringify(kept.drills));
    localStorage.setItem(COURSE_KEY, JSON.stringify({ lessons: kept.lessons, puzzles: kept.puzzles }));
  } catch {
    // Access is denied, so the progress lasts as long as the page.
  }
}

function joined(one: Learned, other: Learned): Learned {
  const union = (a: readonly string[] = [], b: readonly string[] = []) => [...new Set([...a, ...b])];
  const drills = new Map(Object.entries(one.drills));
  for (const [name, boards] of Object.entries(other.drills)) drills.set(name, union(drills.get(name), boards));
  return {
    lessons: union(one.lessons, other.lessons),
    drills: Object.fromEntries(drills),
    puzzles: union(one.puzzles, other.puzzles),
  };
}

function stored(): Learned {
  return learnedIn({ ...(storedAt(COURSE_KEY) as object), drills: storedAt(BOARDS_KEY) });
}

/** A stored value. If it is damaged, the other value is still read. */
function storedAt(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

function read(text: string): Learned {
  try {
    const value = JSON.parse(text) as { format?: unknown; lessons?: unknown };
    if (value.format === FORMAT) return learnedIn(value);
  } catch {
    // The error is thrown below.
  }
  if (isLearnedText(text)) throw new Error("This progress is from a newer pandoku. Reload the page to update it.");
  throw new Error("This is not a file with the progress of a course.");
}

/** The usable parts of a value. */
function learnedIn(value: { lessons?: unknown; drills?: unknown; puzzles?: unknown }): Learned {
  const drills = Object.entries((value.drills ?? {}) as object).filter(([name]) => isName(name));
  return {
    lessons: namesIn(value.lessons),
    drills: Object.fromEntries(drills.map(([name, boards]) => [name, namesIn(boards)])),
    puzzles: namesIn(value.puzzles),
  };
}

function namesIn(values: unknown): string[] {
  return Array.isArray(values) ? [...new Set(values.filter((each) => isName(each) || Number.isInteger(each)).map(String))] : [];
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= LONGEST_NAME;
}
