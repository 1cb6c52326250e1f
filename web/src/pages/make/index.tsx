// Puzzles made to order: the wishes, the wait, and what was made.

import { useEffect, useRef, useState } from "preact/hooks";
import type { GenerateAnswer, GenerateProgress, KindsAnswer, TechniqueAnswer, TechniquesAnswer } from "../../api/answers";
import { follow, read } from "../../api/client";
import { Icon } from "../../app/icons";
import { go } from "../../app/router";
import type { PageProps } from "../../app/shell";
import { sentence } from "../../api/asking";
import { Form } from "./form";
import "./make.css";
import { Results } from "./results";
import { queryOf, requestOf, type Wishes, wishesOf } from "./wishes";

interface Offer {
  kinds: KindsAnswer;
  techniques: readonly TechniqueAnswer[];
}

/** What the results came from: the answer, and the address that makes it again. */
interface Done {
  answer: GenerateAnswer;
  address: string;
}

const addressOf = (wishes: Wishes) => `make?${queryOf(wishes)}`;

export default function Make({ query }: PageProps) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [wishes, setWishes] = useState(() => wishesOf(query));
  const [progress, setProgress] = useState<GenerateProgress | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [problem, setProblem] = useState("");
  const stop = useRef<AbortController | null>(null);
  const results = useRef<HTMLElement>(null);
  useEffect(() => {
    Promise.all([read<KindsAnswer>("kinds"), read<TechniquesAnswer>("techniques")]).then(
      ([kinds, { techniques }]) => setOffer({ kinds, techniques }),
      (error) => setProblem(sentence(error)),
    );
    return () => stop.current?.abort();
  }, []);

  const change = (next: Wishes) => {
    setWishes(next);
    go(addressOf(next), { replace: true });
  };
  const make = async () => {
    const stopping = new AbortController();
    stop.current = stopping;
    setProblem("");
    setDone(null);
    setProgress({ found: 0, count: Number(wishes.count) || 1, attempts: 0, text: "" });
    results.current?.scrollIntoView({ block: "nearest" });
    try {
      const answer = await follow<GenerateAnswer, GenerateProgress>("generate", requestOf(wishes), setProgress, stopping.signal);
      const address = addressOf({ ...wishes, seed: answer.seed });
      setDone({ answer, address: new URL(address, document.baseURI).href });
      // The address now names the seed; the form does not, so that the next press makes others.
      go(address, { replace: true });
    } catch (error) {
      if (!stopping.signal.aborted) setProblem(sentence(error));
    }
    setProgress(null);
  };

  return (
    <div class="make">
      <header class="make-head">
        <h1>Make a puzzle</h1>
        <p class="lead">Every one has exactly one solution, and is as you asked.</p>
      </header>
      {offer
        ? <Form offered={offer.kinds} techniques={offer.techniques} wishes={wishes} isMaking={progress !== null} onChange={change} onMake={make} />
        : !problem && <p class="loading">Loading…</p>}
      <section class="results" aria-label="Results" ref={results}>
        {progress && <Wait progress={progress} onStop={() => stop.current?.abort()} />}
        {problem && <p class="notice error" role="alert">{problem}</p>}
        {done && <Results {...done} />}
        {!progress && !problem && !done && <Empty />}
        <p class="visually-hidden" role="status">{done && `${done.answer.puzzles.length} made.`}</p>
      </section>
    </div>
  );
}

function Wait({ progress: { found, count, attempts }, onStop }: { progress: GenerateProgress; onStop(): void }) {
  return (
    <div class="panel wait">
      <p>
        <strong>{found} of {count}</strong> made
        {attempts > 0 && <span class="soft number">, {attempts.toLocaleString("en")} tried</span>}
      </p>
      <progress aria-label="Puzzles made" max={count} value={found || undefined} />
      <button type="button" onClick={onStop}><Icon name="stop" size={16} /> Stop</button>
    </div>
  );
}

function Empty() {
  return (
    <div class="empty">
      <Icon name="make" size={40} />
      <p>Choose a kind and a difficulty, then press <strong>Make</strong>.</p>
      <p class="soft">The address of this page holds your wishes: keep it, or send it to somebody.</p>
    </div>
  );
}
