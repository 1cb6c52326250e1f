// The cells that a press, a drag or an arrow key selects. This module does not use the DOM.

import type { Layer } from "../game/edits";
import { PARTS, type Position } from "../game/position";

export interface Selection {
  cells: ReadonlySet<number>;
  /** The cell of the keyboard cursor, or null. */
  cursor: number | null;
}

/**
 * A drag selects a cell within this distance from its center, in cells. This makes diagonals easy.
 */
const NEAR = 0.45;
const STEP = 0.1; // cells: the distance between two samples of a drag
const DOUBLE_MS = 350;

/** The next cell in a direction, which wraps around at the edges of the grid. */
export function beside(order: number, cell: number, dx: number, dy: number): number {
  const row = (Math.floor(cell / order) + dy + order) % order;
  return row * order + (((cell % order) + dx + order) % order);
}

/**
 * The cells similar to a cell: with the same digit, colors, center marks, corner marks or letters. Only the first
 * of these layers that the cell has is compared, starting with `layer`. An empty cell is similar to
 * all empty cells.
 */
export function alike(cell: number, position: Position, layer: Layer): Set<number> {
  const { digits } = position;
  const first: Layer[] = layer === "pen" ? [] : [layer];
  const order = [...new Set<Layer>([...first, "digit", "color", "center", "corner", "letter"])];
  const kinds = order.map((each) => {
    const values = position[PARTS[each]];
    // A digit hides the marks of its cell.
    return each !== "digit" && each !== "color" ? values.map((mask, k) => (digits[k] ? 0 : mask)) : values;
  });
  const kind = kinds.find((values) => values[cell]);
  const cells = digits.map((_, k) => k);
  return new Set(
    kind ? cells.filter((k) => kind[k] === kind[cell]) : cells.filter((k) => !kinds.some((values) => values[k])),
  );
}

/** A press and the drag that follows it. Points are in cells from the grid's upper left corner. */
export class Gesture {
  private cells = new Set<number>();
  private isRemoving = false;
  private from: [number, number] = [0, 0];
  private last = { cell: -1, ms: -Infinity };
  /** The last cell under the pointer, or -1 between gestures. */
  private now = -1;
  private hasMoved = false;

  constructor(private readonly order: number) {}

  get isOn(): boolean {
    return this.now >= 0;
  }

  /** Whether the pointer has not moved since the press, which may become a long press. */
  get isStill(): boolean {
    return this.isOn && !this.hasMoved;
  }

  /**
   * Start a gesture. With `adds`, it adds cells to the selection or removes them. A second press
   * soon after the first selects `alikes`.
   */
  press(x: number, y: number, ms: number, before: Iterable<number>, adds: boolean, alikes: (cell: number) => Set<number>): Selection {
    const cell = this.cellAt(x, y);
    const isDouble = cell === this.last.cell && ms - this.last.ms < DOUBLE_MS;
    this.last = { cell, ms: isDouble ? -Infinity : ms };
    this.cells = new Set(adds ? before : []);
    this.isRemoving = adds && !isDouble && this.cells.has(cell);
    this.from = [x, y];
    this.now = cell;
    this.hasMoved = false;
    for (const each of isDouble ? alikes(cell) : [cell]) this.take(each);
    return this.selection();
  }

  /** Continue the gesture to a point. Returns null if nothing changes. */
  drag(x: number, y: number): Selection | null {
    if (!this.isOn) return null;
    const [fromX, fromY] = this.from;
    const steps = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / STEP));
    const before = this.now;
    for (let k = 1; k <= steps; k++) {
      this.pass(fromX + ((x - fromX) * k) / steps, fromY + ((y - fromY) * k) / steps);
    }
    this.from = [x, y];
    return this.now === before ? null : this.selection();
  }

  /** Select all cells similar to this one after a long press. */
  hold(alikes: (cell: number) => Set<number>): Selection {
    for (const each of alikes(this.now)) this.cells.add(each);
    this.last.cell = -1;
    return this.selection();
  }

  end(): void {
    this.now = -1;
    if (this.hasMoved) this.last.cell = -1;
  }

  private pass(x: number, y: number): void {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (Math.min(column, row) < 0 || Math.max(column, row) >= this.order) return;
    const cell = row * this.order + column;
    if (cell === this.now || Math.hypot(x - column - 0.5, y - row - 0.5) > NEAR) return;
    this.hasMoved = true;
    this.now = cell;
    this.take(cell);
  }

  private take(cell: number): void {
    if (this.isRemoving) this.cells.delete(cell);
    else this.cells.add(cell);
  }

  private selection(): Selection {
    return { cells: new Set(this.cells), cursor: this.now };
  }

  private cellAt(x: number, y: number): number {
    const within = (value: number) => Math.min(this.order - 1, Math.max(0, Math.floor(value)));
    return within(y) * this.order + within(x);
  }
}
