// What kind of puzzle the player asked for last.

export interface Wish {
  kind: string;
  order: number;
  /** "" for any. */
  difficulty: string;
}

const KEY = "pandoku.wish";
const FIRST: Wish = { kind: "sudoku", order: 9, difficulty: "easy" };

/** The last wish; where the browser keeps nothing, it lasts as long as the page. */
export const remembered = {
  last: null as Wish | null,
  read(): Wish {
    if (!this.last) this.last = fitting(stored());
    return this.last;
  },
  write(wish: Wish): void {
    this.last = wish;
    try {
      localStorage.setItem(KEY, JSON.stringify(wish));
    } catch {
      // Denied or full: it is remembered until the page is left.
    }
  },
};

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

function fitting(value: unknown): Wish {
  const { kind, order, difficulty } = (value ?? {}) as Partial<Wish>;
  const fits = typeof kind === "string" && typeof order === "number" && typeof difficulty === "string";
  return fits ? { kind, order, difficulty } : FIRST;
}
