// Today's puzzles, which are the same for everybody, and the number of consecutive days with a
// solved puzzle.

import { useState } from "preact/hooks";
import { call } from "../../api/client";
import type { OpenAnswer } from "../../api/answers";
import { useWork } from "../../app/work";
import type { Saved } from "../../store/store";
import { type Daily, DAILY_KINDS, dailyOf, streakOf } from "./days";
import { clockText } from "../../game/timer";
import { capital, count } from "../../model/words";
import { dayOf } from "./texts";

interface Props {
  saved: readonly Saved[];
  onOpened(opened: OpenAnswer): void;
  onResume(id: string): void;
}

export function Today({ saved, onOpened, onResume }: Props) {
  const [opening, setOpening] = useState("");
  const { isBusy, problem, run } = useWork();
  const today = dayOf(new Date());
  const streak = streakOf(saved, today);
  const begin = (kind: string) => run(async (signal) => {
    setOpening(kind);
    onOpened(await call<OpenAnswer>("open", { daily: today, kind }, signal));
  });
  return (
    <section class="today" aria-labelledby="today">
      <div class="row heading">
        <h2 id="today">Today's puzzles</h2>
        <p class="soft">{streak ? `${count(streak, "day")} in a row` : "The same for everybody, harder towards Sunday."}</p>
      </div>
      <ul class="days">
        {DAILY_KINDS.map((kind) => {
          const game = saved.find((each) => isOf(dailyOf(each.puzzle), today, kind));
          return (
            <li key={kind}>
              <button class="day" disabled={isBusy} onClick={() => (game ? onResume(game.id) : void begin(kind))}>
                <strong>{capital(kind)}</strong>
                <span class="soft">{isBusy && opening === kind ? "Making it…" : stateOf(game)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {problem && <p class="notice" role="alert">{problem}</p>}
    </section>
  );
}

function isOf(daily: Daily | null, day: string, kind: string): boolean {
  return daily !== null && daily.day === day && daily.kind === kind;
}

function stateOf(game: Saved | undefined): string {
  if (!game) return "Play";
  if (game.isSolved) return `Solved in ${clockText(game.playedMs)}`;
  return `Go on, ${clockText(game.playedMs)} played`;
}
