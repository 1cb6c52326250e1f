// The end of a solved game: the time, the help that was used, the coach's review, and next actions.

import { useEffect, useRef } from "preact/hooks";
import type { ReviewAnswer } from "../../api/answers";
import { call } from "../../api/client";
import { go } from "../../app/router";
import type { Game } from "../../game/game";
import { isByHints, statisticsOf } from "../../game/statistics";
import { noteStop, stopOf } from "../../store/learned";
import type { Saved } from "../../store/store";
import { useStore } from "../../store/use_store";
import { dailyOf, streakOf } from "../home/days";
import { useMaking, wishLike } from "../home/making";
import { sentence, useAnswer } from "../../api/asking";
import { clockText } from "../../game/timer";
import { count } from "../../model/words";
import { dayOf } from "../home/texts";

const FIRST = 2; // number of paragraphs about the complete game

interface Props {
  game: Game;
  saved: Saved;
  /** Lines about the time that the puzzle takes. */
  expected: readonly string[];
  /** The text of the game. */
  text(): string;
  onUndo(): void;
}

export function Solved({ game, saved, expected, text, onUndo }: Props) {
  const { judge, unchecked } = game.puzzle;
  const wish = wishLike(saved.puzzle, saved.difficulty);
  const next = useMaking((id) => go(`play?game=${id}`));
  const [store, changes] = useStore();
  const { answer: games } = useAnswer(store && dailyOf(saved.puzzle) ? `${changes}` : "", async () => store?.list() ?? []);
  const streak = games ? streakOf(games, dayOf(new Date())) : 0;
  const took = statisticsOf(game);
  const help = [
    took.nHints && count(took.nHints, "hint"), took.nChecks && count(took.nChecks, "check"),
    took.nMistakes && count(took.nMistakes, "mistake"),
  ].filter(Boolean).join(", ");
  const stop = stopOf(saved.puzzle);
  useEffect(() => {
    if (stop && !took.wasRevealed) noteStop(stop);
  }, [stop, took.wasRevealed]);
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused element may have been removed with the pad.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const title = took.wasRevealed ? "The solution" : isByHints(took) ? "Solved with hints" : "Solved";
  return (
    <section class="end panel" aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>{title}</h2>
      {took.wasRevealed ? <p>The solution was shown.</p> : (
        <p class="end-facts">
          <strong class="number">{clockText(took.playedMs)}</strong>
          {expected.map((line) => <span key={line} class="soft">{line}</span>)}
          <span class="soft">{help || "no hint, no check, no mistake"}</span>
          {streak > 0 && <span class="good">{count(streak, "day")} in a row</span>}
        </p>
      )}
      {!judge && unchecked && <p class="soft">{sentence(unchecked)}</p>}
      <div class="row">
        {stop && <a class="button primary" href={`learn/course/${stop}`}>Continue the course</a>}
        <button class={stop ? "" : "primary"} disabled={next.isBusy} onClick={() => next.begin(wish)}>{next.isBusy ? "Making it…" : `Another ${wish.kind}`}</button>
        <a class="button" href="./">Start</a>
        <button class="quiet" onClick={onUndo}>Undo</button>
      </div>
      {next.problem && <p class="notice">{next.problem}</p>}
      {!took.wasRevealed && <Coach text={text} />}
    </section>
  );
}

/** The coach's review of the game. */
function Coach({ text }: { text(): string }) {
  const { answer, problem } = useAnswer("review", (signal) => call<ReviewAnswer>("review", { game: text() }, signal));
  if (problem) return <p class="soft">{problem}</p>;
  if (!answer) return <p class="soft" role="status">The coach looks at your game…</p>;
  const paragraphs = answer.text.split("\n\n");
  const told = (from: number, to?: number) => paragraphs.slice(from, to).map((text) => <Paragraph key={text} text={text} />);
  return (
    <div class="coach">
      <h3>What the coach says</h3>
      {told(0, FIRST)}
      {answer.advice.length > 0 && (
        <>
          <h3>Worth a drill</h3>
          <ul class="drills">
            {answer.advice.map(({ name, title }) => <li key={name}><a class="button" href={`learn/${name}?practice=1`}>{title}</a></li>)}
          </ul>
        </>
      )}
      {paragraphs.length > FIRST && <details><summary>Digit by digit</summary>{told(FIRST)}</details>}
    </div>
  );
}

/** A paragraph of the review. If it contains a list, a line with the list below it. */
function Paragraph({ text }: { text: string }) {
  const [first = "", ...rest] = text.split("\n");
  return (
    <>
      <p>{first}</p>
      {rest.length > 0 && <ul>{rest.map((line) => <li key={line}>{line.replace(/^- /, "")}</li>)}</ul>}
    </>
  );
}
