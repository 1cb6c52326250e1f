// Another puzzle of the same kind and difficulty, also for variants that were made or opened.

import type { GenerateAnswer, GenerateProgress, KindsAnswer } from "../api/answers";
import { ApiError, follow, read } from "../api/client";
import type { PuzzleDocument } from "../model/puzzle";
import { begin } from "../pages/home/beginning";
import { UnfitError } from "../pages/home/opening";

const REFUSED = 422;
const MOST_OF_KIND = 12; // of the constraints of a kind

type Source = Pick<PuzzleDocument, "about" | "order" | "line" | "constraints">;
type Offered = Pick<KindsAnswer, "kinds" | "constraints">;
type Asked = Record<string, unknown>;

/**
 * Requests for a puzzle like another one, the best first: the same kind with as many constraints in new places, and
 * then the same layout with new values.
 */
export function requestsLike({ about, order, line, constraints = [] }: Source, difficulty: string, { kinds, constraints: known }: Offered): Asked[] {
  const asked = { order, ...(difficulty ? { difficulty } : {}) };
  const words = spaced(about.slice(about.indexOf(" ") + 1).toLowerCase());
  const named = kinds.find(({ name }) => [words, words.replace(/ (sudoku|square)$/, "")].includes(spaced(name)));
  const counts = new Map<string, number>();
  for (const { kind } of constraints) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const items = [...counts].map(([kind, n]) => {
    const offered = known.find(({ name }) => spaced(name) === spaced(kind));
    return offered && (offered.counts ? `${offered.name} ${Math.min(n, MOST_OF_KIND)}` : offered.name);
  });
  const layout = { like: line, ...(difficulty ? { difficulty } : {}) };
  // The kind of a puzzle with other constraints, such as a killer with thermometers, cannot be made from a list.
  const isPlain = items.length > 0 && items.every(Boolean) && /\bsudoku\b/.test(words) && !/\b(killer|jigsaw)\b/.test(words);
  if (named && !items.length) return [{ kind: named.name, ...asked }];
  return isPlain ? [{ kind: "sudoku", ...asked, constraints: items.join(", ") }, layout] : [layout];
}

const spaced = (name: string): string => name.replaceAll("-", " ");

/** Make a puzzle like another one, and start a game. Returns the id of the game. */
export async function makeLike(source: Source, difficulty: string, onTry: (attempts: number) => void, signal: AbortSignal): Promise<string> {
  const offered = await read<KindsAnswer>("kinds", signal);
  let refusal: unknown = new UnfitError("No such puzzle was found. Choose another one on the page Make.");
  for (const asked of requestsLike(source, difficulty, offered)) {
    try {
      const { puzzles: [made] } = await follow<GenerateAnswer, GenerateProgress>("generate", asked, ({ attempts }) => onTry(attempts), signal);
      if (made) return await begin(made, made.rating?.level ?? "");
    } catch (error) {
      if (!(error instanceof ApiError && error.status === REFUSED)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}
