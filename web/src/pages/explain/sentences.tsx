// Sentences whose parts highlight cells on the board. A part highlights the cells that it names
// when the pointer is over it, when it has the focus, or after a tap. Lines of a chain within a
// chain are hidden below the line that they prove, until the reader opens them.

import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { SpanDocument } from "../../api/answers";
import type { Lit } from "../../picture/layers";

export interface SentencesProps {
  /** Sentences in order, with leading spaces for their depth. */
  text: readonly string[];
  /** The spans of each sentence. */
  spans: readonly (readonly SpanDocument[])[];
  onLight(parts: Lit[] | null): void;
  /**
   * Returns the address of an earlier step. Without this function, steps in sentences are not
   * links.
   */
  hrefOf?: (step: number) => string;
}

interface Line {
  text: string;
  spans: readonly SpanDocument[];
  inner: Line[];
}

/** The number of spaces before a sentence. */
export const depthOf = (sentence: string) => sentence.length - sentence.trimStart().length;

/** Nest each sentence below the last earlier sentence that has a smaller depth. */
export function nested(text: readonly string[], spans: readonly (readonly SpanDocument[])[]): Line[] {
  const root: Line[] = [];
  const open: { depth: number; lines: Line[] }[] = [];
  text.forEach((sentence, at) => {
    const depth = depthOf(sentence);
    while (open.length && open.at(-1)!.depth >= depth) open.pop();
    const line: Line = { text: sentence, spans: spans[at] ?? [], inner: [] };
    (open.at(-1)?.lines ?? root).push(line);
    open.push({ depth, lines: line.inner });
  });
  return root;
}

export function Sentences({ text, spans, onLight, hrefOf }: SentencesProps) {
  const lines = useMemo(() => nested(text, spans), [text, spans]);
  const held = useRef<Lit[] | null>(null);
  const parts: Lit[][] = [];

  const partsAt = (target: EventTarget | null): Lit[] | null => {
    const element = (target as Element | null)?.closest?.("[data-parts]") as HTMLElement | null;
    return element ? (parts[Number(element.dataset.parts)] ?? null) : null;
  };
  const hold = (found: Lit[] | null) => {
    held.current = found;
    onLight(found);
  };

  const name = (these: Lit[]) => parts.push(these) - 1;
  const show = (line: Line): ComponentChildren => {
    const own = line.spans.filter((span) => span.cells.length);
    const words = worded(line.text, line.spans, depthOf(line.text), line.text.trimEnd().length, name, hrefOf);
    const props = own.length ? { tabIndex: 0, "data-parts": name(own) } : {};
    if (!line.inner.length) return <p class="line" {...props}>{words}</p>;
    return (
      <details class="inner">
        <summary class="line" {...props}>{words}</summary>
        {line.inner.map(show)}
      </details>
    );
  };

  // A finger highlights a part by a tap only.
  return (
    <div
      class="sentences"
      onPointerOver={(event) => event.pointerType === "mouse" && onLight(partsAt(event.target) ?? held.current)}
      onPointerLeave={() => onLight(held.current)}
      onFocusIn={(event) => hold(partsAt(event.target))}
      onFocusOut={() => hold(null)}
      onClick={(event) => hold(partsAt(event.target))}
    >
      {lines.map(show)}
    </div>
  );
}

/** The characters `from` to `to` of a sentence, with an element around each span. */
function worded(
  text: string,
  spans: readonly SpanDocument[],
  from: number,
  to: number,
  name: (parts: Lit[]) => number,
  hrefOf?: (step: number) => string,
): ComponentChildren[] {
  const words: ComponentChildren[] = [];
  let at = from;
  for (const [place, span] of spans.entries()) {
    if (span.start < at || span.end > to) continue;
    const within = spans.slice(place + 1).filter((each) => each.end <= span.end);
    const inner = worded(text, within, span.start, span.end, name, hrefOf);
    words.push(text.slice(at, span.start));
    if (span.about === "step") words.push(hrefOf ? <a href={hrefOf(span.number)}>{inner}</a> : inner);
    else words.push(span.cells.length ? <span class="part" data-parts={name([span])}>{inner}</span> : inner);
    at = span.end;
  }
  words.push(text.slice(at, to));
  return words;
}
