// The first part of the home page: the most recent game, or today's sudoku.

import { useRef } from "preact/hooks";
import type { OpenAnswer } from "../../api/answers";
import { sentence, useAnswer } from "../../api/asking";
import { call } from "../../api/client";
import { complain } from "../../app/toasts";
import type { Saved } from "../../store/store";
import { DAILY_KINDS, dailyOf } from "./days";
import { factsOf, gameName, GameProgress } from "./saved_games";
import { dayOf } from "./texts";
import { paceText, expectedText } from "../../game/expected";
import type { PuzzleDocument } from "../../model/puzzle";
import { useDifficulty, usePace } from "../play/difficulty";
import { Thumbnail } from "./thumbnail";

/** The most recent game. */
export function GoOn({ game }: { game: Saved }) {
  return (
    <a class="go-on panel" href={`play?game=${game.id}`}>
      <Thumbnail puzzle={game.puzzle} digits={game.digits} />
      <span class="go-on-says">
        <span class="eyebrow">{dailyOf(game.puzzle) ? "Today's puzzle" : "Your last game"}</span>
        <strong class="go-on-name">{gameName(game)}</strong>
        <span class="soft">{factsOf(game)}</span>
        <Expected puzzle={game.puzzle} />
        <GameProgress game={game} />
        <span class="button primary">Go on</span>
      </span>
    </a>
  );
}

/** The time that a puzzle takes the player, or else an average player. */
function Expected({ puzzle }: { puzzle: PuzzleDocument }) {
  const { time } = useDifficulty(puzzle, "");
  const pace = usePace();
  const text = time ? expectedText(time, pace) : paceText(pace);
  return text ? <span class="soft expected">{text}</span> : null;
}

/** Today's sudoku, for players without games. */
export function Welcome({ onOpened }: { onOpened(opened: OpenAnswer): void }) {
  const asked = useRef<Promise<OpenAnswer> | null>(null);
  const ask = () => (asked.current ??= call<OpenAnswer>("open", { daily: dayOf(new Date()), kind: DAILY_KINDS[0] }));
  const { answer: today } = useAnswer("today", ask);
  const begin = () => ask().then(onOpened, (error) => {
    asked.current = null;
    complain(sentence(error));
  });
  return (
    <section class="go-on panel">
      <div class="sample">{today && <Thumbnail puzzle={today.puzzle} />}</div>
      <div class="go-on-says">
        <p class="welcome-title">A puzzle, and a reason for every step.</p>
        <p class="soft">Sudoku, Killer and Calcudoku of every size, with hints that say why.</p>
        {today && <Expected puzzle={today.puzzle} />}
        <button class="primary" onClick={begin}>Play today's sudoku</button>
      </div>
    </section>
  );
}
