// The table of results: engines, times and counters.

import type { EngineRun } from "../../api/answers";

// The counters of the table, in order: those of the papers, then the usual counters.
const COLUMNS = ["nodes", "checks", "backtracks", "choices", "undone", "eliminations"];

export function time(seconds: number): string {
  if (seconds >= 1) return `${seconds.toFixed(2)} s`;
  return seconds >= 1e-3 ? `${(seconds * 1e3).toFixed(2)} ms` : `${Math.round(seconds * 1e6)} µs`;
}

/** Whether an engine found an answer. */
export const hasArrived = ({ why_not, outcome }: EngineRun): boolean => !why_not && !/stuck|budget/.test(outcome);

/** The engines that found an answer, sorted by time, and then all other engines. */
export function ranked(runs: readonly EngineRun[]): EngineRun[] {
  return runs.filter(({ why_not }) => !why_not).sort((a, b) => Number(hasArrived(b)) - Number(hasArrived(a)) || a.elapsed_s - b.elapsed_s);
}

interface FinishProps {
  runs: readonly EngineRun[];
  /** Whether an engine has finished. */
  isOver(run: EngineRun): boolean;
}

export function Finish({ runs, isOver }: FinishProps) {
  const shown = ranked(runs).filter(isOver);
  const columns = COLUMNS.filter((name) => shown.some(({ stats }) => name in stats));
  return (
    <div class="scroll finish" tabIndex={0} role="region" aria-label="Finish">
      <table>
        <thead>
          <tr>
            <th scope="col">Engine</th>
            <th scope="col" class="figure">Time</th>
            {columns.map((name) => <th key={name} scope="col" class="figure">{name}</th>)}
            <th scope="col">Answer</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((run) => (
            <tr key={run.engine}>
              <th scope="row" title={run.summary}>{run.engine}</th>
              <td class="figure">{time(run.elapsed_s)}</td>
              {columns.map((name) => <td key={name} class="figure">{run.stats[name]?.toLocaleString("en")}</td>)}
              <td>{run.outcome}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {runs.filter(({ why_not }) => why_not).map(({ engine, why_not }) => (
        <p key={engine} class="soft">{engine} does not run: {why_not}.</p>
      ))}
    </div>
  );
}
