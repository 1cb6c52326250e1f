// The record of a search, read at a moment: time is counted in events, the same for all engines.

import type { Trace } from "../../api/answers";

/** Which frame is shown after `now` events; -1 before the first. */
export function frameAt(trace: Trace, now: number): number {
  let [low, high] = [-1, trace.at.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (trace.at[middle]! <= now) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How many events the whole search has. */
export const lengthOf = (trace: Trace): number => trace.at.at(-1) ?? 0;

/** Plays a record: the grid follows from frame to frame, and begins anew when time goes back. */
export function player(givens: readonly number[], trace: Trace): (frame: number) => number[] {
  let [grid, shown] = [[...givens], -1];
  return (frame) => {
    if (frame < shown) [grid, shown] = [[...givens], -1];
    while (shown < frame) {
      const changes = trace.changes[++shown]!;
      for (let k = 0; k < changes.length; k += 2) grid[changes[k]!] = changes[k + 1]!;
    }
    return grid;
  };
}

/** The next moment at which something is seen in one of the records. */
export function nextEvent(traces: readonly Trace[], now: number): number {
  const coming = traces.map((trace) => trace.at[frameAt(trace, now) + 1] ?? Infinity);
  const next = Math.min(...coming);
  return isFinite(next) ? next : now;
}
