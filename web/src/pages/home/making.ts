// Have a puzzle made: the server works on it, and stops if nobody waits any more.

import { useEffect, useRef, useState } from "preact/hooks";
import type { GenerateAnswer, GenerateProgress } from "../../api/answers";
import { sentence } from "../../api/asking";
import { follow } from "../../api/client";
import { begin } from "./beginning";
import { UnfitError } from "./opening";
import type { Wish } from "./wishes";

/** Make a puzzle and begin a game of it; the game's id. `onTry` hears how many were tried. */
async function make({ kind, order, difficulty }: Wish, onTry: (attempts: number) => void, signal: AbortSignal): Promise<string> {
  const asked = { kind, order, ...(difficulty ? { difficulty } : {}) };
  const answer = await follow<GenerateAnswer, GenerateProgress>("generate", asked, ({ attempts }) => onTry(attempts), signal);
  const made = answer.puzzles[0];
  if (!made) throw new UnfitError(answer.missing[0]?.text ?? "No such puzzle was found. Try another difficulty.");
  return begin(made, made.rating?.level ?? "");
}

export interface Making {
  /** How many puzzles were tried so far; null while none is being made. */
  tried: number | null;
  /** Why there is none, as a sentence, or "". */
  problem: string;
  begin(wish: Wish): Promise<void>;
  stop(): void;
}

/** Makes puzzles for a component, and stops when it goes; `onMade` gets the game's id. */
export function useMaking(onMade: (id: string) => void): Making {
  const [tried, setTried] = useState<number | null>(null);
  const [problem, setProblem] = useState("");
  const under = useRef<AbortController>();
  const stop = () => under.current?.abort();
  useEffect(() => stop, []);
  const begin = async (wish: Wish) => {
    const { signal } = (under.current = new AbortController());
    setTried(0);
    setProblem("");
    await make(wish, setTried, signal).then(onMade, (error) => signal.aborted || setProblem(sentence(error)));
    setTried(null);
  };
  return { tried, problem, begin, stop };
}

/** A wish for another puzzle like this one. */
export function alike(about: string, order: number, difficulty: string): Wish {
  return { kind: about.split(" ")[1] ?? "sudoku", order, difficulty };
}
