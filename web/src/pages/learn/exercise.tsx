// A board for finding a step: the learner selects cells, writes a digit or removes candidates, and
// gets a verdict. At the end, or on request, the step is shown.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardAnswer, StepTold, VerdictAnswer } from "../../api/answers";
import { call } from "../../api/client";
import { Icon } from "../../app/icons";
import { Board } from "../../board";
import { hasMark } from "../../game/masks";
import type { Picture } from "../../model/picture";
import { nameOf, type PuzzleDocument } from "../../model/puzzle";
import { PictureView } from "../../picture/figure";
import type { Lit } from "../../picture/layers";
import { Sentences } from "../explain/sentences";
import { changesOf, isDone, pressed, shown } from "./answering";

export interface Task {
  puzzle: PuzzleDocument;
  board: BoardAnswer;
  /** The board with all candidates. */
  picture: Picture;
  /** The rules of the puzzle, or "" if they are usual. */
  rules: string;
  /** The task in a sentence. */
  task: string;
  /** Whether the task is to write a digit, rather than to remove candidates. */
  places: boolean;
  hints: { text: string }[];
  answer: StepTold;
}

interface ExerciseProps {
  technique: string;
  /** The number of the board for practice, or null for the example. */
  nth: number | null;
  /** The kind of boards that were requested, or null for any. */
  kind?: string | null;
  task: Task;
  /**
   * Called once, at the end. `isUnaided` is true if neither a hint nor the step was shown. Only
   * then, the board counts, as in `pandoku.play.attempts`.
   */
  onSolved?(isUnaided: boolean): void;
  /** A link to the next board, shown at the end. */
  after?: ComponentChildren;
  /**
   * Whether the board takes the focus from the heading of the practice, or from a button that was removed, such as
   * "Next board".
   */
  takesFocus?: boolean;
}

