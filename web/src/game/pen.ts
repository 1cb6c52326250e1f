// The player's lines. A line consists of pieces between the centers of neighboring cells and along the sides of
// cells. Every piece belongs to one cell, which has a number for each of its pieces in each color. So lines are
// numbers of a layer, like colors.

import { N_PIECES, type Edit } from "./edits";
import { hasMark } from "./masks";
import type { Position } from "./position";
import { some } from "./presses";

/** A piece of a line: the cell that it belongs to, and its direction 1 to 8 (an index of `PIECES`). */
export type PenPiece = readonly [cell: number, direction: number];

/** A point of lines, in cells from the upper left corner of the grid: a center (1.5, 2.5) or a corner (1, 2). */
export type Point = readonly [x: number, y: number];

/** The ends of each piece, from the upper left corner of its cell. */
const PIECES: readonly (readonly [x1: number, y1: number, x2: number, y2: number])[] = [
  [0.5, 0.5, 1.5, 0.5], [0.5, 0.5, 0.5, 1.5], [0.5, 0.5, 1.5, 1.5], [0.5, 0.5, -0.5, 1.5],
  [0, 0, 1, 0], [0, 0, 0, 1], [0, 1, 1, 1], [1, 0, 1, 1],
];
const N_DIRECTIONS = PIECES.length;
/** The number of colors of the pen. */
export const N_INKS = N_PIECES / N_DIRECTIONS;

const numberOf = (direction: number, color: number): number => (color - 1) * N_DIRECTIONS + direction;

/** The color of a piece, or 0 if it is not drawn. */
export function colorOf({ pen }: Pick<Position, "pen">, [cell, direction]: PenPiece): number {
  for (let color = 1; color <= N_INKS; color++) if (hasMark(pen[cell] ?? 0, numberOf(direction, color))) return color;
  return 0;
}

/** The edits that draw pieces in a color, which replaces any other color. The color 0 erases them. */
export function penEdits(position: Pick<Position, "pen">, pieces: readonly PenPiece[], color: number): Edit[] {
  const changes = new Map<number, Set<number>>();
  const change = (number: number, cell: number) => changes.set(number, (changes.get(number) ?? new Set()).add(cell));
  for (const piece of pieces) {
    const [cell, direction] = piece;
    const before = colorOf(position, piece);
    if (before === color) continue;
    if (before) change(-numberOf(direction, before), cell);
    if (color) change(numberOf(direction, color), cell);
  }
  const inOrder = [...changes].sort(([a], [b]) => a - b);
  return inOrder.flatMap(([number, cells]) => some("pen", number, [...cells].sort((a, b) => a - b)));
}

/** The piece between two neighboring points of the same sort, or null for other points. */
export function pieceBetween(order: number, [x1, y1]: Point, [x2, y2]: Point): PenPiece | null {
  const isCenter = x1 % 1 !== 0;
  // The first end is the upper end, and at the same height the left end.
  if (y2 < y1 || (y2 === y1 && x2 < x1)) return pieceBetween(order, [x2, y2], [x1, y1]);
  const [dx, dy] = [x2 - x1, y2 - y1];
  if (Math.max(Math.abs(dx), dy) !== 1 || (!isCenter && dx && dy)) return null;
  const [column, row] = [Math.floor(x1), Math.floor(y1)];
  if (isCenter) return [row * order + column, dy ? (dx === 0 ? 2 : dx > 0 ? 3 : 4) : 1];
  // The lower and the right side of the grid belong to the last row and column.
  if (dx) return row < order ? [row * order + column, 5] : [(row - 1) * order + column, 7];
  return column < order ? [row * order + column, 6] : [row * order + column - 1, 8];
}

/** The piece on the side of a cell: (1, 0) is its right side, (0, -1) its upper side. */
export function sideOf(order: number, cell: number, dx: number, dy: number): PenPiece | null {
  const [x, y] = [cell % order, Math.floor(cell / order)];
  return dx ? pieceBetween(order, [x + Math.max(0, dx), y], [x + Math.max(0, dx), y + 1]) : pieceBetween(order, [x, y + Math.max(0, dy)], [x + 1, y + Math.max(0, dy)]);
}

/** All pieces that touch the center or the sides of a cell. */
export function piecesAt(order: number, cell: number): PenPiece[] {
  const [x, y] = [cell % order, Math.floor(cell / order)];
  const center: Point = [x + 0.5, y + 0.5];
  const isInside = ([a, b]: Point) => a > 0 && b > 0 && a < order && b < order;
  const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx): Point => [center[0] + dx, center[1] + dy])).filter(isInside);
  const sides = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([dx = 0, dy = 0]) => sideOf(order, cell, dx, dy));
  return [...around.map((each) => pieceBetween(order, center, each)), ...sides].filter((piece) => piece !== null);
}

/** The ends of a piece. */
export function endsOf(order: number, [cell, direction]: PenPiece): [Point, Point] {
  const [x, y] = [cell % order, Math.floor(cell / order)];
  const [x1, y1, x2, y2] = PIECES[direction - 1] ?? [0, 0, 0, 0];
  return [[x + x1, y + y1], [x + x2, y + y2]];
}

/** All pieces of a position, with their colors. Pieces that leave the grid are left out. */
export function piecesOf(order: number, pen: readonly number[]): [piece: PenPiece, color: number][] {
  const found: [PenPiece, number][] = [];
  pen.forEach((mask, cell) => {
    if (!mask) return;
    for (let direction = 1; direction <= N_DIRECTIONS; direction++) {
      const color = colorOf({ pen }, [cell, direction]);
      const isInside = endsOf(order, [cell, direction]).flat().every((each) => each >= 0 && each <= order);
      if (color && isInside) found.push([[cell, direction], color]);
    }
  });
  return found;
}
