// The next stop of the course, as on the page "Learn".

import { useAnswer } from "../../api/asking";
import { hasBegun } from "../../store/learned";
import { course, nextOf, stopPath } from "../learn/catalog";

/** A line about the next stop, or about the course for a learner who has done all stops. */
export function NextStop() {
  const { answer: branches } = useAnswer("course", course);
  if (!branches) return null; // without a server, the page has no course
  const next = nextOf(branches);
  return (
    <section class="panel spread row next-stop" aria-labelledby="next-stop">
      <div>
        <h2 id="next-stop">{!next ? "The course is done" : hasBegun() ? "Your course" : "Learn it step by step"}</h2>
        <p class="soft">{next ? `${next.title}. ${next.able}` : "You have done all stops."}</p>
      </div>
      <a class="button" href={next ? stopPath(next) : "learn"}>{next ? `Next: ${next.title}` : "All stops"}</a>
    </section>
  );
}
