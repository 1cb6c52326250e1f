// The puzzles of a day, which are the same for everybody: small boards with their difficulty, or
// with the player's time.

import { useState } from "preact/hooks";
import type { OpenAnswer } from "../../api/answers";
import { useAnswer } from "../../api/asking";
import { call } from "../../api/client";
import { useWork } from "../../app/work";
import type { Saved } from "../../store/store";
import { boardOn, DAILY_KINDS, firstDay, gameOn, streakOf, WEEKLY } from "./days";
import { clockText } from "../../game/timer";
import { capital, count, sizedKind } from "../../model/words";
import { dayOf } from "./texts";
import { BoardThumbnail, Thumbnail } from "./thumbnail";

interface Props {
  saved: readonly Saved[];
  onOpened(opened: OpenAnswer, difficulty?: string): void;
  onResume(id: string): void;
}

export function Today(props: Props) {
  const today = dayOf(new Date());
  const streak = streakOf(props.saved, today);
  return (
    <section class="today" aria-labelledby="today">
      <div class="row heading">
        <h2 id="today">Today's puzzles</h2>
        <p class="soft">{streak ? <a href="you">{count(streak, "day")} in a row</a> : "The same for everyone"}</p>
      </div>
      <Dailies day={today} {...props} />
    </section>
  );
}

/** The puzzles of any day. */
export function Dailies({ day, saved, onOpened, onResume }: Props & { day: string }) {
  const [opening, setOpening] = useState("");
  const { isBusy, problem, run } = useWork();
  const begin = (kind: string) => run(async (signal) => {
    setOpening(kind);
    const opened = await call<OpenAnswer>("open", { daily: firstDay(day, kind), kind }, signal);
    onOpened(opened, (await boardOn(day, kind).catch(() => null))?.difficulty);
  });
  return (
    <>
      <ul class="days">
        {DAILY_KINDS.map((kind) => {
          const game = gameOn(saved, day, kind);
          return (
            <li key={kind}>
              <button class="day" disabled={isBusy} onClick={() => (game ? onResume(game.id) : void begin(kind))}>
                <DailyPuzzle day={day} kind={kind} game={game} isMade={isBusy && opening === kind} />
              </button>
            </li>
          );
        })}
      </ul>
      {problem && <p class="notice" role="alert">{problem}</p>}
    </>
  );
}

function DailyPuzzle({ day, kind, game, isMade }: { day: string; kind: string; game: Saved | undefined; isMade: boolean }) {
  const { answer } = useAnswer(`${firstDay(day, kind)} ${kind}`, () => boardOn(day, kind));
  const [name = ""] = (answer?.title ?? game?.puzzle.title ?? "").split(", week");
  const isWeekly = kind === WEEKLY;
  return (
    <>
      <span class="sample">
        {game ? <Thumbnail puzzle={game.puzzle} digits={game.digits} /> : answer && <BoardThumbnail board={answer.board} />}
      </span>
      <span class="day-says">
        <strong>{isWeekly && name ? name : capital(kind)}</strong>
        <span class="soft">
          {isMade ? "Opening…" : game ? stateOf(game) : answer ? `${capital(answer.difficulty)} · ${sizedKind(answer.about).split(" ")[0]}` : " "}
        </span>
        {isWeekly && <span class="soft wide">Variant of the week</span>}
      </span>
    </>
  );
}

function stateOf(game: Saved): string {
  if (game.isSolved) return `Solved in ${clockText(game.playedMs)}`;
  return `Continue, ${clockText(game.playedMs)} played`;
}
