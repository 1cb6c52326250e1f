// What pages use of the board.

export { announce } from "./announce";
export { Board } from "./board";
export { keyToAction } from "./keys";
export { Pad } from "./pad";
export { type Keys, useKeys } from "./use_keys";
