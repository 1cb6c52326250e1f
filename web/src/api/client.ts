// Calls of the API. A server answers them or, in a folder of static files, Python in the browser.
// Paths are relative, so that the page works under any root.

import { count } from "../model/words";
import { ApiError, type Refusal, wordsOf } from "./errors";
import { isStatic } from "./static";

export { ApiError };

const OFFLINE = "The server cannot be reached. Games that you opened before still work.";
const STRANGE = "Something between you and the server answered instead, perhaps a network's login page. Reload the page.";
const SLOW = "The server is taking too long to answer. Try again; games that you opened before still work.";
const LIMIT_MS = 60_000; // for an answer. The server gives up after ten seconds, but may have to start first.

async function refusal(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const words = await response.json().then(wordsOf).catch(() => "");
  return new ApiError(words || without(status, headers.get("Retry-After")), status);
}

/** A message for a status without a body from our server. */
function without(status: number, after: string | null): string {
  const seconds = Number(after) || Math.max(0, Math.ceil((Date.parse(after ?? "") - Date.now()) / 1000)) || 0;
  const wait = seconds > 90 ? `in ${count(Math.ceil(seconds / 60), "minute")}` : seconds ? `in ${count(seconds, "second")}` : "a little later";
  if (status === 429 || status === 503) return `The server is busy. Try again ${wait}.`;
  if (status >= 500) return `The server cannot answer now. Try again ${wait}.`;
  return "The server does not understand this page. Reload the page: your games are safe.";
}

async function request(name: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`api/v1/${name}`, { credentials: "omit", ...init });
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    throw new ApiError(OFFLINE, 0);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

/** The answer in a response, which must be an object. */
async function answerIn<T>(response: Response): Promise<T> {
  const text = await response.text();
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new ApiError(STRANGE, 0);
  }
  if (typeof answer !== "object" || answer === null) throw new ApiError(STRANGE, 0);
  return answer as T;
}

/** Send a request. Throws if no answer arrives in time. */
async function inTime<T>(name: string, init: RequestInit, signal?: AbortSignal, limitMs = LIMIT_MS): Promise<T> {
  const stop = new AbortController();
  const leave = () => stop.abort(signal?.reason);
  if (signal?.aborted) leave();
  signal?.addEventListener("abort", leave);
  let isLate = false;
  const alarm = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, limitMs);
  try {
    return await answerIn<T>(await request(name, { ...init, signal: stop.signal }));
  } catch (error) {
    throw isLate ? new ApiError(SLOW, 0) : error;
  } finally {
    clearTimeout(alarm);
    signal?.removeEventListener("abort", leave);
  }
}

function posted(body: unknown, accept: string): RequestInit {
  const headers = { "Content-Type": "application/json", Accept: accept };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

/** Python in the browser, which the page of a server never loads. */
async function local() {
  try {
    return await import("../local/answers");
  } catch {
    throw new ApiError("A part of this page could not be loaded. Try again, or reload the page: your games are safe.", 0);
  }
}

/** Call an endpoint and return its answer, within a time limit. */
export async function call<T>(name: string, body: unknown, signal?: AbortSignal, limitMs = LIMIT_MS): Promise<T> {
  if (isStatic()) return (await local()).answerOf<T>({ name, body, signal, limitMs });
  return inTime<T>(name, posted(body, "application/json"), signal, limitMs);
}

/** Return the answer of a GET endpoint. */
export async function read<T>(name: string, signal?: AbortSignal): Promise<T> {
  if (!isStatic()) return inTime<T>(name, {}, signal);
  const [path = "", query] = name.split("?");
  return (await local()).answerOf<T>({ name: path, body: Object.fromEntries(new URLSearchParams(query)), signal, limitMs: LIMIT_MS });
}

/** Call a long endpoint and return its answer. `onProgress` is called for every progress event. */
export async function follow<T, P>(
  name: string,
  body: unknown,
  onProgress: (progress: P) => void,
  signal?: AbortSignal,
): Promise<T> {
  if (isStatic()) return (await local()).answerOf<T>({ name, body, signal, onProgress: (progress) => onProgress(progress as P) });
  const response = await request(name, { ...posted(body, "text/event-stream"), signal: signal ?? null });
  for await (const [event, data] of events(response)) {
    if (event === "progress") onProgress(data as P);
    else if (event === "answer") return data as T;
    else if (event === "error") throw new ApiError(wordsOf(data as Refusal), 422);
  }
  throw new ApiError("The connection ended before the answer.", 0);
}

async function* events(response: Response): AsyncGenerator<[string, unknown]> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const parts = rest.split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const lines = part.split("\n");
      const event = lines.find((line) => line.startsWith("event: "))?.slice(7) ?? "message";
      const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
      if (data.length) yield [event, JSON.parse(data.join("\n"))];
    }
  }
}
