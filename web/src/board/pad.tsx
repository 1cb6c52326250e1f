// The keypad: digits with remaining counts, modes, colors, erase, and space for undo and redo.

import type { ComponentChildren } from "preact";
import { Icon } from "../app/icons";
import { greatest, type Layer } from "../game/edits";
import { N_INKS } from "../game/pen";
import { LETTERS } from "./cells";
import { letterOf } from "./marks";
import "./pad.css";

interface PadProps {
  order: number;
  /** The current layer (see `useKeys`). */
  layer: Layer;
  onLayer(layer: Layer): void;
  /** A digit 1..order, or a color 1..9. */
  onDigit(number: number): void;
  onErase(): void;
  /** The number of times that a digit must still be placed. Negative if it was placed too often. */
  remaining?(digit: number): number;
  /** For digit-first input: the digit that a press on a cell enters, or 0 for the eraser. */
  chosen?: number | null;
  /** The first digit of an incomplete number. */
  pending?: number;
  isOff?: boolean;
  /** The color of the pen. */
  ink?: number;
  /** Additional buttons: undo and redo. */
  children?: ComponentChildren;
}

const MODES: { layer: Layer; name: string; key: string }[] = [
  { layer: "digit", name: "Digits", key: "Z" },
  { layer: "corner", name: "Corner marks", key: "X" },
  { layer: "center", name: "Center marks", key: "C" },
  { layer: "color", name: "Colors", key: "V" },
  { layer: "letter", name: "Letters", key: "N" },
  { layer: "pen", name: "Pen", key: "B" },
];
const GROUPS: Partial<Record<Layer, string>> = { color: "Colors", letter: "Letters", pen: "Colors of the pen" };

/** The count on a key. Digits beyond the last one are conflicts, so the count ends at 0. */
const countOf = (left: number | undefined) => (left === undefined ? undefined : Math.max(0, left));

export function Pad({ order, layer, onLayer, onDigit, onErase, remaining, chosen, pending = 0, ink, isOff = false, children }: PadProps) {
  const numbers = Array.from({ length: layer === "pen" ? N_INKS : greatest(order, layer) }, (_, k) => k + 1);
  const hasCounts = layer !== "color" && layer !== "letter" && layer !== "pen";
  const isTall = numbers.length > TALL;
  const columns = narrow(numbers.length);
  return (
    <div
      class={`pad pad-${layer}${isTall ? " pad-tall" : ""}`}
      style={{ "--wide": wide(numbers.length + 1), "--narrow": columns, "--erase": (numbers.length % columns) + 1, "--modes": isTall ? 1 : 2 }}
    >
      <div class="pad-modes" role="group" aria-label="Mode">
        {MODES.map(({ layer: own, name, key }) => (
          <button key={own} aria-label={name} title={`${name} (${key})`} aria-pressed={own === layer} disabled={isOff} onClick={() => onLayer(own)}>
            <Icon name={`mode-${own}`} />
          </button>
        ))}
      </div>
      <div class="pad-digits" role="group" aria-label={GROUPS[layer] ?? "Digits"}>
        {numbers.map((number) => (
          <Key key={number} {...{ number, layer, isOff, onDigit }} left={hasCounts ? countOf(remaining?.(number)) : undefined} isChosen={layer === "pen" ? ink === number : chosen === number} isPending={pending === number} />
        ))}
        <button class="pad-erase" aria-label="Erase" title="Erase (Backspace)" aria-pressed={chosen === undefined ? undefined : chosen === 0} disabled={isOff} onClick={onErase}>
          <Icon name="erase" />
        </button>
      </div>
      {children && <div class="pad-more">{children}</div>}
    </div>
  );
}

interface KeyProps extends Pick<PadProps, "layer" | "onDigit"> {
  number: number;
  left: number | undefined;
  isOff: boolean;
  isChosen: boolean;
  isPending: boolean;
}

const INKS = ["Black", "Red", "Blue", "Green", "Gold", "Purple"];

function Key({ number, layer, left, isOff, isChosen, isPending, onDigit }: KeyProps) {
  const letter = layer === "color" ? LETTERS[number - 1] : letterOf(number);
  if (layer === "pen") {
    return (
      <button aria-label={INKS[number - 1]} title={INKS[number - 1]} aria-pressed={isChosen} disabled={isOff} onClick={() => onDigit(number)}>
        <svg class="pandoku pen" viewBox="0 0 24 24" aria-hidden="true"><path class={`pen-${number}`} d="M4 19L10 8L14 16L20 5" /></svg>
      </button>
    );
  }
  if (layer === "letter") return <button aria-label={letter} disabled={isOff} onClick={() => onDigit(number)}><b>{letter}</b></button>;
  return (
    <button class={`${left !== undefined && left <= 0 ? "done" : ""}${isPending ? " pending" : ""}`} aria-label={layer === "color" ? `Color ${letter}` : left === undefined ? undefined : `${number}, ${left} left`} aria-pressed={isChosen || undefined} disabled={isOff} onClick={() => onDigit(number)}>
      {layer === "color" ? (
        <svg class="pandoku" viewBox="0 0 24 24" aria-hidden="true">
          <rect class={`color-${number}`} width="24" height="24" rx="4" />
          <text x="12" y="16" font-size="11">{letter}</text>
        </svg>
      ) : (
        <>
          <b>{number}</b>
          {left !== undefined && <> <small>{left}</small></>}
        </>
      )}
    </button>
  );
}

// The number of columns of keys (including the eraser) for a pad below the board. At most 7, so
// that keys are large enough for fingers.
function wide(count: number): number {
  return count <= 7 ? count : count <= 10 ? 5 : count <= 14 || count > 18 ? 7 : 6;
}

// A pad next to the board with more keys is so high that the modes fit in one column.
const TALL = 16;

// The number of columns for a pad next to the board, arranged like the candidates of a cell. At most
// 5, so that it fits beside the board in the windows of small tablets.
function narrow(count: number): number {
  return Math.min(5, Math.ceil(Math.sqrt(count)));
}
