// An engine at work: its grid, its current event, and its counters.

import { useMemo } from "preact/hooks";
import type { EngineRun, Trace } from "../../api/answers";
import type { Fill, Picture, Text } from "../../model/picture";
import { nameOf, type PuzzleDocument } from "../../model/puzzle";
import { Drawn } from "../../picture/figure";
import { frameAt, lengthOf, player } from "./frames";

interface LaneProps {
  puzzle: PuzzleDocument;
  run: EngineRun;
  trace: Trace;
  now: number;
  /**
   * "1st", "2nd", ... if the engine finds an answer, otherwise "". Shown after the engine has
   * finished.
   */
  place: string;
}

// The words and the fill of the cell for each event, by the number of the event.
const DOINGS = [
  { word: "tries", role: "a" },
  { word: "rejects", role: "goes" },
  { word: "places", role: "placed" },
  { word: "takes back", role: "b" },
  { word: "goes back", role: "b" },
] as const;

export function Lane({ puzzle, run, trace, now, place }: LaneProps) {
  const play = useMemo(() => player(puzzle.givens, trace), [puzzle, trace]);
  const frame = frameAt(trace, now);
  const isOver = now >= lengthOf(trace);
  const picture = useMemo(() => pictureAt(puzzle, trace, play(frame), isOver ? -1 : frame), [puzzle, trace, frame, isOver]);
  return (
    <li class={isOver && place ? "lane arrived" : "lane"}>
      <div class="row spread lane-head">
        <h3>{run.engine}</h3>
        {isOver && place && <span class="place">{place}</span>}
      </div>
      <div class="lane-board"><Drawn picture={picture} /></div>
      <p class={isOver ? "doing outcome" : "doing"} aria-hidden={!isOver}>{isOver ? run.outcome : doing(puzzle.order, trace, frame)}</p>
      <dl class="counters">
        {trace.counters.map((name, at) => (
          <div key={name}>
            <dt>{name.replace("_", " ")}</dt>
            <dd>{(trace.counts[frame]?.[at] ?? 0).toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function doing(order: number, trace: Trace, frame: number): string {
  if (frame < 0) return "at the start";
  const [cell, digit] = [nameOf(order, trace.cells[frame]!), trace.digits[frame]!];
  const { word } = DOINGS[trace.events[frame]!]!;
  return digit ? `${word} ${digit} in ${cell}` : `${word} from ${cell}`;
}

/** The puzzle with the digits at a moment. The cell of the current event is filled. */
function pictureAt({ picture, order, givens }: PuzzleDocument, trace: Trace, grid: readonly number[], frame: number): Picture {
  const texts: Text[] = [...picture.texts];
  const fills: Fill[] = [...picture.fills];
  const focus = trace.cells[frame] ?? -1;
  grid.forEach((digit, cell) => {
    const shown = cell === focus ? trace.digits[frame] || digit : digit;
    if (shown && !givens[cell]) texts.push([(cell % order) + 0.5, Math.floor(cell / order) + 0.5, String(shown), "digit", "", false]);
  });
  if (focus >= 0) fills.push([focus % order, Math.floor(focus / order), 1, 1, DOINGS[trace.events[frame]!]!.role]);
  return { ...picture, texts, fills };
}
