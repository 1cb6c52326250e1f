// The keys, by their place on the keyboard (event.code), as SudokuPad has them. The table is what the
// keys do, and what the help dialog shows.

import type { Action } from "../game/actions";
import type { Layer } from "../game/edits";

/** What the board does itself. */
export type Move = { do: "move"; dx: number; dy: number; extends: boolean };

/** A line of the help: the keys as people know them, and what they do. */
export interface KeyLine {
  keys: string[][];
  what: string;
}

export interface KeyGroup {
  title: string;
  lines: KeyLine[];
}

// What is shown (keys that are pressed together are joined by +), what it does, and the physical keys,
// each after the modifiers that must be held ("plain" if none may be); without them Ctrl must not be held,
// and Shift does not matter.
type Row = [shown: string, what: string, action?: Action | Move, keys?: string];

const move = (dx: number, dy: number): Move => ({ do: "move", dx, dy, extends: false });

const TABLE: Record<string, Row[]> = {
  Digits: [
    ["1 … 9", "Enter the digit, mark or colour of the mode; once more takes it back"],
    ["Shift+1 Alt+1", "Corner mark, in any mode"],
    ["Ctrl+1", "Centre mark, in any mode"],
    ["Ctrl+Shift+1", "Colour, in any mode"],
    ["Backspace Delete 0", "Erase, layer by layer", { do: "erase" }, "Backspace Delete"],
  ],
  Modes: [
    ["Z", "Digits", { do: "layer", layer: "digit" }, "KeyZ"],
    ["X", "Corner marks", { do: "layer", layer: "corner" }, "KeyX"],
    ["C", "Centre marks", { do: "layer", layer: "centre" }, "KeyC"],
    ["V", "Colours", { do: "layer", layer: "colour" }, "KeyV"],
    ["Space Page_down", "Next mode", { do: "turn", by: 1 }, "plain+Space plain+PageDown"],
    ["Shift+Space Page_up", "Mode before", { do: "turn", by: -1 }, "Space PageUp"],
  ],
  Cells: [
    ["← ↑ → ↓ W A S D", "Move; beyond the edge it goes on at the other side"],
    ["Shift+→ Ctrl+→", "Extend the selection"],
    ["", "", move(-1, 0), "ArrowLeft KeyA"],
    ["", "", move(1, 0), "ArrowRight KeyD"],
    ["", "", move(0, -1), "ArrowUp KeyW"],
    ["", "", move(0, 1), "ArrowDown KeyS"],
    ["Ctrl+A", "All cells", { do: "all" }, "ctrl+KeyA"],
    ["Esc Ctrl+Shift+A", "No cell", { do: "none" }, "Escape ctrl+shift+KeyA"],
    ["Ctrl+I", "All other cells", { do: "invert" }, "ctrl+KeyI"],
    ["Double_click Long_press", "All cells like this one"],
  ],
  Game: [
    ["Ctrl+Z [", "Undo", { do: "undo" }, "BracketLeft ctrl+KeyZ"],
    ["Ctrl+Y Ctrl+Shift+Z ]", "Redo", { do: "redo" }, "BracketRight ctrl+KeyY ctrl+shift+KeyZ"],
    ["Enter", "Check", { do: "check" }, "Enter NumpadEnter"],
    ["H", "Hint; each press says more", { do: "hint" }, "KeyH"],
    ["P", "Pause", { do: "pause" }, "KeyP"],
    ["?", "These keys", { do: "help" }, "?"], // its place differs between keyboards
  ],
};

/** The keys in words; from order 10 on, numbers are typed digit by digit. */
export function keyGroups(order: number): KeyGroup[] {
  const two: Row = ["1 0", `Numbers to ${order}: type both digits, one after the other`];
  return Object.entries(TABLE).map(([title, rows]) => ({
    title,
    lines: [...rows, ...(title === "Digits" && order > 9 ? [two] : [])]
      .filter(([shown]) => shown)
      .map(([shown, what]) => ({ what, keys: shown.split(" ").map((keys) => keys.replace("_", " ").split("+")) })),
  }));
}

/** The layer that the modifiers choose while they are held. */
export function heldLayer(event: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean }): Layer | null {
  const [shift, ctrl] = [event.shiftKey || event.altKey, event.ctrlKey || event.metaKey];
  return shift ? (ctrl ? "colour" : "corner") : ctrl ? "centre" : null;
}

export interface Figure {
  /** 0 to 9: a number, or a part of one. */
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
    // With Shift the numeric keypad sends arrows, and Shift as released; without NumLock they are meant.
    return event.getModifierState("NumLock") ? { figure: Number(digit), held: held === "centre" ? "colour" : "corner" } : null;
  }
  return { figure: Number(digit), held };
}

/** What a key does, except for digits; null for keys that belong to the browser. */
export function deedOf(event: KeyboardEvent): Action | Move | null {
  const { code, key, shiftKey, altKey } = event;
  const ctrl = event.ctrlKey || event.metaKey;
  if (altKey) return null;
  for (const [, , action, keys = ""] of Object.values(TABLE).flat()) {
    for (const chord of keys.split(" ")) {
      const held = chord.split("+");
      const name = held.pop();
      if (action?.do === "move") {
        // Ctrl+W and the like stay the browser's; Ctrl with an arrow, also of the numeric keypad, extends.
        if (name === key || (name === code && !ctrl)) return { ...action, extends: ctrl || shiftKey };
      } else if (action && name === (name === "?" ? key : code) && ctrl === held.includes("ctrl")) {
        if (!held.length || shiftKey === held.includes("shift")) return action;
      }
    }
  }
  return null;
}

/** What a key asks of the game; null for arrows, which the board uses, and keys of the browser. From
 * order 10 on a digit is only a part of a number: `useKeys` puts numbers together. */
export function keyToAction(event: KeyboardEvent, order: number, layer: Layer): Action | null {
  const typed = figureOf(event);
  if (typed) {
    const { figure, held } = typed;
    if (figure === 0) return held ? { do: "erase", layer: held } : { do: "erase" };
    const most = (held ?? layer) === "colour" ? 9 : order;
    return figure <= most ? { do: "number", number: figure, ...(held && { layer: held }) } : null;
  }
  const deed = deedOf(event);
  return deed && deed.do !== "move" ? deed : null;
}
