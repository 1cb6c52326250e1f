// The picture of a hint or a step on the player's board, without the puzzle itself.

import type { Picture } from "../model/picture";
import { Fills, Lines } from "../picture/layers";
import { type Layout, layoutOf } from "../picture/layout";
import { Above } from "../picture/texts";
import { memo } from "./memo";

const PATTERN = new Set(["a", "b", "c", "d", "e", "f", "seen"]);

/**
 * The cells where a picture shows candidates instead of the player's marks: the cells of its
 * pattern, or all cells.
 */
export function takenBy(picture: Picture | null | undefined, digits: readonly number[], showsAll = false): Set<number> {
  const cells = new Set<number>();
  if (!picture) return cells;
  const add = (x: number, y: number) => cells.add(Math.floor(y) * picture.order + Math.floor(x));
  for (const [x, y, , role, style, struck] of picture.texts) {
    if ((role === "candidate" && (showsAll || style || struck)) || role === "placed" || role === "order") add(x, y);
  }
  for (const [x, y, , , role] of picture.fills) if (PATTERN.has(role)) add(x, y);
  for (const cell of cells) if (digits[cell]) cells.delete(cell);
  return cells;
}

interface OverlayProps {
  picture: Picture;
  layout: Layout;
}

// The parts of a picture with links are scaled, because its cells are larger than those on the
// board.
function scaled(own: Layout, board: Layout): string {
  const by = board.cell / own.cell;
  return `translate(${board.start - by * own.start} ${board.start - by * own.start}) scale(${by})`;
}

/** The parts below the lines of the grid and the player's digits. */
export const Underlay = memo(({ picture, layout }: OverlayProps) => {
  const own = layoutOf(picture);
  const fills = picture.fills.filter(([, , , , role]) => role !== "extra" && !role.startsWith("color-"));
  return <g transform={scaled(own, layout)}><Fills fills={fills} layout={own} /></g>;
});

// The lines that a step adds to the grid.
const OF_STEP = new Set(["told", "ray", "cross"]);

/** The parts above the lines of the grid and the player's digits. */
export const Overlay = memo(({ picture, layout, taken }: OverlayProps & { taken: ReadonlySet<number> }) => {
  const own = layoutOf(picture);
  const texts = picture.texts.filter(([x, y, text, role, style]) => {
    // On the frame of a board, a name that the legend has as well is only in the way.
    if (role === "label") return !picture.legend.some((key) => key.text === text);
    if (style === "named") return true;
    const isShown = role === "candidate" || role === "placed" || role === "order";
    return isShown && taken.has(Math.floor(y) * picture.order + Math.floor(x));
  });
  return (
    <g transform={scaled(own, layout)}>
      <Lines lines={picture.lines.filter(([, , , , role]) => OF_STEP.has(role))} layout={own} />
      <Above picture={picture} texts={texts} layout={own} />
    </g>
  );
});
