// The parts below a picture: its calculations, and the legend as a list with a sign for each key.

import type { Key, Sum, Ways } from "../model/picture";
import { Paths } from "./layers";
import { Groups } from "./pieces";
import { border, box, capsule, circle, mark, type Part, path, strike } from "./shapes";

// The size of a sign in units.
const WIDE = 26;
const HIGH = 17;

/** The keys of a legend. */
export function Legend({ keys }: { keys: readonly Key[] }) {
  if (!keys.length) return null;
  return (
    <ul class="legend">
      {keys.map((key) => (
        <li key={key.sign + key.style + key.text}>
          <Swatch sign={key} />
          <span>{key.text}</span>
        </li>
      ))}
    </ul>
  );
}

/** The sign of a key as in the picture. */
export function Swatch({ sign: key }: { sign: Key }) {
  const text = key.sign === "corner" || key.sign === "center" || key.sign === "order";
  const y = HIGH / 2 + (key.sign === "corner" ? -2 : 4);
  return (
    <svg class="pandoku swatch" viewBox={`-1 -1 ${WIDE + 2} ${HIGH + 2}`} aria-hidden="true">
      <Paths parts={signs(key)} />
      <Groups shapes={key.shapes ?? []} layout={{ start: 0, cell: HIGH }} />
      {text && <text class={key.sign} x={WIDE / 2} y={y} font-size={9}>12</text>}
    </svg>
  );
}

function signs({ sign, style }: Key): Part[] {
  const [x, y] = [WIDE / 2, HIGH / 2];
  const parts: Part[] = [];
  if (sign === "cell" || sign === "both" || sign === "placed") {
    const own = style || "placed";
    const left = (WIDE - HIGH) / 2;
    parts.push([own, box(left, 0, HIGH, HIGH)], [`edge ${own}`, border(left, 0, HIGH, HIGH, own)]);
  }
  switch (sign) {
    case "both": return [...parts, ...mark(x, y, 6, style)];
    case "candidate": return mark(x, y, 9, style);
    case "goes": return [["goes", circle(x, y, 6.6)], ["strike", strike(x, y, 10)]];
    case "house": return [["house", box(0, 0, WIDE, HIGH)]];
    case "cover": return [["cover", [2.5, 8.5, 14.5].map((down) => `M0 ${down}h${WIDE}`).join("")]];
    case "ring": return [["ring", capsule(5.5, y, WIDE - 5.5, y, 5.5)]];
    case "cage": return [["told", box(4, 2, WIDE - 8, HIGH - 4)]];
    case "strong": case "weak": case "leads": case "ends":
      return [[sign, path("M", 0, y, "H", WIDE - 5)], ["head", path("M", WIDE, y, "l -7 -3v6z")]];
    default: return parts;
  }
}

/** Calculations, with a note below each number. */
export function Sums({ sums }: { sums: readonly Sum[] }) {
  if (!sums.length) return null;
  return (
    <div class="sums">
      {sums.map((sum) => (
        <p key={sum.map(([text]) => text).join(" ")}>{pairs(sum).map(([sign, text, note]) => (
          // A line break never separates a sign from the number after it.
          <span class="pair" key={text + note}>
            {sign && <span class="term">{sign}</span>}
            <span class="term">{text}{note && <small>{note}</small>}</span>
          </span>
        ))}</p>
      ))}
    </div>
  );
}

/** The ways to fill cells of constraints, as tables of digits. */
export function WayTables({ ways = [] }: { ways?: readonly Ways[] }) {
  return (
    <>
      {ways.map(([title, heads, rows]) => (
        <table class="ways" key={title}>
          <caption>{title}</caption>
          <thead><tr>{heads.map((head) => <th key={head}>{head}</th>)}</tr></thead>
          <tbody>{rows.map((row) => <tr key={row.join(" ")}>{row.map((digit, at) => <td key={at}>{digit}</td>)}</tr>)}</tbody>
        </table>
      ))}
    </>
  );
}

function pairs(sum: Sum): [sign: string, text: string, note: string][] {
  const found: [string, string, string][] = [];
  for (let k = 0; k < sum.length; k++) {
    const [text = "", note = ""] = sum[k] ?? [];
    const after = sum[k + 1];
    if (!note && k > 0 && after) {
      found.push([text, after[0], after[1]]);
      k += 1;
    } else {
      found.push(["", text, note]);
    }
  }
  return found;
}
