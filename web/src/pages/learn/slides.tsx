// How to scan for a technique: slides to play through, with buttons and arrow keys.

import { useState } from "preact/hooks";
import type { SlideDocument } from "../../api/answers";
import { Icon } from "../../app/icons";
import { PictureView } from "../../picture/figure";

export function Slides({ when, slides }: { when: string; slides: SlideDocument[] }) {
  const [at, setAt] = useState(0);
  const go = (to: number) => setAt(Math.max(0, Math.min(slides.length - 1, to)));

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    go(at + way);
  }

  const slide = slides[at];
  if (!slide) return null;
  return (
    <section class="lesson-part slides" aria-labelledby="scan" onKeyDown={onKey}>
      <div class="lesson-head-row"><h2 id="scan">When and how to look</h2></div>
      <div class="lesson-picture slides-screen"><PictureView picture={slide.picture} hasLegend={false} /></div>
      <div class="lesson-words">
        {when && <p>{when}</p>}
        {/* The only live region, and pictures have other titles: screen readers say a text once. */}
        <p class="slides-text slides-screen" aria-live="polite">{slide.text}</p>
        <div class="row slides-screen">
          <button aria-disabled={at === 0} onClick={() => go(at - 1)}><Icon name="previous" /> Back</button>
          <span class="soft">{at + 1} of {slides.length}</span>
          <button aria-disabled={at === slides.length - 1} onClick={() => go(at + 1)}>Next <Icon name="next" /></button>
        </div>
      </div>
      <ol class="slides-paper" aria-hidden="true">
        {slides.map(({ text, picture }) => (
          <li key={text}><p>{text}</p><PictureView picture={picture} hasLegend={false} /></li>
        ))}
      </ol>
    </section>
  );
}
