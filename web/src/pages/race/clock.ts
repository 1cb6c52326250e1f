// The clock of a race, in events per second, with pause, steps and jumps.

import { useEffect, useRef, useState } from "preact/hooks";

const FRAME_MS = 40;
/** The time between pictures if the reader prefers reduced motion. */
const CALM_MS = 1000;

export interface RaceClock {
  /** The number of events so far. */
  now: number;
  isRunning: boolean;
  /** Events per second. */
  speed: number;
  setSpeed(speed: number): void;
  run(isRunning: boolean): void;
  /** Go to a moment and pause. */
  jump(now: number): void;
}

/** A clock that stops at the moment `end`. */
export function useClock(end: number): RaceClock {
  const [now, setNow] = useState(0);
  const [isRunning, run] = useState(false);
  const [speed, setSpeed] = useState(20);
  const pace = useRef(speed);
  pace.current = speed;
  useEffect(() => {
    if (!isRunning) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let before = performance.now();
    const timer = setInterval(() => {
      const after = performance.now();
      const passed = (after - before) / 1000;
      before = after;
      setNow((moment) => Math.min(end, moment + passed * pace.current));
    }, isCalm ? CALM_MS : FRAME_MS);
    return () => clearInterval(timer);
  }, [isRunning, end]);
  useEffect(() => {
    if (now >= end) run(false);
  }, [now, end]);
  const jump = (moment: number) => {
    run(false);
    setNow(Math.max(0, Math.min(end, moment)));
  };
  return { now, isRunning, speed, setSpeed, run, jump };
}
