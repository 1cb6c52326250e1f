// What a board is given.

import type { Layer } from "../game/edits";
import type { Position } from "../game/position";
import type { Picture } from "../model/picture";
import type { PuzzleDocument } from "../model/puzzle";
import type { Lit } from "../picture/layers";

export interface BoardProps {
  /** What can be seen of the puzzle: `seen` of a game. */
  puzzle: PuzzleDocument;
  position: Position;
  /** A hint or a step, drawn on the player's own board. */
  picture?: Picture | null;
  /** Whether the picture shows its candidates in every cell, not in those of its pattern only. */
  showsAll?: boolean;
  /** Keys count only while the focus is within the board: for pages that scroll, or have two boards. */
  ownKeys?: boolean;
  selected: ReadonlySet<number>;
  cursor: number | null;
  mistakes: ReadonlySet<number>;
  /** The digit to emphasise, or 0. */
  same?: number;
  /** Digits and marks are hidden. */
  paused?: boolean;
  /** The mode: a double click chooses the cells that are alike in it. */
  layer?: Layer;
  /** Whether the houses of a single selected cell are shaded. */
  showsPeers?: boolean;
  /** Digit first: a press or a drag puts the chosen digit instead of selecting cells. */
  onPut?: ((cell: number) => void) | null;
  onSelect(selected: Set<number>, cursor: number | null): void;
  /** Keys that the board does not use: see `useKeys`. */
  onKey?(event: KeyboardEvent): void;
  /** What Escape closes before it means the selection; null if nothing is open. */
  onEscape?: (() => void) | null;
  /** What the board is, for screen readers. */
  label: string;
  isReadOnly?: boolean;
  /** A part of a sentence that is lit. */
  lit?: Lit | readonly Lit[] | null;
}
