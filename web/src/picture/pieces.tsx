// Thermometers, arrows, dots and other constraints: pieces that the server laid out, in cells.

import type { Piece, Shape } from "../model/picture";
import { at, type Layout } from "./layout";
import { brief, capsule, circle } from "./shapes";
import { CENTERED } from "./texts";

interface ShapesProps {
  shapes: readonly Shape[];
  layout: Layout;
}

/** What lies below the lines of the grid. */
export function ShapesBelow({ shapes, layout }: ShapesProps) {
  return (
    <>
      {shapes.map(([layer, pieces], key) => {
        if (layer === "above") return null;
        return <g key={key} class={layer === "faint" ? "shape-faint" : undefined}>{drawn(pieces, layout)}</g>;
      })}
    </>
  );
}

/** Dots on the lines, and what is beside the grid. */
export function ShapesAbove({ shapes, layout }: ShapesProps) {
  return <>{shapes.map(([layer, pieces], key) => layer === "above" && <g key={key}>{drawn(pieces, layout)}</g>)}</>;
}

const drawn = (pieces: readonly Piece[], layout: Layout) => pieces.map((piece, key) => <Element key={key} piece={piece} layout={layout} />);

function Element({ piece: [kind, role, cells, places, text], layout }: { piece: Piece; layout: Layout }) {
  const size = cells * layout.cell;
  const points = places.map(([x, y]): [number, number] => [at(layout, x), at(layout, y)]);
  const [[x, y] = [0, 0], ...rest] = points;
  if (kind === "text") {
    return <text class={role} x={brief(x)} y={brief(y + CENTERED * size)} font-size={brief(size)}>{text}</text>;
  }
  if (kind === "line") {
    const way = points.map((point) => point.map(brief).join(" ")).join("L");
    return <path class={role} stroke-width={brief(size)} d={`M${way}`} />;
  }
  const capsules = rest.map(([u, v], k) => capsule(...(points[k] ?? [x, y]), u, v, size));
  return <path class={role} d={capsules.join("") || circle(x, y, size)} />;
}
