// What a player can ask of a game by key, pad, menu or pointer: one value each.

import type { Layer } from "./edits";

export type Action =
  /** A digit or color is pressed for the chosen cells; `layer` while a modifier is held. */
  | { do: "number"; number: number; layer?: Layer }
  /** A digit is placed in one cell, whatever is chosen (digit-first input, a lone mark). */
  | { do: "put"; cell: number; number: number; layer?: Layer }
  /** The chosen cells are erased, layer by layer. */
  | { do: "erase"; layer?: Layer }
  /** Candidates as center marks: of the chosen cells, or of all if at most one is chosen. */
  | { do: "fill" }
  | { do: "undo" }
  | { do: "redo" }
  | { do: "restart" }
  /** Back to before the first mistake. */
  | { do: "rewind" }
  | { do: "reveal" }
  /** All mistakes are shown until the next digit. */
  | { do: "check" }
  | { do: "checkpoint"; name: string }
  | { do: "return"; name: string }
  | { do: "layer"; layer: Layer }
  /** The next layer, or the one before. */
  | { do: "turn"; by: 1 | -1 }
  | { do: "select"; cells: Iterable<number>; cursor: number | null }
  | { do: "all" }
  | { do: "none" }
  | { do: "invert" }
  | { do: "pause" }
  /** For the page, not for the game. */
  | { do: "hint" }
  | { do: "help" };
