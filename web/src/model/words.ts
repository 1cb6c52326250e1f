// Small functions for sentences.

/** A text with a capital letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The title of a name: "Disjoint groups" for "disjoint-groups". */
export const titleOf = (name: string): string => capital(name.replaceAll("-", " "));

/** A text with a capital letter and a full stop. */
export const stopped = (text: string): string => text && capital(text) + (/[.!?]$/.test(text) ? "" : ".");

/** "1 puzzle", "3 puzzles". */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** The size and kind of a puzzle as a title: "9×9 Killer" for "9x9 killer". */
export const sizedKind = (about: string): string => about.replace(/^(\d+)x(\d+) (.)/, (_, rows, columns, first) => `${rows}×${columns} ${first.toUpperCase()}`);
