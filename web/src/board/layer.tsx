// One of the drawings that lie on each other to make a board. What changes is in a drawing apart from
// what stays, and each row of cells has its own, so that a press lays out and paints little again.

import type { ComponentChildren } from "preact";
import type { Layout } from "../picture/layout";

export function Layer({ layout, children }: { layout: Layout; children: ComponentChildren }) {
  return <svg class="pandoku" viewBox={`0 0 ${layout.end} ${layout.end}`} aria-hidden="true">{children}</svg>;
}
