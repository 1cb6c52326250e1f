// The content of cells: givens, digits, marks and the letters of colors.

import { digitsOf } from "../game/masks";
import type { Position } from "../game/position";
import { SvgLayer } from "../picture/layers";
import { at, type Layout } from "../picture/layout";
import { brief, path } from "../picture/shapes";
import { CENTERED, DIGIT_WIDTH } from "../picture/texts";
import { type CellMarks, type Look, marksOf, type PlacedMarks, tagSize } from "./marks";
import { memo } from "./memo";

/** Letters for colors, so that nothing is shown by color alone. */
export const LETTERS = "ABCDEFGHI";

interface CellsProps extends Position {
  givens: readonly number[];
  layout: Layout;
  mistakes: ReadonlySet<number>;
  /** Cells where a picture shows candidates instead of the player's marks. */
  taken: ReadonlySet<number>;
  /** Whether digits and marks have an outline, because there are colors or lines behind them. */
  isOutlined: boolean;
  look: Look;
}

export const Cells = memo(({ layout, isOutlined, ...props }: CellsProps) => {
  const rows = Array.from({ length: layout.order }, (_, row) => row);
  return (
    <>
      {rows.map((row) => (
        <SvgLayer key={row} layout={layout}>
          <g class={isOutlined ? "outlined" : undefined}>{cellsOf(row, layout, props)}</g>
        </SvgLayer>
      ))}
    </>
  );
});

function cellsOf(row: number, layout: Layout, { givens, mistakes, taken, look, ...position }: Omit<CellsProps, "layout" | "isOutlined">) {
  const first = row * layout.order;
  return givens.slice(first, first + layout.order).map((given, column) => {
    const cell = first + column;
    const digit = position.digits[cell] ?? 0;
    const hasMarks = !digit && !taken.has(cell);
    const corner = hasMarks ? position.corner[cell] ?? 0 : 0;
    const center = hasMarks ? position.center[cell] ?? 0 : 0;
    const letters = hasMarks ? position.letters[cell] ?? 0 : 0;
    const colors = position.colors[cell] ?? 0;
    if (!digit && !corner && !center && !letters && !colors) return null;
    return (
      <Cell
        key={cell} {...{ cell, layout, digit, corner, center, letters, colors }} isGiven={given > 0}
        isMistake={mistakes.has(cell)} inPlaces={look.inPlaces} hasLetters={look.hasLetters}
      />
    );
  });
}

interface CellProps extends CellMarks, Look {
  cell: number;
  layout: Layout;
  digit: number;
  isGiven: boolean;
  isMistake: boolean;
}

const Cell = memo(({ cell, layout, digit, isGiven, isMistake, ...marks }: CellProps) => {
  const n = layout.order;
  const [x, y] = [cell % n, Math.floor(cell / n)];
  const { corner, center } = marksOf(marks, layout, marks);
  return (
    <g>
      {marks.colors > 0 && marks.hasLetters && <Tag x={x + 0.95} y={y + 0.95} colors={marks.colors} layout={layout} />}
      {digit > 0 && <Digit x={x + 0.5} y={y + middle(layout)} {...{ digit, isGiven, isMistake, layout }} />}
      {corner.texts.length > 0 && <Marks role="corner" {...{ x, y, layout }} marks={corner} />}
      {center.texts.length > 0 && <Marks role="center" {...{ x, y, layout }} marks={center} />}
    </g>
  );
});

// In puzzles with cages, digits are moved down, because clues are above them.
const middle = (layout: Layout) => (layout.hasCages ? 0.57 : 0.5);

interface Place {
  x: number;
  y: number;
  layout: Layout;
}

function Digit({ x, y, digit, isGiven, isMistake, layout }: Place & { digit: number; isGiven: boolean; isMistake: boolean }) {
  const size = brief(layout.cell * 0.64 * (layout.hasCages ? 0.9 : 1) * (layout.order > 9 ? 0.85 : 1));
  const [cx, cy] = [at(layout, x), at(layout, y)];
  return (
    <>
      <text class={`${isGiven ? "given" : "digit"}${isMistake ? " mistake" : ""}`} x={brief(cx)} y={brief(cy + CENTERED * size)} font-size={size}>
        {digit}
      </text>
      {isMistake && <path class="wave" d={wave(cx, cy + 0.52 * size, 0.66 * layout.cell)} />}
    </>
  );
}

/** A wavy line below a wrong digit, which is visible without colors. */
function wave(x: number, y: number, width: number): string {
  const [count, high] = [6, width * 0.07];
  const step = width / count;
  const waves = Array.from({ length: count }, (_, k) => path("q", step / 2, k % 2 ? high * 2 : -high * 2, step, 0));
  return path("M", x - width / 2, y) + waves.join("");
}

function Tag({ x, y, colors, layout }: Place & { colors: number }) {
  const letters = digitsOf(colors).map((color) => LETTERS[color - 1]);
  return (
    <text class="letter" x={brief(at(layout, x))} y={brief(at(layout, y))} font-size={brief(layout.cell * tagSize(letters.length))}>{letters.join("")}</text>
  );
}

/** Marks as one text with a position for each character. */
function Marks({ role, x, y, layout, marks: { texts, size, places } }: Place & { role: "corner" | "center"; marks: PlacedMarks["corner"] }) {
  const [xs, ys]: number[][] = [[], []];
  texts.forEach((text, k) => {
    const [dx, dy] = places[k] ?? [0.5, 0.5];
    const count = text.length;
    for (let place = 0; place < count; place++) {
      xs?.push(brief(at(layout, x + dx + (place - (count - 1) / 2) * DIGIT_WIDTH * size)));
      ys?.push(brief(at(layout, y + dy + CENTERED * size)));
    }
  });
  return <text class={role} font-size={brief(size * layout.cell)} x={xs?.join(" ")} y={ys?.join(" ")}>{texts.join("")}</text>;
}
