// What a hint says: its rung, its words with their parts lit on the board, and the next rung.

import { useMemo } from "preact/hooks";
import type { HintAnswer } from "../../api/answers";
import { Icon } from "../../app/icons";
import { Legend, Sums } from "../../picture/legend";
import { type Part, Sentences } from "../explain/sentences";
import { type Hinting, LAST } from "./hinting";
import { linesOf } from "./lines";

interface Props {
  hinting: Hinting;
  /** Light what a sentence names; null ends it. */
  onLight(lit: Part[] | null): void;
}

export function HintPanel({ hinting, onLight }: Props) {
  const { hint, isBusy, problem, ask, close } = hinting;
  if (!hint && !isBusy && !problem) return null;
  const isDone = hint?.level === LAST - 1 && !hint.problem;
  const isEnd = hint !== null && hint.problem && hint.whole;
  return (
    <section class="hint panel" aria-label="Hint">
      <header>
        <h2>Hint</h2>
        {hint && !isEnd && <Rungs level={hint.level} />}
        {!isEnd && hint && (
          <button class={isDone ? "primary next" : "next"} aria-disabled={isBusy} onClick={ask}>{isDone ? "Do it" : "Say more"}</button>
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

function Rungs({ level }: { level: number }) {
  return (
    <span class="rungs" role="img" aria-label={`Rung ${level} of ${LAST}`}>
      {Array.from({ length: LAST }, (_, at) => <i key={at} class={at < level ? "on" : ""} />)}
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
