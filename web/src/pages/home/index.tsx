// The home page: continue the last game or start today's, make a new puzzle, open a puzzle.

import type { OpenAnswer } from "../../api/answers";
import { sentence, useAnswer } from "../../api/asking";
import { go } from "../../app/router";
import { complain, say } from "../../app/toasts";
import type { Saved } from "../../store/store";
import { importLearned, isLearnedText } from "../../store/learned";
import { useStore } from "../../store/use_store";
import { begin } from "./beginning";
import { Today } from "./daily";
import { download, fileName } from "./download";
import { GoOn, Welcome } from "./first";
import { NewPuzzle } from "./new_puzzle";
import { NextStop } from "./next_stop";
import { OpenPuzzle } from "./open_puzzle";
import { gameName, SavedGames } from "./saved_games";
import "./home.css";

export default function Home() {
  const [store, changes] = useStore();
  const { answer: saved, problem } = useAnswer(store ? `${changes}` : "", async () => store?.list() ?? []);

  const resume = (id: string) => go(`play?game=${id}`);
  const play = (opened: OpenAnswer) => {
    begin(opened).then(resume, (error) => complain(sentence(error)));
  };
  const remove = async (game: Saved) => {
    await store?.remove(game.id);
    say(`${gameName(game)} was deleted.`, { name: "Undo", act: () => void store?.restore(game) });
  };
  const importAll = async (text: string) => {
    if (isLearnedText(text)) say(importLearned(text));
    else if (store) say(await store.importAll(text));
  };
  const exportOne = async (game: Saved) => {
    if (store) download(fileName(gameName(game)), await store.text(game.id));
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
      <NextStop />
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
