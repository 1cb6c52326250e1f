// The visible part of the picture of a puzzle in fog. Lines end where the fog begins, and everything in the fog
// is left out, so that it cannot be found in the page.

import type { Line, Picture, Piece, Shape } from "../model/picture";

type Point = readonly [x: number, y: number];

const EDGE = 1e-3; // cells. A point that is nearer to a border counts as a point on the border.
const FOG = "shape-fog";

/**
 * Whether a line belongs to a cage, which fog hides. Other lines belong to the grid and its houses.
 */
export const isOfCage = ([, , , , role]: Line): boolean => role === "sum" || role === "cage" || role === "box-in-cage";

/** The visible part of a picture. `rules` are the visible rules, which decide on the legend. */
export function pictureInSight(picture: Picture, isClear: (cell: number) => boolean, rules: string): Picture {
  const { order } = picture;
  const isShown = ([x, y]: Point) => {
    const cells = touchedBy(order, x, y);
    return !cells.length || cells.some(isClear);
  };
  const shapes = picture.shapes.map(([layer, pieces]): Shape => [layer, pieces.flatMap((piece) => piecesOf(piece, order, isShown, isClear))]);
  return {
    ...picture,
    lines: picture.lines.flatMap((line) => linesOf(line, isShown)),
    // The board draws givens itself.
    texts: picture.texts.filter(([x, y, , role]) => role === "coordinate" || (role !== "given" && isShown([x, y]))),
    shapes: shapes.filter(([, pieces]) => pieces.length),
    legend: picture.legend.filter(({ sign, text }) => sign !== "rule" || rules.includes(text)),
    caption: "", description: "",
  };
}

/**
 * The cells at a point. A point on a border has several cells, and a point outside the grid has
 * none.
 */
function touchedBy(order: number, x: number, y: number): number[] {
  const within = (value: number) => [Math.floor(value - EDGE), Math.floor(value + EDGE)].filter((each) => each >= 0 && each < order);
  const columns = new Set(within(x));
  return [...new Set(within(y))].flatMap((row) => [...columns].map((column) => row * order + column));
}

function linesOf(line: Line, isShown: (point: Point) => boolean): Line[] {
  const [x1, y1, x2, y2, role] = line;
  if (!isOfCage(line)) return [line];
  return runsOf([[x1, y1], [x2, y2]], isShown).map((run): Line => {
    const [[a, b], [c, d]] = [run[0] as Point, run.at(-1) as Point];
    return [a, b, c, d, role];
  });
}

function piecesOf(piece: Piece, order: number, isShown: (point: Point) => boolean, isClear: (cell: number) => boolean): Piece[] {
  const [kind, role, size, points, text, colors] = piece;
  if (role.includes(FOG)) return [];
  if (kind === "line" || (kind === "disc" && points.length > 1)) {
    return runsOf(points, isShown).map((run): Piece => [kind, role, size, run.map(([x, y]) => [x, y]), text, ...(colors ? [colors] : [])] as Piece);
  }
  const [[x, y] = [0, 0]] = points;
  if (kind === "disc") return isShown([x, y]) || reached(order, x, y, size).some(isClear) ? [piece] : [];
  if (kind === "text") return isShown([x, y]) ? [piece] : [];
  const middle = points.reduce<Point>(([a, b], [c, d]) => [a + c / points.length, b + d / points.length], [0, 0]);
  const centers = Array.from({ length: order ** 2 }, (_, cell) => cell).filter((cell) => isClear(cell) && isWithin(points, (cell % order) + 0.5, Math.floor(cell / order) + 0.5));
  return isShown(middle) || centers.length ? [piece] : [];
}

/** The cells that a circle overlaps. */
function reached(order: number, x: number, y: number, radius: number): number[] {
  const cells = Array.from({ length: order ** 2 }, (_, cell) => cell);
  const off = (value: number, from: number) => Math.max(from - value, 0, value - from - 1);
  return cells.filter((cell) => Math.hypot(off(x, cell % order), off(y, Math.floor(cell / order))) < radius - EDGE);
}

/** Whether a point is inside a polygon. */
function isWithin(corners: readonly Point[], x: number, y: number): boolean {
  let isInside = false;
  corners.forEach(([x1, y1], at) => {
    const [x2, y2] = corners[(at + 1) % corners.length] as Point;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  });
  return isInside;
}

/** The visible parts of a polyline, which is cut where it crosses from one cell into another. */
function runsOf(points: readonly Point[], isShown: (point: Point) => boolean): Point[][] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  const end = () => {
    if (run.length > 1) runs.push(run);
    run = [];
  };
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1] as Point, points[at] as Point];
    const along = (t: number): Point => [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
    const cuts = [0, ...crossings(from[0], to[0]), ...crossings(from[1], to[1]), 1].sort((a, b) => a - b);
    for (let k = 1; k < cuts.length; k++) {
      const [start = 0, stop = 0] = [cuts[k - 1], cuts[k]];
      if (stop - start < EDGE) continue;
      if (!isShown(along((start + stop) / 2))) end();
      else if (run.length && start > 0) run[run.length - 1] = along(stop);
      else run.push(...(run.length ? [] : [along(start)]), along(stop));
    }
  }
  end();
  return runs;
}

/** The fractions between 0 and 1 at which a coordinate crosses borders of cells. */
function crossings(from: number, to: number): number[] {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const found: number[] = [];
  for (let border = Math.floor(low) + 1; border < high; border++) found.push((border - from) / (to - from));
  return found;
}
