// An error that is shown instead of content, with ways out.

import type { ComponentChildren } from "preact";
import type { Asked } from "../api/asking";

interface RefusedProps {
  /** The title if the server refused the request. */
  title: string;
  asked: Asked<unknown>;
  /** Additional ways out. */
  children?: ComponentChildren;
}

export function Refused({ title, asked: { problem, isRefused, retry }, children }: RefusedProps) {
  return (
    <section class="stack">
      <h1>{isRefused ? title : "No answer"}</h1>
      <p class="notice error" role="alert">{problem}</p>
      <div class="row">
        {!isRefused && <button onClick={retry}>Try again</button>}
        {children}
      </div>
    </section>
  );
}
