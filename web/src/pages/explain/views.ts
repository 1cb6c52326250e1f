// The views of the page: the puzzle, each important step, each run of routine steps (or, if these
// are not folded, each routine step), and the end.

import type { ExplainAnswer, StepAnswer } from "../../api/answers";
import { capital } from "../../model/words";

export interface View {
  /** The value of `step=` in the address: "0", "7", "8-12" or "end". */
  id: string;
  kind: "start" | "step" | "routine" | "end";
  title: string;
  steps: readonly StepAnswer[];
}

/** Return the views of a path in order. */
export function viewsOf(answer: ExplainAnswer, isFolded: boolean): View[] {
  const views: View[] = [{ id: "0", kind: "start", title: "The puzzle", steps: [] }];
  for (const block of answer.blocks) {
    const steps = answer.steps.slice(block.first - 1, block.last);
    if (block.routine && isFolded && steps.length > 1) {
      views.push({ id: `${block.first}-${block.last}`, kind: "routine", title: block.title, steps });
    } else {
      for (const step of steps) {
        const title = block.routine ? headingOf(step) : block.title;
        views.push({ id: `${step.number}`, kind: "step", title, steps: [step] });
      }
    }
  }
  views.push({ id: "end", kind: "end", title: "The end", steps: [] });
  return views;
}

/** The technique and the pattern of a step: "Hidden single: only r2c3 can hold 1 in box 2". */
export function headingOf(step: StepAnswer): string {
  return capital(step.heading.split(";")[0] ?? "");
}

/**
 * The techniques of some steps by title, in order of their first use, each with the number of steps
 * that use it. Steps that are called after their rule have the same technique but different titles.
 */
export function techniquesOf(steps: readonly StepAnswer[]): { name: string; title: string; count: number }[] {
  const counts = new Map<string, { name: string; title: string; count: number }>();
  for (const { technique, title } of steps) {
    const known = counts.get(title) ?? { name: technique, title, count: 0 };
    counts.set(title, { ...known, count: known.count + 1 });
  }
  return [...counts.values()];
}

/** The conclusion of a step: "r2c3 is 1". */
export function conclusionOf(step: StepAnswer): string {
  return step.heading.split("; ").at(-1) ?? "";
}

/** Return the index of the view in an address. The default is the first view. */
export function viewAt(views: readonly View[], id: string): number {
  const exact = views.findIndex((view) => view.id === id);
  if (exact >= 0) return exact;
  const number = Number.parseInt(id, 10);
  const holding = views.findIndex((view) => view.steps.some((step) => step.number === number));
  return Math.max(holding, 0);
}

/** "Step 7 of 40", "Steps 8 to 12 of 40", "The puzzle". */
export function progressOf(view: View, count: number): string {
  const [first, last] = [view.steps[0]?.number, view.steps.at(-1)?.number];
  if (first === undefined) return view.title;
  return first === last ? `Step ${first} of ${count}` : `Steps ${first} to ${last} of ${count}`;
}
