// Answers without a server: prepared ones, or those of Python in the browser. No request has a puzzle in it.

import { preparedAnswer } from "./prepared";
import { ask } from "./python";

interface Asked {
  name: string;
  body: unknown;
  signal?: AbortSignal | undefined;
  /** The longest time of the call itself. Without it, there is no limit. */
  limitMs?: number;
  onProgress?: (progress: unknown) => void;
}

/** Answer a call. Rejects with an ApiError, or with the reason of the signal. */
export async function answerOf<T>({ name, body, signal, ...rest }: Asked): Promise<T> {
  const prepared = await preparedAnswer(name, body as Record<string, unknown>, signal);
  return (prepared ?? (await ask({ name, body: JSON.stringify(body), signal, ...rest }))) as T;
}
