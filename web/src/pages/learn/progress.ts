// The boards that the learner has solved, stored in this browser if possible.

const KEY = "pandoku.lessons";

/** The solved boards of each technique: "example", and the numbers of boards for practice. */
export type Progress = Readonly<Record<string, readonly string[]>>;

let kept: Progress | null = null;

function progress(): Progress {
  kept ??= stored();
  return kept;
}

/** The solved boards of a technique under all of its names, because it may have been renamed. */
export function solvedOf({ name, aliases }: { name: string; aliases: readonly string[] }): string[] {
  const names = [name, ...aliases.map((each) => each.replaceAll(" ", "-"))];
  return [...new Set(names.flatMap((each) => progress()[each] ?? []))];
}

/** Record that a board is solved. */
export function noteSolved(technique: string, board: string): void {
  const before = progress()[technique] ?? [];
  if (before.includes(board)) return;
  kept = { ...progress(), [technique]: [...before, board] };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Access is denied, so the progress lasts as long as the page.
  }
}

function stored(): Progress {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const entries = Object.entries(value as object).filter(([, boards]) => Array.isArray(boards));
    return Object.fromEntries(entries.map(([name, boards]) => [name, (boards as unknown[]).map(String)]));
  } catch {
    return {};
  }
}
