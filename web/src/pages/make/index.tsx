// The page "make": the options, the progress, and the results.

import { useRef, useState } from "preact/hooks";
import type { GenerateAnswer, GenerateProgress, KindsAnswer, TechniquesAnswer } from "../../api/answers";
import { useAnswer } from "../../api/asking";
import { follow, read } from "../../api/client";
import { useGettingReady } from "../../api/getting_ready";
import { Icon } from "../../app/icons";
import { go, urlOf } from "../../app/router";
import type { PageProps } from "../../app/page";
import { useWork } from "../../app/work";
import { Form } from "./form";
import "./make.css";
import { Results } from "./results";
import { queryOf, requestOf, type Wishes, wishesOf } from "./wishes";

/** The answer, with an address that makes the same puzzles again. */
interface Done {
  answer: GenerateAnswer;
  address: string;
}

const NONE_YET: GenerateProgress = { found: 0, count: 1, attempts: 0, text: "" };

const addressOf = (wishes: Wishes) => `make?${queryOf(wishes)}`;

export default function Make({ query }: PageProps) {
  const [wishes, setWishes] = useState(() => wishesOf(query));
  const [progress, setProgress] = useState<GenerateProgress>(NONE_YET);
  const [done, setDone] = useState<Done | null>(null);
  const { isBusy, run, stop, ...work } = useWork();
  const results = useRef<HTMLElement>(null);
  const { answer: offer, ...asked } = useAnswer("offer", (signal) =>
    Promise.all([read<KindsAnswer>("kinds", signal), read<TechniquesAnswer>("techniques", signal)]));
  const problem = work.problem || asked.problem;

  const change = (next: Wishes) => {
    setWishes(next);
    go(addressOf(next), { replace: true });
  };
  const make = () => run(async (signal) => {
    setDone(null);
    setProgress({ ...NONE_YET, count: Number(wishes.count) || 1 });
    results.current?.scrollIntoView({ block: "nearest" });
    const answer = await follow<GenerateAnswer, GenerateProgress>("generate", requestOf(wishes), setProgress, signal);
    const address = addressOf({ ...wishes, seed: answer.seed });
    setDone({ answer, address: urlOf(address).href });
    // The seed is added to the address but not to the form, so that the next press makes different
    // puzzles.
    go(address, { replace: true });
  });

  return (
    <div class="make">
      <header class="make-head">
        <h1>Make a puzzle</h1>
        <p class="lead">Each puzzle has exactly one solution and meets all your choices.</p>
      </header>
      {offer
        ? <Form offered={offer[0]} techniques={offer[1].techniques} wishes={wishes} isMaking={isBusy} onChange={change} onMake={make} />
        : !problem && <p class="loading">Loading…</p>}
      <section class="results" aria-label="Results" ref={results}>
        {isBusy && <Wait progress={progress} onStop={stop} />}
        {problem && <p class="notice error" role="alert">{problem}</p>}
        {done && <Results {...done} />}
        {!isBusy && !problem && !done && <Empty onMake={offer ? make : undefined} />}
        <p class="visually-hidden" role="status">{done && `${done.answer.puzzles.length} made.`}</p>
      </section>
    </div>
  );
}

function Wait({ progress: { found, count, attempts }, onStop }: { progress: GenerateProgress; onStop(): void }) {
  const gettingReady = useGettingReady();
  return (
    <div class="panel wait">
      <p>
        <strong>{found} of {count}</strong> made
        {gettingReady && <span class="soft number">. {gettingReady}</span>}
        {attempts > 0 && <span class="soft number">, {attempts.toLocaleString("en")} tried</span>}
      </p>
      <progress aria-label="Puzzles made" max={count} value={found || undefined} />
      <button onClick={onStop}><Icon name="stop" size={16} /> Stop</button>
    </div>
  );
}

function Empty({ onMake }: { onMake: (() => void) | undefined }) {
  return (
    <div class="empty">
      <p>Choose a kind and a difficulty, or keep these.</p>
      <button class="primary" disabled={!onMake} onClick={() => onMake?.()}>Make it</button>
      <p class="soft">The address of this page has your choices: bookmark it, or send it to a friend.</p>
    </div>
  );
}
