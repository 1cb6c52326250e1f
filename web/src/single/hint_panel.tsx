// The text of a hint, its level, and the legend of its picture.

import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../app/icons";
import { MAX_HINT_LEVEL } from "../game/moves";
import { Legend, Sums, WayTables } from "../picture/legend";
import type { Hint } from "./hints";

interface PanelProps {
  hint: Hint;
  onMore(): void;
  onClose(): void;
}

export function FileHintPanel({ hint, onMore, onClose }: PanelProps) {
  const { level, text, picture, changes, repair, isWhole } = hint;
  const words = useRef<HTMLDivElement>(null);
  // The last level adds text at the end.
  useEffect(() => words.current?.scrollTo(0, level === MAX_HINT_LEVEL ? words.current.scrollHeight : 0), [hint]);
  return (
    <section class="panel hint" aria-label="Hint">
      <header>
        <span class="rungs" role="img" aria-label={`Level ${level} of ${MAX_HINT_LEVEL}`}>
          {Array.from({ length: MAX_HINT_LEVEL + 1 }, (_, rung) => <i key={rung} class={rung <= level ? "on" : ""} />)}
        </span>
        <button type="button" class="quiet icon-button" aria-label="Close the hint" onClick={onClose}><Icon name="close" /></button>
      </header>
      <div class="hint-words" ref={words}>
        <p class="hint-text" role="status">{text}</p>
        {picture && <Sums sums={picture.sums} />}
        {picture && <WayTables ways={picture.ways} />}
        {picture && <Legend keys={picture.legend} />}
      </div>
      {(changes || repair || !isWhole) && (
        <button type="button" class="primary" onClick={onMore}>{changes ? "Do it" : repair ? "Put it right" : "Say more"}</button>
      )}
    </section>
  );
}
