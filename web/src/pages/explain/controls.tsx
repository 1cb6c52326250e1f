// The bar below a path: buttons for forward and back, and options of the reader.

import type { ExplainAnswer } from "../../api/answers";
import { Icon } from "../../app/icons";

interface ControlsProps {
  answer: ExplainAnswer;
  query: URLSearchParams;
  place: string;
  at: number;
  last: number;
  onGo(at: number): void;
  onHardest(): void;
  onChange(changes: Record<string, string | null>): void;
}

export function Controls({ answer, query, place, at, last, ...on }: ControlsProps) {
  return (
    <>
      <nav class="walk-bar" aria-label="Steps">
        <button class="walk-end" aria-label="To the puzzle" disabled={at === 0} onClick={() => on.onGo(0)}><Icon name="first" /></button>
        <button aria-label="Back" disabled={at === 0} onClick={() => on.onGo(at - 1)}><Icon name="previous" /></button>
        <span class="walk-place">{place}</span>
        <button class="primary" aria-label="Next" disabled={at === last} onClick={() => on.onGo(at + 1)}><Icon name="next" /></button>
        <button class="walk-end" aria-label="To the end" disabled={at === last} onClick={() => on.onGo(last)}><Icon name="last" /></button>
        {answer.hardest > 0 && <button class="walk-hardest" onClick={on.onHardest}><Icon name="flag" /> Hardest</button>}
      </nav>
      <div class="walk-more">
        <label>
          Reader{" "}
          <select
            value={query.get("reader") ?? ""}
            onChange={(event) => on.onChange({ reader: event.currentTarget.value || null, scale: null, step: null })}
          >
            <option value="">usual</option>
            <option value="beginner">beginner: few notes</option>
          </select>
        </label>
        <label>
          Order{" "}
          <select
            value={query.get("scale") ?? "human"}
            onChange={(event) => on.onChange({ scale: event.currentTarget.value === "human" ? null : event.currentTarget.value, reader: null, step: null })}
          >
            {answer.scales.map((scale) => <option key={scale}>{scale}</option>)}
          </select>
        </label>
        <label class="tick">
          <input type="checkbox" checked={query.get("all") !== null} onChange={(event) => on.onChange({ all: event.currentTarget.checked ? "" : null })} />
          {" "}each step separately
        </label>
      </div>
      <p class="soft keys">
        <kbd>←</kbd> <kbd>→</kbd> or <kbd>K</kbd> <kbd>J</kbd>: steps · <kbd>↑</kbd> <kbd>↓</kbd>: sentences · <kbd>Home</kbd> <kbd>End</kbd>
      </p>
    </>
  );
}
