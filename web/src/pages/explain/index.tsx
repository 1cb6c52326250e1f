// The page "explain": asks for a puzzle, or walks through the path of the one in the address.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { ExplainAnswer } from "./answers";
import { call } from "../../api/client";
import type { PageProps } from "../../app/shell";
import { Ask } from "./ask";
import "./explain.css";
import { Walk } from "./walk";

export default function Explain({ query }: PageProps) {
  const link = query.get("p");
  return link ? <Explained key={link} link={link} query={query} /> : <Ask />;
}

/** Finds the path, and finds another when the scale or the reader changes. */
function Explained({ link, query }: { link: string; query: URLSearchParams }) {
  const [answer, setAnswer] = useState<ExplainAnswer | null>(null);
  const [problem, setProblem] = useState("");
  const [scale, reader] = [query.get("scale") ?? "human", query.get("reader")];
  const request = useMemo(() => ({ puzzle: link, scale, reader }), [link, scale, reader]);

  useEffect(() => {
    const aborter = new AbortController();
    setProblem("");
    call<ExplainAnswer>("explain", request, aborter.signal)
      .then(setAnswer)
      .catch((error: Error) => error.name !== "AbortError" && setProblem(error.message));
    return () => aborter.abort();
  }, [request]);

  if (problem) {
    return (
      <section class="stack">
        <h1>This puzzle cannot be explained</h1>
        <p class="notice error" role="alert">{problem}</p>
        <div class="row">
          <a class="button" href="explain">Another puzzle</a>
          {answer && <a class="button" href={`explain?p=${encodeURIComponent(link)}`}>Back to the path</a>}
        </div>
      </section>
    );
  }
  if (!answer) return <p class="loading" aria-live="polite">Looking for the way…</p>;
  return <Walk link={link} query={query} request={request} answer={answer} />;
}
