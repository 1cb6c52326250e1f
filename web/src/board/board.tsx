// The board: the puzzle, the player's digits and marks, the selection, and the picture of a hint.

import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { isOfCage } from "../game/glimpse";
import { digitsOf, hasMark } from "../game/masks";
import { endsOf, piecesOf } from "../game/pen";
import type { Position } from "../game/position";
import { sightOf } from "../game/rules";
import type { Fill } from "../model/picture";
import type { PuzzleDocument } from "../model/puzzle";
import { sizedKind } from "../model/words";
import { Fills, Lights, Lines, Paper, Paths, segment, SvgLayer } from "../picture/layers";
import { at, insetOf, type Layout, layoutOf } from "../picture/layout";
import "../picture/palette.css";
import "../picture/picture.css";
import { ShapesAbove, ShapesBelow } from "../picture/pieces";
import { box, outline, type Part } from "../picture/shapes";
import { Words } from "../picture/texts";
import { usePreference } from "../store/preferences";
import { announce } from "./announce";
import "./board.css";
import "./print.css";
import { Cells } from "./cells";
import { FogLayer } from "./fog";
import { Grid } from "./grid";
import { type Look, marksOf } from "./marks";
import { memo } from "./memo";
import { brokenCells, ruleNames, changeName, mistakeName } from "./names";
import { Overlay, takenBy, Underlay } from "./overlay";
import { PenLines } from "./pen";
import type { BoardProps, Stroke } from "./props";
import { useBoardKeys } from "./use_board_keys";
import { usePointer } from "./use_pointer";

// The side in units of a board of 9x9 cells, for which the widths of lines were chosen.
const USUAL = 461;

const NONE: ReadonlySet<number> = new Set();
const IN_FOG = ["in fog"];

export function Board(props: BoardProps) {
  const { puzzle, position, picture, selected, cursor, mistakes, same = 0, paused = false, isReadOnly = false } = props;
  const layout = useMemo(() => layoutOf(puzzle.picture, true, !!puzzle.fog), [puzzle.fog ? puzzle.key : puzzle]);
  const taken = useMemo(() => takenBy(picture, position.digits, props.showsAll), [picture, position.digits, props.showsAll]);
  const rules = useMemo(() => ruleNames(puzzle), [puzzle]);
  const grid = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const [stroke, setStroke] = useState<Stroke | null>(null);
  const pointer = usePointer(props, grid, root, setStroke);
  useBoardKeys(props, root, grid);
  useAnnounced(props);
  const broken = useMemo(() => brokenCells(puzzle, position.digits, mistakes), [puzzle, position.digits, mistakes]);
  const peers = useMemo(() => (props.showsPeers ? seenBy(puzzle, selected) : NONE), [props.showsPeers, puzzle, selected]);
  const mistakeOf = (cell: number): "" | "conflict" | "wrong" => (!mistakes.has(cell) ? "" : broken.has(cell) ? "conflict" : "wrong");
  const [inPlaces] = usePreference("places");
  const [hasLetters] = usePreference("letters");
  const look = useMemo(() => ({ inPlaces, hasLetters }), [inPlaces, hasLetters]);
  // Lines are below marks, but must not run through them.
  const isOutlined = puzzle.picture.shapes.length > 0 || position.pen.some(Boolean);
  const id = useId();
  const { fog } = position;
  const clip = fog ? `url(#${id})` : undefined;
  const lined = useMemo(() => linedCells(puzzle.order, position.pen), [puzzle.order, position.pen]);
  const states = puzzle.givens.map((given, cell) => ({
    digit: position.digits[cell] ?? 0, isGiven: given > 0, corner: position.corner[cell] ?? 0, center: position.center[cell] ?? 0,
    colors: position.colors[cell] ?? 0, letters: position.letters[cell] ?? 0, hasLines: lined.has(cell), mistake: mistakeOf(cell), isPaused: paused, rules: fog?.has(cell) ? IN_FOG : rules[cell] ?? [],
  }));
  return (
    <div ref={root} class={`board${paused ? " paused" : ""}${isReadOnly ? " still" : props.ownKeys ? "" : " alone"}`} style={{ "--bold": Math.sqrt(layout.end / USUAL).toFixed(2) }} {...pointer}>
      <p class="board-title">{puzzle.title || sizedKind(puzzle.about)}</p>
      {props.paper && <p class="board-facts">{props.paper.facts}</p>}
      <SvgLayer layout={layout}>
        <Ground puzzle={puzzle} layout={layout} />
        {fog && <FogLayer {...{ fog, id, layout }} />}
        {!paused && <Colors colors={position.colors} layout={layout} />}
        <Shade role="peers" cells={peers} layout={layout} />
        {!paused && <Same {...position} {...{ same, taken, layout, look }} />}
        {!paused && picture && <Underlay picture={picture} layout={layout} />}
        {!paused && <Under puzzle={puzzle} layout={layout} clip={clip} />}
        <Chosen selected={selected} cursor={isReadOnly ? null : cursor} layout={layout} />
      </SvgLayer>
      <SvgLayer layout={layout}>
        <Grating puzzle={puzzle} layout={layout} isPaused={paused} clip={clip} />
        {!paused && <PenLines pen={position.pen} stroke={stroke} layout={layout} />}
        {paused && <text class="pause-word" x={layout.end / 2} y={layout.end / 2} font-size={layout.cell * 0.6}>Paused</text>}
      </SvgLayer>
      {!paused && <Cells {...position} givens={puzzle.givens} layout={layout} mistakes={mistakes} taken={taken} look={look} isOutlined={isOutlined} />}
      {!paused && (picture || props.lit) && (
        <SvgLayer layout={layout}>
          {picture && <Overlay picture={picture} layout={layout} taken={taken} />}
          <Lights lit={props.lit} layout={layout} />
        </SvgLayer>
      )}
      <div class="reader-place" style={{ inset: insetOf(layout) }}>
        <Grid order={puzzle.order} label={props.label} cells={states} selected={selected} reached={cursor ?? 0} isReadOnly={isReadOnly} within={grid} />
      </div>
      {props.paper && <div class="board-rules">{props.paper.rules.map((text) => <p key={text}>{text}</p>)}</div>}
    </div>
  );
}

