// A hint: its level, its text with parts highlighted on the board, and a button for the next level.

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { HintAnswer } from "../../api/answers";
import { Icon } from "../../app/icons";
import { Waiting } from "../../app/waiting";
import { MAX_HINT_LEVEL } from "../../game/moves";
import type { Picture } from "../../model/picture";
import type { Lit } from "../../picture/layers";
import { Legend, Sums, WayTables } from "../../picture/legend";
import { Sentences } from "../explain/sentences";
import { type Hinting, LAST_OF_MISTAKE } from "./hinting";
import { hintLines } from "./lines";

interface Props {
  hinting: Hinting;
  /** Highlight a part of a sentence. null ends the highlighting. */
  onLight(lit: Lit[] | null): void;
}

export function HintPanel({ hinting, onLight }: Props) {
  const { hint, isBusy, problem, ask, close } = hinting;
  const panel = useRef<HTMLElement>(null);
  // The hint takes the place of its tool, which then loses the focus.
  useEffect(() => {
    if (hint && document.activeElement?.closest(".tools, body:not(:focus-within)")) panel.current?.querySelector<HTMLElement>(".next")?.focus({ preventScroll: true });
  }, [hint]);
  if (!hinting.isOpen) return null;
  const isDone = hint?.level === MAX_HINT_LEVEL && !hint.problem;
  // The hint does not have a higher level, or a step to apply.
  const isEnd = hint !== null && hint.problem && hint.whole && !hint.repair;
  const next = isDone ? "Do it" : hint?.repair ? "Put it right" : "Say more";
  return (
    <section ref={panel} class="hint panel" aria-label="Hint">
      <header>
        <h2>Hint</h2>
        {hint && !isEnd && <Rungs level={hint.level} last={hint.problem ? LAST_OF_MISTAKE : MAX_HINT_LEVEL} />}
        {!isEnd && hint && !problem && (
          <button class={next === "Say more" ? "next" : "primary next"} aria-disabled={isBusy} onClick={ask}>{next}</button>
        )}
        {problem && <button class="next" onClick={ask}>Try again</button>}
        <button class="quiet icon-button" aria-label="Close the hint" onClick={close}><Icon name="close" /></button>
      </header>
      <div aria-live="polite">
        {problem ? <p>{problem}</p> : hint ? <Words hint={hint} onLight={onLight} /> : <p class="soft"><Waiting words="Thinking…" /></p>}
      </div>
      {/* Not read aloud with each level, because the sentences say the same. */}
      {!problem && hint?.picture && <Meanings picture={hint.picture} />}
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

function Words({ hint, onLight }: { hint: HintAnswer; onLight(lit: Lit[] | null): void }) {
  const { title, text, spans } = useMemo(() => hintLines(hint), [hint]);
  return (
    <>
      {title && <h3>{title}</h3>}
      <Sentences text={text} spans={spans} onLight={onLight} />
    </>
  );
}

function Meanings({ picture }: { picture: Picture }) {
  return (
    <>
      <Legend keys={picture.legend} />
      <Sums sums={picture.sums} />
      <WayTables ways={picture.ways} />
    </>
  );
}
