// The first page: go on with the last game or begin today's, make a new puzzle, open one.

import { useRef } from "preact/hooks";
import type { OpenAnswer } from "../../api/answers";
import { sentence, useAnswer } from "../../api/asking";
import { call } from "../../api/client";
import { go } from "../../app/router";
import { complain, say } from "../../app/toasts";
import type { Saved } from "../../store/store";
import { useStore } from "../../store/use_store";
import { begin } from "./beginning";
import { Today } from "./daily";
import { DAILY_KINDS, dailyOf } from "./days";
import { download, fileName } from "./download";
import { NewPuzzle } from "./new_puzzle";
import { OpenPuzzle } from "./open_puzzle";
import { factsOf, nameOf, Progress, SavedGames } from "./saved_games";
import { dayOf } from "./texts";
import { Thumbnail } from "./thumbnail";
import "./home.css";

export default function Home() {
  const [store, changes] = useStore();
  const { answer: saved, problem } = useAnswer(store ? `${changes}` : "", async () => store?.list() ?? []);

  const resume = (id: string) => go(`play?game=${id}`);
  const play = (opened: OpenAnswer) => {
    if (opened.note) say(sentence(opened.note));
    begin(opened).then(resume, (error) => complain(sentence(error)));
  };
  const remove = async (game: Saved) => {
    await store?.remove(game.id);
    say(`${nameOf(game)} was deleted.`, { name: "Undo", act: () => void store?.restore(game) });
  };
  const importAll = async (text: string) => {
    if (store) say(await store.importAll(text));
  };
  const exportOne = async (game: Saved) => {
    if (store) download(fileName(nameOf(game)), await store.text(game.id));
  };
  const exportAll = async () => {
    if (store) download("pandoku-games.json", await store.exportAll(), "application/json");
  };

  if (!saved) return <p class="loading" aria-live="polite">{problem || "Loading…"}</p>;
  const last = saved.find(({ isSolved }) => !isSolved);
  return (
    <div class="home">
      <h1 class="visually-hidden">pandoku</h1>
      {store?.problem && <p class="notice" role="status">{store.problem}</p>}
      {store?.damaged && <p class="notice" role="status">{store.damaged}</p>}
      <div class="home-first">
        {last ? <GoOn game={last} /> : <Welcome onOpened={play} />}
        <Today saved={saved} onOpened={play} onResume={resume} />
      </div>
      <div class="home-more">
        <section class="panel" aria-labelledby="new">
          <h2 id="new">New puzzle</h2>
          <NewPuzzle onMade={resume} />
        </section>
        <OpenPuzzle onOpened={play} onImport={importAll} />
      </div>
      <SavedGames saved={saved} onRemove={remove} onExport={exportOne} onExportAll={exportAll} />
    </div>
  );
}

function GoOn({ game }: { game: Saved }) {
  return (
    <a class="go-on panel" href={`play?game=${game.id}`}>
      <Thumbnail puzzle={game.puzzle} digits={game.digits} />
      <span class="go-on-says">
        <span class="eyebrow">{dailyOf(game.puzzle) ? "Go on with the daily puzzle" : "Go on where you were"}</span>
        <strong class="go-on-name">{nameOf(game)}</strong>
        <span class="soft">{factsOf(game)}</span>
        <Progress game={game} />
        <span class="button primary">Go on</span>
      </span>
    </a>
  );
}

/** For somebody who has no game yet: today's sudoku, one press away. */
function Welcome({ onOpened }: { onOpened(opened: OpenAnswer): void }) {
  const asked = useRef<Promise<OpenAnswer> | null>(null);
  const ask = () => (asked.current ??= call<OpenAnswer>("open", { daily: dayOf(new Date()), kind: DAILY_KINDS[0] }));
  const { answer: today } = useAnswer("today", ask);
  const begin = () => ask().then(onOpened, (error) => {
    asked.current = null;
    complain(sentence(error));
  });
  return (
    <section class="go-on panel">
      <div class="sample">{today && <Thumbnail puzzle={today.puzzle} />}</div>
      <div class="go-on-says">
        <p class="welcome-title">A puzzle, and a reason for every step.</p>
        <p class="soft">Sudoku, Killer and Calcudoku of every size, with hints that say why.</p>
        <button class="primary" onClick={begin}>Play today's sudoku</button>
      </div>
    </section>
  );
}
