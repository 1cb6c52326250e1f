// The board for screen readers and the keyboard: an invisible grid of cells with names.

import type { RefObject } from "preact";
import { memo } from "./memo";
import { cellName, type CellState } from "./names";

interface GridProps {
  order: number;
  label: string;
  cells: readonly CellState[];
  selected: ReadonlySet<number>;
  /** The cell that the Tab key reaches. */
  reached: number;
  isReadOnly: boolean;
  within: RefObject<HTMLDivElement>;
}

/** The grid covers the picture, so that exploring by touch finds each cell in its place. */
export function Grid({ order, label, cells, selected, reached, isReadOnly, within }: GridProps) {
  const rows = Array.from({ length: order }, (_, row) => row);
  return (
    <div ref={within} class="reader" role="grid" aria-label={label} aria-multiselectable={!isReadOnly} aria-readonly={isReadOnly}>
      {rows.map((row) => (
        <div key={row} role="row">
          {cells.slice(row * order, (row + 1) * order).map((state, column) => {
            const cell = row * order + column;
            return <GridCell key={column} {...state} order={order} cell={cell} isSelected={selected.has(cell)} isReached={cell === reached} />;
          })}
        </div>
      ))}
    </div>
  );
}

interface GridCellProps extends CellState {
  order: number;
  cell: number;
  isSelected: boolean;
  isReached: boolean;
}

const GridCell = memo(({ order, cell, isSelected, isReached, ...state }: GridCellProps) => (
  <div
    role="gridcell" tabIndex={isReached ? 0 : -1} aria-selected={isSelected}
    aria-label={cellName(order, cell, state)}
  />
));
