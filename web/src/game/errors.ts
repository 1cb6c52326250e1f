// The error of a game.

/** Thrown for an invalid move, press or text. `line` is the line of the text from 1, or 0. */
export class GameError extends Error {
  constructor(
    reason: string,
    readonly line = 0,
  ) {
    super(line ? `line ${line}: ${reason}` : reason);
  }
}

/** Whether all characters of a text are printable in the sense of Python's `isprintable`. */
export const isPrintable = (text: string): boolean => !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text);
