// The next stop of the course, as on the page "Learn".

import { useAnswer } from "../../api/asking";
import { hasBegun } from "../../store/learned";
import { course, nextOf, stopPath } from "../learn/catalog";

/**
 * The next stop, or the course for a learner who has done all stops. `isFirst` means that it is the
 * first thing on the page.
 */
export function NextStop({ isFirst = false }: { isFirst?: boolean }) {
  const { answer: branches } = useAnswer("course", course);
  if (!branches) return null; // without a server, the page has no course
  const next = nextOf(branches);
  return (
    <section class={isFirst ? "go-on panel next-stop" : "panel spread row next-stop"} aria-labelledby="next-stop">
      <div>
        <h2 id="next-stop">{!next ? "Course complete" : hasBegun() ? "Your course" : "Learn it step by step"}</h2>
        <p class="soft">{next ? `${next.title}. ${next.able}` : "You have finished all stops."}</p>
      </div>
      <a class={isFirst ? "button primary" : "button"} href={next ? stopPath(next) : "learn"}>{next ? `Next: ${next.title}` : "All stops"}</a>
    </section>
  );
}
