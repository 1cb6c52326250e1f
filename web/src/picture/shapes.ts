// The shapes that distinguish the parts of a pattern without colors, as SVG path data. They are the same as
// in `pandoku.draw`.

/** A painted part: its class and path data. */
export type Part = [role: string, data: string];

// The corners of the mark around a candidate: the number of corners, the direction of the first
// corner as a fraction of a turn, and the distance from the center relative to the font size. The
// marks of styles that are not listed are round.
const CORNERS: Record<string, [count: number, first: number, reach: number]> = {
  b: [4, 0.125, 0.8],
  c: [4, 0, 0.77],
  d: [6, 0, 0.69],
  e: [3, 0.75, 0.92],
};
const ROUND = 0.63; // the radius of a round mark
const FURTHER = 0.28; // the distance between the outlines of several styles
const LARGE = 30; // units: a larger side belongs to a cell, a smaller side to a sample

/** A number rounded to one decimal. */
export function brief(number: number): number {
  return Math.round(number * 10) / 10 || 0;
}

/** Path data, made from letters and rounded numbers. */
export function path(...parts: (string | number)[]): string {
  return parts.map((part) => (typeof part === "string" ? part : brief(part))).join(" ");
}

export function circle(x: number, y: number, r: number): string {
  return path("M", x - r, y, "a", r, r, "0 1 0", 2 * r, "0a", r, r, "0 1 0", -2 * r, "0z");
}

export function box(x: number, y: number, width: number, height: number): string {
  return path("M", x, y, "h", width, "v", height, "h", -width, "z");
}

/** A border at distance `r` around the line between two points. */
export function capsule(x1: number, y1: number, x2: number, y2: number, r: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const dx = (-r * (y2 - y1)) / length;
  const dy = (r * (x2 - x1)) / length;
  return path(
    "M", x1 + dx, y1 + dy, "L", x2 + dx, y2 + dy, "A", r, r, "0 0 0", x2 - dx, y2 - dy,
    "L", x1 - dx, y1 - dy, "A", r, r, "0 0 0", x1 + dx, y1 + dy, "z",
  );
}

/**
 * The mark around a candidate of font size `size`. If there are several styles (separated by
 * spaces), the last style gives the mark, and the others give outlines around it.
 */
export function mark(x: number, y: number, size: number, styles: string): Part[] {
  const others = styles.split(" ");
  const style = others.pop() ?? "";
  const parts = others.map((other, k): Part => [
    `edge ${other}`, shape(x, y, size * (1 + (k + 1) * FURTHER), other),
  ]);
  parts.push([`mark ${style}`, shape(x, y, size, style)]);
  if (style === "f") parts.push(["edge f", circle(x, y, 0.8 * size)]);
  return parts;
}

function shape(x: number, y: number, size: number, style: string): string {
  const corners = CORNERS[style];
  if (!corners) return circle(x, y, ROUND * size);
  const [count, first, reach] = corners;
  const down = style === "e" ? 0.14 * size : 0;
  const points = Array.from({ length: count }, (_, k) => {
    const turn = 2 * Math.PI * (first + k / count);
    return path(x + reach * size * Math.cos(turn), y + down + reach * size * Math.sin(turn));
  });
  return `M${points.join("L")}z`;
}

/** The thin stroke through an eliminated candidate, which stays legible. */
export function strike(x: number, y: number, size: number): string {
  const r = 0.8 * size;
  return path("M", x - r, y + 0.25 * r, "L", x + r, y - 0.25 * r);
}

/** The border inside a shaded cell or stripe. It is double for "placed". */
export function border(x: number, y: number, width: number, height: number, style: string): string {
  const isLarge = height > LARGE;
  const inset = isLarge ? 2.5 : 1.5;
  const insets = style === "placed" ? [inset, inset + (isLarge ? 3 : 2.5)] : [inset];
  return insets.map((i) => box(x + i, y + i, width - 2 * i, height - 2 * i)).join("");
}

/** The border of a set of cells, moved inside by `inset` cells: a line for each side of a cell, as
 * [x1, y1, x2, y2] in cells. */
export function outline(cells: ReadonlySet<number>, n: number, inset: number): [number, number, number, number][] {
  const inside = (r: number, c: number) => r >= 0 && r < n && c >= 0 && c < n && cells.has(r * n + c);
  // The extent of a border beyond its cell: less at a convex corner, more at a concave corner.
  const reach = (along: boolean, corner: boolean) => (along ? (corner ? inset : 0) : -inset);
  const lines: [number, number, number, number][] = [];
  for (const cell of cells) {
    const r = Math.floor(cell / n);
    const c = cell % n;
    for (const step of [-1, 1]) {
      if (!inside(r + step, c)) {
        const y = r + (step > 0 ? 1 : 0) - step * inset;
        const left = reach(inside(r, c - 1), inside(r + step, c - 1));
        lines.push([c - left, y, c + 1 + reach(inside(r, c + 1), inside(r + step, c + 1)), y]);
      }
      if (!inside(r, c + step)) {
        const x = c + (step > 0 ? 1 : 0) - step * inset;
        const above = reach(inside(r - 1, c), inside(r - 1, c + step));
        lines.push([x, r - above, x, r + 1 + reach(inside(r + 1, c), inside(r + 1, c + step))]);
      }
    }
  }
  return lines;
}
