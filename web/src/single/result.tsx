// The sheet of results for a class: puzzles, times and hints, to print or to copy.

import { useState } from "preact/hooks";
import { clockText } from "../game/timer";
import type { FileData, FilePuzzle } from "./data";
import { keyOf, readKept } from "./keeping";

interface ResultProps {
  data: FileData;
  entries: FilePuzzle[];
  name: string;
  /** Called if another person takes over the device. */
  onOther(): void;
}

export function ResultSheet({ data, entries, name, onOther }: ResultProps) {
  const [said, setSaid] = useState("");
  const lines = entries.map((entry) => lineOf(data, entry));
  const nSolved = lines.filter(({ when }) => when).length;
  const head = `${name}: ${nSolved} of ${entries.length} solved`;
  const copy = async () => setSaid((await copied(textOf(data, head, lines))) ? "Copied." : "Select the table and copy it by hand.");
  return (
    <main class="result">
      <h1>{data.title}</h1>
      <p class="lead">{head}</p>
      <table>
        <thead><tr><th>Puzzle</th><th>Solved</th><th>Time</th><th>Hints</th><th>Checks</th></tr></thead>
        <tbody>
          {lines.map(({ puzzle, when, time, hints, checks }, at) => (
            <tr key={at}><td>{puzzle}</td><td>{when || "not yet"}</td><td class="number">{time}</td><td class="number">{hints}</td><td class="number">{checks}</td></tr>
          ))}
        </tbody>
      </table>
      <p class="row no-print">
        <button type="button" class="primary" onClick={() => print()}>Print this sheet</button>
        <button type="button" onClick={copy}>Copy as text</button>
        <a class="button" href="#">Back to the {entries.length === 1 ? "puzzle" : "puzzles"}</a>
        <button type="button" class="quiet" onClick={onOther}>Not {name}?</button>
        <span role="status">{said}</span>
      </p>
    </main>
  );
}

interface ResultLine {
  puzzle: string;
  /** Date and time, or "". */
  when: string;
  time: string;
  hints: number;
  checks: number;
}

function lineOf(data: FileData, entry: FilePuzzle): ResultLine {
  const kept = readKept(keyOf(data, entry));
  return {
    puzzle: entry.name, when: kept?.solved ? dateText(kept.solved) : "", time: kept ? clockText(kept.playedMs) : "",
    hints: kept?.hints ?? 0, checks: kept?.checks ?? 0,
  };
}

export function dateText(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

function textOf({ title }: FileData, head: string, lines: readonly ResultLine[]): string {
  const told = lines.map(({ puzzle, when, time, hints, checks }) =>
    [puzzle, when || "not yet", time, `hints ${hints}`, `checks ${checks}`].filter(Boolean).join("\t"),
  );
  return [title, head, ...told].join("\n") + "\n";
}

/** Copy a text to the clipboard. Some browsers do not allow that to files. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.body.appendChild(document.createElement("textarea"));
    field.value = text;
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    return isDone;
  }
}