// ---------------------------------------------------------------- layers

interface Clipped {
  puzzle: PuzzleDocument;
  layout: Layout;
  /** The clip path that hides the cells in fog, if there is fog. */
  clip: string | undefined;
}

/** The paper and the shaded houses. */
const Ground = memo(({ puzzle, layout }: { puzzle: PuzzleDocument; layout: Layout }) => (
  <>
    <Paper layout={layout} />
    <Fills fills={puzzle.picture.fills} layout={layout} />
  </>
));

/** Thermometers and other lines that let the colors of cells show through. */
const Under = memo(({ puzzle, layout, clip }: Clipped) => {
  const below = <ShapesBelow shapes={puzzle.picture.shapes} layout={layout} />;
  return clip ? <g clip-path={clip}>{below}</g> : below;
});

/** The lines of the grid and of the cages, clues, and the numbers of rows and columns. */
const Grating = memo(({ puzzle, layout, clip, isPaused }: Clipped & { isPaused: boolean }) => {
  const { lines, shapes, texts } = puzzle.picture;
  return (
    <>
      <Lines lines={clip ? lines.filter((line) => !isOfCage(line)) : lines} layout={layout} />
      <g clip-path={clip}>
        {clip && <Lines lines={lines.filter(isOfCage)} layout={layout} />}
        {!isPaused && <ShapesAbove shapes={shapes} layout={layout} />}
        {!isPaused && <Words texts={texts.filter(([, , , role]) => role === "clue")} layout={layout} />}
      </g>
      <Words texts={texts.filter(([, , , role]) => role === "coordinate")} layout={layout} />
    </>
  );
});

/** The player's colors. Several colors of a cell are stripes. */
const Colors = memo(({ colors, layout }: { colors: readonly number[]; layout: Layout }) => {
  const n = layout.order;
  const fills = colors.flatMap((mask, cell) =>
    digitsOf(mask).map((color, k, all): Fill => [(cell % n) + k / all.length, Math.floor(cell / n), 1 / all.length, 1, `color-${color}`]),
  );
  return <Fills fills={fills} layout={layout} />;
});

