// A drawing list as JSON, from `pandoku.draw.listing`. Coordinates are in cells, x to the
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
  /** For a rule, a sample of its shapes in 1.5 x 1 cells. Missing in games of earlier versions. */
  shapes?: Shape[];
}

/** A calculation below the grid: terms and signs in turn, each with a note or "". */
export type Sum = [text: string, note: string][];

/** The ways to fill cells of a constraint: its name, the names of the cells, and the digits of each way. */
export type Ways = [title: string, heads: string[], rows: string[][]];

/** A part of a constraint: a line along points, a circle or capsule, an area with corners, or a text. Sizes are in cells.
 * The colors are empty or chosen by the setter: fill and border, each for light and for dark pages. */
export type Piece = [
  kind: "line" | "disc" | "area" | "text", role: string, size: number, points: [x: number, y: number][], text: string, colors?: string[],
];

/** Shapes below the lines of the grid ("faint" and "pale" let the color of cells show through), above them, or beside the grid. */
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
  /** Missing in hints of earlier versions. */
  ways?: Ways[];
  /** Small boards of branches or cases. Missing in hints of earlier versions. */
  boards?: Picture[];
  shapes: Shape[];
  /** The space for shapes outside the grid, in cells. */
  margins: [left: number, top: number, right: number, bottom: number];
}

/** The parts of a picture that a small board shows. */
export type SmallPicture = Pick<Picture, "fills" | "lines" | "texts" | "shapes" | "margins">;
