// A small picture of a puzzle with its digits, for lists. Digits in large grids are shown as dots.

import type { SmallBoard } from "../../api/answers";
import { fogOver, inSight } from "../../game/veil";
import type { PuzzleDocument } from "../../model/puzzle";
import { Groups } from "../../picture/pieces";
import "../../picture/palette.css";
import "./thumbnail.css";

const LAYOUT = { start: 0, cell: 48 }; // units, as on the board, because the widths of lines are in units
const LEGIBLE = 9; // largest order whose digits are shown. Larger grids show dots.

export function Thumbnail({ puzzle, digits }: { puzzle: PuzzleDocument; digits?: readonly number[] }) {
  // In fog, the digits that the player wrote at givens are not known here, so treat these cells as
  // empty.
  const written = puzzle.givens.map((given, cell) => (digits?.[cell] === given ? 0 : digits?.[cell] ?? 0));
  const fog = fogOver(puzzle, written);
  const { order, picture, givens } = inSight(puzzle, fog);
  return <BoardThumbnail board={{ order, picture, givens, fog: [...fog ?? []] }} digits={digits} />;
}

/** A small picture of a puzzle that was not opened. */
export function BoardThumbnail({ board: { order, picture, givens, fog }, digits }: { board: SmallBoard; digits?: readonly number[] | undefined }) {
  const paths: Record<string, string> = {};
  for (const [x1, y1, x2, y2, role] of picture.lines) {
    paths[role] = `${paths[role] ?? ""}M${x1} ${y1}L${x2} ${y2}`;
  }
  const shown = digits ?? givens;
  // The picture stays a square.
  const [left, top, right, bottom] = picture.margins;
  const before = Math.max(left, top) + 0.1;
  const side = before + order + Math.max(right, bottom) + 0.1;
  return (
    <svg class="thumbnail" viewBox={`${-before} ${-before} ${side} ${side}`} aria-hidden="true">
      {fog.map((cell) => <rect key={cell} class="fog" x={cell % order} y={Math.floor(cell / order)} width={1} height={1} />)}
      {picture.fills.map(([x, y, width, height]) => <rect class="extra" {...{ x, y, width, height }} />)}
      <g class="pandoku" transform={`scale(${1 / LAYOUT.cell})`}>
        <Groups shapes={picture.shapes} layout={LAYOUT} />
      </g>
      {Object.entries(paths).map(([role, data]) => <path key={role} class={role} d={data} />)}
      {picture.texts.map(([x, y, text, role]) => role === "clue" && order < LEGIBLE && <text class="clue" x={x} y={y}>{text}</text>)}
      {shown.map((digit, cell) => {
        if (!digit) return null;
        const x = (cell % order) + 0.5;
        const y = Math.floor(cell / order) + 0.5;
        const kind = givens[cell] ? "given" : "own";
        return order > LEGIBLE
          ? <circle class={kind} cx={x} cy={y} r={0.24} />
          : <text class={kind} x={x} y={y}>{digit}</text>;
      })}
    </svg>
  );
}
