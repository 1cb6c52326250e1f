// The positions and sizes of a player's marks in a cell.

import type { Layout } from "../picture/layout";

/**
 * Positions of corner marks, in cells: corners, then the middles of edges. More than 8 marks are
 * placed around the edges.
 */
export function cornerPlaces(count: number, top: number, low = 0.18): [x: number, y: number][] {
  const [middle, high] = [0.5, 1 - low];
  if (count <= 8) {
    const places: [number, number][] = [
      [low, top], [high, top], [low, high], [high, high],
      [middle, top], [middle, high], [low, middle], [high, middle],
    ];
    return places.slice(0, count);
  }
  return Array.from({ length: count }, (_, number): [number, number] => {
    const side = Math.floor((4 * number) / count);
    const along = (4 * number) / count - side;
    const [x, y] = [low + along * (high - low), top + along * (high - top)];
    const turned: [number, number][] = [[x, top], [high, y], [low + high - x, high], [low, top + high - y]];
    return turned[side] ?? [middle, middle];
  });
}

const LETTER = 0.62; // the width of a digit, relative to the font size
const LEADING = 1.12; // the height of a line
const LARGEST = 0.27; // cells: the font size of a few marks

/**
 * Marks of a cell: the font size, and the center of each mark, in cells from the upper left corner
 * of the cell.
 */
export interface Places {
  size: number;
  places: [x: number, y: number][];
}

/** The positions of a cell's corner marks. */
export function cornersOf(digits: readonly number[], { order, hasCages, room: [left, top] }: Layout): Places {
  const size = (order > 9 ? 0.2 : 0.24) * (hasCages ? 0.9 : 1);
  return { size, places: cornerPlaces(digits.length, top + (hasCages ? 0.16 : 0.12), Math.max(0.18, 1.8 * left)) };
}

/** The positions of a cell's center marks. */
export function centersOf(digits: readonly number[], { order, hasCages }: Layout): Places {
  const [width, height] = hasCages ? [0.8, 0.6] : [0.88, 0.84];
  const { lines, size } = centerLines(digits, order, width, height);
  // Several lines of marks need all the space below a clue.
  const middle = hasCages ? (lines.length > 1 ? 0.62 : 0.57) : 0.5;
  const places = lines.flatMap((line, row) => {
    const y = middle + (row - (lines.length - 1) / 2) * LEADING * size;
    const whole = widthOf(line, order);
    return line.map((digit, k): [number, number] => {
      const before = widthOf(line.slice(0, k), order) + (k && order > 9 ? 1 : 0);
      return [0.5 + LETTER * size * (before + `${digit}`.length / 2 - whole / 2), y];
    });
  });
  return { size, places };
}

// Two-digit numbers are separated by spaces.
const widthOf = (digits: readonly number[], order: number) => digits.join(order < 10 ? "" : " ").length;

/** Center marks in one or more lines, in the largest possible font size. All sizes are in cells. */
export function centerLines(digits: readonly number[], order: number, width: number, height: number): { lines: number[][]; size: number } {
  let best = { lines: [digits.slice()], size: 0 };
  for (let rows = 1; rows <= 5 && rows <= digits.length; rows++) {
    const lines = split(digits, rows);
    const longest = Math.max(...lines.map((line) => widthOf(line, order)));
    const size = Math.min(LARGEST, width / (LETTER * longest), height / (rows * LEADING));
    // An additional line is only used if it makes the font clearly larger.
    if (size > best.size * 1.1) best = { lines, size };
  }
  return best;
}

function split(digits: readonly number[], rows: number): number[][] {
  const each = Math.ceil(digits.length / rows);
  return Array.from({ length: Math.ceil(digits.length / each) }, (_, row) =>
    digits.slice(row * each, (row + 1) * each),
  );
}
