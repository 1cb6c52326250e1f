// The course: its branches with the learner's progress, and the page of a stop.

import { useRef, useState } from "preact/hooks";
import type { BranchAnswer, OpenAnswer, StopAnswer } from "../../api/answers";
import { sentence, useAnswer } from "../../api/asking";
import { call } from "../../api/client";
import { Icon } from "../../app/icons";
import { useHeading } from "../../app/page";
import { Refused } from "../../app/refused";
import { go } from "../../app/router";
import { complain, say } from "../../app/toasts";
import { useWork } from "../../app/work";
import { capital, count } from "../../model/words";
import { hasBegun, importLearned, learned, learnedText, nextTechnique, noteStop, progressAt, stopOf } from "../../store/learned";
import { useStore } from "../../store/use_store";
import { begin } from "../home/beginning";
import { download } from "../home/download";
import { course, nextIn, nextOf, stopPath } from "./catalog";

/** Record the stops whose puzzles are among the solved games, such as games of another browser. */
function useSolvedStops(): void {
  const [store, changes] = useStore();
  useAnswer(store ? `stops ${changes}` : "", async () => {
    for (const { puzzle, isSolved, isRevealed } of (await store?.list()) ?? []) {
      const stop = isSolved && !isRevealed ? stopOf(puzzle) : "";
      if (stop) noteStop(stop);
    }
    return true;
  });
}

/** All branches, and the next stop. */
export function CoursePanel() {
  useSolvedStops();
  const { answer: branches, problem } = useAnswer("course", course);
  const [, setVersion] = useState(0);
  if (problem) return <p class="notice error" role="alert">{problem}</p>;
  if (!branches) return <p class="loading">Loading…</p>;
  const next = nextOf(branches);
  const current = branches.find((branch) => next && branch.stops.includes(next));
  const isBegun = hasBegun();
  return (
    <section class="panel course" aria-labelledby="course">
      <div class="course-text">
        <h2 id="course">{next ? (isBegun ? "Continue the course" : "New to this? Begin here") : "Course complete"}</h2>
        <p>
          From the first single to chains: at each stop you read a lesson, do a few drills, and solve a puzzle that
          needs what you have learned and nothing harder. You can begin anywhere.
        </p>
        <div class="row">
          {next ? (
            <a class="button primary" href={stopPath(next)}>{isBegun ? `Next: ${next.title}` : "Begin"}</a>
          ) : (
            <a class="button primary" href="play">Play a puzzle</a>
          )}
          <Carry onImported={() => setVersion((version) => version + 1)} />
        </div>
      </div>
      <div class="branches">
        {branches.map((branch) => <Branch key={branch.name} branch={branch} isOpen={branch === current} />)}
      </div>
    </section>
  );
}

/** Buttons that export and import the progress. */
function Carry({ onImported }: { onImported(): void }) {
  const chooser = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      say(importLearned(await file.text()));
      onImported();
    } catch (error) {
      complain(sentence(error));
    }
  };
  return (
    <>
      <button class="quiet" onClick={() => download("pandoku-course.json", learnedText(), "application/json")}>Export progress</button>
      <button class="quiet" onClick={() => chooser.current?.click()}>Import progress</button>
      <input
        ref={chooser} type="file" hidden
        onChange={(event) => { void take(event.currentTarget.files?.[0]); event.currentTarget.value = ""; }}
      />
    </>
  );
}

// A narrow window shows the stops of the current branch only.
const isWide = () => matchMedia("(min-width: 52rem)").matches;

