// The layers of a picture: fills, lines, rings and curves, each as few SVG elements.

import type { ComponentChildren } from "preact";
import type { Curve, Fill, Line, Ring } from "../model/picture";
import { at, type Layout, placeOf } from "./layout";
import { border, box, capsule, circle, outline, type Part, path } from "./shapes";

/** A highlighted part of a sentence: cells, or digits in them. */
export interface Lit {
  cells: readonly number[];
  digits: readonly number[];
}

// Fills that are below other fills, and fills with a border, which distinguishes them without
// colors.
const BELOW = new Set(["extra", "house", "cover"]);
const EDGED = new Set(["a", "b", "c", "d", "e", "f", "seen", "placed"]);

/**
 * One of the drawings that are stacked to a board. Parts that change have separate drawings, one
 * for each row of cells, so that a press repaints as little as possible.
 */
export function SvgLayer({ layout, children }: { layout: Layout; children: ComponentChildren }) {
  return <svg class="pandoku" viewBox={`0 0 ${layout.end} ${layout.end}`} aria-hidden="true">{children}</svg>;
}

/** One element for each class, in the order of the first use of the classes. */
export function Paths({ parts }: { parts: Part[] }) {
  const alike = new Map<string, string>();
  for (const [role, data] of parts) alike.set(role, (alike.get(role) ?? "") + data);
  return <>{[...alike].map(([role, data]) => <path key={role} class={role} d={data} />)}</>;
}

/** The background of the grid. */
export function Paper({ layout }: { layout: Layout }) {
  const side = layout.order * layout.cell;
  return <rect class="paper" x={layout.start} y={layout.start} width={side} height={side} />;
}

export function Fills({ fills, layout }: { fills: readonly Fill[]; layout: Layout }) {
  const corner = ([x, y, width, height]: Fill) =>
    [at(layout, x), at(layout, y), width * layout.cell, height * layout.cell] as const;
  const below = fills.filter(([, , , , role]) => BELOW.has(role) && role !== "cover");
  const covers = fills.filter(([, , , , role]) => role === "cover");
  const above = fills.filter(([, , , , role]) => !BELOW.has(role));
  const edged = above.filter(([, , , , role]) => EDGED.has(role));
  const flat = (fill: Fill): Part => [fill[4], box(...corner(fill))];
  return (
    <>
      <Paths parts={below.map(flat)} />
      <Paths parts={covers.map((fill) => ["cover", ruled(fill, layout)])} />
      <Paths parts={above.map(flat)} />
      <Paths parts={edged.map((fill) => [`edge ${fill[4]}`, border(...corner(fill), fill[4])])} />
    </>
  );
}

/** Lines along a fill, between the candidates. */
function ruled([x, y, width, height]: Fill, layout: Layout): string {
  const [left, top, wide, high] = layout.room;
  const isUpright = height > width;
  const count = isUpright ? layout.columns : layout.rows;
  const [first, length] = isUpright ? [x + left, wide] : [y + top, high];
  let data = "";
  for (let k = 0; k <= count; k++) {
    const way = at(layout, first + (length * k) / count);
    data += isUpright
      ? path("M", way, at(layout, y), "v", height * layout.cell)
      : path("M", at(layout, x), way, "h", width * layout.cell);
  }
  return data;
}

export function Lines({ lines, layout }: { lines: readonly Line[]; layout: Layout }) {
  return <Paths parts={lines.map(([x1, y1, x2, y2, role]) => [role, segment([x1, y1, x2, y2], layout)])} />;
}

/** A straight line, given in cells. */
export function segment(ends: readonly [number, number, number, number], layout: Layout): string {
  const [x1, y1, x2, y2] = ends.map((value) => at(layout, value)) as [number, number, number, number];
  return path("M", x1, y1, "L", x2, y2);
}

/** A ring or capsule around the candidates of a node. */
export function ringPart([x1, y1, x2, y2, r]: Ring, layout: Layout): Part {
  return ["ring", capsule(at(layout, x1), at(layout, y1), at(layout, x2), at(layout, y2), r * layout.cell)];
}

/** A link and its arrowhead. */
export function curveParts(curve: Curve, layout: Layout): Part[] {
  const [x1, y1, cx, cy, x, y] = curve.slice(0, 6).map((value) => at(layout, value as number)) as [
    number, number, number, number, number, number,
  ];
  let [dx, dy] = [x - cx, y - cy];
  if (Math.abs(dx) + Math.abs(dy) < 1e-4) [dx, dy] = [x - x1, y - y1];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(7.5, Math.max(4.5, 0.6 * Math.hypot(x - x1, y - y1)));
  const [bx, by, w] = [x - ux * head, y - uy * head, 0.42 * head];
  // The line ends inside the arrowhead, which hides the end of the line.
  const [ex, ey] = [x - ux * head * 0.7, y - uy * head * 0.7];
  return [
    [curve[6], path("M", x1, y1, "Q", cx, cy, ex, ey)],
    ["head", path("M", x, y, "L", bx - uy * w, by + ux * w, "L", bx + uy * w, by - ux * w, "z")],
  ];
}

/** The border around the cells of a highlighted part, or rings around its candidates. */
export function Lights({ lit, layout }: { lit: Lit | readonly Lit[] | null | undefined; layout: Layout }) {
  const parts = lit ? ("cells" in lit ? [lit] : lit) : [];
  if (!parts.length) return null;
  const r = 0.55 * layout.cell * Math.min(layout.room[2] / layout.columns, layout.room[3] / layout.rows);
  const data = parts.map(({ cells, digits }) => {
    const around = outline(new Set(cells), layout.order, 0);
    if (!digits.length) return around.map((line) => segment(line, layout)).join("");
    const places = cells.flatMap((cell) => digits.map((digit) => placeOf(layout, cell, digit)));
    return places.map(([x, y]) => circle(at(layout, x), at(layout, y), r)).join("");
  }).join("");
  return <g class="lit"><path class="halo" d={data} /><path d={data} /></g>;
}
