// The page "you": times, the calendar of daily puzzles, techniques, and all games. Everything comes
// from what this browser stores.

import { useRef } from "preact/hooks";
import type { OpenAnswer } from "../../api/answers";
import { sentence, useAnswer } from "../../api/asking";
import { useHeading } from "../../app/page";
import { go } from "../../app/router";
import { complain } from "../../app/toasts";
import { clockText } from "../../game/timer";
import { count, sizedKind } from "../../model/words";
import type { Saved, Store } from "../../store/store";
import { useStore } from "../../store/use_store";
import { begin } from "../home/beginning";
import { exportAll, gameActions, importAll } from "../home/carrying";
import { longestStreak, streakOf } from "../home/days";
import { textOf } from "../home/opening";
import { SavedGames } from "../home/saved_games";
import { dayOf } from "../home/texts";
import "../home/home.css";
import { Calendar } from "./calendar";
import { Mastered } from "./mastered";
import { rowsOf, solvedIn } from "./records";
import "./you.css";

const SHOWN = 12; // games

export default function You() {
  const [store, changes] = useStore();
  const { answer: saved, problem } = useAnswer(store ? `${changes}` : "", async () => store?.list() ?? []);
  useHeading("You");
  if (!saved || !store) return <p class="loading" aria-live="polite">{problem || "Loading…"}</p>;
  const resume = (id: string) => go(`play?game=${id}`);
  const play = (opened: OpenAnswer, difficulty?: string) => {
    begin(opened, difficulty).then(resume, (error) => complain(sentence(error)));
  };
  return (
    <div class="home you">
      <div class="row spread">
        <h1>You</h1>
        <Carry store={store} />
      </div>
      {store.problem && <p class="notice" role="status">{store.problem}</p>}
      {store.damaged && <p class="notice" role="status">{store.damaged}</p>}
      <Totals saved={saved} />
      <Times store={store} saved={saved} />
      <Calendar saved={saved} onOpened={play} onResume={resume} />
      <Mastered />
      <SavedGames saved={saved} most={SHOWN} title={`All games: ${saved.length}`} {...gameActions(store)} />
    </div>
  );
}

/** Buttons that export and import everything. */
function Carry({ store }: { store: Store }) {
  const chooser = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    try {
      if (file) await importAll(store, await textOf(file));
    } catch (error) {
      complain(sentence(error));
    }
  };
  return (
    <div class="row">
      <button onClick={() => exportAll(store).catch((error) => complain(sentence(error)))}>Export all</button>
      <button onClick={() => chooser.current?.click()}>Import</button>
      <input
        ref={chooser} type="file" hidden aria-label="A file with exported games"
        onChange={(event) => { void take(event.currentTarget.files?.[0]); event.currentTarget.value = ""; }}
      />
    </div>
  );
}

function Totals({ saved }: { saved: readonly Saved[] }) {
  const solved = solvedIn(saved);
  const minutes = Math.round(solved.reduce((sum, { playedMs }) => sum + playedMs, 0) / 60_000);
  const [streak, longest] = [streakOf(saved, dayOf(new Date())), longestStreak(saved)];
  const facts: [number: string, words: string][] = [
    [`${solved.length}`, solved.length === 1 ? "game solved" : "games solved"],
    [minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`, "played in these games"],
    [count(streak, "day"), "in a row with a daily puzzle"],
    [count(longest, "day"), "your longest streak"],
  ];
  return <dl class="totals">{facts.map(([number, words]) => <div key={words} class="panel"><dt>{words}</dt><dd>{number}</dd></div>)}</dl>;
}

function Times({ store, saved }: { store: Store; saved: readonly Saved[] }) {
  const { answer: rows } = useAnswer(saved.map(({ id, version, difficulty }) => `${id} ${version} ${difficulty}`).join() || "none", () => rowsOf(saved, store));
  return (
    <section aria-labelledby="times">
      <h2 id="times">Times</h2>
      {rows && !rows.length && <p class="soft">Your times appear here after your first solved game. <a href="./">Choose a puzzle</a></p>}
      {rows && rows.length > 0 && (
        <div class="scroll panel" tabIndex={0} role="region" aria-labelledby="times">
          <table class="times">
            <thead><tr><th scope="col">Kind</th><th scope="col">Difficulty</th><th scope="col">Solved</th><th scope="col">Best</th><th scope="col">Typical</th></tr></thead>
            <tbody>
              {rows.map(({ about, difficulty, solved, best, bestId, usual }) => (
                <tr key={`${about} ${difficulty}`}>
                  <th scope="row">{sizedKind(about)}</th>
                  <td>{difficulty || "not rated"}</td>
                  <td>{solved}</td>
                  <td>{best === null ? <span class="soft">with hints</span> : <a href={`play?game=${bestId}`}>{clockText(best)}</a>}</td>
                  <td>{clockText(usual)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
