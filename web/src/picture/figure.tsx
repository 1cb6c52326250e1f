// A drawing list as a figure: the picture, its calculations, and its legend.

import type { Picture } from "../model/picture";
import { Fills, Lights, Lines, type Lit, Paper } from "./layers";
import { layoutOf } from "./layout";
import { Legend, Sums, WayTables } from "./legend";
import "./palette.css";
import "./picture.css";
import { ShapesAbove, ShapesBelow } from "./pieces";
import { Above } from "./texts";

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
      <Drawn picture={picture} lit={lit} />
      {hasLegend && (
        <figcaption>
          <Sums sums={picture.sums} />
          <WayTables ways={picture.ways} />
          <Legend keys={picture.legend} />
        </figcaption>
      )}
    </figure>
  );
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
