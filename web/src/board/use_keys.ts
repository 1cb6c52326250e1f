// The keyboard of a game: numbers of one or two digits, modes with held modifiers, and other keys.

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { listen } from "../app/listen";
import type { Action } from "../game/actions";
import type { Layer } from "../game/edits";
import { figureOf, heldLayer, keyToAction } from "./keys";
import { Typed } from "./typed";

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);
const TYPING_MS = 900; // time to type a second digit

interface KeysProps {
  order: number;
  layer: Layer;
  take(action: Action): void;
}

export interface Keys {
  /** The current layer: the layer of a held modifier. Without a modifier, the layer of the mode. */
  layer: Layer;
  /** The first digit of an incomplete number, or 0. */
  pending: number;
  /** Handler for `Board.onKey`. */
  onKey(event: KeyboardEvent): void;
}

export function useKeys({ order, layer, take }: KeysProps): Keys {
  const held = useHeld();
  const now = useRef({ take, layer });
  now.current = { take, layer };
  const [pending, setPending] = useState(0);
  const typing = useMemo(() => typist(order, now, setPending), [order]);
  useLayoutEffect(() => flushFirst(typing.flush), [typing]);
  const onKey = (event: KeyboardEvent) => {
    if (typing.press(event)) event.preventDefault();
  };
  // The pen needs Shift and Ctrl for its own keys.
  return { layer: layer === "pen" ? layer : held ?? layer, pending, onKey };
}

interface Now {
  current: { take(action: Action): void; layer: Layer };
}

function typist(order: number, now: Now, setPending: (digit: number) => void) {
  const typed = new Typed(order);
  let held: Layer | null = null;
  let alarm = 0;
  const enter = (numbers: number[]) => {
    for (const number of numbers) {
      const layer = held ? { layer: held } : {};
      now.current.take(number ? { do: "number", number, ...layer } : { do: "erase", ...layer });
    }
    clearTimeout(alarm);
    if (typed.pending) alarm = setTimeout(() => enter(typed.flush()), TYPING_MS) as unknown as number;
    setPending(typed.pending);
  };
  const flush = () => {
    if (typed.pending) enter(typed.flush());
  };
  const press = (event: KeyboardEvent): boolean => {
    const figure = figureOf(event);
    const layer = figure?.held ?? now.current.layer;
    if (figure && order > 9 && layer !== "color" && layer !== "pen" && layer !== "letter") {
      if (figure.held !== held) flush();
      held = figure.held;
      enter(typed.press(figure.figure));
      return true;
    }
    const action = keyToAction(event, order, now.current.layer);
    if (action) now.current.take(action);
    return action !== null;
  };
  return { press, flush };
}

/**
 * Enter an incomplete number before any other event, because the event may change the selection.
 */
function flushFirst(flush: () => void): () => void {
  const press = (event: KeyboardEvent) => figureOf(event) || MODIFIERS.has(event.key) || flush();
  return listen({ keydown: press, pointerdown: flush }, true);
}

/** The layer of the held modifiers. */
function useHeld(): Layer | null {
  const [held, setHeld] = useState<Layer | null>(null);
  useLayoutEffect(() => {
    const look = (event: KeyboardEvent) => setHeld(heldLayer(event));
    return listen({ keydown: look, keyup: look, blur: () => setHeld(null) });
  }, []);
  return held;
}
