// A technique's sign: the pattern of its example, too small for digits.

import type { SignAnswer } from "../explain/answers";

const MARK = 0.3; // cells: the radius of a candidate's dot, larger than a digit would be
const CROSS = 0.34;

export function Sign({ sign }: { sign: SignAnswer }) {
  const { order, box } = sign;
  const at = (cell: number) => ({ x: cell % order, y: Math.floor(cell / order) });
  const cross = ([x, y]: readonly [number, number]) =>
    `M${x - CROSS} ${y - CROSS}l${2 * CROSS} ${2 * CROSS}m0 ${-2 * CROSS}l${-2 * CROSS} ${2 * CROSS}`;
  return (
    <svg class="sign" viewBox={`-0.15 -0.15 ${order + 0.3} ${order + 0.3}`} aria-hidden="true">
      {sign.houses.map(([x, y, width, height]) => (
        <rect key={`${x} ${y} ${width}`} class="sign-house" x={x} y={y} width={width} height={height} />
      ))}
      {sign.cells.map(([cell, style]) => <rect key={cell} class={`sign-${style}`} {...at(cell)} width={1} height={1} />)}
      <path class="sign-thin" d={ruled(order, 1, 1)} />
      <path class="sign-bold" d={ruled(order, box?.[0] ?? order, box?.[1] ?? order)} />
      <path class="sign-cage" d={sign.cages.map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join("")} />
      <path class="sign-link" d={sign.links.map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join("")} />
      {sign.marks.map(([x, y, style]) => <circle key={`${x} ${y}`} class={`sign-${style}-mark`} cx={x} cy={y} r={MARK} />)}
      <path class="sign-gone" d={sign.gone.map(cross).join("")} />
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
