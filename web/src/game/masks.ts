// Sets of digits as masks: bit d-1 is digit d. Orders go up to 36, so a mask is a whole number below
// 2^53. The operators & | ^ truncate to 32 bits, so they are only used on halves of a mask.

const HALF = 2 ** 32;
const BITS = Array.from({ length: 53 }, (_, at) => 2 ** at);

const high = (mask: number) => Math.floor(mask / HALF);

/** The mask of one digit. */
export const bitOf = (digit: number): number => BITS[digit - 1] ?? 0;

/** The mask of all digits 1..n. */
export const allOf = (n: number): number => 2 ** n - 1;

export const hasMark = (mask: number, digit: number): boolean =>
  Math.floor(mask / bitOf(digit)) % 2 === 1;

export const withMark = (mask: number, digit: number): number =>
  hasMark(mask, digit) ? mask : mask + bitOf(digit);

export const withoutMark = (mask: number, digit: number): number =>
  hasMark(mask, digit) ? mask - bitOf(digit) : mask;

/** The digits that are in both masks. */
export const common = (a: number, b: number): number =>
  (high(a) & high(b)) * HALF + ((a & b) >>> 0);

/** The digits of `a` that are not in `b`. */
export const without = (a: number, b: number): number => a - common(a, b);

/** The digits that are in at least one of the masks. */
export const union = (a: number, b: number): number => a + without(b, a);

/** The digits of a mask, ascending. */
export function digitsOf(mask: number): number[] {
  const digits = [];
  for (let digit = 1; mask > 0; digit++, mask = Math.floor(mask / 2)) {
    if (mask % 2 === 1) digits.push(digit);
  }
  return digits;
}
