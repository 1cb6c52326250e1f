// Practice: one board after another, with a score that lasts for the visit.

import { useEffect, useRef, useState } from "preact/hooks";
import type { DrillAnswer, LessonAnswer } from "../../api/answers";
import { useAnswer } from "../../api/asking";
import { call } from "../../api/client";
import { Icon } from "../../app/icons";
import { Waiting } from "../../app/waiting";
import { noteSolved, numberedBoard, solvedOf } from "../../store/learned";
import { Exercise } from "./exercise";

interface Score {
  solved: Set<number>;
  /** The boards that were solved without help, which count in the course. */
  unaided: Set<number>;
}

const scores = new Map<string, Score>();

function scoreOf(technique: string): Score {
  const score = scores.get(technique) ?? { solved: new Set(), unaided: new Set() };
  scores.set(technique, score);
  return score;
}

interface Props {
  lesson: LessonAnswer;
  /** Whether the learner came for the practice, which is then scrolled into view. */
  isFirst: boolean;
  onSolved(): void;
}

export function Practice({ lesson, isFirst, onSolved }: Props) {
  const [first] = useState(() => firstOpen(lesson, isFirst));
  const [nth, setNth] = useState(first);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isFirst]);
  const [, setVersion] = useState(0);
  const score = scoreOf(`${lesson.kind} ${lesson.name}`);
  const count = Math.max(lesson.practice, nth + 1);

  const asked = useAnswer(`${nth}`, (signal) => call<DrillAnswer>("drill", { technique: lesson.name, nth, kind: lesson.kind }, signal));
  // While the next board is loading, the last board is hidden.
  const drill = asked.answer?.nth === nth ? asked.answer : null;

  const solved = (isUnaided: boolean) => {
    score.solved.add(nth);
    if (isUnaided) {
      score.unaided.add(nth);
      noteSolved(lesson.name, numberedBoard(nth, lesson.kind));
    }
    setVersion((version) => version + 1);
    onSolved();
  };
  const known = new Set(solvedOf(lesson));
  const isLast = nth + 1 >= lesson.practice;
  return (
    <section class="lesson-part practice" aria-labelledby="practice">
      <div class="lesson-head-row">
        <h2 id="practice" ref={heading} tabIndex={-1}>Practice</h2>
        <div class="boards" role="group" aria-label="Boards">
          {Array.from({ length: count }, (_, at) => (
            <button key={at} aria-pressed={at === nth} onClick={() => setNth(at)}>
              <span class="visually-hidden">Board </span>{at + 1}
              {known.has(numberedBoard(at, lesson.kind)) && <><Icon name="check" size={14} /><span class="visually-hidden">, solved</span></>}
            </button>
          ))}
        </div>
      </div>
      {asked.problem && (
        <p class="notice error" role="alert">{asked.problem} <button onClick={asked.retry}>Try again</button></p>
      )}
      {!drill && !asked.problem && <p class="loading practice-waiting" aria-live="polite"><Waiting words="Setting up the board…" /></p>}
      {drill && (
        <Exercise
          key={nth}
          technique={lesson.name}
          nth={nth}
          kind={lesson.kind}
          task={drill}
          onSolved={solved}
          takesFocus={isFirst || nth !== first}
          after={<button class="primary" onClick={() => setNth(nth + 1)}>{isLast ? "One more board" : "Next board"}</button>}
        />
      )}
      {score.solved.size > 0 && (
        <p class="practice-score" role="status">
          {score.solved.size >= lesson.practice && "You have solved all the practice boards. "}
          {score.solved.size} solved, {score.unaided.size} of them without help.
          {score.unaided.size < score.solved.size && " A board counts only without a hint."}
        </p>
      )}
    </section>
  );
}

/** The first board that is not solved, for a learner who came for the practice. Otherwise board 0. */
function firstOpen(lesson: LessonAnswer, isFirst: boolean): number {
  const known = new Set(isFirst ? solvedOf(lesson) : []);
  const at = Array.from({ length: lesson.practice }, (_, nth) => nth).findIndex((nth) => !known.has(numberedBoard(nth, lesson.kind)));
  return Math.max(0, at);
}
