// Why there is nothing to show, and the ways out.

import type { ComponentChildren } from "preact";
import type { ApiError } from "../../api/client";

const REFUSED = 422; // asking again would change nothing

interface RefusedProps {
  /** What it means if the server understood, and refused. */
  title: string;
  problem: ApiError;
  onRetry(): void;
  /** Further ways out. */
  children?: ComponentChildren;
}

export function Refused({ title, problem, onRetry, children }: RefusedProps) {
  return (
    <section class="stack">
      <h1>{problem.status === REFUSED ? title : "There is no answer"}</h1>
      <p class="notice error" role="alert">{problem.message}</p>
      <div class="row">
        {problem.status !== REFUSED && <button type="button" onClick={onRetry}>Try again</button>}
        {children}
      </div>
    </section>
  );
}
