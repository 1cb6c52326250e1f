// The rules of the cell under the cursor, which a key shows and reads.

import { Icon } from "../../app/icons";
import { capital } from "../../model/words";

interface Props {
  /** Name of the cell: "r1c2". */
  name: string;
  rules: readonly string[];
  onClose(): void;
}

export function CellRules({ name, rules, onClose }: Props) {
  return (
    <section class="cell-rules panel" aria-label="Rules of the cell">
      <header>
        <h2>Rules of {name}</h2>
        <button class="quiet icon-button" aria-label="Close the rules of the cell" onClick={onClose}><Icon name="close" /></button>
      </header>
      <ul class="rules">{rules.map((rule) => <li key={rule}>{capital(rule)}</li>)}</ul>
    </section>
  );
}
