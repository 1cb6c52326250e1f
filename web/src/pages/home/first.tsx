// The first part of the home page: the most recent game, or today's sudoku.

import type { OpenAnswer } from "../../api/answers";
import { useAnswer } from "../../api/asking";
import { call } from "../../api/client";
import { useWork } from "../../app/work";
import type { Saved } from "../../store/store";
import { boardOn, dailyOf } from "./days";
import { factsOf, GameProgress, kindOf, shortName } from "./saved_games";
import { dayOf } from "./texts";
import { paceText, expectedText } from "../../game/expected";
import type { PuzzleDocument } from "../../model/puzzle";
import { useDifficulty, usePace } from "../play/difficulty";
import { BoardThumbnail, Thumbnail } from "./thumbnail";

/** The most recent game. */
export function GoOn({ game }: { game: Saved }) {
  return (
    <a class="go-on panel" href={`play?game=${game.id}`}>
      <Thumbnail puzzle={game.puzzle} digits={game.digits} />
      <span class="go-on-says">
        <span class="eyebrow">{dailyOf(game.puzzle)?.day === dayOf(new Date()) ? "Today's puzzle" : "Your last game"}</span>
        <strong class="go-on-name">{shortName(game)}</strong>
        {kindOf(game) && <span class="soft">{kindOf(game)}</span>}
        <span class="soft">{factsOf(game)}</span>
        <Expected puzzle={game.puzzle} />
        <GameProgress game={game} />
        <span class="button primary">Continue</span>
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

/** Today's Sudoku, for players who have no game to continue. */
export function Welcome({ onOpened }: { onOpened(opened: OpenAnswer, difficulty?: string): void }) {
  const day = dayOf(new Date());
  const { answer: today } = useAnswer(day, () => boardOn(day, "sudoku"));
  const { isBusy, problem, run } = useWork();
  const begin = () => run(async (signal) => onOpened(await call<OpenAnswer>("open", { daily: day, kind: "sudoku" }, signal), today?.difficulty));
  return (
    <section class="go-on panel">
      <div class="sample">{today && <BoardThumbnail board={today.board} />}</div>
      <div class="go-on-says">
        <p class="welcome-title">A puzzle, and a reason for every step.</p>
        <p class="soft">Sudoku, Killer, Calcudoku and variants, with hints that say why.</p>
        {today && <p class="soft">Today's Sudoku is {today.difficulty}.</p>}
        <button class="primary" disabled={isBusy} onClick={begin}>Play today's Sudoku</button>
        {problem && <p role="alert">{problem}</p>}
      </div>
    </section>
  );
}
