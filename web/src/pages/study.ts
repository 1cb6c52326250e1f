// The pages that explain and teach, loaded together when the first of them is shown.

export { default as Explain } from "./explain";
export { default as Learn } from "./learn";
