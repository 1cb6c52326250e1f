// The last request for a puzzle.

export interface Wish {
  kind: string;
  order: number;
  /** "" means any difficulty. */
  difficulty: string;
}

const KEY = "pandoku.wish";
let last: Wish = { kind: "sudoku", order: 9, difficulty: "easy" };

/** The last request. If the browser does not store it, it lasts as long as the page. */
export function lastWish(): Wish {
  try {
    const { kind, order, difficulty } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Wish>;
    if (typeof kind === "string" && typeof order === "number" && typeof difficulty === "string") last = { kind, order, difficulty };
  } catch {
    // Access is denied, or the stored text is damaged.
  }
  return last;
}

export function keepWish(wish: Wish): void {
  last = wish;
  try {
    localStorage.setItem(KEY, JSON.stringify(wish));
  } catch {
    // Access is denied, or the storage is full.
  }
}
