// Thermometers, arrows, dots and other constraints, drawn from pieces that the server laid out (in
// cells).

import type { Piece, Shape } from "../model/picture";
import { at, type Layout } from "./layout";
import { brief, capsule, circle } from "./shapes";
import { CENTERED } from "./texts";

interface ShapesProps {
  shapes: readonly Shape[];
  layout: Pick<Layout, "start" | "cell">;
  /** Whether lines are lighter, because candidates are above them. */
  isSoft?: boolean;
}

const OVER = ["above", "beside"];

/** Shapes below the lines of the grid. */
export const ShapesBelow = ({ shapes, layout, isSoft }: ShapesProps) =>
  <Groups shapes={shapes.filter(([layer]) => !OVER.includes(layer))} layout={layout} isSoft={isSoft} />;

/** Shapes above the lines, and beside the grid. */
export const ShapesAbove = ({ shapes, layout }: ShapesProps) => <Groups shapes={shapes.filter(([layer]) => OVER.includes(layer))} layout={layout} />;

export function Groups({ shapes, layout, isSoft = false }: ShapesProps) {
  const isLine = ([layer, pieces]: Shape) => layer === "below" || (layer === "pale" && pieces.some(([kind]) => kind === "line"));
  return (
    <>
      {shapes.map((shape, key) => (
        <g key={key} class={`shape-${isSoft && isLine(shape) ? "soft" : shape[0]}`}>{shape[1].map((piece, at) => <Element key={at} piece={piece} layout={layout} />)}</g>
      ))}
    </>
  );
}

function Element({ piece: [kind, role, cells, places, text, colors = []], layout }: { piece: Piece } & Pick<ShapesProps, "layout">) {
  const size = cells * layout.cell;
  const points = places.map(([x, y]): [number, number] => [at(layout, x), at(layout, y)]);
  const [[x, y] = [0, 0], ...rest] = points;
  const style = colors.length > 0 ? ownColors(colors) : undefined;
  if (kind === "text") {
    return <text class={role} style={style} x={brief(x)} y={brief(y + CENTERED * size)} font-size={brief(size)}>{text}</text>;
  }
  if (kind === "disc") {
    const capsules = rest.map(([u, v], k) => capsule(...(points[k] ?? [x, y]), u, v, size));
    return <path class={role} style={style} d={capsules.join("") || circle(x, y, size)} />;
  }
  const way = `M${points.map((point) => point.map(brief).join(" ")).join("L")}`;
  return kind === "area" ? <path class={role} style={style} d={`${way}z`} /> : <path class={role} style={style} stroke-width={brief(size)} d={way} />;
}

/** The setter's colors, which replace the colors of the role. */
function ownColors([light = "", dark = "", rimLight = "", rimDark = ""]: readonly string[]) {
  const value = (one: string, other: string) => (one === other ? one : `light-dark(${one}, ${other})`);
  return { fill: value(light, dark), stroke: value(rimLight, rimDark) };
}
