// Notices for the player about the saving of the game and problems of the puzzle.

import { useState } from "preact/hooks";
import { say } from "../../app/toasts";
import type { Saving } from "../../game/keeper";
import { type GameSession, NOT_RIGHT } from "../../game/session";
import type { PuzzleDocument } from "../../model/puzzle";
import { useStore } from "../../store/use_store";
import { sentence } from "../../api/asking";

const PLAYABLE = " You can still play it.";

interface Props {
  session: GameSession;
  saving: Saving;
  puzzle: PuzzleDocument;
  /** A sentence about a damaged part of the saved game, or "". */
  note: string;
  /** Called when the id of the game changes. */
  onFork(): void;
  /** Shows the mistakes on a full board. null while the board is not full. */
  onCheck: (() => void) | null;
}

export function Notices({ session, saving, puzzle, note, onFork, onCheck }: Props) {
  const [store] = useStore();
  const [isBusy, setBusy] = useState(false);
  const settle = async (work: () => Promise<string>) => {
    setBusy(true);
    const words = await work();
    setBusy(false);
    if (words) say(words);
  };
  return (
    <>
      {saving === "elsewhere" && (
        <div class="notice elsewhere" role="alert">
          <p><strong>This game continues in another window.</strong> Nothing is lost. Each window has all its moves.</p>
          <div class="row">
            <button class="primary" disabled={isBusy} onClick={() => settle(() => session.takeOver())}>Continue here</button>
            <button disabled={isBusy} onClick={() => settle(() => session.fork().then((words) => (onFork(), words)))}>Keep a copy here</button>
          </div>
        </div>
      )}
      {onCheck && (
        <div class="notice spread row">
          <strong>{NOT_RIGHT}</strong>
          <button onClick={onCheck}>Show where</button>
        </div>
      )}
      {store?.problem && <Notice text={store.problem} />}
      {note && <Notice text={note} />}
      {puzzle.problem && <Notice text={`${sentence(puzzle.problem)}${puzzle.solution ? "" : PLAYABLE}`} />}
    </>
  );
}

function Notice({ text }: { text: string }) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <div class="notice spread row" role="status">
      <span>{text}</span>
      <button class="quiet" onClick={() => setShown(false)}>Close</button>
    </div>
  );
}
