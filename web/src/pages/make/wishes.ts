// The options of a puzzle in the address of the page: `make?kind=killer&difficulty=hard`. The
// endpoint `generate` has the same names, so that an address makes the same puzzles again.

import type { KindOffered } from "../../api/answers";

export const MOST_PUZZLES = 20;

/** Options as strings, "" if not set. */
export interface Wishes {
  kind: string;
  order: string;
  box: string;
  difficulty: string;
  rating: string;
  givens: string;
  symmetry: string;
  needs: readonly string[];
  at_most: string;
  smooth: string;
  operations: string;
  hide_operations: string;
  cage_sizes: string;
  singles: string;
  largest_sum: string;
  clue_minimal: string;
  constraints: string;
  crossings: string;
  minimal: string;
  /** A puzzle whose layout is kept, as text in any format. */
  like: string;
  seed: string;
  count: string;
}

const NOTHING: Wishes = {
  kind: "sudoku", order: "", box: "", difficulty: "", rating: "", givens: "", symmetry: "", needs: [],
  at_most: "", smooth: "", operations: "", hide_operations: "", cage_sizes: "", singles: "",
  largest_sum: "", clue_minimal: "", constraints: "", crossings: "", minimal: "", like: "", seed: "", count: "1",
};
const NAMES = Object.keys(NOTHING) as (keyof Wishes)[];
const SWITCHES: readonly (keyof Wishes)[] = ["smooth", "hide_operations", "clue_minimal", "crossings", "minimal"];
const NUMBERS: readonly (keyof Wishes)[] = ["order", "singles", "largest_sum", "count"];
/** Options that only some kinds have. The server lists them for each kind. */
const OF_SOME_KINDS: readonly (keyof Wishes)[] = [
  "box", "operations", "hide_operations", "cage_sizes", "singles", "largest_sum", "clue_minimal",
];

/** Options that a request with a layout may have. */
const WITH_LAYOUT: readonly (keyof Wishes)[] = ["like", "difficulty", "rating", "needs", "at_most", "smooth", "seed", "count"];

/** Read the options of an address. Unknown names are ignored. */
export function wishesOf(query: URLSearchParams): Wishes {
  const read = NAMES.map((name) => {
    const value = name === "needs" ? query.getAll(name).filter(Boolean) : query.get(name);
    return [name, value ?? NOTHING[name]];
  });
  return Object.fromEntries(read) as Wishes;
}

/** The query of an address with these options. */
export function queryOf(wishes: Wishes): string {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const value = wishes[name];
    if (name === "needs") for (const each of wishes.needs) query.append(name, each);
    else if (name === "kind" || value !== NOTHING[name]) query.set(name, String(value));
  }
  return query.toString();
}

/** Whether a kind has an option. */
export function suits(kind: KindOffered, name: keyof Wishes): boolean {
  return !OF_SOME_KINDS.includes(name) || kind.takes.includes(name);
}

/** Whether constraints can be placed on grids of a kind. */
export function takesConstraints(kind: KindOffered): boolean {
  return !kind.cages && !kind.takes.includes("regions");
}

/** The options without those that the kind does not have. */
export function fitted(wishes: Wishes, kind: KindOffered): Wishes {
  const fit = { ...wishes, kind: kind.name };
  for (const name of OF_SOME_KINDS) if (!suits(kind, name)) Object.assign(fit, { [name]: "" });
  // Kinds with cages, and jigsaws, have no room for constraints.
  if (!takesConstraints(kind)) fit.constraints = fit.crossings = fit.minimal = "";
  if (!kind.orders.includes(Number(fit.order))) fit.order = "";
  if (!kind.boxes[fit.order || kind.usual]?.includes(fit.box)) fit.box = "";
  return fit;
}

/** The body of a call of `generate`. An invalid number is sent unchanged, so that the server reports the error. */
export function requestOf(wishes: Wishes): Record<string, unknown> {
  const asked: Record<string, unknown> = {};
  for (const name of wishes.like.trim() ? WITH_LAYOUT : NAMES) {
    const value = wishes[name];
    if (!value.length || !String(value).trim()) continue;
    if (SWITCHES.includes(name)) asked[name] = true;
    else if (NUMBERS.includes(name) && String(value).trim() && isFinite(Number(value))) asked[name] = Number(value);
    else asked[name] = value;
  }
  return asked;
}