function Branch({ branch, isOpen }: { branch: BranchAnswer; isOpen: boolean }) {
  const next = nextIn(branch);
  const nDone = branch.stops.filter((stop) => !progressAt(stop).part).length;
  return (
    <details open={isOpen || isWide()}>
      <summary><h3>{branch.title}</h3> <span class="soft">{nDone} of {branch.stops.length} done</span></summary>
      <ol>
        {branch.stops.map((stop, at) => {
          const { part } = progressAt(stop);
          return (
            <li key={stop.name} class={part ? (stop === next ? "next" : "") : "done"}>
              <a href={stopPath(stop)} aria-current={stop === next ? "step" : undefined}>
                <span class="course-number" aria-hidden="true">{part ? at + 1 : <Icon name="check" size={16} />}</span>
                <span>{stop.title}</span>
                <span class="soft course-parts">{partsText(stop)}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </details>
  );
}

/** The finished parts of a stop in a few words, or "". */
function partsText(stop: StopAnswer): string {
  const { isRead, nRight, goal, isSolved, part } = progressAt(stop);
  if (!part) return "done";
  const parts = [isRead && "read", nRight > 0 && `${nRight} of ${goal} drills`, isSolved && "solved"];
  return parts.filter(Boolean).join(", ");
}

/** The page of a stop: its three parts, and the next of them. */
export function StopPage({ name }: { name: string }) {
  useSolvedStops();
  const asked = useAnswer("course", course);
  const branch = asked.answer?.find(({ stops }) => stops.some((each) => each.name === name));
  const stop = branch?.stops.find((each) => each.name === name);
  useHeading(stop?.title ?? "Course");
  if (asked.problem) return <Refused title="The course" asked={asked} />;
  if (!asked.answer) return <p class="loading" aria-live="polite">Loading…</p>;
  if (!branch || !stop) {
    return (
      <section class="panel" role="alert">
        <h1>There is no such stop</h1>
        <p>The course has no stop “{name.slice(0, 60)}”.</p>
        <a class="button" href="learn">All stops</a>
      </section>
    );
  }
  return <Stop key={name} stop={stop} branch={branch} />;
}

function Stop({ stop, branch }: { stop: StopAnswer; branch: BranchAnswer }) {
  const at = branch.stops.indexOf(stop);
  const [before, after] = [branch.stops[at - 1], branch.stops[at + 1]];
  const { isRead, nRight, goal, isSolved, part } = progressAt(stop);
  const puzzle = useWork();
  const play = () => puzzle.run(async (signal) => {
    const opened = await call<OpenAnswer>("open", { stop: stop.name }, signal);
    go(`play?game=${await begin(opened)}`);
  });
  const technique = nextTechnique(stop);
  const { lessons } = learned();
  const query = new URLSearchParams(branch.kind === null ? { stop: stop.name } : { stop: stop.name, kind: branch.kind });
  return (
    <article class="lesson stop">
      <nav class="lesson-ways" aria-label="Stops">
        <span>{before && <a href={stopPath(before)}><Icon name="previous" size={16} /> {before.title}</a>}</span>
        <a href="learn">The course</a>
        <span>{after && <a href={stopPath(after)}>{after.title} <Icon name="next" size={16} /></a>}</span>
      </nav>
      <header class="lesson-head">
        <p class="soft">{capital(stop.place)}</p>
        <h1>{stop.title}</h1>
        <p class="lead">{stop.able}</p>
      </header>
      <ol class="stop-parts">
        <Part title="Lesson" isDone={isRead} says={isRead ? "Read." : "How to find it, and why it works."}>
          {stop.techniques.map((each) => (
            <a
              key={each.name} href={`learn/${each.name}?${query}`}
              class={part === "lesson" && each === technique ? "button primary" : "button"}
            >
              {capital(each.title)}{lessons.includes(each.name) && <><Icon name="check" size={14} /><span class="visually-hidden">, read</span></>}
            </a>
          ))}
        </Part>
        <Part title="Drills" isDone={nRight >= goal} says={`${nRight} of ${count(goal, "drill")} right.`}>
          <a class={part === "drill" ? "button primary" : "button"} href={`learn/${technique?.name ?? ""}?practice=1&${query}`}>
            Practice{stop.techniques.length > 1 && technique ? `: ${technique.title}` : ""}
          </a>
        </Part>
        <Part title="Puzzle" isDone={isSolved} says={isSolved ? "Solved." : "It needs this, and nothing harder."}>
          <button class={part === "puzzle" ? "primary" : ""} disabled={puzzle.isBusy} onClick={() => void play()}>
            {puzzle.isBusy ? "Opening…" : isSolved ? "Play it again" : "Play the puzzle"}
          </button>
          {puzzle.problem && <p class="notice error" role="alert">{puzzle.problem}</p>}
        </Part>
      </ol>
      {!part && (
        <aside class="panel row course-next">
          <span>This stop is done.</span>
          <a class="button primary" href={after ? stopPath(after) : "learn"}>{after ? `Next: ${after.title}` : "The course"}</a>
        </aside>
      )}
    </article>
  );
}

interface PartProps {
  title: string;
  isDone: boolean;
  says: string;
  children: preact.ComponentChildren;
}

function Part({ title, isDone, says, children }: PartProps) {
  return (
    <li class={isDone ? "panel done" : "panel"}>
      <h2>{isDone && <Icon name="check" />} {title}{isDone && <span class="visually-hidden">, done</span>}</h2>
      <p class="soft">{says}</p>
      <div class="row">{children}</div>
    </li>
  );
}
