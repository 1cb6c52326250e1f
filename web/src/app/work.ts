// Slow work for a component. One task runs at a time, and stops when the component is removed.

import { useEffect, useRef, useState } from "preact/hooks";
import { sentence } from "../api/asking";

export interface Work {
  isBusy: boolean;
  /** A sentence about the error of the last task, or "". */
  problem: string;
  /** Stop the current task, and start another one. */
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
