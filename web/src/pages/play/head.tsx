// The name, the difficulty and the time of a game.

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../app/icons";
import { clockText } from "../../game/timer";
import type { PuzzleDocument } from "../../model/puzzle";
import { sizedKind } from "../../model/words";

interface Props {
  puzzle: PuzzleDocument;
  /** The title of the game or of the puzzle. Without a title, the kind. */
  name: string;
  /** The difficulty and the time of the puzzle, "" until they are known, and null if they never are. */
  rating: string | null;
}

/** The facts under a name: "9×9 Killer · by Ann · hard (5.2)". */
export function factsUnder(puzzle: PuzzleDocument, name: string, ...more: string[]): string {
  const about = sizedKind(puzzle.about);
  return [name !== about && about, puzzle.author && `by ${puzzle.author}`, ...more].filter(Boolean).join(" · ");
}

export function Heading({ puzzle, name, rating }: Props) {
  return (
    <>
      <h1>{name}</h1>
      <p class="soft play-facts">
        <span>{factsUnder(puzzle, name)}</span>
        {rating !== null && <span class="play-rated">{rating}</span>}
      </p>
    </>
  );
}

interface ClockProps {
  /** The current playing time in milliseconds. */
  played(): number;
  isPaused: boolean;
  isOver: boolean;
  isShown: boolean;
  onPause(): void;
}

/** The playing time, and the pause button. */
export function PlayClock({ played, isPaused, isOver, isShown, onPause }: ClockProps) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (isPaused || isOver || !isShown) return;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [isPaused, isOver, isShown]);
  return (
    <div class="clock">
      {isShown && <span class="number" role="timer">{clockText(played())}</span>}
      {!isOver && (
        <button class="quiet icon-button" aria-label={isPaused ? "Continue" : "Pause"} aria-pressed={isPaused} onClick={onPause}>
          <Icon name={isPaused ? "play" : "pause"} />
        </button>
      )}
    </div>
  );
}
