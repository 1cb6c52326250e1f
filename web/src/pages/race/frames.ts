// The record of a search at a moment. Time is counted in events, so that engines can be compared.

import type { Trace } from "../../api/answers";

/** The index of the frame after `now` events, or -1 before the first frame. */
export function frameAt(trace: Trace, now: number): number {
  let [low, high] = [-1, trace.at.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (trace.at[middle]! <= now) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The number of events of the complete search. */
export const lengthOf = (trace: Trace): number => trace.at.at(-1) ?? 0;

/** Plays a record. The grid is updated from frame to frame, or from the start if time goes back. */
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

/** The next moment with a frame in one of the records. */
export function nextEvent(traces: readonly Trace[], now: number): number {
  const coming = traces.map((trace) => trace.at[frameAt(trace, now) + 1] ?? Infinity);
  const next = Math.min(...coming);
  return isFinite(next) ? next : now;
}
