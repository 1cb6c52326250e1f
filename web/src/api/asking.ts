// Requests to the server, as state of a component.

import { useEffect, useState } from "preact/hooks";
import { stopped } from "../model/words";

const REFUSED = 422;

export interface Asked<T> {
  /** The last answer, or null before the first answer. */
  answer: T | null;
  /** A sentence about an error, or "". */
  problem: string;
  /** Whether the server refused the request, so that trying again would be useless. */
  isRefused: boolean;
  /** Try again. */
  retry(): void;
}

/** Send a request now and whenever the key changes, after `waitMs` milliseconds. The key "" sends nothing. */
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

/** A sentence for players about an error. */
export function sentence(error: unknown): string {
  return stopped(error instanceof Error ? error.message : String(error));
}
