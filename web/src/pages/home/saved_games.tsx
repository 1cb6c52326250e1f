// The saved games, with progress and time. A game can be exported or deleted, and deletion can be
// undone.

import { useState } from "preact/hooks";
import { Game } from "../../game/game";
import type { Saved } from "../../store/store";
import { Thumbnail } from "./thumbnail";
import { clockText } from "../../game/timer";
import { whenText, withTimes } from "./texts";

const SHOWN = 8;

interface Props {
  saved: readonly Saved[];
  onRemove(game: Saved): void;
  onExport(game: Saved): void;
  onExportAll(): void;
}

export function SavedGames({ saved, onRemove, onExport, onExportAll }: Props) {
  const [isAll, setAll] = useState(false);
  if (!saved.length) return null;
  const shown = isAll ? saved : saved.slice(0, SHOWN);
  return (
    <section class="saved" aria-labelledby="saved">
      <div class="row heading">
        <h2 id="saved">Your games</h2>
        <button class="quiet" onClick={onExportAll}>Export all</button>
      </div>
      <ul class="games">
        {shown.map((game) => (
          <li key={game.id} class="game panel">
            <a class="game-open" href={`play?game=${game.id}`}>
              <Thumbnail puzzle={game.puzzle} digits={game.digits} />
              <span class="game-says">
                <strong>{gameName(game)}</strong>
                <span class="soft">{factsOf(game)}</span>
                <GameProgress game={game} />
              </span>
            </a>
            <div class="row">
              <button
                class="quiet" aria-label={`Export ${gameName(game)}`}
                onClick={() => onExport(game)}
              >Export</button>
              <button class="quiet" aria-label={`Delete ${gameName(game)}`} onClick={() => onRemove(game)}>Delete</button>
            </div>
          </li>
        ))}
      </ul>
      {saved.length > shown.length && <button onClick={() => setAll(true)}>Show all {saved.length}</button>}
    </section>
  );
}

/** The filled share of the empty cells, as a bar with a number. */
export function GameProgress({ game }: { game: Saved }) {
  // Cells with a given in fog count as empty.
  const given = Game.start(game.puzzle).digits.filter(Boolean).length;
  const empty = Math.max(1, game.cells - given);
  const done = game.filled - given;
  return (
    <span class="progress">
      <progress max={empty} value={done} aria-label="Filled in" />
      <span class="soft">{game.isSolved ? "Solved" : `${Math.floor((100 * done) / empty)} %`}</span>
    </span>
  );
}

export function gameName({ title, puzzle }: Saved): string {
  return title || puzzle.title || withTimes(puzzle.about);
}

export function factsOf(game: Saved): string {
  const what = gameName(game) === withTimes(game.puzzle.about) ? "" : `${withTimes(game.puzzle.about)} · `;
  return `${what}${clockText(game.playedMs)} · ${whenText(game.changed)}`;
}
