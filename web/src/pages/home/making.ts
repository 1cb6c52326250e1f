// Makes a puzzle on the server. If the player leaves, the server stops.

import { useState } from "preact/hooks";
import type { GenerateAnswer, GenerateProgress } from "../../api/answers";
import { follow } from "../../api/client";
import { useWork, type Work } from "../../app/work";
import { begin } from "./beginning";
import { UnfitError } from "./opening";
import type { Wish } from "./wishes";

/** Make a puzzle and start a game. Returns the id of the game. `onTry` is called with the number of attempts. */
async function make({ kind, order, difficulty }: Wish, onTry: (attempts: number) => void, signal: AbortSignal): Promise<string> {
  const asked = { kind, order, ...(difficulty ? { difficulty } : {}) };
  const answer = await follow<GenerateAnswer, GenerateProgress>("generate", asked, ({ attempts }) => onTry(attempts), signal);
  const made = answer.puzzles[0];
  if (!made) throw new UnfitError(answer.missing[0]?.text ?? "No such puzzle was found. Try another difficulty.");
  return begin(made, made.rating?.level ?? "");
}

export interface Making extends Work {
  /** The number of attempts so far. */
  tried: number;
  begin(wish: Wish): Promise<void>;
}

/** Makes puzzles for a component. `onMade` is called with the id of the game. */
export function useMaking(onMade: (id: string) => void): Making {
  const [tried, setTried] = useState(0);
  const work = useWork();
  const begin = (wish: Wish) => work.run(async (signal) => {
    setTried(0);
    onMade(await make(wish, setTried, signal));
  });
  return { ...work, tried, begin };
}
