// Why there is nothing to show, and the ways out.

import type { ComponentChildren } from "preact";
import type { Asked } from "../api/asking";

interface RefusedProps {
  /** What it means if the server understood, and refused. */
  title: string;
  asked: Asked<unknown>;
  /** Further ways out. */
  children?: ComponentChildren;
}

export function Refused({ title, asked: { problem, isRefused, retry }, children }: RefusedProps) {
  return (
    <section class="stack">
      <h1>{isRefused ? title : "There is no answer"}</h1>
      <p class="notice error" role="alert">{problem}</p>
      <div class="row">
        {!isRefused && <button onClick={retry}>Try again</button>}
        {children}
      </div>
    </section>
  );
}
