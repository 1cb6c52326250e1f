// Fog over the cells that a player has not reached. Their content is not drawn (see `inSight`).

import { at, type Layout } from "../picture/layout";
import { box } from "../picture/shapes";
import { memo } from "./memo";

interface FogProps {
  fog: ReadonlySet<number>;
  /** The id of the clip path that cuts drawings off where the fog begins. */
  id: string;
  layout: Layout;
}

export const FogLayer = memo(({ fog, id, layout }: FogProps) => {
  const { start, cell: side, order: n, end } = layout;
  const boxes = (isFog: boolean) =>
    Array.from({ length: n * n }, (_, cell) => (fog.has(cell) === isFog ? box(at(layout, cell % n), at(layout, Math.floor(cell / n)), side, side) : "")).join("");
  const grid = n * side;
  // The area outside the grid is never in fog.
  const beside = [box(0, 0, end, start), box(0, start + grid, end, end), box(0, start, start, grid), box(start + grid, start, end, grid)];
  return (
    <>
      <clipPath id={id}><path d={beside.join("") + boxes(false)} /></clipPath>
      <path class="fog" d={boxes(true)} />
    </>
  );
});
