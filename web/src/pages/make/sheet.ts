// The number and size of puzzles on a sheet of A4 or Letter, as in press/sheets.py.

export interface Sheet {
  readonly columns: number;
  readonly side: number; // points
}

const WIDTH = 523.28; // points: the area that fits on both papers, with margins of half an inch
const HEIGHT = 712;
const GAP = 24;
const CAPTION = 44; // points: below each puzzle
const CELL = 18; // points: minimum side of a cell, so that six 9x9 Sudokus fit
const CELL_WITH_CAGES = 28; // larger, so that sums are legible
const USUAL_COUNTS = [6, 4, 2];

/**
 * The number of puzzles on a sheet: the largest of 6, 4 and 2 whose cells are large enough,
 * otherwise 1.
 *
 * @param cells The width of the largest puzzle in cells, including numbers beside it.
 */
export function sheetOf(cells: number, hasCages: boolean, count: number): Sheet {
  const least = cells * (hasCages ? CELL_WITH_CAGES : CELL);
  const tried = USUAL_COUNTS.map((each) => fit(Math.min(each, count)));
  return tried.find((sheet) => sheet.side >= least) ?? fit(1);
}

/** The arrangement of `count` puzzles with the largest squares, and with fewer rows for equal squares. */
function fit(count: number): Sheet {
  let best: Sheet = { columns: count, side: -Infinity };
  for (let rows = 1; rows <= count; rows++) {
    const columns = Math.ceil(count / rows);
    const side = Math.min(
      (WIDTH - GAP * (columns - 1)) / columns,
      (HEIGHT - GAP * (rows - 1)) / rows - CAPTION,
    );
    if (side > best.side + 1e-6) best = { columns, side };
  }
  return best;
}
