// The home page: continue the last game or start today's, make a new puzzle, open a puzzle.

import type { OpenAnswer } from "../../api/answers";
import { sentence, useAnswer } from "../../api/asking";
import { isStatic } from "../../api/static";
import { late } from "../../app/page";
import { go } from "../../app/router";
import { complain } from "../../app/toasts";
import { useStore } from "../../store/use_store";
import { begin } from "./beginning";
import { Today } from "./daily";
import { gameOn } from "./days";
import { gameActions, importAll } from "./carrying";
import { GoOn, Welcome } from "./first";
import { NewPuzzle } from "./new_puzzle";
import { NextStop } from "./next_stop";
import { OpenPuzzle } from "./open_puzzle";
import { SavedGames } from "./saved_games";
import { dayOf } from "./texts";
import { Tryouts } from "./tryouts";
import "./home.css";

const Offline = late(() => import("../../local/offline"));
const SHOWN = 4; // games. The page "You" has all of them.

export default function Home() {
  const [store, changes] = useStore();
  const { answer: saved, problem } = useAnswer(store ? `${changes}` : "", async () => store?.list() ?? []);

  const resume = (id: string) => go(`play?game=${id}`);
  const play = (opened: OpenAnswer, difficulty?: string) => {
    begin(opened, difficulty).then(resume, (error) => complain(sentence(error)));
  };
  const games = gameActions(store);

  if (!saved) return <p class="loading" aria-live="polite">{problem || "Loading…"}</p>;
  const last = saved.find(({ isSolved }) => !isSolved);
  const isDone = !last && gameOn(saved, dayOf(new Date()), "sudoku") !== undefined;
  return (
    <div class="home">
      <h1 class="visually-hidden">pandoku</h1>
      {store?.problem && <p class="notice" role="status">{store.problem}</p>}
      {store?.damaged && <p class="notice" role="status">{store.damaged}</p>}
      <div class="home-first">
        {last ? <GoOn game={last} /> : isDone ? <NextStop isFirst /> : <Welcome onOpened={play} />}
        <Today saved={saved} onOpened={play} onResume={resume} />
      </div>
      {!isDone && <NextStop />}
      <Tryouts saved={saved} onOpened={play} onResume={resume} />
      <div class="home-more">
        <section class="panel" aria-labelledby="new">
          <h2 id="new">New puzzle</h2>
          <NewPuzzle onMade={resume} />
        </section>
        <OpenPuzzle onOpened={play} onImport={(text) => importAll(store, text)} />
      </div>
      <SavedGames saved={saved} most={SHOWN} title="Your games" {...games}>
        <a class="button quiet" href="you">All games and times</a>
      </SavedGames>
      {isStatic() && <Offline />}
    </div>
  );
}
