// Errors of calls, whoever answers them.

/** Thrown if a call is refused, or cannot be answered (status 0). */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export interface Refusal {
  error: {
    message: string;
    /** The message for players. */
    plain?: string;
  };
}

/** The words of a refusal for players. */
export const wordsOf = ({ error: { plain, message } }: Refusal): string => plain || message;
