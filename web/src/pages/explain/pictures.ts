// The pictures of a path, requested a few at a time when a step is shown.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ExplainAnswer, StepAnswer } from "../../api/answers";
import { call } from "../../api/client";
import type { Picture } from "../../model/picture";

const PER_PAGE = 6;

export interface Pictures {
  /** The picture of a step, or undefined until it has arrived. */
  of(number: number): Picture | undefined;
  /** Request the picture of a step, and soon the pictures after it. */
  want(number: number): void;
  /** Resolves when the pictures of all these steps have arrived. */
  all(numbers: readonly number[]): Promise<void>;
  /** A sentence about an error, or "". */
  problem: string;
  retry(): void;
}

/** The pictures of the path of a request to `explain`, which has `count` steps. */
export function usePictures(request: Record<string, unknown>, count: number): Pictures {
  const key = JSON.stringify(request);
  const known = useRef(new Map<number, StepAnswer>());
  const pages = useRef(new Map<number, Promise<void>>());
  const aborter = useRef(new AbortController());
  const [, setVersion] = useState(0);
  const [problem, setProblem] = useState("");

  useEffect(() => {
    const mine = new AbortController();
    aborter.current = mine;
    known.current = new Map();
    pages.current = new Map();
    setProblem("");
    setVersion((version) => version + 1);
    return () => mine.abort();
  }, [key]);

  const load = (page: number): Promise<void> => {
    const loading = pages.current.get(page);
    if (loading) return loading;
    if (page * PER_PAGE >= count) return Promise.resolve();
    const [into, signal] = [known.current, aborter.current.signal];
    const body = { ...request, from: page * PER_PAGE + 1, count: PER_PAGE, pictures: true };
    const fetched = call<ExplainAnswer>("explain", body, signal).then(
      ({ steps }) => {
        for (const step of steps) if (step.picture) into.set(step.number, step);
        setVersion((version) => version + 1);
      },
      (error: Error) => {
        pages.current.delete(page);
        if (error.name !== "AbortError") setProblem(error.message);
        throw error;
      },
    );
    fetched.catch(() => {});
    pages.current.set(page, fetched);
    return fetched;
  };

  const pageOf = (number: number) => Math.floor((number - 1) / PER_PAGE);
  return {
    problem,
    of: (number) => known.current.get(number)?.picture ?? undefined,
    want(number) {
      const next = pageOf(number + 2);
      load(pageOf(number)).then(() => load(next)).catch(() => {});
    },
    async all(numbers) {
      for (const page of new Set(numbers.map(pageOf))) await load(page);
    },
    retry: () => setProblem(""),
  };
}
