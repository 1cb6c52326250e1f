// The kinds of puzzles as pictures, each with a small puzzle to try.

import { useState } from "preact/hooks";
import type { OpenAnswer, TryoutAnswer, TryoutsAnswer } from "../../api/answers";
import { useAnswer } from "../../api/asking";
import { call, read } from "../../api/client";
import { Icon } from "../../app/icons";
import { useSeen } from "../../app/seen";
import { useWork } from "../../app/work";
import type { PuzzleDocument } from "../../model/puzzle";
import type { Saved } from "../../store/store";
import { BoardThumbnail } from "./thumbnail";

interface Props {
  saved: readonly Saved[];
  onOpened(opened: OpenAnswer, difficulty?: string): void;
  onResume(id: string): void;
}

/** The kind to try that a puzzle belongs to, from its id, or "". */
const tryoutOf = (puzzle: PuzzleDocument): string => /^\{"version":\d+,"id":"tryout-([a-z-]+)"/.exec(puzzle.line)?.[1] ?? "";

export function Tryouts({ saved, onOpened, onResume }: Props) {
  const [section, isSeen] = useSeen<HTMLElement>();
  const { answer } = useAnswer(isSeen ? "tryouts" : "", (signal) => read<TryoutsAnswer>("tryouts", signal));
  const { isBusy, problem, run } = useWork();
  const [opening, setOpening] = useState("");
  const begin = ({ name, difficulty }: TryoutAnswer) => run(async (signal) => {
    setOpening(name);
    onOpened(await call<OpenAnswer>("open", { tryout: name }, signal), difficulty);
  });
  return (
    <section ref={section} class="tryouts" aria-labelledby="tryouts">
      <div class="row heading">
        <h2 id="tryouts">Small puzzles to try</h2>
        <p class="soft">Each has its own rules, and hints.</p>
      </div>
      {problem && <p class="notice" role="alert">{problem}</p>}
      <ul class="tiles">
        {answer?.tryouts.map((each) => {
          const game = saved.find(({ puzzle }) => tryoutOf(puzzle) === each.name);
          return (
            <li key={each.name}>
              <button class="tile" disabled={isBusy} onClick={() => (game ? onResume(game.id) : void begin(each))}>
                <BoardThumbnail board={each.board} digits={game && !each.board.fog.length ? game.digits : undefined} />
                <strong>{each.title}{game?.isSolved && <><Icon name="check" size={16} /><span class="visually-hidden">, solved</span></>}</strong>
                <span class="soft">{isBusy && opening === each.name ? "Opening…" : each.says}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
