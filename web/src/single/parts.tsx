// Parts of the page of a puzzle: the clock, and the panel that replaces the keypad at the end.

import { useEffect, useState } from "preact/hooks";
import type { GameSession } from "../game/session";
import { clockText } from "../game/timer";
import { stopped } from "../model/words";
import type { FileData } from "./data";
import { dateText } from "./result";

/** The playing time, updated every second. */
export function Clock({ session }: { session: GameSession }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const alarm = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(alarm);
  }, []);
  return <span class="clock number" role="timer" aria-label="Time played">{clockText(session.playedMs())}</span>;
}

interface SolvedProps {
  data: FileData;
  after: string | null;
  playedMs: number;
  solved: string;
  hints: number;
  /** A sentence about rules that are not checked, or "". */
  unchecked: string;
}

export function FileSolved({ data, after, playedMs, solved, hints, unchecked }: SolvedProps) {
  const help = hints === 0 ? "no hints" : hints === 1 ? "1 hint" : `${hints} hints`;
  return (
    <section class="panel solved" role="status">
      <h2>Solved</h2>
      <p class="lead">{clockText(playedMs)}, {help}</p>
      {unchecked && <p class="soft">{stopped(unchecked)}</p>}
      {solved && <p class="soft">{dateText(solved)}</p>}
      <p class="row">
        {data.named && <a class="button primary" href="#sheet">Results</a>}
        {after && <a class={`button${data.named ? "" : " primary"}`} href={after}>{after === "#" ? "All puzzles" : "Next puzzle"}</a>}
      </p>
    </section>
  );
}
