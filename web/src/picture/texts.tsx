// The texts of a picture, and the marks around candidates.

import type { Picture, Text } from "../model/picture";
import { curveParts, Paths, ringPart } from "./layers";
import { at, CELL, type Layout } from "./layout";
import { brief, circle, mark, type Part, strike } from "./shapes";

// The font size of a candidate relative to its space, and at most.
const [IN_PLACE, LARGEST_MARK] = [0.9, 12];
const CLUE_WIDTH = 42; // units, in a cell of 48 units. A wider clue gets a smaller font.
const SIZES: Record<string, number> = { given: 27, digit: 27, placed: 31, corner: 11, tag: 8.5, label: 9.5, number: 18 };
/** The distance between two digits of a number, relative to the font size. */
export const DIGIT_WIDTH = 0.59;
/** The distance from the vertical middle of a text to its baseline, relative to the font size. */
export const CENTERED = 0.36;
const DOWN: Record<string, number> = { clue: 0.74, tag: 0 };
const IN_CELLS = new Set(["given", "digit", "placed"]);

/** The font size of a text, in units. */
export function sizeOf([, , text, role]: Text, layout: Layout): number {
  const { cell, order, hasCages, columns, rows, room } = layout;
  const scale = cell / CELL;
  const isLarge = order > 9;
  if (role === "candidate") {
    const place = Math.min(room[2] / columns, room[3] / rows);
    return brief(Math.min(IN_PLACE * place * cell, LARGEST_MARK));
  }
  const clue = layout.isPlayed ? 0.22 * cell : Math.min(12 * scale, 13.5);
  if (role === "clue") return brief(Math.min(clue, (CLUE_WIDTH * scale) / (0.62 * text.length)));
  if (role === "center") return brief(Math.min(13, 42 / (0.62 * text.length)) * scale);
  if (role === "order") return 11.5;
  if (role === "coordinate") return brief(10.5 * scale);
  const lower = hasCages && IN_CELLS.has(role) ? 0.9 : 1; // below the clues
  return brief((SIZES[role] ?? 12) * lower * scale * (isLarge ? 0.85 : 1));
}

/** The parts above the lines of a picture: rings, links, candidates with their marks, and digits. */
export function Above({ picture: { rings, curves }, texts, layout }: { picture: Picture; texts: readonly Text[]; layout: Layout }) {
  const hasLinks = curves.length > 0;
  const marks: Part[] = [];
  const strikes: Part[] = [];
  for (const text of texts) {
    const [cx, cy, digits, role, style, struck] = text;
    if (role !== "candidate" || !(style || struck)) continue;
    const [x, y, size] = [at(layout, cx), at(layout, cy), sizeOf(text, layout)];
    if (style) marks.push(...mark(x, y, size * (digits.length > 1 ? 1.2 : 1), style));
    else marks.push(["goes", circle(x, y, 0.66 * size)]);
    if (struck) strikes.push(["strike", strike(x, y, size)]);
  }
  return (
    <>
      <Paths parts={[...rings.map((ring) => ringPart(ring, layout)), ...curves.flatMap((curve) => curveParts(curve, layout))]} />
      <Paths parts={marks} />
      <Words texts={texts} hasLinks={hasLinks} layout={layout} />
      <Paths parts={strikes} />
    </>
  );
}

/** All texts. Texts that look alike share a group, and digits on one line share an element. */
export function Words({ texts, hasLinks = false, layout }: { texts: readonly Text[]; hasLinks?: boolean; layout: Layout }) {
  const groups = new Map<string, { role: string; size: number; texts: Text[] }>();
  for (const text of texts) {
    const [role, size] = [classOf(text, hasLinks), sizeOf(text, layout)];
    const key = `${role} ${size}`;
    if (!groups.has(key)) groups.set(key, { role, size, texts: [] });
    groups.get(key)?.texts.push(text);
  }
  return (
    <>
      {[...groups].map(([key, { role, size, texts: own }]) => (
        <g key={key} class={role} font-size={size}>{placed(own, size, layout)}</g>
      ))}
    </>
  );
}

function classOf([, , , role, style, struck]: Text, hasLinks: boolean): string {
  if (role === "candidate" && (style || struck)) return `candidate in${struck ? " goes" : ""}`;
  if (role === "tag") return "letter"; // the page already uses the class "tag"
  if (style === "named") return `${role} named`;
  return hasLinks && (role === "given" || role === "digit" || role === "candidate") ? `${role} passed` : role;
}

function placed(texts: Text[], size: number, layout: Layout) {
  const rows = new Map<number, [xs: number[], characters: string]>();
  const whole = [];
  for (const [cx, cy, text, role] of texts) {
    const [x, y] = [at(layout, cx), brief(at(layout, cy) + (DOWN[role] ?? CENTERED) * size)];
    if (text.length > 1 && role !== "candidate") {
      whole.push(<text x={brief(x)} y={y}>{text}</text>);
      continue;
    }
    const [xs, before] = rows.get(y) ?? [[], ""];
    const first = x - ((text.length - 1) / 2) * DIGIT_WIDTH * size;
    for (let k = 0; k < text.length; k++) xs.push(brief(first + k * DIGIT_WIDTH * size));
    rows.set(y, [xs, before + text]);
  }
  return [...whole, ...[...rows].map(([y, [xs, text]]) => <text x={xs.join(" ")} y={y}>{text}</text>)];
}
