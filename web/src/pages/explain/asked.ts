// What a page asks of the server when it is shown: the answer, or why there is none.

import { useEffect, useState } from "preact/hooks";
import type { ApiError } from "../../api/client";

export interface Asked<T> {
  answer: T | null;
  problem: ApiError | null;
  /** Ask once more. */
  retry(): void;
}

/** Ask again whenever `about` changes; the last answer stays until the next one is there. */
export function useAsked<T>(ask: (signal: AbortSignal) => Promise<T>, about: string): Asked<T> {
  const [answer, setAnswer] = useState<T | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const aborter = new AbortController();
    setProblem(null);
    ask(aborter.signal).then(
      (found) => aborter.signal.aborted || setAnswer(() => found),
      (error: ApiError) => aborter.signal.aborted || setProblem(error),
    );
    return () => aborter.abort();
  }, [about, tries]);
  return { answer, problem, retry: () => setTries(tries + 1) };
}
