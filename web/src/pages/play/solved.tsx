// The end of a solved game: what it took, what the coach says, and what may come next.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ReviewAnswer } from "../../api/answers";
import { ApiError, call } from "../../api/client";
import { go } from "../../app/router";
import type { Game } from "../../game/game";
import { statisticsOf } from "../../game/statistics";
import { openStore, type Saved } from "../../store/store";
import { dailyOf, streakOf } from "../home/days";
import { alike, make } from "../home/making";
import { sentence } from "../home/opening";
import { clockText } from "../../game/timer";
import { count, dayOf } from "../home/texts";

const MOST_DRILLS = 6;

interface Props {
  game: Game;
  saved: Saved;
  /** The text of the game. */
  text(): string;
}

export function Solved({ game, saved, text }: Props) {
  const next = useNext(saved);
  const streak = useStreak(saved);
  const took = statisticsOf(game);
  const hints = took.hints.reduce((sum, n) => sum + n, 0);
  const help = [
    hints && count(hints, "hint"), took.nChecks && count(took.nChecks, "check"),
    took.nMistakes && count(took.nMistakes, "mistake"),
  ].filter(Boolean).join(", ");
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus may be gone with the pad.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section class="end panel" aria-label={took.wasRevealed ? "The solution" : "Solved"}>
      <h2 ref={heading} tabIndex={-1}>{took.wasRevealed ? "The solution" : "Solved"}</h2>
      {took.wasRevealed ? <p>The solution was shown.</p> : (
        <p class="end-facts">
          <strong class="number">{clockText(took.playedMs)}</strong>
          <span class="soft">{help || "no hint, no check, no mistake"}</span>
          {streak > 0 && <span class="good">{count(streak, "day")} in a row</span>}
        </p>
      )}
      <div class="row">
        <button class="primary" disabled={next.isBusy} onClick={next.begin}>{next.isBusy ? "Making it…" : next.label}</button>
        <a class="button" href="./">Home</a>
      </div>
      {next.problem && <p class="notice">{next.problem}</p>}
      {!took.wasRevealed && <Coach text={text} />}
    </section>
  );
}

/** Another puzzle of the same kind, size and difficulty. */
function useNext({ puzzle, difficulty }: Saved) {
  const wish = alike(puzzle.about, puzzle.order, difficulty);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const begin = async () => {
    stop.current = new AbortController();
    setBusy(true);
    setProblem("");
    try {
      go(`play?game=${await make(wish, () => undefined, stop.current.signal)}`);
    } catch (error) {
      if ((error as Error).name !== "AbortError") setProblem(sentence(error));
    }
    setBusy(false);
  };
  return { label: `Another ${wish.kind}`, isBusy, problem, begin };
}

/** On how many days in a row a daily puzzle was solved, if this is one; else 0. */
function useStreak({ puzzle }: Saved): number {
  const [streak, setStreak] = useState(0);
  useEffect(() => {
    if (!dailyOf(puzzle)) return;
    openStore().then(async (store) => setStreak(streakOf(await store.list(), dayOf(new Date()))));
  }, []);
  return streak;
}

/** What the coach says about the game. */
function Coach({ text }: { text(): string }) {
  const [found, setFound] = useState<ReviewAnswer | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    call<ReviewAnswer>("review", { game: text() }, stop.signal).then(setFound, (error) => {
      if (stop.signal.aborted) return;
      setProblem(error instanceof ApiError && error.isOffline ? "The coach looks at your game on the server, which cannot be reached now." : sentence(error));
    });
    return () => stop.abort();
  }, []);
  if (problem) return <p class="soft">{problem}</p>;
  if (!found) return <p class="soft" role="status">The coach looks at your game…</p>;
  const drills = found.missed.length ? found.missed : found.techniques;
  return (
    <div class="coach">
      <h3>What the coach says</h3>
      {found.text.split("\n\n").map((paragraph, at) => <Paragraph key={at} text={paragraph} />)}
      {drills.length > 0 && <h3>{found.missed.length ? "Worth a drill" : "Drills of what you used"}</h3>}
      <ul class="drills">
        {drills.slice(0, MOST_DRILLS).map(({ name, title }) => <li key={name}><a class="button" href={`learn/${name}`}>{title}</a></li>)}
      </ul>
    </div>
  );
}

/** A paragraph, or a line with a list below it. */
function Paragraph({ text }: { text: string }) {
  const [first = "", ...rest] = text.split("\n");
  return (
    <>
      <p>{first}</p>
      {rest.length > 0 && <ul>{rest.map((line) => <li key={line}>{line.replace(/^- /, "")}</li>)}</ul>}
    </>
  );
}
