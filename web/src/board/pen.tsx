// The player's lines, and the line that is being drawn.

import { endsOf, type PenPiece, piecesOf } from "../game/pen";
import { at, type Layout } from "../picture/layout";
import { path } from "../picture/shapes";
import { memo } from "./memo";
import type { Stroke } from "./props";

interface PenProps {
  pen: readonly number[];
  /** The line that is being drawn, or null. */
  stroke: Stroke | null;
  layout: Layout;
}

export const PenLines = memo(({ pen, stroke, layout }: PenProps) => {
  const drawn = piecesOf(layout.order, pen);
  if (!drawn.length && !stroke) return null;
  const inColors = new Map<number, string>();
  for (const [piece, color] of drawn) inColors.set(color, (inColors.get(color) ?? "") + segmentOf(piece, layout));
  return (
    <g class="pen">
      {[...inColors].map(([color, data]) => <path key={color} class={`pen-${color}`} d={data} />)}
      {stroke && <path class={stroke.isErased ? "pen-erased" : `pen-${stroke.ink}`} d={stroke.pieces.map((piece) => segmentOf(piece, layout)).join("")} />}
    </g>
  );
});

function segmentOf(piece: PenPiece, layout: Layout): string {
  const [[x1, y1], [x2, y2]] = endsOf(layout.order, piece);
  return path("M", at(layout, x1), at(layout, y1), "L", at(layout, x2), at(layout, y2));
}
