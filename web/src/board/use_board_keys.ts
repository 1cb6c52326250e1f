// The keys that the board handles: arrows, and keys that select cells. All other keys are passed
// on.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { listen } from "../app/listen";
import type { BoardProps } from "./props";
import { type PenPiece, pieceBetween, type Point, sideOf } from "../game/pen";
import { type CursorMove, deedOf, figureOf, letterTyped } from "./keys";
import { alike, beside } from "./selecting";

// Elements that handle keys themselves.
const FIELDS = "input:not([type=checkbox], [type=button]), textarea, select, [contenteditable], dialog, [role=menu], [role=listbox], [role=tablist], [role=radiogroup], [role=slider]";
const PRESSED = "button, a[href], summary, input";

/** Listens on the complete page, so that the player need not press on the board first. */
export function useBoardKeys(props: BoardProps, root: RefObject<HTMLDivElement>, grid: RefObject<HTMLDivElement>): void {
  const now = useRef(props);
  now.current = props;
  const isMoved = useRef(false); // by a key
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isFor(event, now.current, root.current)) return;
      isMoved.current = take(event, now.current);
    };
    return listen({ keydown: press });
  }, []);
  useLayoutEffect(() => followFocus(now, root.current, grid.current), []);
  // The focus follows the cursor after an arrow key, so that screen readers announce the cell.
  useLayoutEffect(() => {
    const at = document.activeElement;
    const { cursor, puzzle, isReadOnly } = now.current;
    const isNowhere = at === document.body || at?.id === "main";
    const follows = isMoved.current || grid.current?.contains(at) || (isNowhere && !isReadOnly);
    isMoved.current = false;
    if (cursor === null || !follows) return;
    const row = grid.current?.children[Math.floor(cursor / puzzle.order)];
    (row?.children[cursor % puzzle.order] as HTMLElement | undefined)?.focus({ preventScroll: true });
  }, [props.cursor]);
}

const PRESS_MS = 700; // the delay within which a focus event belongs to a press

/** Moves the cursor when the focus moves through Tab or a screen reader. */
function followFocus(now: { current: BoardProps }, root: HTMLElement | null, grid: HTMLElement | null): () => void {
  const stop = new AbortController();
  let pressed = -Infinity;
  const press = ({ timeStamp }: Event) => void (pressed = timeStamp);
  const enter = ({ target, timeStamp }: Event) => {
    const { puzzle, cursor, selected, onSelect } = now.current;
    const row = (target as Element).parentElement;
    const column = [...(row?.children ?? [])].indexOf(target as Element);
    const cell = [...(row?.parentElement?.children ?? [])].indexOf(row as Element) * puzzle.order + column;
    if (timeStamp - pressed < PRESS_MS || (cell === cursor && selected.size)) return;
    onSelect(new Set([cell]), cell);
  };
  for (const name of ["pointerdown", "pointerup"]) root?.addEventListener(name, press, { capture: true, signal: stop.signal });
  grid?.addEventListener("focusin", enter, { signal: stop.signal });
  return () => stop.abort();
}

function isFor(event: KeyboardEvent, { isReadOnly, ownKeys }: BoardProps, root: HTMLElement | null): boolean {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (root?.contains(target)) return true;
  if (isReadOnly || ownKeys || target.closest(FIELDS) || target.closest(".board")) return false;
  const activates = event.code === "Space" || event.code === "Enter" || event.code === "NumpadEnter";
  return !(activates && target.closest(PRESSED));
}

/** Handle a key on the board. Returns whether it moves the cursor. */
function take(event: KeyboardEvent, props: BoardProps): boolean {
  const { puzzle, selected, cursor, onSelect, onKey, isReadOnly } = props;
  const { layer = "digit", position } = props;
  const deed = figureOf(event) || letterTyped(event, layer) ? null : deedOf(event);
  const cells = puzzle.givens.map((_, cell) => cell);
  switch (deed?.do) {
    case "move": {
      // The first arrow key of a game only shows the cursor.
      const next = cursor === null ? [...selected][0] ?? middleOf(puzzle.order) : beside(puzzle.order, cursor, deed.dx, deed.dy);
      const piece = layer === "pen" && deed.extends && cursor !== null ? pieceOf(event, puzzle.order, cursor, next, deed) : null;
      if (piece) props.onDraw?.([piece]);
      // A side belongs to the cell, so the cursor stays.
      if (!piece || event.shiftKey) onSelect(deed.extends && !piece ? new Set([...selected, next]) : new Set([next]), next);
      break;
    }
    case "all": onSelect(new Set(cells), cursor); break;
    case "invert": onSelect(new Set(cells.filter((cell) => !selected.has(cell))), cursor); break;
    case "alike":
      if (cursor !== null) onSelect(alike(cursor, position, layer), cursor);
      break;
    case "none":
      // Esc closes an open panel first. If no cells are selected, Esc is passed on.
      if (event.code === "Escape" && props.onEscape) {
        props.onEscape();
        break;
      }
      if (!selected.size) {
        onKey?.(event);
        return false;
      }
      onSelect(new Set(), cursor);
      break;
    default:
      if (!isReadOnly) onKey?.(event);
      return false;
  }
  event.preventDefault();
  return deed?.do === "move";
}

/**
 * The piece that the pen draws with an arrow key: with Shift from the cursor to the next cell, with Ctrl the side of the
 * cursor's cell in this direction. null at the edge of the grid.
 */
function pieceOf({ shiftKey }: KeyboardEvent, order: number, cell: number, next: number, { dx, dy }: CursorMove): PenPiece | null {
  const pointOf = (each: number): Point => [(each % order) + 0.5, Math.floor(each / order) + 0.5];
  return shiftKey ? pieceBetween(order, pointOf(cell), pointOf(next)) : sideOf(order, cell, dx, dy);
}

const middleOf = (order: number) => Math.floor(order / 2) * (order + 1);
