// The position of the grid in a picture and the size of its cells, in SVG units. They are the same as in
// `pandoku.draw`.

import type { Picture } from "../model/picture";

/** The side of a cell in units, if its candidates fit. */
export const CELL = 48;
const MARGIN = 6;
const BESIDE = 0.36; // cells: the space for the numbers of rows and columns, in addition to the margin

export interface Layout {
  /** The left and upper edge of the grid. */
  start: number;
  /** The side of the picture: grid, numbers and margins. */
  end: number;
  /** The side of a cell. */
  cell: number;
  /** The number of columns and rows of candidates in a cell. */
  columns: number;
  rows: number;
  /** The part of a cell for candidates, in cells: left, top, width, height. */
  room: readonly [number, number, number, number];
  hasCages: boolean;
  order: number;
  /** Whether the picture is a player's board, which has space for marks in every cell. */
  isPlayed: boolean;
}

type Measured = Pick<Picture, "order" | "lines" | "texts" | "curves" | "shapes" | "margins">;

/**
 * Measure a picture or a player's board. In fog, a board has space for clues and dots from the start, so that the
 * positions of digits reveal nothing and do not change.
 */
export function layoutOf(picture: Measured, isPlayed = false, isFoggy = false): Layout {
  const { order, lines, texts, curves, margins, shapes } = picture;
  const columns = Math.ceil(Math.sqrt(order));
  const rows = Math.ceil(order / columns);
  const hasCages = isFoggy || lines.some(([, , , , role]) => role === "sum" || role === "cage");
  const hasDots = isFoggy || shapes.some(([layer]) => layer === "above");
  const room = roomOf(hasCages || shapes.some(([, pieces]) => pieces.some(([, role]) => role === "shape-corner")), hasDots);
  const place = Math.min(room[2] / columns, room[3] / rows);
  const isLarge = order > 9;
  // Links end at candidates and run between them, so they need more space.
  const hasLinks = curves.length > 0 && texts.some((text) => text[3] === "order");
  const least = hasLinks ? (isLarge ? 19 : 18) : isLarge ? 16.5 : 13.4;
  const hasCandidates = isPlayed || texts.some((text) => text[3] === "candidate");
  const cell = Math.max(CELL, hasCandidates ? Math.round(least / place) : 0);
  const isNumbered = texts.some((text) => text[3] === "coordinate");
  // The picture stays a square.
  const [before, after] = [Math.max(margins[0], margins[1]), Math.max(margins[2], margins[3])].map((each) => Math.round(each * cell)) as [number, number];
  const start = MARGIN + before + (isNumbered ? Math.round(BESIDE * cell) : 0);
  return { start, end: start + order * cell + after + MARGIN, cell, columns, rows, room, hasCages, order, isPlayed };
}

/**
 * The part of a cell for candidates. It is below clues and letters, and between the dots at
 * borders.
 */
function roomOf(hasClues: boolean, hasDots: boolean): Layout["room"] {
  if (hasDots) return hasClues ? [0.14, 0.26, 0.72, 0.6] : [0.14, 0.14, 0.72, 0.72];
  return hasClues ? [0.1, 0.26, 0.8, 0.65] : [0.08, 0.08, 0.84, 0.84];
}

/** Convert a position to units. */
export function at(layout: Pick<Layout, "start" | "cell">, value: number): number {
  return value * layout.cell + layout.start;
}

/** The place of the grid in its picture, as the CSS property `inset`. */
export function insetOf({ start, end, cell, order }: Layout): string {
  const [before, after] = [start, end - start - order * cell].map((units) => `${(100 * units) / end}%`);
  return `${before} ${after} ${after} ${before}`;
}

/** The center of a candidate, in cells from the grid's upper left corner. */
export function placeOf(layout: Layout, cell: number, digit: number): [x: number, y: number] {
  const { order, columns, rows, room } = layout;
  const [left, top, width, height] = room;
  const x = (cell % order) + left + ((((digit - 1) % columns) + 0.5) / columns) * width;
  const y = Math.floor(cell / order) + top + ((Math.floor((digit - 1) / columns) + 0.5) / rows) * height;
  return [x, y];
}
