// The first page: go on with the last game or begin today's, make a new puzzle, open one.

import { useEffect, useState } from "preact/hooks";
import type { OpenAnswer } from "../../api/answers";
import { go } from "../../app/router";
import { complain, say } from "../../app/toasts";
import { openStore, type Saved, type Store } from "../../store/store";
import { begin } from "./beginning";
import { Today } from "./daily";
import { dailyOf } from "./days";
import { download, fileName } from "./download";
import { NewPuzzle } from "./new_puzzle";
import { OpenPuzzle } from "./open_puzzle";
import { sentence } from "./opening";
import { factsOf, nameOf, Progress, SavedGames } from "./saved_games";
import { Thumbnail } from "./thumbnail";
import "./home.css";

export default function Home() {
  const [store, setStore] = useState<Store | null>(null);
  const [saved, setSaved] = useState<readonly Saved[] | null>(null);
  useEffect(() => {
    openStore().then(async (opened) => {
      setStore(opened);
      setSaved(await opened.list());
    });
  }, []);

  const resume = (id: string) => go(`play?game=${id}`);
  const play = (opened: OpenAnswer) => {
    begin(opened).then(resume, (error) => complain(sentence(error)));
  };
  const remove = async (game: Saved) => {
    if (!store) return;
    await store.remove(game.id);
    setSaved(await store.list());
    const restore = async () => {
      await store.restore(game);
      setSaved(await store.list());
    };
    say(`${nameOf(game)} was deleted.`, { name: "Undo", act: () => void restore() });
  };
  const exportOne = async (game: Saved) => {
    if (store) download(fileName(nameOf(game)), await store.text(game.id));
  };
  const exportAll = async () => {
    if (store) download("pandoku-games.json", await store.exportAll(), "application/json");
  };

  if (!saved) return <p class="loading" aria-live="polite">Loading…</p>;
  const last = saved.find(({ isSolved }) => !isSolved);
  return (
    <div class="home">
      <h1 class="visually-hidden">pandoku</h1>
      {store?.problem && <p class="notice" role="alert">{store.problem}</p>}
      <div class="home-first">
        {last ? <GoOn game={last} /> : <Welcome />}
        <Today saved={saved} onOpened={play} onResume={resume} />
      </div>
      <section class="panel" aria-labelledby="new">
        <h2 id="new">New puzzle</h2>
        <NewPuzzle onMade={resume} />
      </section>
      <OpenPuzzle onOpened={play} />
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

function Welcome() {
  return (
    <section class="welcome">
      <p class="welcome-title">A puzzle, and a reason for every step.</p>
      <p class="soft">
        Sudoku, Killer and Calcudoku of every size. Hints say why, from what you have noted yourself. Games stay in this
        browser.
      </p>
    </section>
  );
}
