// How hard a puzzle is, asked from the server and shown when it comes.

import { useEffect, useState } from "preact/hooks";
import type { RateAnswer } from "../../api/answers";
import { call } from "../../api/client";
import type { PuzzleDocument } from "../../model/puzzle";

const known = new Map<string, string>();

/** The difficulty in a word, or what is known already, or "". */
export function useDifficulty({ key, line, problem }: PuzzleDocument, given: string): string {
  const [found, setFound] = useState("");
  useEffect(() => {
    setFound(known.get(key) ?? "");
    if (problem || known.has(key)) return;
    const stop = new AbortController();
    call<RateAnswer>("rate", { puzzle: line }, stop.signal).then(
      ({ ratings: [rated] }) => {
        const { level = "", score = null } = rated?.rating ?? {};
        const words = level && `${level} (${score})`;
        known.set(key, words);
        setFound(words);
      },
      () => undefined, // the puzzle is played as well without it
    );
    return () => stop.abort();
  }, [key]);
  return found || given;
}
