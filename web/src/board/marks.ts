// The positions and sizes of a player's marks in a cell. Corner marks, center marks and the letters of colors never
// overlap.

import { digitsOf } from "../game/masks";
import type { Layout } from "../picture/layout";

/**
 * Positions of corner marks, in cells: corners, then the middles of edges. Nine marks are in three rows, and more
 * marks around the edges.
 */
export function cornerPlaces(count: number, top: number, low = 0.18, high = 1 - low): [x: number, y: number][] {
  const [middle, right] = [(top + high) / 2, 1 - low];
  if (count <= 8) {
    const places: [number, number][] = [
      [low, top], [right, top], [low, high], [right, high],
      [0.5, top], [0.5, high], [low, middle], [right, middle],
    ];
    return places.slice(0, count);
  }
  if (count === 9) {
    const third = (right - low) / 3;
    return [
      [low, top], [low + third, top], [right - third, top], [right, top],
      [low, middle], [right, middle],
      [low, high], [0.5, high], [right, high],
    ];
  }
  return Array.from({ length: count }, (_, number): [number, number] => {
    const side = Math.floor((4 * number) / count);
    const along = (4 * number) / count - side;
    const [x, y] = [low + along * (right - low), top + along * (high - top)];
    const turned: [number, number][] = [[x, top], [right, y], [low + right - x, high], [low, top + high - y]];
    return turned[side] ?? [0.5, middle];
  });
}

const DIGIT = 0.62; // the width of a digit, relative to the font size
const LETTER = 0.86; // the width of a letter
const LEADING = 1.12; // the height of a line
const HIGH = 0.76; // the height of a digit
const LARGEST = 0.27; // cells: the font size of a few marks
const LARGE_LETTER = 0.42; // cells: the font size of a letter that is alone
const IN_PLACE = 0.9; // the font size of a candidate in its place, relative to the place

/**
 * Marks of a cell: the font size, and the center of each mark, in cells from the upper left corner
 * of the cell.
 */
export interface Places {
  size: number;
  places: [x: number, y: number][];
}

