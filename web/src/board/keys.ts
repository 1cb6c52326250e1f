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

interface Row extends KeyLine {
  /** Physical keys; empty for a line that only explains. */
  codes?: string[];
  /** A printed character, where its place differs between keyboards. */
  key?: string;
  ctrl?: boolean;
  /** Undefined if it does not matter. */
  shift?: boolean;
  action?: Action | Move;
}

const mode = (code: string, layer: Layer, what: string): Row => ({
  keys: [[code]], what, codes: [`Key${code}`], action: { do: "layer", layer },
});
const move = (arrow: string, code: string, letter: string, dx: number, dy: number): Row => ({
  keys: [[arrow], [letter]], what: "", codes: [code, `Key${letter}`], action: { do: "move", dx, dy, extends: false },
});

const TABLE: { title: string; rows: Row[] }[] = [
  {
    title: "Digits",
    rows: [
      { keys: [["1"], ["…"], ["9"]], what: "Enter the digit, mark or colour of the mode; once more takes it back" },
      { keys: [["Shift", "1"], ["Alt", "1"]], what: "Corner mark, in any mode" },
      { keys: [["Ctrl", "1"]], what: "Centre mark, in any mode" },
      { keys: [["Ctrl", "Shift", "1"]], what: "Colour, in any mode" },
      { keys: [["Backspace"], ["Delete"], ["0"]], what: "Erase, layer by layer", codes: ["Backspace", "Delete"], action: { do: "erase" } },
    ],
  },
  {
    title: "Modes",
    rows: [
      mode("Z", "digit", "Digits"),
      mode("X", "corner", "Corner marks"),
      mode("C", "centre", "Centre marks"),
      mode("V", "colour", "Colours"),
      { keys: [["Space"], ["Page down"]], what: "Next mode", codes: ["Space", "PageDown"], ctrl: false, shift: false, action: { do: "turn", by: 1 } },
      { keys: [["Shift", "Space"], ["Page up"]], what: "Mode before", codes: ["Space", "PageUp"], action: { do: "turn", by: -1 } },
    ],
  },
  {
    title: "Cells",
    rows: [
      { keys: [["←"], ["↑"], ["→"], ["↓"], ["W"], ["A"], ["S"], ["D"]], what: "Move; beyond the edge it goes on at the other side" },
      { keys: [["Shift", "→"], ["Ctrl", "→"]], what: "Extend the selection" },
      move("←", "ArrowLeft", "A", -1, 0),
      move("→", "ArrowRight", "D", 1, 0),
      move("↑", "ArrowUp", "W", 0, -1),
      move("↓", "ArrowDown", "S", 0, 1),
      { keys: [["Ctrl", "A"]], what: "All cells", codes: ["KeyA"], ctrl: true, shift: false, action: { do: "all" } },
      { keys: [["Esc"], ["Ctrl", "Shift", "A"]], what: "No cell", codes: ["KeyA"], ctrl: true, shift: true, action: { do: "none" } },
      { keys: [], what: "", codes: ["Escape"], action: { do: "none" } },
      { keys: [["Ctrl", "I"]], what: "All other cells", codes: ["KeyI"], ctrl: true, action: { do: "invert" } },
      { keys: [["Double click"], ["Long press"]], what: "All cells like this one" },
    ],
  },
  {
    title: "Game",
    rows: [
      { keys: [["Ctrl", "Z"], ["["]], what: "Undo", codes: ["KeyZ"], ctrl: true, shift: false, action: { do: "undo" } },
      { keys: [], what: "", codes: ["BracketLeft"], action: { do: "undo" } },
      { keys: [["Ctrl", "Y"], ["Ctrl", "Shift", "Z"], ["]"]], what: "Redo", codes: ["KeyY"], ctrl: true, action: { do: "redo" } },
      { keys: [], what: "", codes: ["KeyZ"], ctrl: true, shift: true, action: { do: "redo" } },
      { keys: [], what: "", codes: ["BracketRight"], action: { do: "redo" } },
      { keys: [["Enter"]], what: "Check", codes: ["Enter", "NumpadEnter"], action: { do: "check" } },
      { keys: [["H"]], what: "Hint; each press says more", codes: ["KeyH"], action: { do: "hint" } },
      { keys: [["P"]], what: "Pause", codes: ["KeyP"], action: { do: "pause" } },
      { keys: [["?"]], what: "These keys", key: "?", action: { do: "help" } },
    ],
  },
];

/** The keys in words; from order 10 on, numbers are typed digit by digit. */
export function keyGroups(order: number): KeyGroup[] {
  const two = { keys: [["1"], ["0"]], what: `Numbers to ${order}: type both digits, one after the other` };
  return TABLE.map(({ title, rows }, group) => ({
    title,
    lines: [
      ...rows.filter((row) => row.what).map(({ keys, what }) => ({ keys, what })),
      ...(group === 0 && order > 9 ? [two] : []),
    ],
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
  const ctrl = event.ctrlKey || event.metaKey;
  for (const { rows } of TABLE) {
    for (const { codes = [], key, shift, action, ctrl: wanted = false } of rows) {
      if (!action) continue;
      const isMove = action.do === "move";
      const fits = key ? event.key === key && !ctrl : codes.includes(event.code) || (isMove && codes.includes(event.key));
      if (!fits || event.altKey || (shift !== undefined && shift !== event.shiftKey)) continue;
      // Ctrl+W and the like stay the browser's; Ctrl with an arrow extends.
      if (isMove && (!ctrl || event.key.startsWith("Arrow"))) return { ...action, extends: ctrl || event.shiftKey };
      if (!isMove && wanted === ctrl) return action;
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
