// A technique's sign: the pattern of its example, too small for digits.

import type { Sign as Drawing } from "../../api/answers";
import "../../picture/palette.css";

// In cells: dots and crosses are larger than digits would be.
const DOT = 0.16;
const CROSS = 0.34;

type Ends = readonly [x1: number, y1: number, x2: number, y2: number];

const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`;
const segments = (lines: readonly Ends[]) => lines.map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join("");
const cross = ([x, y]: readonly [number, number]) =>
  `M${x - CROSS} ${y - CROSS}l${2 * CROSS} ${2 * CROSS}m0 ${-2 * CROSS}l${-2 * CROSS} ${2 * CROSS}`;

/** The roles are those of pictures, and so are the colours. */
export function Sign({ sign }: { sign: Drawing }) {
  const { order } = sign;
  return (
    <svg class="sign pandoku" viewBox={`-0.15 -0.15 ${order + 0.3} ${order + 0.3}`} aria-hidden="true">
      {sign.houses.map((house) => <path key={house.join()} class="house" d={box(...house)} />)}
      {sign.cells.map(([cell, style]) => (
        <path key={cell} class={style === "placed" ? "mark placed" : style} d={box(cell % order, Math.floor(cell / order), 1, 1)} />
      ))}
      <path class="cell" d={ruled(order, 1, 1)} />
      <path class="box" d={ruled(order, ...(sign.box ?? [order, order]))} />
      <path class="told" d={segments(sign.cages)} />
      <path class="strong" d={segments(sign.links)} />
      {sign.marks.map(([x, y, style]) => <circle key={`${x} ${y}`} class={`mark ${style}`} cx={x} cy={y} r={DOT} />)}
      <path class="strike" d={sign.gone.map(cross).join("")} />
    </svg>
  );
}

/** Lines after every so many rows and columns. */
function ruled(order: number, rows: number, columns: number): string {
  let data = "";
  for (let y = 0; y <= order; y += rows) data += `M0 ${y}h${order}`;
  for (let x = 0; x <= order; x += columns) data += `M${x} 0v${order}`;
  return data;
}
