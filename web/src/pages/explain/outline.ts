// Long proofs in outline.

import type { SpanDocument, StepAnswer } from "../../api/answers";
import { count } from "../../model/words";
import { depthOf } from "./sentences";

interface Told {
  text: string;
  spans: readonly SpanDocument[];
}

/**
 * The sentences of a proof that are enough to read, with a line for each gap between them. null if
 * the page can show the complete proof: indented sentences are folded, so they do not make it long.
 */
export function outlineOf({ text, spans, outline }: Pick<StepAnswer, "text" | "spans" | "outline">): Told[] | null {
  const kept = new Set(outline);
  const isOuter = (at: number) => depthOf(text[at]!) === 0;
  const isLong = outline.length > 0 && text.some((_, at) => isOuter(at) && !kept.has(at));
  if (!isLong) return null;
  const told: Told[] = [];
  let before = -1;
  for (const at of outline) {
    const gap = text.slice(before + 1, at).filter((line) => depthOf(line) === 0).length;
    if (gap) told.push({ text: `… ${count(gap, "more line")}`, spans: [] });
    told.push({ text: text[at]!, spans: spans[at] ?? [] });
    before = at;
  }
  return told;
}
