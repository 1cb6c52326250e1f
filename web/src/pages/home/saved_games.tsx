// The saved games as cards: picture, kind, difficulty, progress and time. A game can be exported or
// deleted, and deletion can be undone.

import { useState } from "preact/hooks";
import { Game } from "../../game/game";
import type { Saved } from "../../store/store";
import { Thumbnail } from "./thumbnail";
import { clockText } from "../../game/timer";
import { capital, sizedKind } from "../../model/words";
import { whenText } from "./texts";

interface Props {
  saved: readonly Saved[];
  /** The number of games to show at first. */
  most: number;
  title: string;
  onRemove(game: Saved): void;
  onExport(game: Saved): void;
  children?: preact.ComponentChildren;
}

export function SavedGames({ saved, most, title, onRemove, onExport, children }: Props) {
  const [isAll, setAll] = useState(false);
  if (!saved.length) return null;
  const shown = isAll ? saved : saved.slice(0, most);
  return (
    <section class="saved" aria-labelledby="saved">
      <div class="row heading">
        <h2 id="saved">{title}</h2>
        {children}
      </div>
      <ul class="games">
        {shown.map((game) => (
          <li key={game.id} class="game panel">
            <a class="game-open" href={`play?game=${game.id}`}>
              <Thumbnail puzzle={game.puzzle} digits={game.digits} />
              <span class="game-says">
                <strong>{shortName(game)}</strong>
                {kindOf(game) && <span class="soft">{kindOf(game)}</span>}
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
  if (game.isRevealed) return <span class="soft">Solution shown</span>;
  if (game.isSolved) return <span class="good">Solved</span>;
  return (
    <span class="progress">
      <progress max={empty} value={done} aria-label="Filled in" />
      <span class="soft">{Math.floor((100 * done) / empty)}%</span>
    </span>
  );
}

export function gameName({ title, puzzle }: Pick<Saved, "title" | "puzzle">): string {
  return title || puzzle.title || sizedKind(puzzle.about);
}

const DATE = /, (?:week of )?(\w+ \d+), \d{4}$/; // at the end of the title of a daily puzzle

/** The name without the date of a daily puzzle. */
export const shortName = (game: Pick<Saved, "title" | "puzzle">): string => gameName(game).replace(DATE, "");

/** The date of a daily puzzle, the kind unless it is the name, and the difficulty if it is known: "9×9 killer · hard". */
export function kindOf(game: Saved): string {
  const kind = sizedKind(game.puzzle.about);
  const [, date = ""] = DATE.exec(gameName(game)) ?? [];
  const size = kind.split(" ")[0] ?? "";
  const parts = [date, gameName(game) === kind ? "" : date ? size : kind, game.difficulty].filter(Boolean);
  return capital(parts.join(" · "));
}

export function factsOf(game: Saved): string {
  return `${clockText(game.playedMs)} · ${whenText(game.changed)}`;
}
