// The play page without a game: today's puzzles, and every kind with its rules. If the
// address names a missing game, the page reports that and offers a way out.

import type { KindsAnswer, OpenAnswer } from "../../api/answers";
import { sentence, useAnswer } from "../../api/asking";
import { call, read } from "../../api/client";
import { go } from "../../app/router";
import { useTitle } from "../../app/page";
import { complain } from "../../app/toasts";
import { useWork } from "../../app/work";
import { capital, titleOf } from "../../model/words";
import { useStore } from "../../store/use_store";
import { begin } from "../home/beginning";
import { Today } from "../home/daily";
import { GoOn, Welcome } from "../home/first";
import { useMaking } from "../home/making";
import { BoardThumbnail } from "../home/thumbnail";
import { Tryouts } from "../home/tryouts";
import { lastWish } from "../home/wishes";
import "../home/home.css";

/** A game that the address names, but that does not exist in this browser. */
export interface Lost {
  id: string;
  /** The puzzle of the game, or "". */
  link: string;
  /** Whether the game is in the bin, so that it can be restored. */
  isBinned: boolean;
}

export default function Begin({ lost }: { lost: Lost | null }) {
  const [store, changes] = useStore();
  const { answer: saved } = useAnswer(store ? `${changes}` : "", async () => store?.list() ?? []);
  const resume = (id: string) => go(`play?game=${id}`);
  const play = (opened: OpenAnswer, difficulty?: string) => {
    begin(opened, difficulty).then(resume, (error) => complain(sentence(error)));
  };
  const bringBack = async (game: Lost) => {
    await store?.restore(game);
    resume(game.id);
  };
  useTitle(lost ? "This game is not here" : "Play");
  const last = saved?.find(({ isSolved }) => !isSolved);
  return (
    <div class="home begin">
      {lost ? <Gone lost={lost} onBack={bringBack} onOpened={play} /> : <h1>What would you like to play?</h1>}
      <div class="home-first">
        {last ? <GoOn game={last} /> : saved && <Welcome onOpened={play} />}
        <Today saved={saved ?? []} onOpened={play} onResume={resume} />
      </div>
      <Tryouts saved={saved ?? []} onOpened={play} onResume={resume} />
      <Kinds onMade={resume} />
    </div>
  );
}

interface GoneProps {
  lost: Lost;
  /** Restore the game from the bin. */
  onBack(game: Lost): Promise<void>;
  onOpened(opened: OpenAnswer): void;
}

function Gone({ lost, onBack, onOpened }: GoneProps) {
  const { link, isBinned } = lost;
  const { isBusy, problem, run } = useWork();
  const playAgain = () => run(async (signal) => onOpened(await call<OpenAnswer>("open", { link }, signal)));
  return (
    <section class="notice gone">
      <h1>This game is not here</h1>
      <p>{isBinned
        ? "You deleted it a while ago. You can restore it."
        : "The link leads to a game that is not in this browser: it was deleted, or it is in another browser. Games stay in the browser where they were played."}</p>
      {problem && <p role="alert">{problem}</p>}
      <p class="row">
        {isBinned && <button class="primary" disabled={isBusy} onClick={() => run(() => onBack(lost))}>Restore it</button>}
        {link && <button disabled={isBusy} onClick={playAgain}>Play its puzzle from the start</button>}
        <a class="button" href="./">All your games</a>
      </p>
    </section>
  );
}

/** All kinds that can be made. A press makes a puzzle of the last difficulty, or an easy puzzle. */
function Kinds({ onMade }: { onMade(id: string): void }) {
  const { answer: offer, problem, retry } = useAnswer("kinds", (signal) => read<KindsAnswer>("kinds", signal));
  const making = useMaking(onMade);
  const { difficulty } = lastWish();
  const words = making.isBusy ? `Making a puzzle${making.tried > 1 ? `: ${making.tried} tried` : ""}…` : making.problem;
  return (
    <section aria-labelledby="kinds">
      <div class="row heading">
        <h2 id="kinds">A new puzzle</h2>
        <p class="soft" role="status">{words || `${difficulty ? capital(difficulty) : "Of any difficulty"}, in its usual size.`} {making.isBusy
          ? <button class="quiet" onClick={making.stop}>Stop</button>
          : <a href="make">More choices</a>}</p>
      </div>
      {problem && <p class="notice" role="alert">{problem} <button onClick={retry}>Try again</button></p>}
      <ul class="kinds">
        {offer?.kinds.map(({ name, usual, summary, board }) => (
          <li key={name}>
            <button class="kind" disabled={making.isBusy} onClick={() => void making.begin({ kind: name, order: usual, difficulty })}>
              <BoardThumbnail board={board} />
              <span>
                <strong>{titleOf(name)}</strong>
                <span class="soft">{sentence(summary)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
