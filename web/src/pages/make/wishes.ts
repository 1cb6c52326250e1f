// What is wished for, as the address of the page has it: `make?kind=killer&difficulty=hard`. The
// names are those of the endpoint `generate`, so that an address makes the same puzzles again.

import type { KindOffered } from "../../api/answers";

export const MOST_PUZZLES = 20;

/** All as texts, "" for what is not wished. */
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
  seed: string;
  count: string;
}

const NOTHING: Wishes = {
  kind: "sudoku", order: "", box: "", difficulty: "", rating: "", givens: "", symmetry: "", needs: [],
  at_most: "", smooth: "", operations: "", hide_operations: "", cage_sizes: "", singles: "",
  largest_sum: "", clue_minimal: "", seed: "", count: "1",
};
const NAMES = Object.keys(NOTHING) as (keyof Wishes)[];
const SWITCHES: readonly (keyof Wishes)[] = ["smooth", "hide_operations", "clue_minimal"];
const NUMBERS: readonly (keyof Wishes)[] = ["order", "singles", "largest_sum", "count"];
/** Those that only some kinds know; the server says which. */
const OF_SOME_KINDS: readonly (keyof Wishes)[] = [
  "box", "operations", "hide_operations", "cage_sizes", "singles", "largest_sum", "clue_minimal",
];

/** Read the wishes of an address; what is not a wish is passed over. */
export function wishesOf(query: URLSearchParams): Wishes {
  const read = NAMES.map((name) => {
    const value = name === "needs" ? query.getAll(name).filter(Boolean) : query.get(name);
    return [name, value ?? NOTHING[name]];
  });
  return Object.fromEntries(read) as Wishes;
}

/** The query of an address that has these wishes. */
export function queryOf(wishes: Wishes): string {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const value = wishes[name];
    if (name === "needs") for (const each of wishes.needs) query.append(name, each);
    else if (name === "kind" || value !== NOTHING[name]) query.set(name, String(value));
  }
  return query.toString();
}

/** Whether a wish suits a kind. */
export function suits(kind: KindOffered, name: keyof Wishes): boolean {
  return !OF_SOME_KINDS.includes(name) || kind.takes.includes(name);
}

/** The wishes without those that another kind had. */
export function fitted(wishes: Wishes, kind: KindOffered): Wishes {
  const fit = { ...wishes, kind: kind.name };
  for (const name of OF_SOME_KINDS) if (!suits(kind, name)) Object.assign(fit, { [name]: "" });
  if (!kind.orders.includes(Number(fit.order))) fit.order = "";
  if (!kind.boxes[fit.order || kind.usual]?.includes(fit.box)) fit.box = "";
  return fit;
}

/** The body of a call of `generate`. A number that is none goes as it is: the server says what is wrong. */
export function requestOf(wishes: Wishes): Record<string, unknown> {
  const asked: Record<string, unknown> = {};
  for (const name of NAMES) {
    const value = wishes[name];
    if (!value.length) continue;
    if (SWITCHES.includes(name)) asked[name] = true;
    else if (NUMBERS.includes(name) && String(value).trim() && isFinite(Number(value))) asked[name] = Number(value);
    else asked[name] = value;
  }
  return asked;
}
