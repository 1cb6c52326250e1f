// What the player sees in the cells: givens, digits, marks and the letters of colours.

import { digitsOf } from "../game/masks";
import type { Position } from "../game/position";
import { at, type Layout } from "../picture/layout";
import { brief, path } from "../picture/shapes";
import { CENTRED } from "../picture/texts";
import { centreLines, cornerPlaces, LINE } from "./marks";
import { memo } from "./memo";

/** The letters of the colours, so that nothing is shown by colour alone. */
export const LETTERS = "ABCDEFGHI";

interface CellsProps extends Position {
  givens: readonly number[];
  layout: Layout;
  mistakes: ReadonlySet<number>;
  /** The digit that is emphasised, or 0. */
  same: number;
  /** Cells whose candidates a picture shows in place of the marks. */
  taken: ReadonlySet<number>;
}

export const Cells = memo(({ givens, layout, mistakes, same, taken, ...position }: CellsProps) => (
  <g class="cells">
    {givens.map((given, cell) => {
      const digit = position.digits[cell] ?? 0;
      const hasMarks = !digit && !taken.has(cell);
      const corner = hasMarks ? position.corner[cell] ?? 0 : 0;
      const centre = hasMarks ? position.centre[cell] ?? 0 : 0;
      const colours = position.colours[cell] ?? 0;
      if (!digit && !corner && !centre && !colours) return null;
      return (
        <Cell
          key={cell} cell={cell} layout={layout} digit={digit} isGiven={given > 0} corner={corner}
          centre={centre} colours={colours} isMistake={mistakes.has(cell)} same={digit ? 0 : same}
        />
      );
    })}
  </g>
));

interface CellProps {
  cell: number;
  layout: Layout;
  digit: number;
  isGiven: boolean;
  corner: number;
  centre: number;
  colours: number;
  isMistake: boolean;
  same: number;
}

const Cell = memo(({ cell, layout, digit, isGiven, corner, centre, colours, isMistake, same }: CellProps) => {
  const n = layout.order;
  const [x, y] = [cell % n, Math.floor(cell / n)];
  return (
    <g>
      {colours > 0 && <Tag x={x + 0.95} y={y + 0.95} colours={colours} layout={layout} />}
      {digit > 0 && <Digit x={x + 0.5} y={y + middle(layout)} {...{ digit, isGiven, isMistake, layout }} />}
      {corner > 0 && <Corner x={x} y={y} digits={digitsOf(corner)} layout={layout} same={same} />}
      {centre > 0 && <Centre x={x + 0.5} y={y} digits={digitsOf(centre)} layout={layout} same={same} />}
    </g>
  );
});

// With cages, digits are below the clues.
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
      <text class={`${isGiven ? "given" : "digit"}${isMistake ? " mistake" : ""}`} x={brief(cx)} y={brief(cy + CENTRED * size)} font-size={size}>
        {digit}
      </text>
      {isMistake && <path class="wave" d={wave(cx, cy + 0.52 * size, 0.66 * layout.cell)} />}
    </>
  );
}

/** A wavy line below a digit that is wrong: seen without colours too. */
function wave(x: number, y: number, width: number): string {
  const [count, high] = [6, width * 0.07];
  const step = width / count;
  const waves = Array.from({ length: count }, (_, k) => path("q", step / 2, k % 2 ? high * 2 : -high * 2, step, 0));
  return path("M", x - width / 2, y) + waves.join("");
}

function Tag({ x, y, colours, layout }: Place & { colours: number }) {
  const letters = digitsOf(colours).map((colour) => LETTERS[colour - 1]).join("");
  return (
    <text class="tag" x={brief(at(layout, x))} y={brief(at(layout, y))} font-size={brief(layout.cell * 0.18)}>{letters}</text>
  );
}

function Corner({ x, y, digits, layout, same }: Place & { digits: number[]; same: number }) {
  const size = brief(layout.cell * (layout.order > 9 ? 0.2 : 0.24) * (layout.hasCages ? 0.9 : 1));
  const places = cornerPlaces(digits.length, layout.hasCages ? 0.42 : 0.2);
  return (
    <g class="corner" font-size={size}>
      {digits.map((digit, k) => {
        const [dx, dy] = places[k] ?? [0.5, 0.5];
        return (
          <text key={digit} class={digit === same ? "same" : undefined} x={brief(at(layout, x + dx))} y={brief(at(layout, y + dy) + CENTRED * size)}>
            {digit}
          </text>
        );
      })}
    </g>
  );
}

function Centre({ x, y, digits, layout, same }: Place & { digits: number[]; same: number }) {
  const [width, height] = layout.hasCages ? [0.8, 0.6] : [0.88, 0.84];
  const { lines, size: cells } = centreLines(digits, layout.order, width, height);
  const size = cells * layout.cell;
  const gap = layout.order < 10 ? "" : " ";
  // Several lines need all the room below a clue.
  const centred = layout.hasCages && lines.length > 1 ? 0.62 : middle(layout);
  const first = at(layout, y + centred) + CENTRED * size - ((lines.length - 1) / 2) * LINE * size;
  return (
    <g class="centre" font-size={brief(size)}>
      {lines.map((line, row) => (
        <text key={row} x={brief(at(layout, x))} y={brief(first + row * LINE * size)}>
          {line.includes(same)
            ? line.map((digit, k) => <tspan key={digit} class={digit === same ? "same" : undefined}>{(k ? gap : "") + digit}</tspan>)
            : line.join(gap)}
        </text>
      ))}
    </g>
  );
}