export function Exercise({ technique, nth, kind = null, task, onSolved, after, takesFocus = false }: ExerciseProps) {
  const [now, setNow] = useState(task.board);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [cursor, setCursor] = useState<number | null>(null);
  const [verdict, setVerdict] = useState<VerdictAnswer | null>(null);
  const [problem, setProblem] = useState("");
  const [hints, setHints] = useState(0);
  const [told, setTold] = useState<StepTold | null>(null);
  const wasShown = useRef(false);
  const asked = useRef(0);
  const root = useRef<HTMLDivElement>(null);
  // If the focused button is gone, the board takes the focus, so that no key is lost.
  const isMoving = useRef(takesFocus);
  useEffect(() => {
    if (isMoving.current && [document.body, document.getElementById("practice")].includes(document.activeElement as HTMLElement)) {
      root.current?.querySelector<HTMLElement>("[role=gridcell][tabindex='0']")?.focus({ preventScroll: true });
    }
    isMoving.current = false;
  });
  const { puzzle, board, places } = task;

  async function judge(answer: BoardAnswer) {
    const ask = ++asked.current;
    setProblem("");
    try {
      const found = await call<VerdictAnswer>("verdict", { technique, nth, kind, ...changesOf(board, answer) });
      if (ask !== asked.current) return;
      setVerdict(found);
      if (found.complete) {
        setTold(found.answer ?? task.answer);
        onSolved?.(!wasShown.current && hints === 0);
      }
    } catch (error) {
      if (ask === asked.current) setProblem((error as Error).message);
    }
  }

  /** Show why a digit is not a candidate. The answer stays as it is. */
  async function refuse(cell: number, digit: number) {
    const ask = ++asked.current;
    const entry = { [places ? "placements" : "eliminations"]: [[cell, digit]] };
    try {
      const found = await call<VerdictAnswer>("verdict", { technique, nth, kind, ...entry });
      if (ask === asked.current) setVerdict(found);
    } catch (error) {
      if (ask === asked.current) setProblem((error as Error).message);
    }
  }

  const { placements, eliminations } = changesOf(board, now);
  const isEmpty = !placements.length && !eliminations.length;
  const open = [...selected].filter((cell) => !board.digits[cell]);
  const holds = (cell: number, digit: number) => hasMark(board.candidates[cell] ?? 0, digit);

  function press(digit: number) {
    const cells = open.filter((cell) => holds(cell, digit));
    const [first] = open;
    if (told || first === undefined || digit > puzzle.order) return;
    if (!cells.length) return void refuse(first, digit);
    const next = pressed(now, places, cells, digit);
    // If a verdict is pending, it is about a different answer.
    asked.current += 1;
    setNow(next);
    setVerdict(null);
    // A digit is a complete answer. When a candidate is removed, others may follow.
    if (places && cells.some((cell) => next.digits[cell])) void judge(next);
  }

  const moreHints = () => setHints(Math.min(hints + 1, task.hints.length));

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = Number(/^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? 0);
    if (digit) press(digit);
    else if (event.key === "Enter" && !told && !isEmpty) void judge(now);
    else if (event.key === "Backspace" || event.key === "Delete") restart();
    else if (event.key.toLowerCase() === "h" && !told && task.hints.length) moreHints();
    else return;
    event.preventDefault();
  }

  // The board forwards its keys. Keys that are pressed on the buttons next to the board are handled
  // here.
  function onPadKey(event: KeyboardEvent) {
    const target = event.target as Element;
    if (!target.closest(".board") && event.key !== "Enter") onKey(event);
  }

  function restart() {
    isMoving.current = true;
    asked.current += 1;
    setNow(board);
    setVerdict(null);
  }

  if (told) {
    const words = verdict?.complete ? verdict.text : "";
    return <Revealed told={told} words={words} after={after} onAgain={() => { setTold(null); restart(); }} />;
  }
  return (
    <div class="exercise" ref={root} onKeyDown={onPadKey}>
      <div class="exercise-board">
        <Board
          puzzle={puzzle}
          position={{ digits: now.digits, corner: [], center: now.candidates, colors: [], letters: [], pen: [] }}
          picture={shown(task.picture, now)}
          showsAll
          ownKeys
          selected={selected}
          cursor={cursor}
          mistakes={NO_CELLS}
          onSelect={(cells, at) => { setSelected(cells); setCursor(at); }}
          onKey={onKey}
          label={`${task.task} Board for practice`}
        />
      </div>
      <div class="exercise-side" data-keeps-selection>
        <p class="exercise-task">{task.task}</p>
        {task.rules && <p class="exercise-rules">{task.rules}</p>}
        <p class="soft">
          {open.length
            ? `${open.map((cell) => nameOf(puzzle.order, cell)).join(", ")}: ${places ? "which digit?" : "which candidates go?"}`
            : places ? "Choose a cell, then its digit." : "Choose a cell, then the candidates that go."}
        </p>
        <div class="exercise-pad" role="group" aria-label={places ? "Digits" : "Candidates"}>
          {Array.from({ length: puzzle.order }, (_, at) => at + 1).map((digit) => {
            const cells = open.filter((cell) => holds(cell, digit));
            const isOn = cells.length > 0 && cells.every((cell) => isDone(now, places, cell, digit));
            return (
              <button
                key={digit}
                class={`${places ? "writes" : "removes"}${cells.length ? "" : " absent"}`}
                disabled={!open.length}
                aria-pressed={isOn}
                aria-label={`${places ? "Write" : "Remove"} ${digit}`}
                onClick={() => press(digit)}
              >
                {digit}
              </button>
            );
          })}
        </div>
        <div class="row">
          {!places && <button class="primary" disabled={isEmpty} onClick={() => void judge(now)}><Icon name="check" /> Check</button>}
          {task.hints.length > 0 && (
            <button aria-disabled={!task.hints[hints]} title="Hint (H)" onClick={moreHints}>
              <Icon name="hint" /> {!hints ? "Hint" : task.hints[hints] ? "Another hint" : "No more hints"}
            </button>
          )}
          <button class="quiet" onClick={() => { wasShown.current = true; setTold(task.answer); }}>Show the step</button>
          {!isEmpty && <button class="quiet" onClick={restart}>Start over</button>}
        </div>
        {/* Not atomic, so that a screen reader reads only the new hint, and not those before it. */}
        <div role="status" aria-atomic="false" class="exercise-verdict">
          {verdict && <p class={verdict.right ? "verdict right" : "verdict wrong"}>{verdict.text}</p>}
          {problem && <p class="notice error">{problem}</p>}
          {task.hints.slice(0, hints).map((hint) => <p key={hint.text} class="notice">{hint.text}</p>)}
        </div>
      </div>
    </div>
  );
}

const NO_CELLS: ReadonlySet<number> = new Set();

interface RevealedProps {
  told: StepTold;
  words: string;
  after: ComponentChildren;
  onAgain(): void;
}

/** The step, after it was found or requested. */
function Revealed({ told, words, after, onAgain }: RevealedProps) {
  const [lit, setLit] = useState<Lit[] | null>(null);
  const side = useRef<HTMLDivElement>(null);
  // The focused board was removed, so focus the text. A screen reader reads it then, so it is not a
  // live region.
  useEffect(() => side.current?.focus(), []);
  return (
    <div class="exercise">
      <div class="exercise-board"><PictureView picture={told.picture} lit={lit} /></div>
      <div class="exercise-side" ref={side} tabIndex={-1}>
        {words && <p class="verdict right">{words}</p>}
        <Sentences text={told.text} spans={told.spans} onLight={setLit} />
        <div class="row">
          {after}
          <button class="quiet" onClick={onAgain}>Again</button>
        </div>
      </div>
    </div>
  );
}
