// A lesson: a picture of the technique at work, slides of how to scan for it, its description, examples to
// read and to try, a near miss, and practice. All texts and boards come from the server.

import { useEffect, useState } from "preact/hooks";
import type { FurtherExample, LessonAnswer, LessonExample } from "../../api/answers";
import { useAnswer } from "../../api/asking";
import { read } from "../../api/client";
import { Icon } from "../../app/icons";
import { Refused } from "../../app/refused";
import { useHeading } from "../../app/page";
import { capital } from "../../model/words";
import { PictureView } from "../../picture/figure";
import type { Lit } from "../../picture/layers";
import { noteRead, progressAt } from "../../store/learned";
import { Sentences } from "../explain/sentences";
import { course, stopPath } from "./catalog";
import { Exercise } from "./exercise";
import { Practice } from "./practice";
import { Slides } from "./slides";

interface LessonPageProps {
  name: string;
  /** The kind of the boards, such as "killer", or null for any. */
  kind: string | null;
  /** Whether the learner came for the practice. */
  isPractice: boolean;
  /** The stop of the course that linked to the lesson, or "". */
  stop: string;
}

export function LessonPage({ name, kind, isPractice, stop }: LessonPageProps) {
  const address = `lesson?${new URLSearchParams(kind === null ? { name } : { name, kind })}`;
  const asked = useAnswer(address, (signal) => read<LessonAnswer>(address, signal));
  const { answer, problem } = asked;
  useHeading(answer ? capital(answer.title) : "Learn");
  if (problem) {
    return (
      <Refused title="There is no such lesson" asked={asked}>
        <a class="button" href="learn">All techniques</a>
      </Refused>
    );
  }
  return answer ? <Lesson lesson={answer} isPractice={isPractice} stop={stop} /> : <p class="loading" aria-live="polite">Loading…</p>;
}

function Lesson({ lesson, isPractice, stop }: { lesson: LessonAnswer; isPractice: boolean; stop: string }) {
  const [, setSolved] = useState(0);
  useEffect(() => noteRead(lesson.name), [lesson.name]);
  return (
    <article class="lesson">
      <Ways lesson={lesson} stop={stop} where="above" />
      <header class="lesson-head">
        <h1>{capital(lesson.title)}</h1>
        <p class="lead">{lesson.what}</p>
        <ul class="chips">
          {lesson.needs === "cages" && <li class="tag">for puzzles with cages</li>}
          {lesson.needs === "one solution" && <li class="tag">assumes that there is one solution</li>}
          {lesson.ratings.map((each) => <li key={each.scale} class="tag">{each.scale}: {each.text}</li>)}
          {lesson.aliases.length > 0 && <li class="tag">also called {lesson.aliases.join(", ")}</li>}
        </ul>
      </header>
      <FirstPicture lesson={lesson} />
      <Slides when={lesson.when} slides={lesson.slides} />
      <div class="lesson-texts">
        <section><h2>What to look for</h2><p>{capital(lesson.look)}</p></section>
        <section><h2>Why it works</h2><p>{capital(lesson.why)}</p></section>
      </div>
      {lesson.further.map((each, at) => <Further key={at} number={at + 1} example={each} />)}
      {lesson.example && <Example name={lesson.name} example={lesson.example} />}
      {lesson.near_miss && (
        <section class="lesson-part" aria-labelledby="near-miss">
          <div class="lesson-picture"><PictureView picture={lesson.near_miss.picture} hasLegend={false} /></div>
          <div class="lesson-words">
            <h2 id="near-miss">A near miss</h2>
            <p>{lesson.near_miss.text}</p>
            {lesson.near_miss.why && <p>{lesson.near_miss.why}</p>}
          </div>
        </section>
      )}
      {lesson.slips.map((slip, at) => (
        <section key={at} class="lesson-part" aria-labelledby={`slip-${at}`}>
          <div class="lesson-head-row"><h2 id={`slip-${at}`}>A common mistake</h2></div>
          <div class="lesson-picture"><PictureView picture={slip.picture} /></div>
          <div class="lesson-words">
            <p class="lesson-line">{slip.text}</p>
            <p>{slip.why}</p>
          </div>
        </section>
      ))}
      <Practice lesson={lesson} isFirst={isPractice} onSolved={() => setSolved((n) => n + 1)} />
      <CourseNext name={lesson.name} from={stop} />
      <Ways lesson={lesson} stop={stop} where="below" />
    </article>
  );
}

interface WaysProps {
  lesson: LessonAnswer;
  /** The stop of the course that linked to the lesson, or "". */
  stop: string;
  where: "above" | "below";
}

