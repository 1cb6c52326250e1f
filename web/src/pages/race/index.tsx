// Engines side by side on one puzzle, animated: for a class.

import { useEffect, useRef, useState } from "preact/hooks";
import type { EngineOffered, KindsAnswer, OpenAnswer, RaceAnswer, RaceProgress } from "../../api/answers";
import { call, follow, read } from "../../api/client";
import { Icon } from "../../app/icons";
import { go } from "../../app/router";
import type { PageProps } from "../../app/shell";
import { sentence } from "../../api/asking";
import { openText } from "../home/opening";
import "./race.css";
import { Setup, type Source } from "./setup";
import { Stage } from "./stage";

/** They need other packages and show nothing of a search: only for those who choose them. */
const LEFT_OUT = new Set(["cp-sat", "portfolio"]);

export default function Race({ query }: PageProps) {
  const [engines, setEngines] = useState<readonly EngineOffered[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState("");
  const [progress, setProgress] = useState<RaceProgress | null>(null);
  const [answer, setAnswer] = useState<RaceAnswer | null>(null);
  const [problem, setProblem] = useState("");
  const stop = useRef<AbortController | null>(null);

  const race = async (source: Source, names: ReadonlySet<string>) => {
    stop.current?.abort();
    const stopping = new AbortController();
    stop.current = stopping;
    setProblem("");
    setAnswer(null);
    setProgress({ done: 0, of: names.size, engine: "" });
    try {
      const { puzzle } = "text" in source ? await openText(source.text, undefined, stopping.signal) : await call<OpenAnswer>("open", source, stopping.signal);
      go(`race?p=${encodeURIComponent(puzzle.link)}`, { replace: true });
      const asked = { puzzle: puzzle.line, engines: [...names] };
      setAnswer(await follow<RaceAnswer, RaceProgress>("race", asked, setProgress, stopping.signal));
    } catch (error) {
      if (stopping.signal.aborted) return;
      setProblem(sentence(error));
    }
    setProgress(null);
  };
  useEffect(() => {
    read<KindsAnswer>("kinds").then(({ engines: all }) => {
      const names = new Set(all.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name)));
      setEngines(all);
      setChosen(names);
      const link = query.get("p");
      if (link) void race({ link }, names);
    }, (error) => setProblem(sentence(error)));
    return () => stop.current?.abort();
  }, []);

  const cancel = () => {
    stop.current?.abort();
    setProgress(null);
  };
  return (
    <div class="race">
      <h1>Race the engines</h1>
      <p class="lead">Different ways to search, on the same puzzle and at the same pace.</p>
      {engines.length > 0 && (
        <Setup engines={engines} chosen={chosen} onEngines={setChosen} text={text} onText={setText} isBusy={progress !== null} onRace={(source) => race(source, chosen)} />
      )}
      {problem && <p class="notice error" role="alert">{problem}</p>}
      {progress && (
        <div class="panel wait" role="status">
          <p><strong>{progress.engine || "The puzzle"}</strong> {progress.engine ? "runs" : "is read"}…</p>
          <progress aria-label="Engines that have run" max={progress.of} value={progress.done} />
          <button type="button" onClick={cancel}><Icon name="stop" size={16} /> Stop</button>
        </div>
      )}
      {answer && <Stage key={answer.puzzle.key} answer={answer} />}
    </div>
  );
}
