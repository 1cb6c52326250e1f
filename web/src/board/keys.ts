// The keys, by position on the keyboard (event.code), as in SudokuPad. `public/keys.json` describes
// them in words, for the help dialog.

import type { Action } from "../game/actions";
import { type Layer, N_COLORS } from "../game/edits";
import { N_INKS } from "../game/pen";

/** A move of the cursor, which the board handles itself. */
export type CursorMove = { do: "move"; dx: number; dy: number; extends: boolean };

const move = (dx: number, dy: number): CursorMove => ({ do: "move", dx, dy, extends: false });

// Physical keys, each after the required modifiers ("plain" for no modifiers), and their actions.
// For "plain", Ctrl must not be held, and Shift does not matter.
const TABLE: readonly [keys: string, deed: Action | CursorMove][] = [
  ["Backspace Delete", { do: "erase" }],
  ["KeyZ", { do: "layer", layer: "digit" }],
  ["KeyX", { do: "layer", layer: "corner" }],
  ["KeyC", { do: "layer", layer: "center" }],
  ["KeyV", { do: "layer", layer: "color" }],
  ["KeyN", { do: "layer", layer: "letter" }],
  ["KeyB", { do: "layer", layer: "pen" }],
  ["plain+Space plain+PageDown", { do: "turn", by: 1 }],
  ["Space PageUp", { do: "turn", by: -1 }],
  ["ArrowLeft KeyA", move(-1, 0)],
  ["ArrowRight KeyD", move(1, 0)],
  ["ArrowUp KeyW", move(0, -1)],
  ["ArrowDown KeyS", move(0, 1)],
  ["ctrl+KeyA", { do: "all" }],
  ["Escape ctrl+shift+KeyA", { do: "none" }],
  ["ctrl+KeyI", { do: "invert" }],
  ["KeyF", { do: "alike" }],
  ["BracketLeft ctrl+KeyZ", { do: "undo" }],
  ["BracketRight ctrl+KeyY ctrl+shift+KeyZ", { do: "redo" }],
  ["Enter NumpadEnter", { do: "check" }],
  ["KeyH", { do: "hint" }],
  ["KeyR", { do: "rules" }],
  ["KeyP", { do: "pause" }],
  ["?", { do: "help" }], // its position differs between keyboards
];

/** The layer chosen by held modifiers. */
export function heldLayer(event: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean }): Layer | null {
  const [shift, ctrl] = [event.shiftKey || event.altKey, event.ctrlKey || event.metaKey];
  return shift ? (ctrl ? "color" : "corner") : ctrl ? "center" : null;
}

export interface Figure {
  /** 0 to 9: a number, or a part of a number. */
  figure: number;
  /** The layer that a modifier chooses, or null. */
  held: Layer | null;
}

/** The digit of a key, or null. */
export function figureOf(event: KeyboardEvent): Figure | null {
  const [, pad, digit] = /^(Digit|Numpad)(\d)$/.exec(event.code) ?? [];
  if (!digit) return null;
  const held = heldLayer(event);
  if (pad === "Numpad" && !/^\d$/.test(event.key)) {
    // With Shift, the numeric keypad sends arrows and reports Shift as released. Without NumLock,
    // these keys are arrows.
    return event.getModifierState("NumLock") ? { figure: Number(digit), held: held === "center" ? "color" : "corner" } : null;
  }
  return { figure: Number(digit), held };
}

/** The number of a letter that is typed in the mode for letters, or 0. Keys with a modifier do the same as in any mode. */
export function letterTyped({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, layer: Layer): number {
  if (layer !== "letter" || ctrlKey || altKey || metaKey || !/^[a-z]$/i.test(key)) return 0;
  return key.toUpperCase().charCodeAt(0) - "A".charCodeAt(0) + 1;
}

/** The action of a key that is not a digit, or null for a key of the browser. */
export function deedOf(event: KeyboardEvent): Action | CursorMove | null {
  const { code, key, shiftKey, altKey } = event;
  const ctrl = event.ctrlKey || event.metaKey;
  if (altKey) return null;
  for (const [keys, deed] of TABLE) {
    for (const chord of keys.split(" ")) {
      const held = chord.split("+");
      const name = held.pop();
      if (deed.do === "move") {
        // Keys such as Ctrl+W belong to the browser. Ctrl with an arrow, including the numeric keypad, extends the selection.
        if (name === key || (name === code && !ctrl)) return { ...deed, extends: ctrl || shiftKey };
      } else if (name === (name === "?" ? key : code) && ctrl === held.includes("ctrl")) {
        if (!held.length || shiftKey === held.includes("shift")) return deed;
      }
    }
  }
  return null;
}

/**
 * The action of a key in the game, or null for arrows (which the board handles) and for keys of the
 * browser. From order 10 on, a digit is only a part of a number, and `useKeys` combines digits.
 */
export function keyToAction(event: KeyboardEvent, order: number, layer: Layer): Action | null {
  const letter = letterTyped(event, layer);
  if (letter) return { do: "number", number: letter };
  const typed = figureOf(event);
  if (typed) {
    const { figure, held } = typed;
    if (figure === 0) return held ? { do: "erase", layer: held } : { do: "erase" };
    const now = held ?? layer;
    // In the mode for letters, a key with a digit writes a digit.
    if (now === "letter") return figure <= order ? { do: "number", number: figure, layer: "digit" } : null;
    const most = now === "pen" ? N_INKS : now === "color" ? N_COLORS : order;
    return figure <= most ? { do: "number", number: figure, ...(held && { layer: held }) } : null;
  }
  const deed = deedOf(event);
  return deed && deed.do !== "move" ? deed : null;
}
