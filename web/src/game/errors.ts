// What a game refuses, in one message.

/** A move, a press or a text that no game can have; `line` counts from 1, 0 if there is none. */
export class GameError extends Error {
  constructor(
    reason: string,
    readonly line = 0,
  ) {
    super(line ? `line ${line}: ${reason}` : reason);
  }
}

/** Whether every character of a text prints, as Python's `isprintable` sees it. */
export const isPrintable = (text: string): boolean => !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text);
