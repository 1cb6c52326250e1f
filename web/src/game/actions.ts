// The actions of a player, by key, pad, menu or pointer.

import type { Layer } from "./edits";
import type { PenPiece } from "./pen";

export type Action =
  /** Enter a digit, mark or color in the selected cells, with `layer` if a modifier is held. */
  | { do: "number"; number: number; layer?: Layer }
  /** Place a digit in a cell that need not be selected (for digit-first input and single marks). */
  | { do: "put"; cell: number; number: number; layer?: Layer }
  /** Draw pieces of lines in the color of the pen. If all of them have this color, erase them. */
  | { do: "draw"; pieces: readonly PenPiece[] }
  /** Choose the color of the pen. */
  | { do: "ink"; color: number }
  /** Erase the selected cells, layer by layer. */
  | { do: "erase"; layer?: Layer }
  /**
   * Fill in candidates as center marks in the selected cells. If fewer than two cells are selected,
   * fill in all cells.
   */
  | { do: "fill" }
  | { do: "undo" }
  | { do: "redo" }
  | { do: "restart" }
  /** Go back to the position before the first mistake. */
  | { do: "rewind" }
  | { do: "reveal" }
  /** Show all mistakes until the player enters a digit. */
  | { do: "check" }
  | { do: "checkpoint"; name: string }
  | { do: "return"; name: string }
  | { do: "layer"; layer: Layer }
  /** Change to the next or previous layer. */
  | { do: "turn"; by: 1 | -1 }
  | { do: "select"; cells: Iterable<number>; cursor: number | null }
  | { do: "all" }
  | { do: "none" }
  | { do: "invert" }
  /** Select the cells with the same digit as the cursor, or else with the same colors or marks. */
  | { do: "alike" }
  | { do: "pause" }
  /** The following actions are handled by the page, not by the game. */
  | { do: "hint" }
  | { do: "rules" }
  | { do: "help" };
