// The page "race": an animation of several engines on a puzzle, for a class.

import { useEffect, useState } from "preact/hooks";
import type { KindsAnswer, OpenAnswer, RaceAnswer, RaceProgress } from "../../api/answers";
import { useAnswer } from "../../api/asking";
import { call, follow, read } from "../../api/client";
import { Icon } from "../../app/icons";
import { go } from "../../app/router";
import type { PageProps } from "../../app/page";
import { useWork } from "../../app/work";
import { openText } from "../home/opening";
import "./race.css";
import { Setup, type Source } from "./setup";
import { Stage } from "./stage";

/**
 * These engines need additional packages and do not report events, so they only run if they are
 * chosen.
 */
const LEFT_OUT = new Set(["cp-sat", "portfolio"]);

export default function Race({ query }: PageProps) {
  const { answer: offer, ...asked } = useAnswer("kinds", (signal) => read<KindsAnswer>("kinds", signal));
  const engines = offer?.engines ?? [];
  const usual = new Set(engines.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name)));
  const [chosen = usual, setChosen] = useState<ReadonlySet<string>>();
  const [text, setText] = useState("");
  const [progress, setProgress] = useState<RaceProgress>();
  const [answer, setAnswer] = useState<RaceAnswer | null>(null);
  const { isBusy, run, stop, ...work } = useWork();
  const problem = work.problem || asked.problem;

  const race = (source: Source) => run(async (signal) => {
    setAnswer(null);
    setProgress({ done: 0, of: chosen.size, engine: "" });
    const { puzzle } = "text" in source ? await openText(source.text, undefined, signal) : await call<OpenAnswer>("open", source, signal);
    go(`race?p=${encodeURIComponent(puzzle.link)}`, { replace: true });
    const wished = { puzzle: puzzle.line, engines: [...chosen] };
    setAnswer(await follow<RaceAnswer, RaceProgress>("race", wished, setProgress, signal));
  });
  useEffect(() => {
    const link = query.get("p");
    if (offer && link) void race({ link });
  }, [offer]);

  return (
    <div class="race">
      <h1>Race the engines</h1>
      <p class="lead">Different ways to search, on the same puzzle and at the same pace.</p>
      {engines.length > 0 && (
        <Setup engines={engines} chosen={chosen} onEngines={setChosen} text={text} onText={setText} isBusy={isBusy} onRace={race} />
      )}
      {problem && <p class="notice error" role="alert">{problem}</p>}
      {isBusy && progress && (
        <div class="panel wait" role="status">
          <p><strong>{progress.engine || "The puzzle"}</strong> {progress.engine ? "runs" : "is read"}…</p>
          <progress aria-label="Engines that have run" max={progress.of} value={progress.done} />
          <button onClick={stop}><Icon name="stop" size={16} /> Stop</button>
        </div>
      )}
      {answer && <Stage key={answer.puzzle.key} answer={answer} />}
    </div>
  );
}
