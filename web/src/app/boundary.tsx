// Catches an exception in a page, and shows a message with a way out instead of a blank page.

import { Component, type ComponentChildren } from "preact";

interface State {
  error: Error | null;
}

export class Boundary extends Component<{ children: ComponentChildren }, State> {
  override state: State = { error: null };

  static override getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render({ children }: { children: ComponentChildren }, { error }: State) {
    return error ? <Failure title="Something went wrong on this page" detail={error.message} /> : children;
  }
}

/** The content that replaces a page with an error. */
export function Failure({ title, detail }: { title: string; detail: string }) {
  return (
    <section class="notice error failure" role="alert">
      <h1>{title}</h1>
      <p>{detail}</p>
      <p>Your games are kept in this browser.</p>
      <p class="row">
        <button class="primary" onClick={() => location.reload()}>Reload the page</button>
        <a class="button" href="./">Home</a>
      </p>
    </section>
  );
}
