// Answers of the server for components.

import { useEffect, useState } from "preact/hooks";
import { stopped } from "../model/words";

export interface Asked<T> {
  /** The last answer, until there is another one; null before the first. */
  answer: T | null;
  /** Why there is none, as a sentence, or "". */
  problem: string;
}

/** Ask now and whenever the key changes, after a while if `waitMs` says so; never for the key "". */
export function useAnswer<T>(key: string, ask: (signal: AbortSignal) => Promise<T>, waitMs = 0): Asked<T> {
  const [asked, setAsked] = useState<Asked<T>>({ answer: null, problem: "" });
  useEffect(() => {
    if (!key) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      ask(stop.signal).then(
        (answer) => setAsked({ answer, problem: "" }),
        (error: unknown) => stop.signal.aborted || setAsked((before) => ({ ...before, problem: sentence(error) })),
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key]);
  return asked;
}

/** What went wrong, as a sentence for people. */
export function sentence(error: unknown): string {
  return stopped(error instanceof Error ? error.message : String(error));
}
