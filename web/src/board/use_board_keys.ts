// The keys that the board uses itself: arrows, and those that select. All others go on.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { listen } from "../app/listen";
import type { BoardProps } from "./board";
import { deedOf, figureOf } from "./keys";
import { beside } from "./selecting";

// Where keys have a meaning of their own.
const FIELDS = "input:not([type=checkbox], [type=button]), textarea, select, [contenteditable], dialog, [role=menu], [role=listbox], [role=tablist], [role=radiogroup], [role=slider]";
const PRESSED = "button, a[href], summary, input";

/** Listens on the whole page, so that a game needs no press on the board first. */
export function useBoardKeys(props: BoardProps, root: RefObject<HTMLDivElement>, grid: RefObject<HTMLDivElement>): void {
  const now = useRef(props);
  now.current = props;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && !event.isComposing && isFor(event, now.current, root.current)) take(event, now.current);
    };
    return listen({ keydown: press });
  }, []);
  // The focus follows the cursor, so that screen readers say the cell.
  useLayoutEffect(() => {
    const at = document.activeElement;
    const { cursor, puzzle, isReadOnly } = now.current;
    if (cursor === null || (at !== document.body && !grid.current?.contains(at))) return;
    if (at === document.body && isReadOnly) return;
    const row = grid.current?.children[Math.floor(cursor / puzzle.order)];
    (row?.children[cursor % puzzle.order] as HTMLElement | undefined)?.focus({ preventScroll: true });
  }, [props.cursor]);
}

function isFor(event: KeyboardEvent, { isReadOnly, ownKeys }: BoardProps, root: HTMLElement | null): boolean {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (root?.contains(target)) return true;
  if (isReadOnly || ownKeys || target.closest(FIELDS) || target.closest(".board")) return false;
  const activates = event.code === "Space" || event.code === "Enter" || event.code === "NumpadEnter";
  return !(activates && target.closest(PRESSED));
}

function take(event: KeyboardEvent, props: BoardProps): void {
  const { puzzle, selected, cursor, onSelect, onKey, isReadOnly } = props;
  const deed = figureOf(event) ? null : deedOf(event);
  const cells = puzzle.givens.map((_, cell) => cell);
  switch (deed?.do) {
    case "move": {
      // The first arrow of a game only shows where the cursor is.
      const next = cursor === null ? [...selected][0] ?? middleOf(puzzle.order) : beside(puzzle.order, cursor, deed.dx, deed.dy);
      onSelect(deed.extends ? new Set([...selected, next]) : new Set([next]), next);
      break;
    }
    case "all": onSelect(new Set(cells), cursor); break;
    case "invert": onSelect(new Set(cells.filter((cell) => !selected.has(cell))), cursor); break;
    case "none":
      // Esc has more meanings; only the first one is the board's.
      if (!selected.size) return onKey?.(event);
      onSelect(new Set(), cursor);
      break;
    default:
      if (!isReadOnly) onKey?.(event);
      return;
  }
  event.preventDefault();
}

const middleOf = (order: number) => Math.floor(order / 2) * (order + 1);
