// The page "explain": it asks for a puzzle, or shows the path of the puzzle in the address.

import { useMemo } from "preact/hooks";
import type { ExplainAnswer, OpenAnswer } from "../../api/answers";
import { useAnswer } from "../../api/asking";
import { call } from "../../api/client";
import { Refused } from "../../app/refused";
import { go } from "../../app/router";
import type { PageProps } from "../../app/page";
import { Waiting } from "../../app/waiting";
import { useWork } from "../../app/work";
import { OpenPuzzle } from "../home/open_puzzle";
import { dayOf } from "../home/texts";
import { codeOf, digitsIn } from "./boards";
import "./explain.css";
import { Walk } from "./walk";

export default function Explain({ query }: PageProps) {
  const link = query.get("p");
  return link ? <Explained key={link} link={link} query={query} /> : <Ask />;
}

function Ask() {
  return (
    <div class="ask">
      <h1>Explain a puzzle</h1>
      <p class="soft">
        Paste a puzzle that you are stuck in, with the digits that you have found. You get the whole
        way to the solution, step by step, with a reason and a picture for each.
      </p>
      <OpenPuzzle onOpened={explain} chosen="Explain this one" />
      <Samples onOpened={explain} />
    </div>
  );
}

// Puzzles to press for players without a puzzle at hand.
const SAMPLES: readonly [title: string, asked: () => object][] = [
  ["Today's Sudoku", () => ({ daily: dayOf(new Date()), kind: "sudoku" })],
  ["A killer", () => ({ tryout: "killer" })],
  ["Arrows", () => ({ tryout: "arrow" })],
  ["Thermometers", () => ({ tryout: "thermometer" })],
];

function Samples({ onOpened }: { onOpened(opened: OpenAnswer): void }) {
  const { isBusy, problem, run } = useWork();
  return (
    <section aria-labelledby="samples">
      <h2 id="samples">Or look at one of these</h2>
      <div class="row">
        {SAMPLES.map(([title, asked]) => (
          <button key={title} disabled={isBusy} onClick={() => run(async (signal) => onOpened(await call<OpenAnswer>("open", asked(), signal)))}>{title}</button>
        ))}
        <a class="button quiet" href="learn">All techniques</a>
      </div>
      {problem && <p class="notice error" role="alert">{problem}</p>}
    </section>
  );
}

function explain({ puzzle, board }: OpenAnswer): void {
  const at = board ? `&at=${codeOf(board.digits)}` : "";
  go(`explain?p=${encodeURIComponent(puzzle.link)}${at}`);
}

/** Requests the path, and requests it again when the scale or the option for the reader changes. */
function Explained({ link, query }: { link: string; query: URLSearchParams }) {
  const about = ["at", "scale", "reader"].map((name) => query.get(name) ?? "").join();
  const request = useMemo(() => {
    const at = query.get("at");
    const [scale, reader] = [query.get("scale") ?? "human", query.get("reader")];
    return { puzzle: link, scale, reader, board: at ? { digits: digitsIn(at) } : null };
  }, [about]);
  const asked = useAnswer(about, (signal) => call<ExplainAnswer>("explain", request, signal));
  const { answer, problem } = asked;
  if (problem) {
    return (
      <Refused title="This puzzle cannot be explained" asked={asked}>
        <a class="button" href="explain">Another puzzle</a>
        {answer && <a class="button" href={`explain?p=${encodeURIComponent(link)}`}>Back to the path</a>}
      </Refused>
    );
  }
  if (!answer) return <p class="loading" aria-live="polite"><Waiting words="Finding the steps…" /></p>;
  return <Walk link={link} query={query} request={request} answer={answer} />;
}