/** Links to other lessons, and back to the stop or the list. */
function Ways({ lesson: { previous, next }, stop, where }: WaysProps) {
  return (
    <nav class="lesson-ways" aria-label={`Lessons, ${where} this one`}>
      <span>{previous && <a href={`learn/${previous.name}`}><Icon name="previous" size={16} /> {capital(previous.title)}</a>}</span>
      {stop ? <a href={stopPath({ name: stop })}>Back to the stop</a> : <a href="learn">All techniques</a>}
      <span>{next && <a href={`learn/${next.name}`}>{capital(next.title)} <Icon name="next" size={16} /></a>}</span>
    </nav>
  );
}

/** The step that the lesson begins with, in a picture and a line. */
function FirstPicture({ lesson: { first, line, remark } }: { lesson: LessonAnswer }) {
  const [lit, setLit] = useState<Lit[] | null>(null);
  return (
    <section class="lesson-part" aria-label="The picture">
      <div class="lesson-picture"><PictureView picture={first.picture} lit={lit} /></div>
      <div class="lesson-words">
        <p class="lesson-line">{line}</p>
        <details>
          <summary>The step in full</summary>
          <Sentences text={first.text} spans={first.spans} onLight={setLit} />
        </details>
        {remark && <p class="soft">{remark}</p>}
      </div>
    </section>
  );
}

/** Another typical position, with its step on request. */
function Further({ number, example }: { number: number; example: FurtherExample }) {
  const [isShown, setShown] = useState(false);
  const [lit, setLit] = useState<Lit[] | null>(null);
  const { before, answer } = example;
  const heading = `further-${number}`;
  return (
    <section class="lesson-part" aria-labelledby={heading}>
      <div class="lesson-picture"><PictureView picture={isShown ? answer.picture : before} lit={isShown ? lit : null} hasLegend={isShown} /></div>
      <div class="lesson-words">
        <h2 id={heading}>Another example{number > 1 && ` (${number})`}</h2>
        <p><button aria-pressed={isShown} onClick={() => setShown(!isShown)}>Show the step</button></p>
        {isShown && <Sentences text={answer.text} spans={answer.spans} onLight={setLit} />}
      </div>
    </section>
  );
}

const SIDES = [["try", "Try it yourself"], ["step", "The step"], ["after", "After it"]] as const;

/** A board that only this technique solves, as an exercise, and its step on request. */
function Example({ name, example }: { name: string; example: LessonExample }) {
  const [side, setSide] = useState<(typeof SIDES)[number][0]>("try");
  const [lit, setLit] = useState<Lit[] | null>(null);
  return (
    <section class="lesson-part" aria-labelledby="example">
      <div class="lesson-head-row">
        <h2 id="example">One more to try</h2>
        <div class="row" role="group" aria-label="The board">
          {SIDES.map(([value, title]) => (
            <button key={value} aria-pressed={side === value} onClick={() => setSide(value)}>{title}</button>
          ))}
        </div>
        {example.intro && <p class="soft lesson-remark">{example.intro}</p>}
      </div>
      {side === "try" ? (
        <Exercise
          technique={name}
          nth={null}
          task={{ puzzle: example.puzzle, board: example.board, picture: example.before, rules: example.rules, task: example.task, places: example.answer.placements.length > 0, hints: [], answer: example.answer }}
        />
      ) : (
        <>
          <div class="lesson-picture">
            <PictureView picture={side === "step" ? example.answer.picture : example.after.picture} lit={side === "step" ? lit : null} />
          </div>
          <div class="lesson-words">
            {side === "step" && <Sentences text={example.answer.text} spans={example.answer.spans} onLight={setLit} />}
            {side === "after" && <p>{example.after.text}</p>}
          </div>
        </>
      )}
    </section>
  );
}

/**
 * For a technique of the course: its stop, and the progress there. If several stops teach the technique, it is the stop
 * that linked to the lesson, or else the first.
 */
function CourseNext({ name, from }: { name: string; from: string }) {
  const { answer } = useAnswer("course", course);
  const stops = answer?.flatMap(({ stops }) => stops).filter(({ techniques }) => techniques.some((each) => each.name === name));
  const stop = stops?.find((each) => each.name === from) ?? stops?.[0];
  if (!stop) return null;
  const { nRight, goal } = progressAt(stop);
  return (
    <aside class="panel row course-next">
      <span>{stop.title}, {stop.place}: {nRight} of {goal} drills right.</span>
      <a class={nRight < goal ? "button" : "button primary"} href={stopPath(stop)}>Continue the course</a>
    </aside>
  );
}
