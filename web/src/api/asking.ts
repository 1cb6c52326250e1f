// Answers of the server for components.

import { useEffect, useState } from "preact/hooks";
import { stopped } from "../model/words";

const REFUSED = 422;

export interface Asked<T> {
  /** The last answer, until there is another one; null before the first. */
  answer: T | null;
  /** Why there is none, as a sentence, or "". */
  problem: string;
  /** Whether asking again would change nothing: the server understood, and refused. */
  isRefused: boolean;
  /** Ask once more. */
  retry(): void;
}

/** Ask now and whenever the key changes, after a while if `waitMs` says so; never for the key "". */
export function useAnswer<T>(key: string, ask: (signal: AbortSignal) => Promise<T>, waitMs = 0): Asked<T> {
  const [answer, setAnswer] = useState<T | null>(null);
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setError(undefined);
    if (!key) return;
    const stop = new AbortController();
    const { signal } = stop;
    const timer = setTimeout(() => {
      ask(signal).then(
        (found) => signal.aborted || setAnswer(() => found),
        (failed: unknown) => signal.aborted || setError(failed),
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, tries]);
  const isRefused = (error as { status?: number } | undefined)?.status === REFUSED;
  return { answer, problem: error ? sentence(error) : "", isRefused, retry: () => setTries(tries + 1) };
}

/** What went wrong, as a sentence for people. */
export function sentence(error: unknown): string {
  return stopped(error instanceof Error ? error.message : String(error));
}