const Shade = memo(({ role, cells, layout }: { role: string; cells: ReadonlySet<number>; layout: Layout }) => {
  if (!cells.size) return null;
  const [n, side] = [layout.order, layout.cell];
  const data = [...cells].map((cell) => box(at(layout, cell % n), at(layout, Math.floor(cell / n)), side, side));
  return <path class={role} d={data.join("")} />;
});

/** Cells and marks with the emphasized digit. */
const Same = memo(({ same, taken, layout, look, ...position }: Position & { same: number; taken: ReadonlySet<number>; layout: Layout; look: Look }) => {
  if (!same) return null;
  const cells = new Set<number>();
  const marks: Part[] = [];
  position.digits.forEach((digit, cell) => {
    if (digit === same) cells.add(cell);
    if (digit || taken.has(cell)) return;
    const masks = { corner: position.corner[cell] ?? 0, center: position.center[cell] ?? 0, letters: position.letters[cell] ?? 0, colors: position.colors[cell] ?? 0 };
    if (!hasMark(masks.corner, same) && !hasMark(masks.center, same)) return;
    for (const { texts, size, places } of Object.values(marksOf(masks, layout, look))) {
      const found = places[texts.indexOf(`${same}`)];
      if (!found) continue;
      const [x, y] = found;
      const [cx, cy] = [at(layout, (cell % layout.order) + x), at(layout, Math.floor(cell / layout.order) + y)];
      const [wide, high] = [0.62 * `${same}`.length * size * layout.cell, 1.05 * size * layout.cell];
      marks.push(["alike-mark", box(cx - wide / 2, cy - high / 2, wide, high)]);
    }
  });
  return <><Shade role="alike" cells={cells} layout={layout} /><Paths parts={marks} /></>;
});

/** An outline around the selected cells, and the keyboard cursor if there are several. */
const Chosen = memo(({ selected, cursor, layout }: { selected: ReadonlySet<number>; cursor: number | null; layout: Layout }) => {
  const around = (cells: ReadonlySet<number>, inset: number) =>
    outline(cells, layout.order, inset).map((line) => segment(line, layout)).join("");
  const isAlone = cursor !== null && selected.size === 1 && selected.has(cursor);
  return (
    <g class="chosen">
      <Shade role="chosen-fill" cells={selected} layout={layout} />
      {selected.size > 0 && <Paths parts={[["chosen-line", around(selected, 0.055)]]} />}
      {cursor !== null && !isAlone && <Paths parts={[["cursor", around(new Set([cursor]), 0.14)]]} />}
    </g>
  );
});

/** The cells that the player's lines touch: both cells of a piece between centers, and both cells next to a side. */
function linedCells(order: number, pen: readonly number[]): ReadonlySet<number> {
  const cells = new Set<number>();
  for (const [piece] of piecesOf(order, pen)) {
    const [[x1, y1], [x2, y2]] = endsOf(order, piece);
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const points = x1 % 1 ? [[x1, y1], [x2, y2]] : x1 === x2 ? [[x - 0.5, y], [x + 0.5, y]] : [[x, y - 0.5], [x, y + 0.5]];
    for (const [px = 0, py = 0] of points) if (px > 0 && py > 0 && px < order && py < order) cells.add(Math.floor(py) * order + Math.floor(px));
  }
  return cells;
}

/** The cells that a single selected cell sees. */
function seenBy(puzzle: PuzzleDocument, selected: ReadonlySet<number>): ReadonlySet<number> {
  const [cell] = selected;
  return cell === undefined || selected.size > 1 ? NONE : sightOf(puzzle)[cell] ?? NONE;
}

/** Announce changes to screen readers. */
function useAnnounced({ puzzle, position, mistakes, isReadOnly }: BoardProps): void {
  const last = useRef({ puzzle, position, mistakes });
  useEffect(() => {
    const before = last.current;
    last.current = { puzzle, position, mistakes };
    if (isReadOnly || before.puzzle.key !== puzzle.key) return;
    const changed = before.position === position ? "" : changeName(puzzle.order, before.position, position);
    const conflict = before.mistakes === mistakes ? "" : mistakeName(puzzle, position.digits, before.mistakes, mistakes);
    const words = [changed, conflict].filter(Boolean).join(", ");
    if (words) announce(words);
  }, [puzzle, position, mistakes]);
}
