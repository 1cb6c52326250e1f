// The parts of the board that pages use.

export { announce } from "./announce";
export { Board } from "./board";
export { keyToAction } from "./keys";
export { placeName, rulesOfCell } from "./names";
export { Pad } from "./pad";
export { type Keys, useKeys } from "./use_keys";
