// The options for cages, as far as the kind has them.

import type { KindOffered } from "../../api/answers";
import { Range } from "./range";
import { suits, type Wishes } from "./wishes";

const OPERATIONS = [["+", "+ sums"], ["-", "− differences"], ["*", "× products"], ["/", "÷ quotients"]] as const;

interface Props {
  kind: KindOffered;
  wishes: Wishes;
  change(part: Partial<Wishes>): void;
}

export function Cages({ kind, wishes, change }: Props) {
  const order = Number(wishes.order || kind.usual);
  return (
    <>
      {suits(kind, "operations") && <Operations chosen={wishes.operations} onChoose={(operations) => change({ operations })} />}
      {suits(kind, "hide_operations") && (
        <Tick name="Hide the operations" value={wishes.hide_operations} onChange={(hide_operations) => change({ hide_operations })} />
      )}
      <Range name="Cells in a cage" value={wishes.cage_sizes} least={1} most={order} onChange={(cage_sizes) => change({ cage_sizes })} />
      <label class="field">
        Share of single cells
        <input type="number" min={0} max={1} step={0.05} inputMode="decimal" placeholder="usual" value={wishes.singles} onChange={(event) => change({ singles: event.currentTarget.value })} />
        <span class="soft">From 0 (none) to 1 (all).</span>
      </label>
      {suits(kind, "largest_sum") && (
        <label class="field">
          Greatest sum of a cage
          <input type="number" min={order} inputMode="numeric" placeholder="any" value={wishes.largest_sum} onChange={(event) => change({ largest_sum: event.currentTarget.value })} />
        </label>
      )}
      {suits(kind, "clue_minimal") && (
        <Tick name="Minimal: every clue is needed" value={wishes.clue_minimal} onChange={(clue_minimal) => change({ clue_minimal })} />
      )}
    </>
  );
}

/** If the option is not set, all operations are on. The last operation cannot be turned off. */
function Operations({ chosen, onChoose }: { chosen: string; onChoose(operations: string): void }) {
  const now = chosen || "+-*/";
  const turn = (sign: string) => {
    const next = OPERATIONS.map(([each]) => each).filter((each) => (each === sign) !== now.includes(each)).join("");
    if (next) onChoose(next.length === OPERATIONS.length ? "" : next);
  };
  return (
    <fieldset>
      <legend>Operations</legend>
      <div class="choices">
        {OPERATIONS.map(([sign, name]) => (
          <label key={sign}>
            <input type="checkbox" checked={now.includes(sign)} onChange={() => turn(sign)} />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A checkbox for an option that is on ("1") or off (""). */
export function Tick({ name, value, onChange }: { name: string; value: string; onChange(value: string): void }) {
  return (
    <label class="tick">
      <input type="checkbox" checked={value !== ""} onChange={(event) => onChange(event.currentTarget.checked ? "1" : "")} />
      {name}
    </label>
  );
}
