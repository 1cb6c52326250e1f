// The properties of a board.

import type { Layer } from "../game/edits";
import type { PenPiece } from "../game/pen";
import type { Position } from "../game/position";
import type { Picture } from "../model/picture";
import type { PuzzleDocument } from "../model/puzzle";
import type { Lit } from "../picture/layers";

/** A line that is being drawn or erased. */
export interface Stroke {
  pieces: readonly PenPiece[];
  ink: number;
  isErased: boolean;
}

export interface BoardProps {
  /** The visible part of the puzzle: `seen` of a game. */
  puzzle: PuzzleDocument;
  position: Position;
  /** The picture of a hint or a step, drawn on the player's board. */
  picture?: Picture | null;
  /** Whether the picture shows candidates in all cells, and not only in cells of its pattern. */
  showsAll?: boolean;
  /**
   * Whether keys work only while the board has the focus. For pages that scroll or have two boards.
   */
  ownKeys?: boolean;
  selected: ReadonlySet<number>;
  cursor: number | null;
  mistakes: ReadonlySet<number>;
  /** The digit to emphasize, or 0. */
  same?: number;
  /** Whether digits and marks are hidden. */
  paused?: boolean;
  /** The mode. A double click selects cells that have the same content in this layer. */
  layer?: Layer;
  /** Whether the houses of a single selected cell are shaded. */
  showsPeers?: boolean;
  /** For digit-first input: a press or a drag enters the chosen digit instead of selecting cells. */
  onPut?: ((cell: number) => void) | null;
  /** The color of the pen, 1 to 6. */
  ink?: number;
  /** In the layer "pen", a press or a drag draws pieces of lines instead of selecting cells. */
  onDraw?: ((pieces: readonly PenPiece[]) => void) | null;
  onSelect(selected: Set<number>, cursor: number | null): void;
  /** Called for keys that the board does not use (see `useKeys`). */
  onKey?(event: KeyboardEvent): void;
  /** Called for Escape while a panel is open. If it is null, Escape changes the selection. */
  onEscape?: (() => void) | null;
  /** The label of the board for screen readers. */
  label: string;
  isReadOnly?: boolean;
  /** Words for paper: a line under the title, and the rules under the board. */
  paper?: { facts: string; rules: readonly string[] };
  /** A highlighted part of a sentence. */
  lit?: Lit | readonly Lit[] | null;
}
