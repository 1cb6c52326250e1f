// The typing of numbers. From order 10 on, a digit may wait for a second digit.

export class Typed {
  /** The first digit of an incomplete number, or 0. */
  pending = 0;

  constructor(readonly greatest: number) {}

  /** The numbers that are complete after a digit 0 to 9. A single 0 erases. */
  press(digit: number): number[] {
    const before = this.pending;
    this.pending = 0;
    if (before && before * 10 + digit <= this.greatest) return [before * 10 + digit];
    if (digit && digit * 10 <= this.greatest) {
      this.pending = digit;
      return before ? [before] : [];
    }
    return before ? [before, digit] : [digit];
  }

  /** The incomplete number, if there is one. */
  flush(): number[] {
    const before = this.pending;
    this.pending = 0;
    return before ? [before] : [];
  }
}
