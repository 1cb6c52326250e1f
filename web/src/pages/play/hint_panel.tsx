// What a hint says: its rung, its words with their parts lit on the board, and the next rung.

import { useMemo } from "preact/hooks";
import type { HintAnswer } from "../../api/answers";
import { Icon } from "../../app/icons";
import { Legend, Sums } from "../../picture/legend";
import { type Part, Sentences } from "../explain/sentences";
import { type Hinting, LAST, LAST_OF_MISTAKE } from "./hinting";
import { linesOf } from "./lines";

interface Props {
  hinting: Hinting;
  /** Light what a sentence names; null ends it. */
  onLight(lit: Part[] | null): void;
}

export function HintPanel({ hinting, onLight }: Props) {
  const { hint, isBusy, problem, ask, close } = hinting;
  if (!hinting.isOpen) return null;
  const isDone = hint?.level === LAST - 1 && !hint.problem;
  // Nothing more to say, and nothing to do.
  const isEnd = hint !== null && hint.problem && hint.whole && !hint.repair;
  const next = isDone ? "Do it" : hint?.repair ? "Put it right" : "Say more";
  return (
    <section class="hint panel" aria-label="Hint">
      <header>
        <h2>Hint</h2>
        {hint && !isEnd && <Rungs level={hint.level} last={hint.problem ? LAST_OF_MISTAKE : LAST} />}
        {!isEnd && hint && !problem && (
          <button class={next === "Say more" ? "next" : "primary next"} aria-disabled={isBusy} onClick={ask}>{next}</button>
        )}
        {problem && <button class="next" onClick={ask}>Ask again</button>}
        <button class="quiet icon-button" aria-label="Close the hint" onClick={close}><Icon name="close" /></button>
      </header>
      <div aria-live="polite">
        {problem ? <p>{problem}</p> : hint ? <Words hint={hint} onLight={onLight} /> : <p class="soft">Thinking…</p>}
      </div>
      {hint?.technique && <p class="about"><a href={`learn/${hint.technique}`}>About {hint.title}</a></p>}
    </section>
  );
}

function Rungs({ level, last }: { level: number; last: number }) {
  return (
    <span class="rungs" role="img" aria-label={`Rung ${level} of ${last}`}>
      {Array.from({ length: last }, (_, at) => <i key={at} class={at < level ? "on" : ""} />)}
    </span>
  );
}

function Words({ hint, onLight }: { hint: HintAnswer; onLight(lit: Part[] | null): void }) {
  const { title, text, spans } = useMemo(() => linesOf(hint), [hint]);
  return (
    <>
      {title && <h3>{title}</h3>}
      <Sentences text={text} spans={spans} onLight={onLight} />
      {hint.picture && <Legend keys={hint.picture.legend} />}
      {hint.picture && <Sums sums={hint.picture.sums} />}
    </>
  );
}
