// Work that takes a while, for components: one piece at a time, which stops with the component.

import { useEffect, useRef, useState } from "preact/hooks";
import { sentence } from "../api/asking";

export interface Work {
  isBusy: boolean;
  /** Why the last piece failed, as a sentence, or "". */
  problem: string;
  /** Begin a piece in place of the one before. */
  run(piece: (signal: AbortSignal) => Promise<unknown>): Promise<void>;
  stop(): void;
}

export function useWork(): Work {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const now = useRef<AbortController>();
  useEffect(() => () => now.current?.abort(), []);
  const stop = () => {
    now.current?.abort();
    setBusy(false);
  };
  const run: Work["run"] = async (piece) => {
    stop();
    const { signal } = (now.current = new AbortController());
    setBusy(true);
    setProblem("");
    await piece(signal).catch((error) => signal.aborted || setProblem(sentence(error)));
    if (!signal.aborted) setBusy(false);
  };
  return { isBusy, problem, run, stop };
}
