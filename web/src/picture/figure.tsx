// A drawing list as a figure: the picture, its calculations, and its legend.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Picture } from "../model/picture";
import { capital } from "../model/words";
import { Fills, Lights, Lines, type Lit, Paper } from "./layers";
import { at, type Layout, layoutOf } from "./layout";
import { Legend, Sums, WayTables } from "./legend";
import "./palette.css";
import "./picture.css";
import { ShapesAbove, ShapesBelow } from "./pieces";
import { Above, sizeOf } from "./texts";

// Pixels: the smallest legible font size.
const LEAST_TEXT = 6.5;

interface PictureProps {
  picture: Picture;
  /** The parts of a sentence to highlight. */
  lit?: Lit | readonly Lit[] | null;
  /** Whether calculations and legend are shown below the picture. False for a small picture. */
  hasLegend?: boolean;
}

export function PictureView({ picture, lit, hasLegend = true }: PictureProps) {
  return (
    <figure class="picture">
      <Pane picture={picture} lit={lit} />
      {hasLegend && (
        <figcaption>
          <Sums sums={picture.sums} />
          <WayTables ways={picture.ways} />
          <Legend keys={picture.legend} />
          <Boards pictures={picture.boards} />
        </figcaption>
      )}
    </figure>
  );
}

/** The grid. If its texts would be too small on a narrow screen, it scrolls, from the cells of the step. */
function Pane({ picture, lit }: Pick<PictureProps, "picture" | "lit">) {
  const pane = useRef<HTMLDivElement>(null);
  const layout = layoutOf(picture);
  useLayoutEffect(() => {
    const box = pane.current;
    if (!box) return;
    const scrolls = box.scrollWidth > box.clientWidth;
    box.classList.toggle("scrolls", scrolls);
    if (!scrolls) return;
    const [x, y] = middleOfStep(picture, layout);
    box.scrollLeft = x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = y * box.scrollHeight - box.clientHeight / 2;
  }, [picture]);
  const smallest = Math.min(...picture.texts.map((text) => sizeOf(text, layout)));
  const minWidth = Math.floor((LEAST_TEXT * layout.end) / smallest);
  return (
    <div class="pane" ref={pane}>
      <div style={{ minWidth }}><Drawn picture={picture} lit={lit} /></div>
    </div>
  );
}

/** The middle of the marks of a step, as a fraction of the width and of the height of the picture. */
function middleOfStep({ fills, texts, order }: Picture, layout: Layout): [x: number, y: number] {
  const marks: [number, number][] = texts.filter(([, , , , style, struck]) => style || struck).map(([x, y]) => [x, y]);
  for (const [x, y, width, height, role] of fills) if (width <= 1 && height <= 1 && role !== "extra") marks.push([x + 0.5, y + 0.5]);
  const middle = (axis: 0 | 1) => {
    const all = marks.map((mark) => mark[axis]);
    const value = all.length ? (Math.min(...all) + Math.max(...all)) / 2 : order / 2;
    return at(layout, value) / layout.end;
  };
  return [middle(0), middle(1)];
}

/** The picture without the parts below it, as an SVG with a title and a description. */
export function Drawn({ picture, lit }: Pick<PictureProps, "picture" | "lit">) {
  const layout = layoutOf(picture);
  const { fills, lines, texts, shapes, title, description } = picture;
  return (
    <svg class="pandoku" viewBox={`0 0 ${layout.end} ${layout.end}`} role="img" aria-label={title}>
      <title>{title}</title>
      {description && <desc>{description}</desc>}
      <Paper layout={layout} />
      <Fills fills={fills} layout={layout} />
      <ShapesBelow shapes={shapes} layout={layout} isSoft={texts.some(([, , , role]) => role === "candidate")} />
      <Lines lines={lines} layout={layout} />
      <ShapesAbove shapes={shapes} layout={layout} />
      <Above picture={picture} texts={texts} layout={layout} />
      <Lights lit={lit} layout={layout} />
    </svg>
  );
}

/** The small boards of a step: its branches or cases, in the order of its text. */
export function Boards({ pictures = [] }: { pictures?: readonly Picture[] }) {
  if (!pictures.length) return null;
  return (
    <section class="small-boards" aria-label="The branches on boards">
      {pictures.map((picture) => (
        <figure key={picture.title}>
          <figcaption>{capital(picture.title)}</figcaption>
          <Drawn picture={picture} />
        </figure>
      ))}
    </section>
  );
}
