// A drawing list as JSON: what `pandoku.draw.listing` writes. Coordinates are in cells, x to the
// right and y down, from the grid's upper left corner. Roles are described in `pandoku.draw.items`.

export type Fill = [x: number, y: number, width: number, height: number, role: string];
export type Line = [x1: number, y1: number, x2: number, y2: number, role: string];
export type Text = [
  x: number, y: number, text: string, role: string, style: string, struck: boolean,
];
export type Ring = [x1: number, y1: number, x2: number, y2: number, r: number];
export type Curve = [
  x1: number, y1: number, cx: number, cy: number, x2: number, y2: number, role: string,
];

export interface Key {
  sign: string;
  style: string;
  text: string;
  where: string;
  /** Of a rule, a sample of how it looks, in 1.5 x 1 cells. Games of earlier versions have none. */
  shapes?: Shape[];
}

/** A calculation below the grid: terms and signs by turns, each with a note or "". */
export type Sum = [text: string, note: string][];

/** A part of a constraint: a line along points, a circle or capsule, an area with corners, or a text. Sizes are in cells.
 * The colors are none, or those that a setter chose: inside and at the border, each for light and for dark pages. */
export type Piece = [
  kind: "line" | "disc" | "area" | "text", role: string, size: number, points: [x: number, y: number][], text: string, colors?: string[],
];

/** What lies below the lines of the grid, so that the color of cells shows through ("faint", "pale") or not; on them; or beside. */
export type Shape = [layer: "faint" | "pale" | "below" | "above" | "beside", pieces: Piece[]];

export interface Picture {
  order: number;
  title: string;
  fills: Fill[];
  lines: Line[];
  texts: Text[];
  rings: Ring[];
  curves: Curve[];
  legend: Key[];
  caption: string;
  description: string;
  sums: Sum[];
  shapes: Shape[];
  /** The room that shapes take beside the grid, in cells. */
  margins: [left: number, top: number, right: number, bottom: number];
}
