// What a game refuses: one message that says what was expected and what was found.

/** A move, a press or a text that no game can have; `line` and `column` count from 1. */
export class GameError extends Error {
  constructor(
    readonly reason: string,
    readonly line = 0,
    readonly column = 0,
  ) {
    super(line ? `line ${line}, column ${column}: ${reason}` : reason);
  }
}

/** What was found, shortened and in quotes. */
export const shown = (text: string): string => `'${text.slice(0, 40)}'`;

/** Whether every character of a text prints, as Python's `isprintable` sees it. */
export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text);

const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
