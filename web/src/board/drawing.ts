// The line that a press and a drag draw with the pen. This module does not use the DOM.

import { pieceBetween, type PenPiece, type Point, sideOf } from "../game/pen";

const NEAR_SIDE = 0.22; // cells: a tap within this distance of a side is meant for the side
const REACH = 0.62; // cells: at this distance from a point, the line continues to the next point
const NEAR_CORNER = 0.3; // cells: a drag that starts within this distance of a corner runs along sides

/** A press and the drag that follows it. Points are in cells from the grid's upper left corner. */
export class PenGesture {
  #pieces: PenPiece[] = [];
  /** The point that the line has reached, or null between gestures. */
  #reached: Point | null = null;
  #pressed: Point = [0, 0];

  constructor(readonly order: number) {}

  get isOn(): boolean {
    return this.#reached !== null;
  }

  /** The cell of the press. */
  get cell(): number {
    const [x, y] = this.#centerAt(...this.#pressed);
    return Math.floor(y) * this.order + Math.floor(x);
  }

  press(x: number, y: number): void {
    this.#pieces = [];
    this.#pressed = [x, y];
    const corner: Point = [Math.round(x), Math.round(y)];
    const isCorner = Math.hypot(x - corner[0], y - corner[1]) < NEAR_CORNER;
    this.#reached = isCorner ? corner : this.#centerAt(x, y);
  }

  /** Continue the line to a point. Returns its pieces, or null if nothing changes. */
  drag(x: number, y: number): PenPiece[] | null {
    const before = this.#pieces.length;
    // A quick drag passes several points.
    for (let step = this.#step(x, y); step; step = this.#step(x, y)) {
      const piece = this.#reached && pieceBetween(this.order, this.#reached, step);
      if (!piece) break;
      this.#reached = step;
      if (!this.#pieces.some(([cell, direction]) => cell === piece[0] && direction === piece[1])) this.#pieces.push(piece);
    }
    return this.#pieces.length === before ? null : [...this.#pieces];
  }

  /** End the gesture, and return the pieces of the line. A tap near a side draws this side. */
  end(): PenPiece[] {
    const [x, y] = this.#pressed;
    const pieces = this.#reached && !this.#pieces.length ? this.#sideNear(x, y) : this.#pieces;
    this.cancel();
    return pieces;
  }

  cancel(): void {
    this.#reached = null;
    this.#pieces = [];
  }

  /** The next point on the way to the pointer, or null if the pointer is near the current point. */
  #step(x: number, y: number): Point | null {
    if (!this.#reached) return null;
    const [atX, atY] = this.#reached;
    const isCenter = atX % 1 !== 0;
    const [dx, dy] = [x - atX, y - atY];
    const far = Math.max(Math.abs(dx), Math.abs(dy));
    if (far < REACH) return null;
    // A direction between a row and a diagonal takes the nearer of the two.
    const sign = (value: number) => (Math.abs(value) > far / 2 ? Math.sign(value) : 0);
    let [stepX, stepY] = [sign(dx), sign(dy)];
    // Along sides there are no diagonals.
    if (!isCenter && stepX && stepY) [stepX, stepY] = Math.abs(dx) >= Math.abs(dy) ? [stepX, 0] : [0, stepY];
    const next: Point = [atX + stepX, atY + stepY];
    const isInside = next.every((each) => each >= 0 && each <= this.order);
    return isInside ? next : null;
  }

  #centerAt(x: number, y: number): Point {
    const within = (value: number) => Math.min(this.order - 1, Math.max(0, Math.floor(value))) + 0.5;
    return [within(x), within(y)];
  }

  #sideNear(x: number, y: number): PenPiece[] {
    const [middleX, middleY] = this.#centerAt(x, y);
    const [dx, dy] = [x - middleX, y - middleY];
    if (Math.max(Math.abs(dx), Math.abs(dy)) < 0.5 - NEAR_SIDE) return [];
    const side = Math.abs(dx) >= Math.abs(dy) ? sideOf(this.order, this.cell, Math.sign(dx), 0) : sideOf(this.order, this.cell, 0, Math.sign(dy));
    return side ? [side] : [];
  }
}
