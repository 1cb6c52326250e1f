// The hints of a game. Each request reveals more, and the last request applies the step. The levels
// are the same as in the terminal.

import { useRef, useState } from "preact/hooks";
import type { HintAnswer } from "../../api/answers";
import { ApiError, call } from "../../api/client";
import type { Changes, Game, Repair } from "../../game/game";
import { hasMark } from "../../game/masks";
import { MAX_HINT_LEVEL } from "../../game/moves";
import { written } from "../../game/presses";
import { sentence } from "../../api/asking";
import { preference } from "../../store/preferences";

const PATIENCE_MS = 15_000; // the server gives up after ten seconds
const FIRST = 1; // level 0 (mistakes) is not needed, because all levels show mistakes first
/** The last level of a hint about a mistake. */
export const LAST_OF_MISTAKE = 3;

export interface Hinting {
  hint: HintAnswer | null;
  isBusy: boolean;
  /** A sentence about an error, or "". */
  problem: string;
  /** Whether a hint is shown or requested. */
  isOpen: boolean;
  /** Request the next level. After the last level, apply the step or correct the mistake. */
  ask(): void;
  close(): void;
  /** Close if the hint is outdated: the mistake was changed, or the step was applied. */
  follow(game: Game): void;
}

interface Asker {
  game(): Game;
  /** Called for a new hint. */
  onHint(hint: HintAnswer): void;
  /** Called to apply the step of a hint. */
  onStep(changes: Changes): void;
  /** Called to correct a mistake. */
  onRepair(repair: Repair): void;
}

export function useHint({ game, onHint, onStep, onRepair }: Asker): Hinting {
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
    if (hint?.level === MAX_HINT_LEVEL && hint.changes) {
      close();
      return onStep({ ...hint.changes, notes: hint.notes });
    }
    const stop = (asked.current.stop = new AbortController());
    const level = hint ? Math.min(MAX_HINT_LEVEL, hint.level + (hint.whole ? 0 : 1)) : FIRST;
    setBusy(true);
    setProblem("");
    try {
      const found = await call<HintAnswer>("hint", question(game(), level), stop.signal, PATIENCE_MS);
      if (!isHint(found)) throw new ApiError(UNREADABLE, 0);
      asked.current.digits = game().position.digits;
      setHint(found);
      onHint(found);
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

const UNREADABLE = "The hint cannot be read: the server and this page have different versions. Reload the page.";
const PARTS = ["fills", "lines", "texts", "rings", "curves", "legend", "sums"] as const;

/** Whether an answer has all parts of a hint that the page shows. */
export function isHint({ level, text, spans, cells, picture, changes }: HintAnswer): boolean {
  const isPicture = !picture || PARTS.every((name) => Array.isArray(picture[name]) && picture[name].every((each) => each && typeof each === "object"));
  const isChange = !changes || [changes.placements, changes.eliminations].every(Array.isArray);
  return typeof level === "number" && typeof text === "string" && [spans, cells].every(Array.isArray) && isPicture && isChange;
}

function question(game: Game, level: number) {
  const { digits, center, corner } = game.position;
  return {
    puzzle: game.puzzle.line,
    digits: [...digits],
    center: [...center],
    corner: [...corner],
    reader: preference("beginner") ? "beginner" : null,
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
  if (hint.notes) return !written(position, hint.notes).length;
  const { placements, eliminations } = hint.changes;
  return placements.every(([cell]) => position.digits[cell]) && eliminations.every(([cell, digit]) => {
    const marks = position.center[cell] ?? 0;
    return position.digits[cell] || (marks && !hasMark(marks, digit));
  });
}
