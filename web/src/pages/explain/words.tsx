// The text of a view: facts about the puzzle, a step, routine steps, or the end.

import type { ExplainAnswer, StepAnswer } from "../../api/answers";
import { nameOf } from "../../model/puzzle";
import { count, stopped, sizedKind } from "../../model/words";
import type { Lit } from "../../picture/layers";
import { outlineOf } from "./outline";
import { Sentences } from "./sentences";
import { conclusionOf, headingOf, techniquesOf, type View, viewsOf } from "./views";

interface WordsProps {
  answer: ExplainAnswer;
  view: View;
  /** The step of the view. In a view of routine steps, the chosen step. */
  chosen: StepAnswer | undefined;
  onLight(parts: Lit[] | null): void;
  onShow(id: string): void;
  /** Continue the path from its end. */
  onContinue(): void;
  hrefOf(step: number | string): string;
}

export function ViewText(props: WordsProps) {
  switch (props.view.kind) {
    case "start":
      return <Start {...props} />;
    case "step":
      return props.chosen ? <StepWords {...props} step={props.chosen} /> : null;
    case "routine":
      return <Routine {...props} />;
    case "end":
      return <End {...props} />;
  }
}

function Start({ answer, onShow, hrefOf }: WordsProps) {
  const { steps, puzzle, rating, hardest } = answer;
  const routine = steps.filter((step) => step.routine).length;
  const hard = steps[hardest - 1];
  return (
    <>
      <h2>The puzzle</h2>
      <dl class="facts">
        <dt>Kind</dt><dd>{sizedKind(puzzle.about)}</dd>
        {rating && <><dt>Difficulty</dt><dd>{rating.text}</dd></>}
        <dt>Steps</dt><dd>{steps.length || "none"}{routine > 0 && `, ${routine} of them routine`}</dd>
        {hard && <><dt>Hardest</dt><dd><a href={hrefOf(hardest)}>step {hardest}: {hard.title}</a></dd></>}
      </dl>
      {puzzle.problem && <p class="notice">{stopped(puzzle.problem)}</p>}
      {puzzle.fog && <p class="notice">This is the puzzle as its setter sees it, without fog.</p>}
      {steps.length > 0 && (
        <>
          <button class="primary" onClick={() => onShow(viewsOf(answer, true)[1]!.id)}>Begin</button>
          <details class="contents">
            <summary>Contents</summary>
            <ol>
              {viewsOf(answer, true).slice(1, -1).map((view) => (
                <li key={view.id} value={view.steps[0]!.number}><a href={hrefOf(view.id)}>{view.title}</a></li>
              ))}
            </ol>
          </details>
        </>
      )}
    </>
  );
}

interface StepProps extends WordsProps {
  step: StepAnswer;
}

function StepWords({ step, view, ...rest }: StepProps) {
  return (
    <>
      <h2><span class="number">{step.number}.</span> {view.title}</h2>
      <p class="chips">
        {step.rated && <span class="tag">{step.rated}</span>}
        <a class="tag" href={`learn/${step.technique}`}>About {step.title}</a>
      </p>
      <Reason {...rest} view={view} step={step} />
    </>
  );
}

/** The reason for a step. A long proof is an outline, followed by the complete proof, folded. */
function Reason({ step, onLight, hrefOf }: StepProps) {
  const { text, spans } = step;
  const shared = { onLight, hrefOf };
  const brief = outlineOf(step);
  if (!brief) return <Sentences key={step.number} text={text} spans={spans} {...shared} />;
  return (
    <div key={step.number}>
      <Sentences text={brief.map(({ text }) => text)} spans={brief.map(({ spans }) => spans)} {...shared} />
      <details class="proof">
        <summary>The complete proof</summary>
        <Sentences text={text} spans={spans} {...shared} />
      </details>
    </div>
  );
}

function Routine(props: WordsProps) {
  const { answer, view, chosen, onShow } = props;
  return (
    <>
      <h2><span class="number">{view.steps[0]!.number}–{view.steps.at(-1)!.number}.</span> {view.title}</h2>
      <ol class="routine">
        {view.steps.map((step) => (
          <li key={step.number}>
            <button
              data-line
              aria-pressed={step === chosen}
              onFocus={(event) => event.currentTarget.matches(":focus-visible") && onShow(`${step.number}`)}
              onClick={() => onShow(step === chosen ? view.id : `${step.number}`)}
            >
              <b>{changesOf(step, answer.puzzle.order)}</b> <small>{step.title}</small>
            </button>
          </li>
        ))}
      </ol>
      {chosen ? (
        <section class="why" aria-label={`Step ${chosen.number}`}>
          <h3><span class="number">{chosen.number}.</span> {headingOf(chosen)}</h3>
          <Reason {...props} step={chosen} />
        </section>
      ) : (
        <p class="soft">Choose one to see why.</p>
      )}
    </>
  );
}

/** "r1c2 = 4". For a step with eliminations, the end of the step's line. */
function changesOf(step: StepAnswer, order: number): string {
  if (!step.placements.length || step.eliminations.length) return conclusionOf(step);
  return step.placements.map(([cell, digit]) => `${nameOf(order, cell)} = ${digit}`).join(", ");
}

function End({ answer, onContinue }: WordsProps) {
  const { steps, rating } = answer;
  const isCut = answer.stopped === "budget" || answer.stopped === "limit";
  const isSolved = answer.stopped === "full";
  const rated = rating ? `, rated ${rating.text}` : "";
  return (
    <>
      <h2>{isSolved ? "Solved" : "The end of the path"}</h2>
      <p>{isSolved ? `In ${count(steps.length, "step")}${rated}.` : stopped(answer.missing || answer.summary)}</p>
      {steps.length > 0 && (
        <>
          <h3>Techniques used</h3>
          <ul class="chips">
            {techniquesOf(steps).map(({ name, title, count }) => (
              <li key={title}><a class="tag" href={`learn/${name}`}>{title}{count > 1 && ` × ${count}`}</a></li>
            ))}
          </ul>
        </>
      )}
      <div class="row">
        {isCut && <button class="primary" onClick={onContinue}>Continue from here</button>}
        <a class="button" href="explain">Another puzzle</a>
        <a class="button quiet" href="learn">Learn the techniques</a>
      </div>
    </>
  );
}
