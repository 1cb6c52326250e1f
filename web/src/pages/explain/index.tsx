// The page "explain": asks for a puzzle, or walks through the path of the one in the address.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { ExplainAnswer } from "../../api/answers";
import { type ApiError, call } from "../../api/client";
import type { PageProps } from "../../app/shell";
import { Ask } from "./ask";
import { digitsIn } from "./boards";
import "./explain.css";
import { Walk } from "./walk";

export default function Explain({ query }: PageProps) {
  const link = query.get("p");
  return link ? <Explained key={link} link={link} query={query} /> : <Ask />;
}

/** Finds the path, and finds another when the scale or the reader changes. */
function Explained({ link, query }: { link: string; query: URLSearchParams }) {
  const [answer, setAnswer] = useState<ExplainAnswer | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [tries, setTries] = useState(0);
  const [scale, reader] = [query.get("scale") ?? "human", query.get("reader")];
  const at = query.get("at");
  const request = useMemo(
    () => ({ puzzle: link, scale, reader, board: at ? { digits: digitsIn(at) } : null }),
    [link, at, scale, reader],
  );

  useEffect(() => {
    const aborter = new AbortController();
    setProblem(null);
    call<ExplainAnswer>("explain", request, aborter.signal)
      .then(setAnswer)
      .catch((error: ApiError) => error.name !== "AbortError" && setProblem(error));
    return () => aborter.abort();
  }, [request, tries]);

  if (problem) {
    return (
      <section class="stack">
        <h1>{problem.status === 422 ? "This puzzle cannot be explained" : "The path did not arrive"}</h1>
        <p class="notice error" role="alert">{problem.message}</p>
        <div class="row">
          {problem.status !== 422 && <button type="button" onClick={() => setTries(tries + 1)}>Try again</button>}
          <a class="button" href="explain">Another puzzle</a>
          {answer && <a class="button" href={`explain?p=${encodeURIComponent(link)}`}>Back to the path</a>}
        </div>
      </section>
    );
  }
  if (!answer) return <p class="loading" aria-live="polite">Looking for the way…</p>;
  return <Walk link={link} query={query} request={request} answer={answer} />;
}
