// Presses and drags on a board by mouse, finger or pen.

import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { listen } from "../app/listen";
import { colorOf } from "../game/pen";
import { PenGesture } from "./drawing";
import type { BoardProps, Stroke } from "./props";
import { alike, Gesture, type Selection } from "./selecting";

const LONG_MS = 500;
// A press on these elements keeps the selection, because it acts on the selected cells.
const KEEPS = "a, button, input, select, textarea, label, summary, dialog, .panel, .pad, .toasts, [data-keeps-selection]";

type Handlers = Pick<JSX.HTMLAttributes<HTMLDivElement>, "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel" | "onContextMenu">;

export function usePointer(props: BoardProps, grid: RefObject<HTMLDivElement>, root: RefObject<HTMLDivElement>, setStroke: (stroke: Stroke | null) => void): Handlers {
  const now = useRef(props);
  now.current = props;
  useLayoutEffect(() => deselectOutside(now, root), []);
  return useMemo(() => handlers(now, grid, setStroke), [props.puzzle.order]);
}

interface Now {
  current: BoardProps;
}

function deselectOutside(now: Now, root: RefObject<HTMLDivElement>): () => void {
  const press = (event: PointerEvent) => {
    const { selected, isReadOnly, onSelect } = now.current;
    const target = event.target as Element;
    if (isReadOnly || !selected.size || root.current?.contains(target) || target.closest(KEEPS)) return;
    onSelect(new Set(), null);
  };
  return listen({ pointerdown: press });
}

function handlers(now: Now, grid: RefObject<HTMLDivElement>, setStroke: (stroke: Stroke | null) => void): Handlers {
  const { order } = now.current.puzzle;
  const gesture = new Gesture(order);
  const pen = new PenGesture(order);
  let alarm = 0;
  const point = (event: PointerEvent): [number, number] => {
    const area = (grid.current as Element).getBoundingClientRect();
    return [((event.clientX - area.left) / area.width) * order, ((event.clientY - area.top) / area.height) * order];
  };
  const take = ({ cells, cursor }: Selection) => {
    const { onPut, onSelect } = now.current;
    if (!onPut) onSelect(new Set(cells), cursor);
    else if (cursor !== null) onPut(cursor);
  };
  const alikes = (cell: number) => {
    const { position, layer = "digit", onPut } = now.current;
    return onPut ? new Set([cell]) : alike(cell, position, layer);
  };
  const end = () => {
    clearTimeout(alarm);
    gesture.end();
    pen.cancel();
    setStroke(null);
  };
  const lift = () => {
    const { onDraw, onSelect } = now.current;
    if (pen.isOn) {
      const cell = pen.cell;
      const pieces = pen.end();
      if (pieces.length) onDraw?.(pieces);
      else onSelect(new Set([cell]), cell);
    }
    end();
  };
  return {
    onPointerDown(event) {
      const { isReadOnly, selected, onPut, onDraw, layer } = now.current;
      // A second finger starts a zoom.
      if (!event.isPrimary) end();
      if (isReadOnly || !event.isPrimary || event.button > 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (layer === "pen" && onDraw) return pen.press(...point(event));
      const adds = !onPut && (event.ctrlKey || event.metaKey || event.shiftKey);
      take(gesture.press(...point(event), event.timeStamp, selected, adds, alikes));
      if (event.pointerType === "mouse" || onPut) return;
      alarm = setTimeout(() => gesture.isStill && take(gesture.hold(alikes)), LONG_MS) as unknown as number;
    },
    onPointerMove(event) {
      if (pen.isOn && event.isPrimary) {
        const pieces = pen.drag(...point(event));
        const { position, ink = 1 } = now.current;
        if (pieces) setStroke({ pieces, ink, isErased: pieces.every((piece) => colorOf(position, piece) === ink) });
        return;
      }
      if (!gesture.isOn || !event.isPrimary) return;
      const next = gesture.drag(...point(event));
      if (next) take(next);
    },
    onPointerUp: lift,
    onPointerCancel: end,
    // A click with Ctrl and a long press select cells here, instead of opening the browser's menu.
    onContextMenu(event) {
      if (event.ctrlKey || gesture.isOn) event.preventDefault();
    },
  };
}
