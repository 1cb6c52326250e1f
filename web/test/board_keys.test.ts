// The keys by position, without a browser.

import { describe, expect, it } from "vitest";
import help from "../public/keys.json";
import { deedOf, figureOf, keyToAction } from "../src/board/keys";
import { Typed } from "../src/board/typed";

interface Press {
  key?: string;
  shift?: boolean;
  ctrl?: boolean;
  alt?: boolean;
  meta?: boolean;
  hasNumLock?: boolean;
}

function press(code: string, { key = "", shift = false, ctrl = false, alt = false, meta = false, hasNumLock = true }: Press = {}): KeyboardEvent {
  const event = {
    code, key, shiftKey: shift, ctrlKey: ctrl, altKey: alt, metaKey: meta,
    getModifierState: (name: string) => name === "NumLock" && hasNumLock,
  };
  return event as unknown as KeyboardEvent;
}

const asked = (code: string, how: Press = {}, order = 9) => keyToAction(press(code, how), order, "digit");

describe("digits", () => {
  it("are read by their place, whatever they print", () => {
    expect(asked("Digit5", { key: "(" })).toEqual({ do: "number", number: 5 });
    expect(asked("Numpad7", { key: "7" })).toEqual({ do: "number", number: 7 });
  });

  it("are marks and colors while modifiers are held", () => {
    expect(asked("Digit5", { shift: true, key: "%" })).toEqual({ do: "number", number: 5, layer: "corner" });
    expect(asked("Digit5", { alt: true })).toEqual({ do: "number", number: 5, layer: "corner" });
    expect(asked("Digit5", { ctrl: true })).toEqual({ do: "number", number: 5, layer: "center" });
    expect(asked("Digit5", { meta: true })).toEqual({ do: "number", number: 5, layer: "center" });
    expect(asked("Digit5", { ctrl: true, shift: true })).toEqual({ do: "number", number: 5, layer: "color" });
    expect(asked("Digit5", { ctrl: true, alt: true })).toEqual({ do: "number", number: 5, layer: "color" });
  });

  it("of the numeric keypad keep their meaning with Shift, which turns them into arrows", () => {
    expect(asked("Numpad4", { key: "ArrowLeft" })).toEqual({ do: "number", number: 4, layer: "corner" });
    expect(asked("Numpad5", { key: "Clear", ctrl: true })).toEqual({ do: "number", number: 5, layer: "color" });
  });

  it("of the numeric keypad are arrows without NumLock", () => {
    const event = press("Numpad4", { key: "ArrowLeft", hasNumLock: false });
    expect(figureOf(event)).toBeNull();
    expect(deedOf(event)).toEqual({ do: "move", dx: -1, dy: 0, extends: false });
  });

  it("beyond the order are nothing, unless they are colors", () => {
    expect(asked("Digit7", {}, 6)).toBeNull();
    expect(asked("Digit7", { ctrl: true, shift: true }, 6)).toEqual({ do: "number", number: 7, layer: "color" });
    expect(keyToAction(press("Digit7"), 6, "color")).toEqual({ do: "number", number: 7 });
  });

  it("0 erases", () => {
    expect(asked("Digit0")).toEqual({ do: "erase" });
    expect(asked("Digit0", { shift: true })).toEqual({ do: "erase", layer: "corner" });
  });
});

describe("other keys", () => {
  it.each([
    ["KeyZ", {}, { do: "layer", layer: "digit" }],
    ["KeyX", {}, { do: "layer", layer: "corner" }],
    ["KeyC", {}, { do: "layer", layer: "center" }],
    ["KeyV", {}, { do: "layer", layer: "color" }],
    ["Space", {}, { do: "turn", by: 1 }],
    ["PageDown", {}, { do: "turn", by: 1 }],
    ["Space", { shift: true }, { do: "turn", by: -1 }],
    ["PageUp", {}, { do: "turn", by: -1 }],
    ["KeyZ", { ctrl: true }, { do: "undo" }],
    ["KeyZ", { meta: true }, { do: "undo" }],
    ["KeyZ", { ctrl: true, shift: true }, { do: "redo" }],
    ["KeyY", { ctrl: true }, { do: "redo" }],
    ["BracketLeft", {}, { do: "undo" }],
    ["BracketRight", {}, { do: "redo" }],
    ["Backspace", {}, { do: "erase" }],
    ["Delete", {}, { do: "erase" }],
    ["KeyA", { ctrl: true }, { do: "all" }],
    ["KeyA", { ctrl: true, shift: true }, { do: "none" }],
    ["KeyI", { ctrl: true }, { do: "invert" }],
    ["Escape", {}, { do: "none" }],
    ["Enter", {}, { do: "check" }],
    ["NumpadEnter", {}, { do: "check" }],
    ["KeyH", {}, { do: "hint" }],
    ["KeyP", {}, { do: "pause" }],
    ["Slash", { shift: true, key: "?" }, { do: "help" }],
    ["Minus", { shift: true, key: "?" }, { do: "help" }],
  ] as const)("%s %o", (code, how, action) => {
    expect(asked(code, how)).toEqual(action);
  });

  it.each(["KeyP", "KeyC", "KeyV", "KeyW", "KeyS", "KeyD", "KeyH", "KeyX", "KeyR"])("Ctrl and %s stay the browser's", (code) => {
    expect(deedOf(press(code, { ctrl: true, key: code.slice(3).toLowerCase() }))).toBeNull();
  });

  it("moves by arrows and WASD, and extends with Shift or Ctrl", () => {
    expect(deedOf(press("KeyW"))).toEqual({ do: "move", dx: 0, dy: -1, extends: false });
    expect(deedOf(press("KeyD", { shift: true }))).toEqual({ do: "move", dx: 1, dy: 0, extends: true });
    expect(deedOf(press("ArrowDown", { key: "ArrowDown", ctrl: true }))).toEqual({ do: "move", dx: 0, dy: 1, extends: true });
  });
});

describe("the help", () => {
  const names: Record<string, string> = {
    "←": "ArrowLeft", "↑": "ArrowUp", "→": "ArrowRight", "↓": "ArrowDown", Esc: "Escape", "[": "BracketLeft", "]": "BracketRight",
    Page_down: "PageDown", Page_up: "PageUp",
  };
  const chords = Object.values(help).flatMap((lines) => lines.flatMap(([keys]) => keys!.split(" ")));

  it.each(chords.filter((chord) => !/^(…|Double_click|Long_press)$/.test(chord)))("names %s, which does something", (chord) => {
    const held = chord.split("+");
    const key = held.pop()!;
    const code = names[key] ?? (/^\d$/.test(key) ? `Digit${key}` : /^[A-Z]$/.test(key) ? `Key${key}` : key);
    const event = press(code, { key: names[key] ?? key, shift: held.includes("Shift"), ctrl: held.includes("Ctrl"), alt: held.includes("Alt") });
    expect(figureOf(event) ?? deedOf(event)).not.toBeNull();
  });
});

describe("numbers that are typed", () => {
  it("wait for a second digit only if one can follow", () => {
    const typed = new Typed(12);
    expect([typed.press(1), typed.press(2), typed.press(5)]).toEqual([[], [12], [5]]);
    expect([typed.press(1), typed.press(7), typed.flush()]).toEqual([[], [1, 7], []]);
    expect([typed.press(1), typed.press(1), typed.press(1), typed.flush()]).toEqual([[], [11], [], [1]]);
  });

  it("are erased by 0 alone", () => {
    const typed = new Typed(25);
    expect([typed.press(0), typed.press(2), typed.press(0)]).toEqual([[0], [], [20]]);
  });
});
