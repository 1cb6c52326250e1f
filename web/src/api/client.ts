// Calls of the API. Paths are relative, so that the page works under any root.

/** What the server refused, or that it could not be reached (status 0). */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

const OFFLINE = "The server cannot be reached. Games that you opened before still work.";

async function refusal(response: Response): Promise<ApiError> {
  try {
    const body = (await response.json()) as { error: { message: string } };
    return new ApiError(body.error.message, response.status);
  } catch {
    return new ApiError(`The server answered with status ${response.status}.`, response.status);
  }
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

function posted(body: unknown, accept: string, signal?: AbortSignal): RequestInit {
  const headers = { "Content-Type": "application/json", Accept: accept };
  return { method: "POST", headers, body: JSON.stringify(body), signal: signal ?? null };
}

/** Call an endpoint and return its answer. */
export async function call<T>(name: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await request(name, posted(body, "application/json", signal))).json() as Promise<T>;
}

/** Read what a GET endpoint lists. */
export async function read<T>(name: string, signal?: AbortSignal): Promise<T> {
  return (await request(name, { signal: signal ?? null })).json() as Promise<T>;
}

/** Call a long endpoint: `onProgress` sees every progress event; the answer is returned. */
export async function follow<T, P>(
  name: string,
  body: unknown,
  onProgress: (progress: P) => void,
  signal?: AbortSignal,
): Promise<T> {
  const response = await request(name, posted(body, "text/event-stream", signal));
  for await (const [event, data] of events(response)) {
    if (event === "progress") onProgress(data as P);
    else if (event === "answer") return data as T;
    else if (event === "error") throw new ApiError((data as { error: { message: string } }).error.message, 422);
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
