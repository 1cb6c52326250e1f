// Where a player's marks stand in a cell, and how large they are.

/** Positions of corner marks, in cells: corners, then the middles of edges; more than 8 go around. */
export function cornerPlaces(count: number, top: number): [x: number, y: number][] {
  const [low, middle, high] = [0.18, 0.5, 0.82];
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

const LETTER = 0.62; // the width of a letter, relative to the font size
const LEADING = 1.12;
const LARGEST = 0.27; // cells: the font size of a few marks

/** Centre marks as lines, in the font size that is largest: many take several lines. All in cells. */
export function centreLines(digits: readonly number[], order: number, width: number, height: number): { lines: number[][]; size: number } {
  const space = order < 10 ? 0 : 1;
  let best = { lines: [digits.slice()], size: 0 };
  for (let rows = 1; rows <= 5 && rows <= digits.length; rows++) {
    const lines = split(digits, rows);
    const longest = Math.max(...lines.map((line) => line.join(" ".repeat(space)).length));
    const size = Math.min(LARGEST, width / (LETTER * longest), height / (rows * LEADING));
    // A further line must be worth it.
    if (size > best.size * 1.1) best = { lines, size };
  }
  return best;
}

/** The distance of two lines, relative to the font size. */
export const LINE = LEADING;

function split(digits: readonly number[], rows: number): number[][] {
  const each = Math.ceil(digits.length / rows);
  return Array.from({ length: Math.ceil(digits.length / each) }, (_, row) =>
    digits.slice(row * each, (row + 1) * each),
  );
}
