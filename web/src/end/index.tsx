// The end of a solved game: the time, a sentence about it, the result to share, the coach's review,
// and another puzzle.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ReviewAnswer } from "../api/answers";
import { sentence, useAnswer } from "../api/asking";
import { call } from "../api/client";
import { Icon } from "../app/icons";
import { go } from "../app/router";
import { play } from "../app/sound";
import { complain, say } from "../app/toasts";
import { Waiting } from "../app/waiting";
import { useWork } from "../app/work";
import type { Game } from "../game/game";
import { isByHints, statisticsOf } from "../game/statistics";
import { clockText } from "../game/timer";
import { count, sizedKind } from "../model/words";
import { dailyOf, streakOf } from "../pages/home/days";
import { dayOf, dayText } from "../pages/home/texts";
import { addressOf } from "../pages/play/share";
import { noteStop, stopOf } from "../store/learned";
import type { Saved } from "../store/store";
import { useStore } from "../store/use_store";
import { makeLike } from "./another";
import { Panda } from "./panda";
import { praise } from "./praise";
import { helpText, isLocal, resultText } from "./result";

export { Wave } from "./wave";

const FIRST = 2; // number of paragraphs about the complete game

interface Props {
  game: Game;
  saved: Saved;
  /** "hard", or "" if it is not known. */
  difficulty: string;
  /** Lines about the time that the puzzle takes. */
  expected: readonly string[];
  /** Whether the player has just solved it, and not opened it again. */
  isWon: boolean;
  /** The text of the game. */
  text(): string;
  onUndo(): void;
}

export default function End({ game, saved, difficulty, expected, isWon, text, onUndo }: Props) {
  const { judge, unchecked, about } = game.puzzle;
  const took = statisticsOf(game);
  const { wasRevealed } = took;
  const name = `${difficulty} ${sizedKind(about)}`.trim();
  const another = useWork();
  const [tried, setTried] = useState(0);
  const [store, changes] = useStore();
  const { answer: games } = useAnswer(store ? `${changes}` : "", async () => store?.list() ?? []);
  const streak = games && dailyOf(saved.puzzle) ? streakOf(games, dayOf(new Date())) : 0;
  const [endedMs] = useState(() => (isWon ? Date.now() : saved.changed));
  const stop = stopOf(saved.puzzle);
  useEffect(() => {
    if (stop && !wasRevealed) noteStop(stop);
  }, [stop, wasRevealed]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focused element may have been removed with the pad.
    heading.current?.focus({ preventScroll: true });
    if (isWon) play("end");
  }, []);
  const makeAnother = () => another.run(async (signal) => {
    setTried(0);
    const id = await makeLike(saved.puzzle, difficulty, setTried, signal);
    if (!signal.aborted) go(`play?game=${id}`);
  });
  const title = wasRevealed ? "The solution" : isByHints(took) ? "Solved with hints" : "Solved";
  return (
    <section class="end panel" aria-label={title}>
      <header class="row end-head">
        <div class="grow">
          <h2 ref={heading} tabIndex={-1}>{title}</h2>
          {!wasRevealed && games && <p class="end-praise">{praise({ id: saved.id, about, difficulty, took, endedMs }, games)}</p>}
          {wasRevealed && <p>The solution was shown.</p>}
        </div>
        {!wasRevealed && <Panda />}
      </header>
      {!wasRevealed && (
        <p class="end-facts">
          <strong class="number">{clockText(took.playedMs)}</strong>
          {expected.map((line) => <span key={line} class="soft">{line}</span>)}
          <span class="soft">{helpText(took)}</span>
          {streak > 0 && <span class="good">{count(streak, "day")} in a row</span>}
        </p>
      )}
      {!judge && unchecked && <p class="soft">{sentence(unchecked)}</p>}
      <div class="end-buttons">
        {stop && <a class="button primary end-course" href={`learn/course/${stop}`}>Continue the course</a>}
        {another.isBusy
          ? <button onClick={another.stop}>Stop</button>
          : <button class={stop ? "" : "primary"} onClick={makeAnother}>Another like this</button>}
        {!wasRevealed && <ShareResult game={game} saved={saved} name={name} />}
        <a class="button" href="./">Home</a>
        <button class={wasRevealed ? "" : "quiet"} onClick={onUndo}>{wasRevealed ? "Back to my game" : "Undo"}</button>
      </div>
      <p class={another.problem ? "notice" : "soft end-says"} role="status">{another.isBusy ? `Making a ${name}${tried > 1 ? `: ${tried} tried` : ""}…` : another.problem}</p>
      {!wasRevealed && <Coach text={text} />}
    </section>
  );
}

/** A button that shares the result with the system's dialog, or copies it. */
function ShareResult({ game, saved, name }: Pick<Props, "game" | "saved"> & { name: string }) {
  const daily = dailyOf(saved.puzzle);
  const address = addressOf(saved.puzzle);
  const [shown, setShown] = useState("");
  const share = async () => {
    const text = resultText(game, daily ? `${name}, ${dayText(daily.day, { year: "numeric", month: "long", day: "numeric" })}` : name, isLocal(address) ? "" : address);
    const isTouch = "share" in navigator && matchMedia("(pointer: coarse)").matches;
    try {
      if (isTouch) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        say("Result copied. It gives away no digits.");
      }
    } catch (error) {
      if ((error as Error).name === "AbortError") return;
      setShown(text);
      complain("This browser does not allow copying. Select the text and copy it.");
    }
  };
  return (
    <>
      <button onClick={share}><Icon name="share" /> Share result</button>
      {shown && <textarea class="end-result" rows={4} readOnly aria-label="Your result" value={shown} onFocus={(event) => event.currentTarget.select()} />}
    </>
  );
}

/** The coach's review of the game. */
function Coach({ text }: { text(): string }) {
  const { answer, problem } = useAnswer("review", (signal) => call<ReviewAnswer>("review", { game: text() }, signal));
  if (problem) return <p class="soft">{problem}</p>;
  if (!answer) return <p class="soft" role="status"><Waiting words="The coach is reading your game…" /></p>;
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
