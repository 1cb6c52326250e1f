// A wave that runs over the board once, from its upper left corner to its lower right corner.

import { useEffect, useRef } from "preact/hooks";
import type { PuzzleDocument } from "../model/puzzle";
import { insetOf, layoutOf } from "../picture/layout";

const STEP_MS = 55; // from one diagonal to the next on 9x9 cells
const LENGTH_MS = 620;
const USUAL = 9;

/** Cells that rise one after the other. If the player prefers less motion, nothing is shown. */
export function Wave({ puzzle: { order, picture, fog } }: { puzzle: PuzzleDocument }) {
  const inset = insetOf(layoutOf(picture, true, !!fog));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const waves = [...(place.current?.children ?? [])].map((each, cell) => {
      const diagonal = Math.floor(cell / order) + (cell % order);
      const frames = [{ opacity: 0, scale: 0.4 }, { opacity: 0.45, scale: 1 }, { opacity: 0, scale: 1 }];
      return each.animate(frames, { duration: LENGTH_MS, delay: diagonal * ((STEP_MS * USUAL) / order), easing: "ease-out" });
    });
    return () => waves.forEach((wave) => wave.cancel());
  }, [order]);
  const style = { position: "absolute", inset, display: "grid", gridTemplate: `repeat(${order}, 1fr) / repeat(${order}, 1fr)`, pointerEvents: "none" } as const;
  const cell = { opacity: 0, borderRadius: "18%", background: "var(--good)" } as const;
  return (
    <div ref={place} style={style} aria-hidden="true">
      {Array.from({ length: order * order }, (_, at) => <i key={at} style={cell} />)}
    </div>
  );
}
