// The lines of a hint. A long hint has a line for each sentence, as on the page "explain".

import type { HintAnswer, SpanDocument } from "../../api/answers";
import { capital } from "../../model/words";

const FEW = 3; // up to this number, sentences form one paragraph

export interface HintLines {
  /** The name of the technique with a full stop, or "". */
  title: string;
  text: string[];
  /** The spans of each line. */
  spans: SpanDocument[][];
}

/** Divide a hint into lines. A long paragraph is divided into a line for each sentence. */
export function hintLines({ text, title, spans = [] }: Pick<HintAnswer, "text" | "title" | "spans">): HintLines {
  const name = `${capital(title)}. `;
  const head = title && text.startsWith(name) ? name : "";
  const body = text.slice(head.length);
  const lines = body.includes("\n") ? body.split("\n") : sentencesOf(body);
  let from = head.length;
  const own = lines.map((line) => {
    const [start, end] = [from, from + line.length];
    from = end + 1;
    return spans
      .filter((span) => span.start >= start && span.end <= end)
      .map((span) => ({ ...span, start: span.start - start, end: span.end - start }));
  });
  return { title: head.trimEnd(), text: lines, spans: own };
}

function sentencesOf(paragraph: string): string[] {
  const sentences = paragraph.split(/(?<=\.) (?=\p{Lu})/u);
  return sentences.length > FEW ? sentences : [paragraph];
}
