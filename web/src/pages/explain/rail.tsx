// The rail: a bar for each view, whose height is the rating of the hardest step in the view. An
// invisible slider covers the rail, so that it works by touch, by keyboard, and for screen readers.

import type { StepAnswer } from "../../api/answers";
import { progressOf, type View } from "./views";

interface RailProps {
  views: readonly View[];
  at: number;
  count: number;
  hardest: number;
  onGo(at: number): void;
}

const HEIGHT = 40;
const WIDEST_REM = 3.5; // width of a bar of a short path
const LEAST = 3; // units, so that routine steps are visible

const hardestOf = (steps: readonly StepAnswer[]) => Math.max(0, ...steps.map((step) => step.score ?? 0));

export function Rail({ views, at, count, hardest, onGo }: RailProps) {
  const scores = views.map((view) => hardestOf(view.steps));
  const top = Math.max(...scores, 1);
  const view = views[at];
  const level = view?.steps.find((step) => (step.score ?? 0) === scores[at])?.level;
  return (
    <div class="rail" style={{ maxWidth: `${views.length * WIDEST_REM}rem` }}>
      <svg viewBox={`0 0 ${views.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {views.map((each, n) => {
          const height = LEAST + ((scores[n] ?? 0) / top) * (HEIGHT - LEAST);
          const isHardest = each.steps.some((step) => step.number === hardest);
          const kind = [each.kind, n === at && "now", isHardest && "hardest"].filter(Boolean).join(" ");
          return <rect key={each.id} class={kind} x={n + 0.1} y={HEIGHT - height} width={0.8} height={height} />;
        })}
      </svg>
      <input
        type="range"
        min={0}
        max={views.length - 1}
        value={at}
        aria-label="Step"
        aria-valuetext={view ? [progressOf(view, count), view.title, level].filter(Boolean).join(", ") : undefined}
        onInput={(event) => onGo(Number(event.currentTarget.value))}
      />
    </div>
  );
}
