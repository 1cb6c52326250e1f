// The pages that make and race, loaded together when the first of them is shown.

export { default as Make } from "./make";
export { default as Race } from "./race";
