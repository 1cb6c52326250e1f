// The hint ladder: each asking says more, and the last one does it. The same rungs as in the terminal.

import { useRef, useState } from "preact/hooks";
import type { HintAnswer } from "../../api/answers";
import { ApiError, call } from "../../api/client";
import type { Game, Repair } from "../../game/game";
import { hasMark } from "../../game/masks";
import { MAX_HINT_LEVEL } from "../../game/moves";
import { sentence } from "../../api/asking";

const PATIENCE_MS = 15_000; // the server gives up after ten seconds
const FIRST = 1; // mistakes, level 0, come first in all of them
/** The last level of a mistake: there is no more to say. */
export const LAST_OF_MISTAKE = 3;

export interface Hinting {
  hint: HintAnswer | null;
  isBusy: boolean;
  /** Why there is no hint, in a sentence; "" otherwise. */
  problem: string;
  /** Whether there is anything to see or to wait for. */
  isOpen: boolean;
  /** Ask for the next rung, or have a mistake put right after the last one. */
  ask(): void;
  close(): void;
  /** Close if the game has gone past the hint: a mistake was changed, or the step done. */
  follow(game: Game): void;
}

interface Asker {
  game(): Game;
  /** A hint is shown; at the last rung it is to be done. */
  onHint(hint: HintAnswer, isLast: boolean): void;
  /** A mistake is to be put right. */
  onRepair(repair: Repair): void;
}

export function useHint({ game, onHint, onRepair }: Asker): Hinting {
  const [hint, setHint] = useState<HintAnswer | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const asked = useRef<{ digits: readonly number[]; stop: AbortController | null }>({ digits: [], stop: null });

  const close = () => {
    asked.current.stop?.abort();
    asked.current.stop = null;
    setHint(null);
    setProblem("");
    setBusy(false);
  };
  const ask = async () => {
    if (asked.current.stop) return;
    if (hint?.repair) {
      close();
      return onRepair(hint.repair);
    }
    const stop = (asked.current.stop = new AbortController());
    const level = hint ? Math.min(MAX_HINT_LEVEL, hint.level + (hint.whole ? 0 : 1)) : FIRST;
    setBusy(true);
    setProblem("");
    try {
      const found = await call<HintAnswer>("hint", question(game(), level), stop.signal, PATIENCE_MS);
      if (!isHint(found)) throw new ApiError(UNREADABLE, 0);
      asked.current.digits = game().position.digits;
      const isLast = level === MAX_HINT_LEVEL && !found.problem;
      setHint(isLast ? null : found);
      onHint(found, isLast);
    } catch (error) {
      if (stop.signal.aborted) return;
      setProblem(sentence(error));
    }
    asked.current.stop = null;
    setBusy(false);
  };
  const follow = (now: Game) => {
    if (hint && isPast(hint, now, asked.current.digits)) close();
  };
  const isOpen = hint !== null || isBusy || problem !== "";
  return { hint, isBusy, problem, isOpen, ask: () => void ask(), close, follow };
}

const UNREADABLE = "The hint cannot be read: the server may have another version than this page. Load the page again.";
const PARTS = ["fills", "lines", "texts", "rings", "curves", "legend", "sums"] as const;

/** Whether an answer has what is drawn and said of a hint. */
export function isHint({ level, text, spans, cells, picture, changes }: HintAnswer): boolean {
  const isPicture = !picture || PARTS.every((name) => Array.isArray(picture[name]) && picture[name].every((each) => each && typeof each === "object"));
  const isChange = !changes || [changes.placements, changes.eliminations].every(Array.isArray);
  return typeof level === "number" && typeof text === "string" && [spans, cells].every(Array.isArray) && isPicture && isChange;
}

function question(game: Game, level: number) {
  const { digits, center } = game.position;
  return {
    puzzle: game.puzzle.line,
    digits: [...digits],
    center: [...center],
    entered: game.entered,
    level,
  };
}

function isPast(hint: HintAnswer, game: Game, digits: readonly number[]): boolean {
  const { position } = game;
  const isChanged = digits !== position.digits && digits.some((digit, cell) => digit !== position.digits[cell]);
  const { repair } = hint;
  if (repair?.mark && hasMark(position.center[repair.cell] ?? 0, repair.digit)) return true;
  if (hint.problem || !hint.changes) return isChanged;
  const { placements, eliminations } = hint.changes;
  return placements.every(([cell]) => position.digits[cell]) && eliminations.every(([cell, digit]) => {
    const marks = position.center[cell] ?? 0;
    return position.digits[cell] || (marks && !hasMark(marks, digit));
  });
}