/** The part of a cell for its center marks, in cells. */
export interface Room {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How marks are shown. */
export interface Look {
  /** Whether candidates up to 9 have fixed places, as in hints, instead of forming a string. */
  inPlaces: boolean;
  /** Whether the colors of a cell have letters. */
  hasLetters: boolean;
}

/** The marks of a cell as masks. */
export interface CellMarks {
  corner: number;
  center: number;
  letters: number;
  colors: number;
}

/** The marks of a cell as texts with positions. */
export interface PlacedMarks {
  corner: { texts: string[] } & Places;
  center: { texts: string[] } & Places;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The letter of a number from 1: "A". */
export const letterOf = (number: number): string => ALPHABET[number - 1] ?? "";

/** The font size of the letters of `count` colors, which form a line at the bottom of the cell. */
export const tagSize = (count: number): number => Math.min(0.18, 0.88 / (0.68 * count));

/** The positions of all marks of a cell. */
export function marksOf({ corner, center, letters, colors }: CellMarks, layout: Layout, { inPlaces, hasLetters }: Look): PlacedMarks {
  const floor = colors && hasLetters ? 0.93 - tagSize(digitsOf(colors).length) : 1;
  const corners = digitsOf(corner);
  const placed = cornersOf(corners, layout, floor);
  const digits = digitsOf(center);
  const words = digitsOf(letters).map(letterOf);
  const room = roomBetween(placed, layout, floor);
  const isPlaced = inPlaces && layout.order <= 9 && !words.length;
  const texts = [...digits.map(String), ...words];
  const centers = isPlaced ? inTheirPlaces(digits, room, layout) : centersOf(texts, room, layout.order > 9);
  return { corner: { texts: corners.map(String), ...placed }, center: { texts, ...centers } };
}

/** The positions of a cell's corner marks above a floor. */
function cornersOf(digits: readonly number[], { order, hasCages, room: [left, top] }: Layout, floor: number): Places {
  const first = top + (hasCages ? 0.16 : 0.12);
  // The second, and from the seventh mark on the third row have to fit above the floor.
  const nGaps = digits.length > 6 ? 2 : 1;
  const most = (floor - first - 0.01) / ((nGaps + 0.5) * HIGH);
  const size = Math.min((order > 9 ? 0.2 : 0.24) * (hasCages ? 0.9 : 1), most);
  const low = Math.max(0.18, 1.8 * left);
  const high = Math.min(1 - low, floor - (HIGH / 2) * size - 0.01);
  return { size, places: cornerPlaces(digits.length, first, low, high) };
}

/** The room for center marks between corner marks, below a clue and above a floor. */
function roomBetween({ size, places }: Places, { order, hasCages, room: [left, top, width, height] }: Layout, floor: number): Room {
  const usual = hasCages ? { left: 0.1, top: 0.29, width: 0.8, height: 0.6 } : { left: 0.06, top: 0.08, width: 0.88, height: 0.84 };
  if (!places.length) {
    const most = Math.min(usual.top + usual.height, floor);
    return { ...usual, height: most - usual.top };
  }
  const [above, beside] = [(HIGH / 2) * size + 0.02, (order > 9 ? 1.2 : 0.6) * DIGIT * size + 0.02];
  const ys = places.map(([, y]) => y);
  const [first, last] = [Math.min(...ys), Math.max(...ys)];
  // Marks at the middle of the left and right edge leave less width.
  const hasSides = ys.some((y) => y > first + 0.01 && y < last - 0.01);
  const low = first + above;
  const isBelow = last > first;
  const most = isBelow ? last - above : Math.min(Math.max(top + height, usual.top + usual.height), floor);
  const edge = Math.max(Math.min(left, usual.left), hasSides ? Math.min(...places.map(([x]) => x)) + beside : 0.06);
  return { left: edge, top: low, width: Math.min(width + 0.1, 1 - 2 * edge), height: most - low };
}

/** Marks as strings in one or more lines. Two-digit numbers are separated by spaces. */
export function centersOf(texts: readonly string[], room: Room, isSpaced: boolean): Places {
  const wide = texts.some(isLetter) ? LETTER : DIGIT;
  const isAlone = texts.length === 1 && texts.some(isLetter);
  const { lines, size } = centerLines(texts, isSpaced, room.width, room.height, isAlone ? LARGE_LETTER : LARGEST);
  const middle = room.top + room.height / 2;
  const places = lines.flatMap((line, row) => {
    const y = middle + (row - (lines.length - 1) / 2) * LEADING * size;
    const whole = widthOf(line, isSpaced);
    return line.map((text, k): [number, number] => {
      const before = widthOf(line.slice(0, k), isSpaced) + (k && isSpaced ? 1 : 0);
      return [0.5 + wide * size * (before + text.length / 2 - whole / 2), y];
    });
  });
  return { size, places };
}

/** Candidates in the places that hints draw them in. */
function inTheirPlaces(digits: readonly number[], { left, top, width, height }: Room, { columns, rows }: Layout): Places {
  const size = Math.min(IN_PLACE * Math.min(width / columns / DIGIT, height / rows), LARGEST);
  return {
    size,
    places: digits.map((digit) => [
      left + ((((digit - 1) % columns) + 0.5) / columns) * width,
      top + ((Math.floor((digit - 1) / columns) + 0.5) / rows) * height,
    ]),
  };
}

const isLetter = (text: string) => /^[A-Z]$/.test(text);
const widthOf = (texts: readonly string[], isSpaced: boolean) => texts.join(isSpaced ? " " : "").length;

/** Center marks in one or more lines, in the largest possible font size. All sizes are in cells. */
export function centerLines(texts: readonly string[], isSpaced: boolean, width: number, height: number, largest = LARGEST): { lines: string[][]; size: number } {
  let best = { lines: [texts.slice()], size: 0 };
  for (let rows = 1; rows <= 5 && rows <= texts.length; rows++) {
    const lines = split(texts, rows);
    const longest = Math.max(...lines.map((line) => widthOf(line, isSpaced)));
    const size = Math.min(largest, width / ((texts.some(isLetter) ? LETTER : DIGIT) * longest), height / (rows * LEADING));
    // An additional line is only used if it makes the font clearly larger.
    if (size > best.size * 1.1) best = { lines, size };
  }
  return best;
}

function split(texts: readonly string[], rows: number): string[][] {
  const each = Math.ceil(texts.length / rows);
  return Array.from({ length: Math.ceil(texts.length / each) }, (_, row) =>
    texts.slice(row * each, (row + 1) * each),
  );
}
